"""The rules at one table: what is known about it, the powers in force, and its map at work.

Immutable but for memos; shared by every copy of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

from tetsudo.board.atlas import Atlas
from tetsudo.model.native import in_native_names
from tetsudo.model.title import Setup
from tetsudo.rules.ruleset.bonuses import valuation_of
from tetsudo.rules.ruleset.in_force import PowersInForce
from tetsudo.rules.ruleset.power import Power
from tetsudo.rules.ruleset.tables import Tables


class Ruleset(Tables):
    """What every procedure asks. One per table; all its clones share it."""

    def __init__(self, setup: Setup, kinds: Mapping[str, type[Power]]) -> None:
        super().__init__(setup)
        self.powers = PowersInForce(setup, kinds)
        powers = self.powers
        self.atlas = Atlas(setup, powers.ignores, powers.marks) if powers.ignoring else Atlas(setup)
        self.valuation = valuation_of(setup, self.powers.calls)
        self.most_lays = max(map(max, self.lays)) + len(self.powers.more_lays)
        self._native: Ruleset | None = None

    def in_native_names(self) -> Ruleset:
        """The same rules, with names in the title's own language; see `model.native`."""
        if self._native is None:
            native = copy(self)
            native.setup = in_native_names(self.setup)
            native._native = self
            self._native = native
        return self._native
