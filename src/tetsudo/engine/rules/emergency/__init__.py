"""Forced purchases: the president's money and shares, and bankruptcy."""
