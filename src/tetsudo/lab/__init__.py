"""Bulk play: random games, simulations, bot contests, and perft."""
