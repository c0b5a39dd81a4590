"""Statistics of played games: accounts round by round, and reports of many games."""
