"""Rulesets of the setups that were asked for last."""

from __future__ import annotations

from threading import Lock

from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.ruleset.ruleset import Ruleset


class RecentRulesets:
    """Cache of rulesets. A dropped one's maps are freed at once: its games draw them anew."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = Lock()
        self._kept: dict[Setup, Ruleset] = {}

    def of(self, setup: Setup) -> Ruleset:
        """Ruleset of a setup. The one not asked for longest is dropped for a new one."""
        with self._lock:
            found = self._kept.pop(setup, None) or Ruleset(setup)
            self._kept[setup] = found
            dropped = self._kept.pop(next(iter(self._kept))) if len(self._kept) > self._limit else None
        if dropped is not None:
            dropped.atlas.forget()
        return found
