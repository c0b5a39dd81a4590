"""Database of the site: where it is, its faults, and what several processes on PostgreSQL share."""
