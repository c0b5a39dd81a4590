"""Powers: what data cannot say of a private. The core asks the powers in force.

A power is a class with hooks that do nothing by default; a title's data names it and
its numbers, and a title may bring classes of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from tetsudo.actions import Action, Descriptor, ExchangePrivate, LayPrivateTile
from tetsudo.events import Event, Log
from tetsudo.model.title import PowerData, Setup
from tetsudo.rules import frames
from tetsudo.rules.laying import in_supply, lay
from tetsudo.rules.shares import gain_share, may_exceed
from tetsudo.rules.stock import standing
from tetsudo.rules.tokens import has_token_on
from tetsudo.state import PLACES, State, company_of_owner, holding, ordinary, president_of, private_owner, push
from tetsudo.units import NOBODY, FaceId, HexId, Money, OwnerId, PlayerId, PrivateId, TileId

if TYPE_CHECKING:
    from tetsudo.rules.ruleset import Ruleset


class Power:
    """One power of a private. `id` is its place in `State.uses`."""

    hexes_blocked: frozenset[HexId]
    changes_cost: bool
    takes: tuple[type[Action], ...]  # the actions by which it acts
    uses: int

    def __init__(self, id: int, private: PrivateId, data: PowerData, setup: Setup) -> None:
        self.id = id
        self.private = private
        self.owner_kind = data.owner_kind
        self.values = data.values
        self.hexes_blocked = frozenset()
        self.changes_cost = False
        self.takes = ()
        self.uses = cast("int", data.values.get("uses", 0))

    def owner(self, state: State) -> OwnerId:
        """Who has the power now; NOBODY if it is the wrong kind of owner, or closed."""
        owner = private_owner(state, self.private)
        if owner == NOBODY or owner == state.players + state.companies:
            return NOBODY
        is_player = owner < state.players
        if self.owner_kind != "any" and is_player != (self.owner_kind == "player"):
            return NOBODY
        return owner

    def decider(self, state: State) -> PlayerId:
        """The player who may use it: its owner, or the president of the company that owns it; NOBODY."""
        owner = self.owner(state)
        company = company_of_owner(state, owner)
        return owner if company == NOBODY else president_of(state, company)

    def blocks(self, state: State) -> bool:
        """Whether its hexes take no track now."""
        return False

    def cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        """What a lay costs a company here."""
        return cost

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        """What a player may do with it now."""
        return []

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        """Why an action by this power is refused; "" if it is not."""
        return "no_power"

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        """Do it."""

    def delays_track(self, state: State, player: PlayerId) -> bool:
        """Whether a president may still want to use it in the track step."""
        return False

    def delays_end(self, state: State, company: int) -> bool:
        """Whether the president of a company may still want to use it before its turn ends."""
        return False

    def delays_stock(self, rules: Ruleset, state: State, player: PlayerId) -> bool:
        """Whether a player who can do nothing else in his turn of a stock round may want to use it."""
        return False

    def sold(self, rules: Ruleset, state: State, seller: PlayerId) -> None:
        """Its private was just sold to a company."""

    def survives(self, state: State) -> bool:
        """Whether its private stays when privates close."""
        return False

    def survived(self, state: State, log: Log) -> None:
        """Its private has just stayed."""

    def income(self, state: State, income: Money) -> Money:
        """What its private pays."""
        return income

    def may_be_sold(self, state: State) -> bool:
        """Whether its private may be sold to a company."""
        return True


class BlocksHexes(Power):
    """No track on some hexes until the private is a company's or closed (1889 TRK-19)."""

    def __init__(self, id: int, private: PrivateId, data: PowerData, setup: Setup) -> None:
        super().__init__(id, private, data, setup)
        self.hexes_blocked = frozenset(cast("tuple[HexId, ...]", data.values["hexes"]))

    def blocks(self, state: State) -> bool:
        owner = private_owner(state, self.private)
        return owner != NOBODY and (owner < state.players or owner == state.players + state.companies)


class TerrainDiscount(Power):
    """A company ignores the cost of a terrain, where it is the only one (1889 PRV-08)."""

    def __init__(self, id: int, private: PrivateId, data: PowerData, setup: Setup) -> None:
        super().__init__(id, private, data, setup)
        self.changes_cost = True
        terrain = frozenset({cast("str", data.values["terrain"])})
        self.hexes = frozenset(hex.id for hex in setup.map.hexes if hex.terrain == terrain)

    def cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        return 0 if hex in self.hexes and self.owner(state) == state.players + company else cost


def is_free_moment(state: State, player: PlayerId) -> bool:
    """A player's private may act: in a stock round, in his company's turn, or between turns.

    "Between turns" is a company's turn in which nothing was done yet (1889 PRV-05, PRV-09).
    """
    frame = state.stack[-1]
    if frame[0] == frames.STOCK:
        return True
    if frame[0] != frames.TURN:
        return False
    return not frame[frames.BEGUN] or president_of(state, frame[frames.COMPANY]) == player


class LaysTile(Power):
    """Lays tiles of its own, outside of a company's track step (1889 PRV-02, PRV-07).

    `when`: "anytime" at a free moment; "sold" by the seller, at once; "turn" at any point of a
    turn of the company that owns it. One use may lay several tiles, `together`; if they must be
    `joined`, track leads from each to another. The `rest` after the first "may" be laid, "must" be,
    or "follows" by itself where there is only one way; "asked" is "may", and is asked even if none fits.
    """

    def __init__(self, id: int, private: PrivateId, data: PowerData, setup: Setup) -> None:
        super().__init__(id, private, data, setup)
        self.takes = (LayPrivateTile,)
        self.when = data.values.get("when")
        self.hexes = cast("tuple[HexId, ...]", data.values["hexes"])
        self.tiles = cast("tuple[int, ...]", data.values["tiles"])
        self.together = cast("int", data.values.get("together", 1))
        self.joined = bool(data.values.get("joined"))
        self.rest = cast("str", data.values.get("rest", "may"))
        self._ways: dict[tuple[HexId, FaceId], tuple[tuple[TileId, int], ...]] = {}

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        if (
            self.when == "sold"
            or not state.uses[self.id]
            or self.decider(state) != player
            or not self._is_time(state, player)
        ):
            return []
        return [*self.lays(rules, state, player)]

    def _is_time(self, state: State, player: PlayerId) -> bool:
        if self.when != "turn":
            return is_free_moment(state, player)
        frame = state.stack[-1]
        return frame[0] == frames.TURN and state.players + frame[frames.COMPANY] == self.owner(state)

    def lays(
        self, rules: Ruleset, state: State, player: PlayerId, laid: tuple[HexId, ...] = ()
    ) -> list[LayPrivateTile]:
        """Every lay, whenever it is due. `laid`: where this use has laid tiles already."""
        return [
            LayPrivateTile(player, self.private, hex, tile, rotation, rules.periods[tile])
            for hex in self.hexes
            if hex not in laid
            for tile, rotation in self._fitting(rules, hex, state.tiles[hex])
            if in_supply(state, tile)
            and (not laid or self._is_joined(rules, state, hex, rules.setup.face_of[tile, rotation], laid))
        ]

    def _fitting(self, rules: Ruleset, hex: HexId, old: FaceId) -> tuple[tuple[TileId, int], ...]:
        """Its tiles in the rotations in which they fit on a hex; remembered."""
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
            return face in rules.atlas.lays(hex, old)
        return rules.atlas.fits_special(hex, old, face, self.hexes)

    def _is_joined(self, rules: Ruleset, state: State, hex: HexId, face: FaceId, laid: tuple[HexId, ...]) -> bool:
        """Whether track leads across a side to a hex that this use has laid; true where it need not."""
        if not self.joined:
            return True
        faces, neighbours = rules.setup.faces, rules.setup.map.hexes[hex].neighbours
        return any(
            other in laid and faces[face].exits >> side & 1 and faces[state.tiles[other]].exits >> (side + 3) % 6 & 1
            for side, other in enumerate(neighbours)
        )

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, LayPrivateTile)
        if self.when == "sold":
            return "only_when_sold"
        if self.decider(state) != action.player:
            return "not_your_private"
        if not self._is_time(state, action.player):
            return "private_lay_when"
        return self.lay_refusal(rules, state, action)

    def lay_refusal(self, rules: Ruleset, state: State, action: LayPrivateTile, laid: tuple[HexId, ...] = ()) -> str:
        """Why a lay does not fit, whenever it is due."""
        if not laid and not state.uses[self.id]:
            return "power_used"
        if action.hex not in self.hexes or action.hex in laid or action.tile not in self.tiles:
            return "private_lay_where"
        if not in_supply(state, action.tile):
            return "tile_supply"
        face = rules.setup.face_of[action.tile, action.rotation]
        if not self._fits(rules, action.hex, state.tiles[action.hex], face):
            return "tile_fit"
        return "" if not laid or self._is_joined(rules, state, action.hex, face, laid) else "private_lay_joined"

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, LayPrivateTile)
        state.uses[self.id] -= 1
        self.put(rules, state, action, log, ())

    def put(self, rules: Ruleset, state: State, action: LayPrivateTile, log: Log, laid: tuple[HexId, ...]) -> None:
        """Lay a tile; then the rest of this use follows or is asked for, if there is any."""
        lay(rules, state, action.hex, rules.setup.face_of[action.tile, action.rotation])
        log.append(Event("private_tile_laid", (self.private, action.hex, action.tile, action.rotation)))
        laid = (*laid, action.hex)
        further = self.lays(rules, state, action.player, laid) if len(laid) < self.together else []
        if len(further) == 1 and self.rest == "follows":
            self.put(rules, state, further[0], log, laid)
        elif further or (self.rest == "asked" and len(laid) < self.together):
            push(state, (frames.FREE_LAY, self.id, action.player, *laid))

    def delays_track(self, state: State, player: PlayerId) -> bool:
        return self.when == "anytime" and self.owner(state) == player and state.uses[self.id] > 0

    def delays_end(self, state: State, company: int) -> bool:
        return self.when == "turn" and self.owner(state) == state.players + company and state.uses[self.id] > 0

    def sold(self, rules: Ruleset, state: State, seller: PlayerId) -> None:
        if self.when == "sold" and state.uses[self.id]:
            push(state, (frames.FREE_LAY, self.id, seller))


class ExchangeForShare(Power):
    """Closes for a share of a company (1889 PRV-09).

    Of one `company`, or of any with a token on the hex `token_on`. As the `purchase` of a turn
    in a stock round, or besides: at a free moment, or (`when` is "turn") in such a turn. As a
    purchase it `moves_priority`, and is `awaited` of a player who can do nothing else in his
    turn, unless data say otherwise.
    """

    def __init__(self, id: int, private: PrivateId, data: PowerData, setup: Setup) -> None:
        super().__init__(id, private, data, setup)
        self.takes = (ExchangePrivate,)
        company = cast("int", data.values["company"])
        self.companies = tuple(range(len(setup.companies))) if company == NOBODY else (company,)
        self.token_on = cast("HexId", data.values["token_on"])
        self.sources = tuple(PLACES.index(source) for source in cast("tuple[str, ...]", data.values["sources"]))
        self.purchase = bool(data.values["purchase"])
        self.moves_priority = bool(data.values["moves_priority"])
        self.awaited = self.purchase and bool(data.values["awaited"])
        self.in_turn = self.purchase or data.values["when"] == "turn"

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        if self.owner(state) != player:
            return []
        actions = [
            ExchangePrivate(player, self.private, company, state.players + source)
            for company in self.companies
            for source in self.sources
        ]
        return [action for action in actions if not self.refusal(rules, state, action)]

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, ExchangePrivate)
        company, player = action.company, action.player
        if self.owner(state) != player:
            return "not_your_private"
        if company not in self.companies or action.source - state.players not in self.sources:
            return "exchange_what"
        if not self._is_time(state, player):
            return "exchange_when"
        if self.token_on != NOBODY and not has_token_on(rules, state, company, self.token_on):
            return "exchange_no_token"
        if not ordinary(state, company, action.source):
            return "exchange_none_left"
        held = holding(state, company, player, rules.president_shares[company])
        if held >= rules.hold_units and not may_exceed(rules, state, company):
            return "hold_limit"
        return self._purchase_refusal(rules, state, player, company) if self.purchase else ""

    def _is_time(self, state: State, player: PlayerId) -> bool:
        if not self.in_turn:
            return is_free_moment(state, player)
        frame = state.stack[-1]
        return frame[0] == frames.STOCK and frame[frames.PLAYER] == player

    def _purchase_refusal(self, rules: Ruleset, state: State, player: PlayerId, company: int) -> str:
        """Why it may not be the purchase of this turn."""
        frame = state.stack[-1]
        if frame[frames.BOUGHT]:
            return "one_purchase"
        if standing(rules, state, player).over:
            return "must_sell"
        if frame[frames.TURN_SOLD]:
            return "exchange_after_sale"
        return "sold_this_round" if state.sold[player] >> company & 1 else ""

    def delays_stock(self, rules: Ruleset, state: State, player: PlayerId) -> bool:
        return self.awaited and bool(self.listing(rules, state, player))

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, ExchangePrivate)
        state.privates[self.private] = NOBODY
        log.append(Event("private_exchanged", (action.player, self.private, action.company)))
        gain_share(rules, state, log, action.player, action.company, action.source)
        if self.purchase:
            if self.moves_priority:
                state.priority = rules.next_player(state, action.player)
            frames.replace_top(state, frames.STOCK, action.player, 0, 1, 0, 0)


class StaysWithPlayer(Power):
    """Stays when privates close if a player has it, and pays another income (1889 PRV-11 to PRV-14)."""

    def __init__(self, id: int, private: PrivateId, data: PowerData, setup: Setup) -> None:
        super().__init__(id, private, data, setup)
        self.later_income = cast("Money", data.values["income"])
        self.uses = 1

    def survives(self, state: State) -> bool:
        return self.owner(state) != NOBODY

    def survived(self, state: State, log: Log) -> None:
        state.uses[self.id] = 0
        log.append(Event("income_changed", (self.private, self.later_income)))

    def income(self, state: State, income: Money) -> Money:
        return income if state.uses[self.id] else self.later_income

    def may_be_sold(self, state: State) -> bool:
        return state.uses[self.id] > 0


POWERS: Final[dict[str, type[Power]]] = {
    "blocks_hexes": BlocksHexes,
    "terrain_discount": TerrainDiscount,
    "lays_tile": LaysTile,
    "exchange_for_share": ExchangeForShare,
    "stays_with_player": StaysWithPlayer,
}
"""The powers of the core, by the word that data uses."""
