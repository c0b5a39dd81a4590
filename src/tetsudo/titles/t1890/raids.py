"""The air raids of 1890: tiles that return to the supply, and tokens without a slot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, HexId, TrainId
from tetsudo.engine.model.power_spec import TITLE, Colour, Hexes, Key, Train
from tetsudo.engine.model.templates import Part, Value
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.powers.reclaim_token import LetsTokensWait
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import operating_order
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import remove_tile
from tetsudo.engine.state.board import face_on
from tetsudo.engine.state.ownership import train_count
from tetsudo.engine.state.state import DEPOT, State


class AirRaids(LetsTokensWait):
    """Removal of a colour's tiles from some hexes and their neighbours, once, when the last train of a kind is bought.

    1890-C.10.14-a, 1890-C.10.14-b.
    """

    kind = "air_raids"
    help = (
        "As the last train of a kind is bought, the tiles of a colour leave some hexes and those around them. Tokens go"
        " back, in the order of companies from the one after the buyer, or wait for the next place."
    )
    sentence = (
        "When the last {train} is bought, all {colour} tiles in {hexes} and in the hexes around them return to the "
        "supply, and the printed hexes show again. Tokens are placed again in operating order from the company "
        "after the buyer, but not into slots reserved for homes. A token without a slot waits on its hex: it takes "
        "the next slot a tile brings there, and until then only lets its company lay tiles in that hex. Its "
        "president may take it back at any time, to place it for {price}."
    )
    belongs_to = (TITLE,)
    at_first = 1  # 0 afterwards

    train: Annotated[Train, Key("the kind of train")]
    hexes: Annotated[Hexes, Key("from which hexes, and from those around them")]
    colour: Annotated[Colour, Key("of the tiles")]

    def settle(self, setup: Setup) -> None:
        around = {other for hex in self.hexes for other in setup.map.hexes[hex].neighbours}
        self.struck = tuple(sorted({*self.hexes, *around} - {NOBODY}))

    def after_train(
        self, rules: Ruleset, state: State, company: CompanyId, train: TrainId, seller: int, log: Log
    ) -> None:
        depot = state.companies + DEPOT
        if (train, seller) == (self.train, depot) and not train_count(state, train, depot) and self.remembered(state):
            self.remember(state, 0)
            self.strike(rules, state, company, log)

    def strike(self, rules: Ruleset, state: State, buyer: CompanyId, log: Log) -> None:
        """Carry out the raids after a company has bought the last train."""
        order = operating_order(rules, state)
        after = order.index(buyer) + 1
        for hex in self.struck:
            if self._is_hit(rules, state, hex):
                remove_tile(rules, state, log, hex, order[after:] + order[:after])  # 1890-C.10.14-e

    def _is_hit(self, rules: Ruleset, state: State, hex: HexId) -> bool:
        face = rules.setup.faces[face_on(state, hex)]
        return face.tile != NOBODY and face.colour == self.colour

    def words(self, setup: Setup) -> Mapping[str, Part]:
        return {"price": Value("money", setup.settings.returned_token)}
