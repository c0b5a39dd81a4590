"""Migrations of the tournaments."""
