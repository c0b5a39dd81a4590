"""Tournaments of a club: rounds of tables with seats turned, the same deal if wished, and standings."""
