"""Privates and lots: auction lots, income of privates, and their closing."""
