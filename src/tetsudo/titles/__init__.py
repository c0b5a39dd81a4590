"""The titles: one folder each, and the loader that makes setups of their data."""
