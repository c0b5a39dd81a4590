"""Finding a table: filters of the lists, players' usual hours, dates, and invitations."""
