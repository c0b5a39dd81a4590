"""Shares: limits, trade, presidency, par and float."""
