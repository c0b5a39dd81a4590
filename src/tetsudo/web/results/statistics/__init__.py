"""Statistics of the site's finished public games by title, and the archive of these games."""
