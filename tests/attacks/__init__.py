"""Attacks on the site's availability, each bounded, and their effect on another visitor."""
