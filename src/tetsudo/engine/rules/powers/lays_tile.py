"""Power of a private to lay tiles outside a company's track step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Final, Literal

from tetsudo.core import events
from tetsudo.core.actions import Action, Descriptor, LayPrivateTile
from tetsudo.core.events import Log
from tetsudo.core.frames import FreeLay, Stock, Turn
from tetsudo.core.units import FIXED, NOBODY, FaceId, HexId, Money, PlayerId, TileId
from tetsudo.engine.model.power_spec import PRIVATE, Hexes, Key, Tiles
from tetsudo.engine.model.templates import EMPTY_PHRASE, JoinedParts, Part, Phrase, Value
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.emergency.funds import is_treasury_reserved
from tetsudo.engine.rules.flow.bounds import ALL
from tetsudo.engine.rules.flow.stack import current_turn, turn_of
from tetsudo.engine.rules.powers.fitting_lays import Ways, is_joined, lays_in_supply, leads_into
from tetsudo.engine.rules.powers.timing import FREE_MOMENT, is_free_moment
from tetsudo.engine.rules.rounds.operating.lay_track import spendable_on_lay
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import apply_lay_effects, cost_to_lay, is_in_supply, lay
from tetsudo.engine.state.board import face_on, tiles_left
from tetsudo.engine.state.ownership import is_open
from tetsudo.engine.state.state import State, cash_of, company_of_owner, push

WHEN_PHRASES: Final = {
    "anytime": FREE_MOMENT,
    "track": Phrase("in a stock round, between company turns, or when a company of the owner lays track"),
    "sold": Phrase("immediately after it is sold to a company"),
    "turn": Phrase("at any point of its turn"),
    "own_track": Phrase("when it lays track"),
}

INACTIVE_METHODS: Final[Mapping[str, frozenset[str]]] = {
    "anytime": frozenset({"delays_end"}),
    "track": frozenset({"delays_end"}),
    "sold": frozenset({"listing", "delays_track", "delays_end"}),
    "turn": frozenset({"delays_track"}),
    "own_track": frozenset({"delays_end"}),
}
"""Methods that have nothing to do, by the time at which the power is used."""


class LaysTile(Power[Ruleset]):
    """Power to lay tiles of its own, outside a company's track step (1889-PRV-02, 1889-PRV-07).

    In a "turn", tiles that "may" be laid can be laid at any point of it (1888-CW-03): above the number of uses left,
    `State.memory` has a bit for each hex on which the use of this turn has laid a tile.
    """

    kind = "lays_tile"
    help = "Lays tiles without connection, in addition to the tiles of a turn."
    sentence = (
        "{owner} may lay {tiles} in {hexes}{untiled}, {when}{uses}: {price}, without connection, in addition to the "
        "turn's tile.{subsidy}"
    )
    belongs_to = (PRIVATE,)
    alone = True
    lays_tiles = True

    tiles: Annotated[Tiles, Key("of which it lays")]
    hexes: Annotated[Hexes, Key("on which it lays")]
    when: Annotated[
        Literal["anytime", "track", "sold", "turn", "own_track"],
        Key(
            "`anytime` (stock rounds, between turns, in turns of the owner's companies), `track` (of these turns only"
            " the track step), `sold` (by the seller, at once), `turn` (at any point of a turn of the company that"
            " owns it) or `own_track` (only in its track step)",
            owners={"sold": ("player",), "turn": ("company",), "own_track": ("company",)},
        ),
    ]
    uses: Annotated[int, Key("how often", minimum=1)] = 1
    together: Annotated[int, Key("how many tiles one use lays", minimum=1)] = 1
    joined: Annotated[bool, Key("whether track must lead from each to another", beside="together")] = False
    rest: Annotated[
        Literal["may", "asked", "must", "all", "follows"],
        Key(
            "after the first, the others `may` be laid (in a `turn`: at any point of it), likewise but at once and even"
            " if none fits (`asked`), `must` be if any fits, `all` must be, so that the first is laid only where"
            " another fits then, or each `follows` by itself where there is only one way",
            beside="together",
        ),
    ] = "may"
    pays: Annotated[bool, Key("whether the company pays for the terrain")] = False

    def settle(self, setup: Setup) -> None:
        self.takes = (LayPrivateTile,)
        self.frames = (Turn,) if self.when in ("turn", "own_track") else (Stock, Turn)
        self.at_first, self.spent = self.uses, 0
        self.track_step = setup.settings.steps.index("track")
        self._goes_on = self.when == "turn" and self.rest == "may" and self.together > 1
        self._above = self.uses.bit_length()  # position of the first hex bit
        self._ways: Ways = {}
        self.inactive = INACTIVE_METHODS[self.when] | (frozenset() if self._goes_on else {"turn_ended"})

    def words(self, setup: Setup) -> Mapping[str, Part]:
        return _sentence_parts(self, setup)

    def candidates_on(self, rules: Ruleset, player: PlayerId, hex: HexId) -> Iterator[LayPrivateTile]:
        if hex in self.hexes:
            for tile in self.tiles:
                for rotation in range(rules.periods[tile]):
                    yield LayPrivateTile(player, self.private, hex, tile, rotation)

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        if (
            self.when == "sold"
            or not state.memory[self.id]
            or self.decider(state) != player
            or not self._is_time(state, player)
        ):
            return []
        return [*self.lays(rules, state, player, self.laid_hexes(state))]

    def laid_hexes(self, state: State) -> tuple[HexId, ...]:
        """Hexes on which this turn's use has laid tiles; empty if no use is under way."""
        covered = self.remembered(state) >> self._above
        return tuple(hex for n, hex in enumerate(self.hexes) if covered >> n & 1) if covered else ()

    def _is_time(self, state: State, player: PlayerId) -> bool:
        frame = state.stack[-1]
        if self.when == "track" and isinstance(frame, Turn) and frame.begun:
            return frame.step == self.track_step and is_free_moment(state, player)
        if self.when not in ("turn", "own_track"):
            return is_free_moment(state, player)
        if not isinstance(frame, Turn) or state.players + frame.company != self.owner(state):
            return False
        return self.when == "turn" or frame.step == self.track_step

    def lays(
        self, rules: Ruleset, state: State, player: PlayerId, laid: tuple[HexId, ...] = (), enough: int = ALL
    ) -> list[LayPrivateTile]:
        """Lays that fit, regardless of timing; at least the first `enough` of them.

        `laid`: hexes on which this use has already laid tiles.
        """
        hexes = [hex for hex in self.hexes if hex not in laid] if laid else self.hexes
        find = partial(self.fitting_tiles, rules)
        all_fit = not self.pays and not laid and self.rest != "all"
        found = lays_in_supply(rules, state, player, self.private, hexes, self._ways, find, enough if all_fit else ALL)
        if self.pays:
            found = [each for each in found if not self.pay_refusal(rules, state, each.hex, each.tile)]
        if self.rest == "all" and not laid:
            found = [each for each in found if self._leaves_rest(rules, state, each.hex, each.tile, each.rotation)]
        if laid:
            face_of = rules.setup.face_of
            found = [
                each
                for each in found
                if self._is_joined(rules, state, each.hex, face_of[each.tile, each.rotation], laid)
            ]
        return found

    def _leaves_rest(self, rules: Ruleset, state: State, hex: HexId, tile: TileId, rotation: int) -> bool:
        """True if one more tile of a use fits after a first one."""
        setup = rules.setup
        face = setup.face_of[tile, rotation]
        for other in self.hexes:
            if other == hex:
                continue
            for another, turned in self.fitting_tiles(rules, other, face_on(state, other)):
                left = tiles_left(state, another)
                if not left or (left == 1 and another == tile):
                    continue
                if not self.joined or leads_into(rules, hex, face, other, setup.face_of[another, turned]):
                    return True
        return False

    def price(self, rules: Ruleset, state: State, hex: HexId, tile: TileId) -> Money:
        """Cost of a lay for the company that owns the power."""
        if not self.pays:
            return 0
        company = company_of_owner(state, self.owner(state))
        return cost_to_lay(rules, state, company, hex, rules.setup.tiles[tile].colour)

    def pay_refusal(self, rules: Ruleset, state: State, hex: HexId, tile: TileId) -> str:
        """Refusal code if the owner has to pay for a lay and cannot; "" otherwise."""
        if not self.pays:
            return ""
        price = self.price(rules, state, hex, tile)
        if price > cash_of(state, self.owner(state)):
            return "private_lay_cost"
        company = company_of_owner(state, self.owner(state))
        if company == NOBODY:
            return ""
        if price and is_treasury_reserved(rules, state, company):
            return "sale_pays_bank"
        return "private_home_cost" if price > spendable_on_lay(rules, state, company, hex) else ""

    def fitting_tiles(self, rules: Ruleset, hex: HexId, old: FaceId) -> tuple[tuple[TileId, int], ...]:
        """Tiles of the power, with the rotations that fit on one of its hexes, where a face lies. Cached."""
        found = self._ways.get((hex, old))
        if found is None:
            face_of, faces = rules.setup.face_of, rules.setup.faces
            found = tuple(
                (tile, rotation)
                for tile in self.tiles
                for rotation in range(6)
                if faces[face_of[tile, rotation]].rotation == rotation
                and self._fits(rules, hex, old, face_of[tile, rotation])
            )
            self._ways[hex, old] = found
        return found

    def _fits(self, rules: Ruleset, hex: HexId, old: FaceId, face: FaceId) -> bool:
        if not rules.setup.tiles[rules.setup.faces[face].tile].special:
            return face in rules.atlas.lays(hex, old)  # 1888*-CW-02
        return rules.atlas.fits_special(hex, old, face, self.hexes)  # 1888*-HS-03, 1888*-TA-03, 1888*-YF-02

    def _is_joined(self, rules: Ruleset, state: State, hex: HexId, face: FaceId, laid: tuple[HexId, ...]) -> bool:
        """True if track connects a face to a hex of this use, or if it need not."""
        return not self.joined or is_joined(rules, state, hex, face, laid)

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, LayPrivateTile)
        if self.when == "sold":
            return "only_when_sold"
        if self.decider(state) != action.player:
            return "not_your_private"
        if not self._is_time(state, action.player):
            return "private_lay_when"
        return self.lay_refusal(rules, state, action, self.laid_hexes(state))

    def lay_refusal(self, rules: Ruleset, state: State, action: LayPrivateTile, laid: tuple[HexId, ...] = ()) -> str:
        """Refusal code of a lay, regardless of timing; "" if it fits."""
        if not laid and not self.remembered(state):
            return "power_used"
        if action.hex not in self.hexes or action.hex in laid or action.tile not in self.tiles:
            return "private_lay_where"
        if not is_in_supply(state, action.tile):
            return "tile_supply"
        face = rules.setup.face_of[action.tile, action.rotation]
        if not self._fits(rules, action.hex, face_on(state, action.hex), face):
            return "tile_fit"
        code = self.pay_refusal(rules, state, action.hex, action.tile)
        if code:
            return code
        if self.rest == "all" and not laid:
            leaves = self._leaves_rest(rules, state, action.hex, action.tile, action.rotation)
            return "" if leaves else "private_lay_rest"
        return "" if not laid or self._is_joined(rules, state, action.hex, face, laid) else "private_lay_joined"

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, LayPrivateTile)
        laid = self.laid_hexes(state)
        if not laid:
            self.remember(state, self.remembered(state) - 1)
        self.perform_lay(rules, state, action, log, laid)

    def perform_lay(
        self, rules: Ruleset, state: State, action: LayPrivateTile, log: Log, laid: tuple[HexId, ...]
    ) -> None:
        """Lay a tile. The rest of this use, if any, then stays open, follows automatically, or is asked for.

        1888*-CW-01, 1888*-CW-05, 1888*-HS-02, 1888*-TA-02, 1888*-TA-04, 1888*-YF-03.
        """
        price = self.price(rules, state, action.hex, action.tile)
        if price:
            pay_bank(state, self.owner(state), price)
            log.append(events.TerrainPaid(company_of_owner(state, self.owner(state)), action.hex, price))
        lay(rules, state, action.hex, rules.setup.face_of[action.tile, action.rotation])
        log.append(events.PrivateTileLaid(self.private, action.hex, action.tile, action.rotation))
        apply_lay_effects(rules, state, company_of_owner(state, self.owner(state)), action.hex, log)
        laid = (*laid, action.hex)
        is_whole = len(laid) == self.together
        if self._goes_on:
            self._remember_laid(state, () if is_whole else laid)
            return
        further = [] if is_whole else self.lays(rules, state, action.player, laid)
        if len(further) == 1 and self.rest == "follows":
            self.perform_lay(rules, state, further[0], log, laid)
        elif further or (self.rest == "asked" and not is_whole):
            push(state, FreeLay(self.id, action.player, laid))

    def _remember_laid(self, state: State, laid: tuple[HexId, ...]) -> None:
        """Remember the hexes on which this turn's use has laid tiles; none if it is over."""
        covered = sum(1 << n for n, hex in enumerate(self.hexes) if hex in laid)
        self.remember(state, self._uses_left(self.remembered(state)) | covered << self._above)

    def _uses_left(self, memory: int) -> int:
        """Number of uses left."""
        return memory & (1 << self._above) - 1

    def turn_ended(self, state: State) -> None:
        if self._goes_on and self.remembered(state) >> self._above:
            self._remember_laid(state, ())

    def may_remember(self, state: State, memory: int) -> bool:
        covered = memory >> self._above
        if not covered:
            return super().may_remember(state, memory)
        return (
            self._goes_on
            and self._is_in_turn(state)
            and self._uses_left(memory) < self.uses
            and covered < 1 << len(self.hexes)
            and covered.bit_count() < self.together
        )

    def _is_in_turn(self, state: State) -> bool:
        """True in a turn of the company that owns the power or, once the private has closed, in any company's turn."""
        company = company_of_owner(state, self.owner(state))
        if company != NOBODY:
            return turn_of(state, company) is not None
        return not is_open(state, self.private) and current_turn(state) is not None

    def delays_track(self, rules: Ruleset, state: State, player: PlayerId) -> bool:
        if self.when == "own_track":
            return bool(self.listing(rules, state, player))
        return self.when in ("anytime", "track") and self.owner(state) == player and self.remembered(state) > 0

    def delays_end(self, rules: Ruleset, state: State, company: int) -> bool:
        if self.when != "turn" or self.owner(state) != state.players + company or not self.remembered(state):
            return False
        return bool(self.lays(rules, state, NOBODY, self.laid_hexes(state), enough=1))

    def sold(self, rules: Ruleset, state: State, seller: PlayerId) -> None:
        if self.when == "sold" and self.remembered(state):
            push(state, FreeLay(self.id, seller))


# Description in words: tiles, hexes, timing, and the subsidy for trains


def _sentence_parts(power: LaysTile, setup: Setup) -> Mapping[str, Part]:
    special = any(setup.tiles[tile].special for tile in power.tiles)
    once, often = Phrase(", once"), Phrase(", {uses} times", uses=Value("number", power.uses))
    return {
        "tiles": _tiles_phrase(power, setup),
        "untiled": Phrase(" if no tile is there") if special and _may_be_tiled(power.hexes, setup) else EMPTY_PHRASE,
        "when": WHEN_PHRASES[power.when],
        "uses": once if power.uses == 1 else often,
        "price": Phrase("for the terrain cost") if power.pays else Phrase("free"),
        "subsidy": JoinedParts("", *(_subsidy_phrase(tile, setup) for tile in power.tiles)),
    }


def _tiles_phrase(power: LaysTile, setup: Setup) -> Part:
    """Phrase for the tiles of one use: one of several, some of a colour, or all of them."""
    colour = _common_colour(power.tiles, setup)
    is_each = power.together == 1 or all(setup.tiles[tile].special for tile in power.tiles)
    if power.together == len(power.tiles) and is_each:
        return JoinedParts(" and ", *(Value("tile", tile) for tile in power.tiles))
    if power.together == 1 and colour != NOBODY:
        return Phrase("a {colour} tile", colour=Value("colour", colour))
    if power.together == 1:
        return Phrase("one of {tiles}", tiles=Value("tile", power.tiles))
    at_most = Phrase("up to {number}", number=Value("number", power.together))
    number = at_most if power.rest in ("may", "asked") else Value("number", power.together)
    joined = Phrase(", joined by track,") if power.joined else EMPTY_PHRASE
    if colour != NOBODY:
        some = Value("colour", colour)
        return Phrase("{number} {colour} tiles{joined}", number=number, colour=some, joined=joined)
    return Phrase("{number} of {tiles}{joined}", number=number, tiles=Value("tile", power.tiles), joined=joined)


def _common_colour(tiles: Sequence[TileId], setup: Setup) -> int:
    """Colour of which these are all the ordinary tiles; NOBODY if there is none."""
    colour = setup.tiles[tiles[0]].colour
    ordinary = {tile.id for tile in setup.tiles if tile.colour == colour and not tile.special}
    return colour if set(tiles) == ordinary else NOBODY


def _may_be_tiled(hexes: Sequence[HexId], setup: Setup) -> bool:
    """True if ordinary tiles may be laid on any of these hexes."""
    return any(setup.faces[setup.map.hexes[hex].printed].colour not in FIXED for hex in hexes)


def _subsidy_phrase(tile: TileId, setup: Setup) -> Part:
    """Phrase for the subsidy that the bank pays to trains that call at a tile."""
    subsidy = sum(node.subsidy for node in setup.faces[setup.face_of[tile, 0]].nodes)
    if not subsidy:
        return EMPTY_PHRASE
    return Phrase(
        " The bank pays {subsidy} into a company's treasury for each of its trains that runs to or through {tile}.",
        tile=Value("tile", tile),
        subsidy=Value("money", subsidy),
    )
