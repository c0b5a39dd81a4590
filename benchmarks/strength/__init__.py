"""Strength of bots: at every table, and against players of fourteen habits."""
