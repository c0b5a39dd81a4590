"""1890: data and its own powers."""
