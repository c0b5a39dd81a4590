"""Seats: joining, leaving, rematches, guests."""
