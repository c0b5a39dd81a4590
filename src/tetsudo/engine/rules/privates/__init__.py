"""Privates and lots: what the auction sells, what privates pay, when they close."""
