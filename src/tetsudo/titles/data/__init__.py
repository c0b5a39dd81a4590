"""Readers and checks of the titles' TOML files."""
