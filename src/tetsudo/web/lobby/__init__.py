"""Pages around the tables: the lobby, new tables, invitations, imports."""
