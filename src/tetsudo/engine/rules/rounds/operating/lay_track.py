"""Track step: laying and upgrading tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tetsudo.core import events
from tetsudo.core.actions import Action, Descriptor, LayTile
from tetsudo.core.events import Log
from tetsudo.core.frames import Turn
from tetsudo.core.units import FIXED, GREY, NOBODY, CompanyId, FaceId, HexId, Money, PlayerId
from tetsudo.engine.rules.flow.stack import replace_top, top_frame, turn_of
from tetsudo.engine.rules.flow.step import Step
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import apply_lay_effects, cost_to_lay, is_in_supply, lay
from tetsudo.engine.rules.tiles_and_tokens.tokens import has_slots_for, keeps_slots, slots_held
from tetsudo.engine.state.board import face_on
from tetsudo.engine.state.ownership import president_of
from tetsudo.engine.state.state import State, last_run_of, owner_of_company, treasury

NO_HEXES: Final[frozenset[HexId]] = frozenset()


def newest_colour(rules: Ruleset, state: State) -> int:
    """Newest colour of tiles that may be laid (1889-TRK-03)."""
    return GREY if rules.settings.tile_colours == "any" else rules.setup.phases[state.phase].colour


def lay_refusal(rules: Ruleset, state: State, company: CompanyId, action: LayTile) -> str:
    """Refusal code for a company to lay a tile on a hex; "" if allowed."""
    laid = top_frame(state, Turn).laid
    code = (
        _turn_refusal(rules, state, company, action.hex)
        or closed_hexes(rules, state, laid).get(action.hex)
        or _place_refusal(rules, state, company, action.hex, rules.setup.face_of[action.tile, action.rotation])
    )
    if code:
        return code
    colour = rules.setup.tiles[action.tile].colour
    return "terrain_cost" if treasury(state, company) < cost_to_lay(rules, state, company, action.hex, colour) else ""


def closed_hexes(rules: Ruleset, state: State, laid: Iterable[HexId]) -> dict[HexId, str]:
    """Hexes on which no tile may be laid now, each with its refusal code. `laid`: those of this turn."""
    closed: dict[HexId, str] = {}
    for power in rules.powers.blocking:
        if power.blocks(state):
            for hex in power.hexes_blocked:
                closed[hex] = "hex_blocked"
    for hex in laid:
        closed[hex] = "tile_twice"
    return closed


def _place_refusal(rules: Ruleset, state: State, company: CompanyId, hex: HexId, face: FaceId) -> str:
    """Refusal code for a face on a hex that takes tiles, laid by this company at any cost; "" if allowed."""
    code = fit_refusal(rules, state, hex, face)
    if code:
        return code
    reach = rules.atlas.network(state).reach(company)
    return "" if reach.may_lay(hex, face_on(state, hex), face, rules.track_rule) else "track_unconnected"


def fit_refusal(rules: Ruleset, state: State, hex: HexId, face: FaceId) -> str:
    """Refusal code for an ordinary face on a hex that takes tiles now, wherever the hex is; "" if it fits."""
    shape, old = rules.setup.faces[face], face_on(state, hex)
    if rules.setup.tiles[shape.tile].special:
        return "special_tile"
    if shape.colour > newest_colour(rules, state):
        return "tile_colour"
    if not is_in_supply(state, shape.tile):
        return "tile_supply"
    if face not in rules.atlas.lays(hex, old):
        return _misfit_refusal(rules, hex, old, face)
    if hex in rules.joining and not keeps_slots(rules, state, hex, face):
        return "slots_lost"
    return ""


def has_lay_left(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if a company may lay another tile in this turn."""
    ordinary, extra_hexes = lays_left(rules, state, company)
    return ordinary or bool(extra_hexes)


def lays_in_turn(rules: Ruleset, state: State, company: CompanyId) -> tuple[int, int]:
    """Number of tiles that a company has laid in its turn, which is on top, and the number that it may lay."""
    more = sum(bool(power.more_lays(state, company)) for power in rules.powers.more_lays)
    return len(top_frame(state, Turn).laid), rules.lays[state.phase][company] + more


def lays_left(rules: Ruleset, state: State, company: CompanyId) -> tuple[bool, frozenset[HexId]]:
    """True if an ordinary lay is left in a company's turn, which is on top; and the hexes open to an extra lay.

    The first tile laid on a hex open to it is the extra one.
    """
    laid, extra_hexes = top_frame(state, Turn).laid, NO_HEXES
    count = len(laid)
    for power in rules.powers.more_lays:
        hexes = power.more_lays(state, company)
        if hexes & {*laid}:
            count -= 1
        else:
            extra_hexes |= hexes
    return count < rules.lays[state.phase][company], extra_hexes


def _turn_refusal(rules: Ruleset, state: State, company: CompanyId, hex: HexId) -> str:
    """Refusal code if a company may lay no more tiles on a hex in this turn; "" otherwise."""
    ordinary, extra_hexes = lays_left(rules, state, company)
    return "" if ordinary or hex in extra_hexes else "one_tile"


def home_to_lay(rules: Ruleset, state: State, company: CompanyId) -> HexId:
    """Home on which a company must lay its tile now; NOBODY if there is none, or no tile for it (1888*-TRK-07)."""
    if company not in rules.home_layers:
        return NOBODY
    cash = treasury(state, company)
    return next((hex for hex, cost in _homes_due(rules, state, company) if cost <= cash), NOBODY)


def spendable_on_lay(rules: Ruleset, state: State, company: CompanyId, on: HexId = NOBODY) -> Money:
    """Amount that a company may spend: its treasury, less the minimum cost of a compulsory home tile still due.

    The tile is due in this turn (1888-TRK-07). `on`: hex of a tile that the amount is for, whose own cost is not
    deducted.
    """
    if company not in rules.home_layers:
        return treasury(state, company)
    costs = [cost for hex, cost in _homes_due(rules, state, company) if hex != on]
    return treasury(state, company) - min(costs, default=0)


def _homes_due(rules: Ruleset, state: State, company: CompanyId) -> list[tuple[HexId, Money]]:
    """Homes that wait for a company's compulsory tile, each with the minimum cost of a tile there."""
    turn = turn_of(state, company)
    if last_run_of(state, company) != NOBODY or turn is None:
        return []  # not in its first turn
    if turn.laid or "track" not in rules.steps[turn.step :]:
        return []  # already laid, or the track step is over
    due: list[tuple[HexId, Money]] = []
    for hex, _ in rules.setup.companies[company].homes:
        if face_on(state, hex) == rules.setup.map.hexes[hex].printed and hex not in closed_hexes(
            rules, state, turn.laid
        ):
            costs = _costs_of_lays(rules, state, company, hex)
            due += [(hex, min(costs))] if costs else []
    return due


def _costs_of_lays(rules: Ruleset, state: State, company: CompanyId, hex: HexId) -> list[Money]:
    """Costs of the tiles that a company may lay on a hex."""
    faces, reach = rules.setup.faces, rules.atlas.network(state).reach(company)
    return [
        cost_to_lay(rules, state, company, hex, faces[face].colour)
        for face in reach.lays(hex, face_on(state, hex), rules.track_rule)
        if not _place_refusal(rules, state, company, hex, face)
    ]


def _misfit_refusal(rules: Ruleset, hex: HexId, old: int, face: int) -> str:
    """Refusal code for a tile that does not fit on a hex, whatever the company."""
    faces = rules.setup.faces
    if faces[old].colour in FIXED:
        return "hex_closed"
    only = rules.setup.tiles[faces[face].tile].only
    if only and rules.setup.map.hexes[hex].name not in only:
        return "tile_place"
    if not any(faces[other].tile == faces[face].tile for other in rules.atlas.lays(hex, old)):
        return "tile_kind"
    if rules.atlas.fits(hex, face):
        return "track_kept"
    return "track_off_map" if _leaves_map(rules, hex, face) else "track_closed_side"


def _leaves_map(rules: Ruleset, hex: HexId, face: int) -> bool:
    """True if an exit of a face points off the map."""
    exits = rules.setup.faces[face].exits
    neighbours = rules.setup.map.hexes[hex].neighbours
    return any(exits >> edge & 1 and neighbour == NOBODY for edge, neighbour in enumerate(neighbours))


class LaysInTurn:
    """Facts that decide a company's lays in its turn, which is on top, apart from the network; computed once."""

    __slots__ = ("_cash", "_closed", "_company", "_extra_hexes", "_home", "_newest", "_ordinary", "_rules", "_state",
                 "is_any_left")  # fmt: skip

    def __init__(self, rules: Ruleset, state: State, company: CompanyId) -> None:
        self._rules: Ruleset = rules
        self._state: State = state
        self._company: CompanyId = company
        self._ordinary, self._extra_hexes = lays_left(rules, state, company)
        self.is_any_left: bool = self._ordinary or bool(self._extra_hexes)
        self._closed: dict[HexId, str] = closed_hexes(rules, state, top_frame(state, Turn).laid)
        self._newest: int = newest_colour(rules, state)
        self._cash: Money = treasury(state, company)
        self._home: HexId = home_to_lay(rules, state, company) if self.is_any_left else NOBODY

    def payable_faces(self, hex: HexId, fitting: tuple[FaceId, ...]) -> list[FaceId]:
        """Fitting faces that the company may lay on a hex now."""
        found: list[FaceId] = []
        if hex in self._closed or self._home not in (NOBODY, hex) or not (self._ordinary or hex in self._extra_hexes):
            return found
        rules, state = self._rules, self._state
        faces, supply, newest, cash = rules.setup.faces, state.supply, self._newest, self._cash
        costs, due = rules.setup.map.hexes[hex].costs, rules.replacing[state.tiles[hex]]
        held = slots_held(rules, state, hex) if hex in rules.joining else None
        priced, is_payable = NOBODY, False
        for face in fitting:
            shape = faces[face]
            colour = shape.colour
            if colour > newest or not supply[shape.tile]:
                continue
            if held is not None and not has_slots_for(rules, held, state.tiles[hex], face):
                continue
            if colour != priced:
                priced = colour
                # A power may lower a cost that is too high, never raise one.
                is_payable = (
                    costs[colour] + due <= cash or cost_to_lay(rules, state, self._company, hex, colour) <= cash
                )
            if is_payable:
                found.append(face)
        return found


class TrackStep(Step):
    """Step for laying or upgrading one or more tiles; then it waits only for a power of the president.

    1889-TRK-01, 1888*-ACT-02, 1888*-TRK-04, 1888*-UPG-01, 1890-10.3.1-a.
    """

    name = "track"
    actions = (LayTile,)

    def pass_refusal(self, rules: Ruleset, state: State, company: CompanyId) -> str:
        return "" if home_to_lay(rules, state, company) == NOBODY else "must_lay_home"

    def has_decision(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        if has_lay_left(rules, state, company):
            return True
        return rules.powers.delays_track(rules, state, president_of(state, company))

    def candidates_on(
        self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId, hex: HexId
    ) -> Iterator[Descriptor]:
        for tile in rules.setup.tiles:
            for rotation in range(rules.periods[tile.id]):
                yield LayTile(player, company, hex, tile.id, rotation)

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        lays = LaysInTurn(rules, state, company)
        found: list[Descriptor] = []
        if not lays.is_any_left:
            return found
        faces, periods = rules.setup.faces, rules.periods
        for hex, fitting in rules.atlas.network(state).reach(company).all_lays(rules.track_rule):
            for face in lays.payable_faces(hex, fitting):
                tile = faces[face].tile
                found.append(LayTile(player, company, hex, tile, faces[face].rotation, periods[tile]))
        return found

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        assert isinstance(action, LayTile)
        code = lay_refusal(rules, state, company, action)
        return code or ("" if home_to_lay(rules, state, company) in (NOBODY, action.hex) else "must_lay_home")

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        assert isinstance(action, LayTile)
        face = rules.setup.face_of[action.tile, action.rotation]
        cost = cost_to_lay(rules, state, company, action.hex, rules.setup.faces[face].colour)
        pay_bank(state, owner_of_company(state, company), cost)
        lay(rules, state, action.hex, face)
        turn = top_frame(state, Turn)
        replace_top(state, turn.after_lay(action.hex))
        log.append(events.TileLaid(company, action.hex, action.tile, action.rotation, cost))
        apply_lay_effects(rules, state, company, action.hex, log)
