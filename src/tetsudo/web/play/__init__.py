"""The page of a table: what stands on it and what its buttons do. Everything shown is asked of the engine."""
