"""Sandbox boards and their files."""
