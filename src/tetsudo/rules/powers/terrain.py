"""Powers over hexes: none may lay there, or it costs less."""

from __future__ import annotations

from typing import NamedTuple, cast

from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.flow.stack import turn_of
from tetsudo.rules.ruleset.power import Bearer, Power
from tetsudo.state import State, private_owner
from tetsudo.units import NOBODY, CompanyId, HexId, Money, PrivateId


class Until(NamedTuple):
    """What ends a block before its private does: a phase that begins, the first turn of a company, or neither."""

    phase: int | None
    company: CompanyId | None


class BlocksHexes(Power):
    """No track on some hexes until the private is a company's or closed (1889-TRK-19).

    Or until a phase has begun, or a company its first turn, where data say so.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.hexes_blocked = frozenset(cast("tuple[HexId, ...]", data.values["hexes"]))
        self.until = until_of(data)

    def blocks(self, state: State) -> bool:
        return keeps_off(self.until, self.private, state)


def until_of(data: PowerData) -> Until:
    """Until when hexes are blocked, as data say."""
    return Until(
        cast("int | None", data.values.get("until_phase")), cast("CompanyId | None", data.values.get("until_turn"))
    )


def keeps_off(until: Until, private: PrivateId, state: State) -> bool:
    """Whether a private that blocks hexes does so now."""
    if until.phase is not None and state.phase >= until.phase:
        return False
    if until.company is not None and _has_begun(state, until.company):
        return False
    owner = private_owner(state, private)
    return owner != NOBODY and (owner < state.players or owner == state.players + state.companies)


def _has_begun(state: State, company: CompanyId) -> bool:
    """Whether a company has begun its first turn, ever."""
    return state.last_run[company] != NOBODY or state.acted[company] > 0


class TerrainDiscount(Power):
    """A company pays `cost`, if that is less, on hexes whose only terrain is this one (1889-PRV-08)."""

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.changes_cost = True
        terrain = frozenset({cast("str", data.values["terrain"])})
        self.hexes = frozenset(hex.id for hex in setup.map.hexes if hex.terrain == terrain)
        self.most = cast("Money", data.values["cost"])

    def cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        is_cheaper = cost > self.most and hex in self.hexes and self.owner(state) == state.players + company
        return self.most if is_cheaper else cost


class FirstLayFree(Power):
    """A company pays nothing for one tile on some hexes in its first turn.

    As the option `free_lay` says, it is the ordinary lay of the turn, or comes besides (1890-C.8.4-i).
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.changes_cost = True
        self.hexes = frozenset(cast("tuple[HexId, ...]", data.values["hexes"]))
        self.lays_more = setup.rules.free_lay == "extra"

    def cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        if hex not in self.hexes or not self._is_first_turn(state, company):
            return cost
        turn = turn_of(state, company)
        return cost if turn is not None and self.hexes & {*turn.laid} else 0

    def more_lays(self, state: State, company: CompanyId) -> frozenset[HexId]:
        return self.hexes if self._is_first_turn(state, company) else frozenset()

    def _is_first_turn(self, state: State, company: CompanyId) -> bool:
        return company == self.company and state.last_run[company] == NOBODY
