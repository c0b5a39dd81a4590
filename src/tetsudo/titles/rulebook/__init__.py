"""The rulebook's clauses: search, test coverage, and their places in the code."""
