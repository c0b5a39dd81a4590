"""Powers over hexes: blocked track and terrain discounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tetsudo.core.units import NOBODY, HexId, Money
from tetsudo.engine.model.power_spec import PRIVATE, Amount, Company, Hexes, Key, Phase, Terrain
from tetsudo.engine.model.templates import JoinedParts, Part, Phrase, Value
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.powers.timing import is_block_in_force
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State


class BlocksHexes(Power[Ruleset]):
    """Power to block track on some hexes until a company owns the private or it closes (1889-TRK-19).

    The data may also end the block with a phase, or with a company's first turn.
    """

    kind = "blocks_hexes"
    help = "No track is laid on some hexes until a company owns the private or it is closed."
    sentence = "No track can be laid in {hexes} until {until}."
    belongs_to = (PRIVATE,)
    owners = ("player",)

    hexes: Annotated[Hexes, Key("where")]
    until_phase: Annotated[Phase, Key("or until this phase begins")] = NOBODY
    until_turn: Annotated[Company, Key("or until this company begins its first turn")] = NOBODY

    def settle(self, setup: Setup) -> None:
        self.hexes_blocked = frozenset(self.hexes)

    def blocks(self, state: State) -> bool:
        return is_block_in_force(state, self.private, self.until_phase, self.until_turn)

    def words(self, setup: Setup) -> Mapping[str, Part]:
        closed, owned = Phrase("it is closed"), Phrase("a company owns it")
        if self.until_turn != NOBODY:
            owned = Phrase("{company} begins its first turn", company=Value("company", self.until_turn))
        if self.until_phase == NOBODY:
            return {"until": JoinedParts(" or ", owned, closed)}
        begun = Phrase("phase {phase} begins", phase=Value("phase", self.until_phase))
        return {"until": JoinedParts(" or ", JoinedParts(", ", begun, owned), closed)}


class TerrainDiscount(Power[Ruleset]):
    """Terrain discount: a company pays at most `cost` on hexes whose only terrain is this one (1889-PRV-08)."""

    kind = "terrain_discount"
    help = "A company pays less on hexes of a terrain."
    sentence = "{owner} pays {cost} for a hex whose only terrain is {terrain}."
    owners = ("company",)
    changes_cost = True

    terrain: Annotated[Terrain, Key("which, where it is the only one")]
    cost: Annotated[Amount, Key("what is paid at the most")]

    def settle(self, setup: Setup) -> None:
        self.hexes = frozenset(hex.id for hex in setup.map.hexes if hex.terrain == {self.terrain})

    def lay_cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        is_cheaper = cost > self.cost and hex in self.hexes and self.owner(state) == state.players + company
        return self.cost if is_cheaper else cost

    def words(self, setup: Setup) -> Mapping[str, Part]:
        most = Phrase("at most {cost}", cost=Value("money", self.cost))
        return {"cost": most if self.cost else Phrase("nothing")}
