"""Attempts to stop the site for everybody, each bounded, and what another visitor feels meanwhile."""
