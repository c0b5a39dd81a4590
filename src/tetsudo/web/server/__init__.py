"""Running and protecting the server process."""
