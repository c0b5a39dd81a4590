"""Powers over hexes: none may lay there, or it costs less."""

from __future__ import annotations

from typing import cast

from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.powers.power import Bearer, Power
from tetsudo.state import State, private_owner
from tetsudo.units import NOBODY, CompanyId, HexId, Money, PrivateId


class BlocksHexes(Power):
    """No track on some hexes until the private is a company's or closed (1889 TRK-19).

    Or until a phase has begun, or a company its first turn, where data say so.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.hexes_blocked = frozenset(cast("tuple[HexId, ...]", data.values["hexes"]))
        self.data = data

    def blocks(self, state: State) -> bool:
        return keeps_off(self.data, self.private, state)


def keeps_off(data: PowerData, private: PrivateId, state: State) -> bool:
    """Whether a private that blocks hexes does so now."""
    phase, company = data.values.get("until_phase"), data.values.get("until_turn")
    if phase is not None and state.phase >= cast("int", phase):
        return False
    if company is not None and _has_begun(state, cast("CompanyId", company)):
        return False
    owner = private_owner(state, private)
    return owner != NOBODY and (owner < state.players or owner == state.players + state.companies)


def _has_begun(state: State, company: CompanyId) -> bool:
    """Whether a company has begun its first turn, ever."""
    return state.last_run[company] != NOBODY or state.acted[company] > 0


class TerrainDiscount(Power):
    """A company ignores the cost of a terrain, where it is the only one (1889 PRV-08)."""

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.changes_cost = True
        terrain = frozenset({cast("str", data.values["terrain"])})
        self.hexes = frozenset(hex.id for hex in setup.map.hexes if hex.terrain == terrain)

    def cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        return 0 if hex in self.hexes and self.owner(state) == state.players + company else cost


class FirstLayFree(Power):
    """A company pays nothing on some hexes in its first turn."""

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.changes_cost = True
        self.hexes = frozenset(cast("tuple[HexId, ...]", data.values["hexes"]))

    def cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        is_first = company == self.company and state.last_run[company] == NOBODY
        return 0 if is_first and hex in self.hexes else cost
