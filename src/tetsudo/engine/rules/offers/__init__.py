"""Offers that another player must accept."""
