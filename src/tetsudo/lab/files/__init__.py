"""Files that keep what was played: outcomes, records, contests."""
