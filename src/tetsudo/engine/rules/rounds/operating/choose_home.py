"""Home step: a company that chooses its home takes one of its homes in its first turn."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.actions import Action, Descriptor, PlaceToken
from tetsudo.core.events import Log
from tetsudo.core.units import CompanyId, HexId, PlayerId
from tetsudo.engine.rules.flow.step import Step, next_step
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.tokens import free_slots, pending_homes, put_home
from tetsudo.engine.state.state import State


class HomeStep(Step):
    """Step in which a company places its home token in one of its homes, free; others have nothing to do here.

    Until then a slot is reserved for it in each of them.
    """

    name = "home"
    actions = (PlaceToken,)

    def has_decision(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return bool(_open_homes(rules, state, company))

    def pass_refusal(self, rules: Ruleset, state: State, company: CompanyId) -> str:
        return "must_choose_home" if _open_homes(rules, state, company) else ""

    def candidates_on(
        self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId, hex: HexId
    ) -> Iterator[Descriptor]:
        for home, city in pending_homes(rules, state, company):
            if home == hex:
                yield PlaceToken(player, company, hex, city)

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        return [PlaceToken(player, company, hex, city) for hex, city in _open_homes(rules, state, company)]

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        assert isinstance(action, PlaceToken)
        if (action.hex, action.city) not in pending_homes(rules, state, company):
            return "no_home_there"
        return "" if free_slots(rules, state, action.hex, action.city) > 0 else "city_full"

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        assert isinstance(action, PlaceToken)
        put_home(rules, state, log, company, 0, action.hex, action.city)
        next_step(state)


def _open_homes(rules: Ruleset, state: State, company: CompanyId) -> list[tuple[HexId, int]]:
    """Homes, as hex and city, of which a company may take one now; none once it has one, or if it does not choose."""
    if not rules.setup.companies[company].chooses_home:
        return []
    homes = pending_homes(rules, state, company)
    return [(hex, city) for hex, city in homes if free_slots(rules, state, hex, city) > 0]
