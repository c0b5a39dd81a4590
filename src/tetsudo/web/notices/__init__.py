"""Notices: telling people that a game waits for them, in the way they choose; and the next game that waits."""
