"""Pace and clocks of a table: time used, budgets and their end, pauses, deadlines with vacation days."""
