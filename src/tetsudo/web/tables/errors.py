"""What a table refuses besides the rules, each with a sentence for people."""

from __future__ import annotations

from tetsudo.core.errors import TetsudoError


class Stale(TetsudoError):
    """A move that was made for a position that is no more."""


class NotYours(TetsudoError):
    """Something that is for others to do."""
