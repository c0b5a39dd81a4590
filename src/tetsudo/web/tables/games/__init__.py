"""Games of tables, in memory and in the database."""
