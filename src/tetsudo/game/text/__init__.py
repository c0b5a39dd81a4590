"""Games as text: records, positions in one line, typed commands."""
