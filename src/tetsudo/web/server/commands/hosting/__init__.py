"""Files of a host: the configuration that every command reads, and those that run the site."""
