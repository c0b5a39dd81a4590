"""Operating rounds: a company's turn and its steps."""
