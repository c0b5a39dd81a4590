"""Processes and clusters that play many games."""
