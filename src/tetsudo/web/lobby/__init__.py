"""The pages round the tables: the lobby, new tables, invitations, imports."""
