"""Signing up: invitations, the proof of work, refused mail domains, and names to sign in with."""
