"""Power of a private to lay a tile of the company's turn far from its track, and to place a token there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from tetsudo.core import events
from tetsudo.core.actions import Action, Descriptor, LayPrivateTile
from tetsudo.core.events import Log
from tetsudo.core.frames import Turn
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, PlayerId, TileId
from tetsudo.engine.model.power_spec import PRIVATE, Amount, Hexes, Key, Tiles
from tetsudo.engine.model.templates import Part, Phrase, Value
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.flow.stack import replace_top, turn_of
from tetsudo.engine.rules.rounds.operating.lay_track import closed_hexes, fit_refusal, home_to_lay, lays_left
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import apply_lay_effects, cost_to_lay, lay
from tetsudo.engine.state.state import State, company_of_owner, owner_of_company, treasury

UNUSED: Final = 1
LAID: Final = 2
"""Numbers in the power's memory: unused; with the place of a hex in `hexes` added, its tile was laid in this turn."""


class Teleport(Power[Ruleset]):
    """Power to lay one of the turn's tiles without connection, and then to place a token on it, once."""

    kind = "teleport"
    help = "One of the company's tiles of a turn, and a token on it in the same turn, need no connection; once."
    sentence = (
        "Once, the company that owns it may lay {tiles} in {hexes} as a tile of its turn{price}, without connection. "
        "In the same turn it may place a token there{token_price}, also without connection."
    )
    belongs_to = (PRIVATE,)
    owners = ("company",)
    alone = True
    lays_tiles = True

    tiles: Annotated[Tiles, Key("one of which it lays; ordinary ones")]
    hexes: Annotated[Hexes, Key("on one of which it lays")]
    pays: Annotated[bool, Key("whether the company pays for the terrain")] = True
    cost: Annotated[Amount, Key("what the token costs there")] = 0

    takes = (LayPrivateTile,)
    frames = (Turn,)
    at_first = UNUSED
    spent = 0

    def settle(self, setup: Setup) -> None:
        self.track_step = setup.settings.steps.index("track")

    def words(self, setup: Setup) -> Mapping[str, Part]:
        tiles: Part = Value("tile", self.tiles)
        return {
            "tiles": tiles if len(self.tiles) == 1 else Phrase("one of {tiles}", tiles=tiles),
            "price": Phrase(" for the terrain cost") if self.pays else Phrase(" free"),
            "token_price": Phrase(" for {cost}", cost=Value("money", self.cost)) if self.cost else Phrase(" free"),
        }

    def candidates_on(self, rules: Ruleset, player: PlayerId, hex: HexId) -> Iterator[LayPrivateTile]:
        if hex in self.hexes:
            for tile in self.tiles:
                for rotation in range(rules.periods[tile]):
                    yield LayPrivateTile(player, self.private, hex, tile, rotation, rules.periods[tile])

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        if self.remembered(state) != UNUSED or self._turn(state, player) is None:
            return []
        lays = [each for hex in self.hexes for each in self.candidates_on(rules, player, hex)]
        return [each for each in lays if not self.refusal(rules, state, each)]

    def _turn(self, state: State, player: PlayerId) -> Turn | None:
        """Turn on top in which the player may lay the tile now; None if there is none."""
        frame = state.stack[-1]
        if not isinstance(frame, Turn) or frame.step != self.track_step or self.decider(state) != player:
            return None
        return frame if frame.company == company_of_owner(state, self.owner(state)) else None

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, LayPrivateTile)
        if self.decider(state) != action.player:
            return "not_your_private"
        turn = self._turn(state, action.player)
        if turn is None:
            return "private_lay_when"
        if self.remembered(state) != UNUSED:
            return "power_used"
        if action.hex not in self.hexes or action.tile not in self.tiles:
            return "private_lay_where"
        if not lays_left(rules, state, turn.company)[0]:
            return "one_tile"
        face = rules.setup.face_of[action.tile, action.rotation]
        code = closed_hexes(rules, state, turn.laid).get(action.hex) or fit_refusal(rules, state, action.hex, face)
        if code:
            return code
        if self.price(rules, state, action.hex, action.tile) > treasury(state, turn.company):
            return "private_lay_cost"
        return "" if home_to_lay(rules, state, turn.company) in (NOBODY, action.hex) else "must_lay_home"

    def price(self, rules: Ruleset, state: State, hex: HexId, tile: TileId) -> Money:
        """Terrain cost of a lay for the company that owns the power."""
        if not self.pays:
            return 0
        company = company_of_owner(state, self.owner(state))
        return cost_to_lay(rules, state, company, hex, rules.setup.tiles[tile].colour)

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, LayPrivateTile)
        turn = self._turn(state, action.player)
        assert turn is not None
        price = self.price(rules, state, action.hex, action.tile)
        if price:
            pay_bank(state, owner_of_company(state, turn.company), price)
            log.append(events.TerrainPaid(turn.company, action.hex, price))
        lay(rules, state, action.hex, rules.setup.face_of[action.tile, action.rotation])
        replace_top(state, turn.after_lay(action.hex).after_start())
        self.remember(state, LAID + self.hexes.index(action.hex))
        log.append(events.PrivateTileLaid(self.private, action.hex, action.tile, action.rotation))
        apply_lay_effects(rules, state, turn.company, action.hex, log)

    def far_token(self, state: State, company: CompanyId) -> HexId:
        memory = self.remembered(state)
        is_open = memory >= LAID and self.owner(state) == owner_of_company(state, company)
        return self.hexes[memory - LAID] if is_open else NOBODY

    def far_token_cost(self) -> Money:
        return self.cost

    def turn_ended(self, state: State) -> None:
        if self.remembered(state) >= LAID:
            self.remember(state, 0)

    def may_remember(self, state: State, memory: int) -> bool:
        if memory < LAID:
            return super().may_remember(state, memory)
        if memory >= LAID + len(self.hexes):
            return False
        company = company_of_owner(state, self.owner(state))
        turn = None if company == NOBODY else turn_of(state, company)
        return turn is not None and self.hexes[memory - LAID] in turn.laid
