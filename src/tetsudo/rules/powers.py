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
from tetsudo.state import IPO, State, holding, ordinary, president_of, private_owner, push
from tetsudo.units import NOBODY, FaceId, HexId, Money, OwnerId, PlayerId, PrivateId

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
    """Lays a tile of its own, outside of a company's track step (1889 PRV-02, PRV-07)."""

    def __init__(self, id: int, private: PrivateId, data: PowerData, setup: Setup) -> None:
        super().__init__(id, private, data, setup)
        self.takes = (LayPrivateTile,)
        self.when_sold = data.values.get("when") == "sold"
        self.hexes = cast("tuple[HexId, ...]", data.values["hexes"])
        self.tiles = cast("tuple[int, ...]", data.values["tiles"])

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        if (
            self.when_sold
            or self.owner(state) != player
            or not state.uses[self.id]
            or not is_free_moment(state, player)
        ):
            return []
        return self.lays(rules, state, player)

    def lays(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        """Every lay, whenever it is due."""
        return [
            LayPrivateTile(player, self.private, hex, tile, rotation, rules.periods[tile])
            for hex in self.hexes
            for tile in self.tiles
            if in_supply(state, tile)
            for rotation in range(6)
            if rules.setup.faces[rules.setup.face_of[tile, rotation]].rotation == rotation
            and self._fits(rules, state, hex, rules.setup.face_of[tile, rotation])
        ]

    def _fits(self, rules: Ruleset, state: State, hex: HexId, face: FaceId) -> bool:
        old = rules.setup.faces[state.tiles[hex]]
        new = rules.setup.faces[face]
        if not rules.setup.tiles[new.tile].special:
            return face in rules.atlas.lays(hex, old.id)
        return new.colour == old.colour + 1 and rules.atlas.fits(hex, face)

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, LayPrivateTile)
        if self.when_sold:
            return "only_when_sold"
        if self.owner(state) != action.player:
            return "not_your_private"
        if not is_free_moment(state, action.player):
            return "private_lay_when"
        return self.lay_refusal(rules, state, action)

    def lay_refusal(self, rules: Ruleset, state: State, action: LayPrivateTile) -> str:
        """Why a lay does not fit, whenever it is due."""
        if not state.uses[self.id]:
            return "power_used"
        if action.hex not in self.hexes or action.tile not in self.tiles:
            return "private_lay_where"
        if not in_supply(state, action.tile):
            return "tile_supply"
        fits = self._fits(rules, state, action.hex, rules.setup.face_of[action.tile, action.rotation])
        return "" if fits else "tile_fit"

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, LayPrivateTile)
        state.uses[self.id] -= 1
        lay(rules, state, action.hex, rules.setup.face_of[action.tile, action.rotation])
        log.append(Event("private_tile_laid", (self.private, action.hex, action.tile, action.rotation)))

    def delays_track(self, state: State, player: PlayerId) -> bool:
        return not self.when_sold and self.owner(state) == player and state.uses[self.id] > 0

    def sold(self, rules: Ruleset, state: State, seller: PlayerId) -> None:
        if self.when_sold and state.uses[self.id]:
            push(state, (frames.FREE_LAY, self.id, seller))


class ExchangeForShare(Power):
    """Closes for a share of a company (1889 PRV-09)."""

    def __init__(self, id: int, private: PrivateId, data: PowerData, setup: Setup) -> None:
        super().__init__(id, private, data, setup)
        self.takes = (ExchangePrivate,)
        self.company = cast("int", data.values["company"])

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        action = ExchangePrivate(player, self.private, self.company, state.players + IPO)
        return [] if self.refusal(rules, state, action) else [action]

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, ExchangePrivate)
        if self.owner(state) != action.player:
            return "not_your_private"
        if action.company != self.company or action.source != state.players + IPO:
            return "exchange_what"
        if not is_free_moment(state, action.player):
            return "exchange_when"
        if not ordinary(state, self.company, action.source):
            return "exchange_none_left"
        held = holding(state, self.company, action.player, rules.president_shares[self.company])
        if held >= rules.hold_units and not may_exceed(rules, state, self.company):
            return "hold_limit"
        return ""

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, ExchangePrivate)
        state.privates[self.private] = NOBODY
        log.append(Event("private_exchanged", (action.player, self.private, self.company)))
        gain_share(rules, state, log, action.player, self.company, action.source)


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
