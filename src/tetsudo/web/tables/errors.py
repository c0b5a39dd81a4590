"""Errors of tables beyond illegal actions, each with a message for users."""

from __future__ import annotations

from tetsudo.core.errors import TetsudoError


class StaleRequest(TetsudoError):
    """Request for a position that is out of date."""


class NotAllowed(TetsudoError):
    """Request that this user is not allowed to make."""
