"""Track network of a map version, and the reach of each company on it."""
