"""The rules in force at one table: what is known about it, and the powers."""
