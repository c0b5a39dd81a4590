"""The track network of a map version and what a company reaches on it."""
