"""What-if boards: tiles, tokens and trains laid freely, and the best runs there. Nothing of them is kept: a board is
the address of its page."""
