"""Forced purchases: the president's cash and share sales, and bankruptcy."""
