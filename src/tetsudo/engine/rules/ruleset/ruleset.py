"""Rules at one table: lookup tables, the powers in force, and the atlas of its map.

Immutable except for caches; shared by every copy of a game.
"""

from __future__ import annotations

from tetsudo.core.translation import ENGLISH
from tetsudo.engine.model.localized import in_language
from tetsudo.engine.model.title import Setup
from tetsudo.engine.network.cache import Atlas
from tetsudo.engine.rules.ruleset.active_powers import PowersInForce
from tetsudo.engine.rules.ruleset.bonuses import valuation_of
from tetsudo.engine.rules.ruleset.lookups import Tables


class Ruleset(Tables):
    """Rules that every procedure consults. One per table, shared by all its clones."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.powers: PowersInForce[Ruleset] = PowersInForce(setup)
        powers = self.powers
        self.atlas = Atlas(
            setup,
            powers.ignores if powers.ignoring else None,
            powers.marks if powers.marking else None,
            powers.is_down if powers.turning_down else None,
        )
        self.valuation = valuation_of(setup, self.powers.calls)
        self.most_lays = max(map(max, self.lays)) + len(self.powers.more_lays)
        self._told = {ENGLISH: self}  # by language; shared by its copies

    def in_language(self, language: str) -> Ruleset:
        """The same rules with names and texts in a language; see `model.localized`."""
        found = self._told.get(language)
        if found is None:
            english = self._told[ENGLISH]
            found = Ruleset(in_language(english.setup, language))  # when compiled, only the constructor can copy it
            found.atlas, found._told = english.atlas, self._told
            self._told[language] = found
        return found
