"""Checks of a host's site: its settings, database, address, mail, and the services around it."""
