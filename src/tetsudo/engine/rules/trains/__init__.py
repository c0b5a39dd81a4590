"""Trains: the depot, phases, purchase, discard, and what runs earn."""
