"""Pairing of a round, without any game or database."""
