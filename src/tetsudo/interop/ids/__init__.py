"""Ids of 18xx.games: certificates, tiles, trains."""
