"""Submitting moves, undoing them, programmed actions."""
