"""Deletion of an account: the games stay, with a former player in them."""
