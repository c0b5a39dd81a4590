"""Order of rounds and turns, and standings of players."""
