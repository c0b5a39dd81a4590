"""Drawing of the whole map, and of routes on it."""
