"""People over time: blocks, and guests who turn out to be one person."""
