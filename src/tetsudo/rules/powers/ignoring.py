"""Companies that tokens do not block."""

from __future__ import annotations

from typing import cast

from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.ruleset.power import Bearer, Power
from tetsudo.units import CompanyId, FaceId, HexId


class IgnoresTokens(Power):
    """Others' tokens do not block it on some hexes, where tiles of a `colour` lie (1890 C.8.4).

    Neither its trains nor its way to what it lays and where it places tokens.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.hexes = frozenset(cast("tuple[HexId, ...]", data.values["hexes"]))
        colour = cast("int", data.values["colour"])
        self.faces = frozenset(face.id for face in setup.faces if face.colour == colour)

    def ignores(self, company: CompanyId, hex: HexId, face: FaceId, node: int, mark: int) -> bool:
        return company == self.company and hex in self.hexes and face in self.faces
