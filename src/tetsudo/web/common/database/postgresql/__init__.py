"""Driver for PostgreSQL: Django's own, in which transactions wait in line as they do in SQLite."""
