"""Reading the titles' TOML files, and checking them."""
