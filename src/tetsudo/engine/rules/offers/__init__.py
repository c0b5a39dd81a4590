"""Offers that somebody else must accept."""
