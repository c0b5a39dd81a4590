"""Statistics of played games: accounts by round, and reports of runs."""
