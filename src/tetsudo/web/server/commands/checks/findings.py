"""Findings of the check: a sentence each, with the remedy if something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

OK: Final = "ok"
HINT: Final = "hint"
WRONG: Final = "wrong"
"""States of a finding: all is well, something could be better, something does not work or will not."""


class Finding(NamedTuple):
    """A finding about a part of the site."""

    part: str
    state: str
    sentence: str


Check: TypeAlias = Callable[[], Iterator[Finding]]
"""Check of a part, once the settings are loaded."""


class Part(NamedTuple):
    """Maker of the findings about one part of the site."""

    name: str

    def ok(self, sentence: str) -> Finding:
        """Make a finding: all is well."""
        return Finding(self.name, OK, sentence)

    def hint(self, sentence: str) -> Finding:
        """Make a finding: something could be better."""
        return Finding(self.name, HINT, sentence)

    def wrong(self, sentence: str) -> Finding:
        """Make a finding: something does not work, or will not."""
        return Finding(self.name, WRONG, sentence)
