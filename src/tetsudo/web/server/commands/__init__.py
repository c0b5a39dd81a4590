"""Commands of a host: accounts, notices, copies of the database."""
