"""The titles, one folder each, and the loader that builds setups from their data."""
