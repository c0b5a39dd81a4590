"""The potential of maps: homes, lays and tokens, judged by nearby stops and by their effect on best runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tetsudo.bots.simple import lay_value
from tetsudo.core.actions import LayPrivateTile, LayTile, PlaceToken
from tetsudo.core.open_actions import Proof
from tetsudo.core.units import GREY, NOBODY, CompanyId, FaceId, HexId, LotId, Money, PrivateId, TrainId
from tetsudo.engine.model.tiles import JUNCTION
from tetsudo.engine.model.title import MINOR
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.routes.run_memory import RunMemory
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import cost_to_lay
from tetsudo.engine.rules.trains.depot import depot_trains
from tetsudo.engine.rules.turn_order.float_on_first_turn import shares_to_float
from tetsudo.engine.state.ownership import company_trains
from tetsudo.engine.state.state import State
from tetsudo.game.views.preview import build

MAX_TRIED_LAYS: Final = 8
"""Maximum number of lays tried on the board, the most promising first."""

MAX_SEARCH_STATES: Final = 500
"""Maximum number of states in one search for a run."""

MAX_TOTAL_STATES: Final = 6000
"""Number of states in all searches for a lay or token after which no more are tried: few are on large
networks.
"""

PRIVATE_INCOME_ROUNDS: Final = 8
"""Approximate number of operating rounds in which a private pays."""

LASTING_POWER_KINDS: Final = ("stays_open", "stays_with_player")
"""Powers of privates that do not close with the others."""

ORDINARY_PRICE_FACTOR: Final = 3
"""Multiple of face value above which a private counts as sold at nearly any price."""

NO_RUN: Final = Proof((), 0, 0, 0)

NO_LAY: Final = -(1 << 30)
"""Value of no tile: less than that of any."""

MAX_HOME_DISTANCE: Final = 3
"""Number of hexes around a home that count."""


def is_enough(looked_at: int) -> bool:
    """Stop a search for a run, at the same state on every machine."""
    return looked_at > MAX_SEARCH_STATES


class Potential:
    """Potential of one table; values that depend only on its map are cached."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.runs = RunMemory(is_enough)
        """Runs in playouts."""
        self._lays: dict[int, int] = {}  # by hex, tile and rotation in one number
        self._most_on_hex: dict[int, int] = {}  # by hex and face in one number
        self._homes: dict[CompanyId, float] = {}
        self._costs_to_float: dict[tuple[int, ...], Money] = {}
        lots, privates = rules.setup.lots, rules.setup.privates
        self.pays_only = all(
            lot.private != NOBODY and privates[lot.private].high <= ORDINARY_PRICE_FACTOR * lot.price for lot in lots
        )
        """True if all lots are ordinary privates: no companies, and no private that companies buy at any price."""
        self.startable_companies: list[CompanyId] = [
            company.id
            for company in rules.setup.companies
            if company.kind != MINOR and company.forms is None and rules.pars[company.id]
        ]
        """Companies that players start."""

    def lay_value(self, hex: HexId, tile: int, rotation: int) -> int:
        """Value of a tile by itself."""
        setup = self.rules.setup
        key = (hex * len(setup.tiles) + tile) * 6 + rotation
        found = self._lays.get(key)
        if found is None:
            found = self._lays[key] = lay_value(setup, hex, tile, rotation)
        return found

    def max_lay_value(self, hex: HexId, old: FaceId) -> int:
        """Highest value of any tile that may ever replace a face on a hex; NO_LAY: there is none."""
        setup = self.rules.setup
        key = hex * len(setup.faces) + old
        found = self._most_on_hex.get(key)
        if found is None:
            shapes = [setup.faces[face] for face in self.rules.atlas.lays(hex, old)]
            values = [self.lay_value(hex, each.tile, each.rotation) for each in shapes]
            found = self._most_on_hex[key] = max(values, default=NO_LAY)
        return found

    def lot_value(self, lot: LotId) -> float:
        """Extra value of a lot beyond its price: income, and half of the gain from selling it to a company."""
        lots, privates = self.rules.setup.lots, self.rules.setup.privates
        if lots[lot].private == NOBODY:
            return 0.0
        private = privates[lots[lot].private]
        rounds = 2 * PRIVATE_INCOME_ROUNDS if self.is_permanent(private.id) else PRIVATE_INCOME_ROUNDS
        return private.income * rounds + max(min(private.high, 2 * private.price) - private.price, 0) / 2

    def float_reserve(self, state: State) -> Money:
        """Minimum cost to float a company alone, at most four fifths of the starting cash."""
        return min(self.current_float_cost(state), self.rules.settings.starting_cash * 4 // 5)

    def current_float_cost(self, state: State) -> Money:
        """Current cost of the shares that float the cheapest company at its lowest par."""
        rules = self.rules
        on_sale = depot_trains(rules, state)[:1] if rules.floats_by_train else ()
        known = (state.phase, *on_sale)
        if known not in self._costs_to_float:
            costs = [shares_to_float(rules, state, each) * min(rules.pars[each]) for each in self.startable_companies]
            self._costs_to_float[known] = min(costs, default=0)
        return self._costs_to_float[known]

    def is_permanent(self, private: PrivateId) -> bool:
        """True if a private pays its owner to the end of the game."""
        return any(each.kind in LASTING_POWER_KINDS for each in self.rules.setup.privates[private].powers)

    def home_value(self, company: CompanyId) -> float:
        """Revenue of the stops around a company's homes, weighted by distance, minus terrain cost."""
        found = self._homes.get(company)
        if found is None:
            homes = [hex for hex, _ in self.rules.setup.companies[company].homes]
            found = self._homes[company] = max(map(self._area_value, homes), default=0.0)
        return found

    def _area_value(self, home: HexId) -> float:
        setup = self.rules.setup
        near, seen, worth = [home], {home}, 0.0
        for distance in range(MAX_HOME_DISTANCE + 1):
            after: list[HexId] = []
            for each in near:
                hex = setup.map.hexes[each]
                nodes = [node for node in setup.faces[hex.printed].nodes if node.kind != JUNCTION]
                worth += sum(max(node.revenue[: GREY + 1]) for node in nodes) / (1 + distance)
                worth -= max(hex.costs) / 10 / (1 + distance)
                for other in hex.neighbours:
                    if other != NOBODY and other not in seen:
                        seen.add(other)
                        after.append(other)
            near = after
        return worth

    def next_fleet(self, state: State, company: CompanyId) -> tuple[TrainId, ...]:
        """A company's trains plus the next train on sale."""
        trains = company_trains(state, company)
        return tuple(sorted((*trains, *depot_trains(self.rules, state)[:1])))

    def revenue(self, state: State, company: CompanyId, fleet: tuple[TrainId, ...]) -> Money:
        """Revenue of trains on the current board."""
        return self.run(state, company, fleet).revenue

    def run(self, state: State, company: CompanyId, fleet: tuple[TrainId, ...]) -> Proof:
        """Best run of trains, and the number of states searched."""
        rules = self.rules
        if not fleet:
            return NO_RUN
        offboard = rules.setup.phases[state.phase].offboard
        network = rules.atlas.network(state)
        return proved_run(network, company, fleet, offboard, rules.valuation, is_enough)

    def best_lay(
        self, state: State, lays: Sequence[LayTile | LayPrivateTile], company: CompanyId
    ) -> LayTile | LayPrivateTile:
        """Lay with the best effect on a company's runs, among the most promising ones."""
        return self.best_lays(state, lays, company, 1)[0]

    def best_lays(
        self, state: State, lays: Sequence[LayTile | LayPrivateTile], company: CompanyId, count: int
    ) -> list[LayTile | LayPrivateTile]:
        """Lays with the best effect on a company's runs, best first."""
        if company == NOBODY or len(lays) == 1:
            return [*lays[:count]]
        rules = self.rules
        ranked: list[tuple[float, int, LayTile | LayPrivateTile]] = []
        now, fleet = tuple(company_trains(state, company)), self.next_fleet(state, company)
        looked_at = 0
        for each in lays[:MAX_TRIED_LAYS]:
            if looked_at > MAX_TOTAL_STATES and len(ranked) >= count:
                break
            tried = state.clone()
            build(rules, tried, each)
            colour = rules.setup.tiles[each.tile].colour
            cost = cost_to_lay(rules, state, company, each.hex, colour) if isinstance(each, LayTile) else 0
            run, later = self.run(tried, company, now), self.run(tried, company, fleet)
            looked_at += run.looked_at + later.looked_at
            worth = 2.0 * run.revenue + later.revenue - cost / 5
            worth += self.lay_value(each.hex, each.tile, each.rotation) / 2
            ranked.append((-worth, len(ranked), each))
        return [each for _, _, each in sorted(ranked)[:count]]

    def best_token(self, state: State, offers: Sequence[PlaceToken], company: CompanyId) -> PlaceToken | None:
        """Token with the best effect on a company's run; None if none helps."""
        fleet = self.next_fleet(state, company)
        before, best, most = self.run(state, company, fleet), None, 0
        looked_at = before.looked_at
        for each in offers:
            if looked_at > MAX_TOTAL_STATES:
                break
            tried = state.clone()
            build(self.rules, tried, each)
            after = self.run(tried, company, fleet)
            looked_at += after.looked_at
            if after.revenue - before.revenue > most:
                best, most = each, after.revenue - before.revenue
        return best


@lru_cache(maxsize=8)
def potential_of(rules: Ruleset) -> Potential:
    """Potential of a ruleset, shared by all that judge by it."""
    return Potential(rules)
