"""Drawing the whole map, and routes on it."""
