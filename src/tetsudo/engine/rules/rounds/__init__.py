"""The rounds: auction, stock, minors, operating."""
