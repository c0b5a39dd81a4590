"""The rulebook's clauses: search, tests of each, where the code enforces them."""
