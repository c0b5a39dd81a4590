"""Sizes: paper, cards, hexes and tokens. Everything is in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.unknown_names import unknown_name
from tetsudo.draw.hex.geometry import INRADIUS
from tetsudo.draw.hex.layout import SLOT_RADIUS

MARGIN: Final = 8.0
"""Margin that is left free on every side of a page, for printers that cannot print there."""
FOOTER_HEIGHT: Final = 6.0
"""Height of the line at the foot of a page."""

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0), "tabloid": (279.4, 431.8)}
"""Width and height of a sheet of paper."""

CARDS: Final = {
    "mini-american": (41.0, 63.0),
    "mini-euro": (44.0, 68.0),
    "business": (51.0, 89.0),
    "bridge": (57.0, 89.0),
    "euro": (59.0, 92.0),
    "poker": (63.0, 88.0),
    "tarot": (70.0, 120.0),
}
"""Width and height of a card, as print shops and makers of sleeves call it."""

HEX_RANGE: Final = (25.0, 60.0)
MAX_BLEED: Final = 5.0


@dataclass(frozen=True, slots=True)
class Sizes:
    """Chosen sizes. `hex`: from side to side. `bleed`: colour beyond the cut line, 0 for cards cut side by side.

    `card` is the size of shares and trains, `private` of privates, whose texts need room.
    """

    paper: str = "a4"
    hex: float = 42.0
    bleed: float = 3.0
    card: str = "mini-euro"
    private: str = "poker"

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise unknown_name("paper", self.paper, PAPERS, "paper")
        for card in (self.card, self.private):
            if card not in CARDS:
                raise unknown_name("card", card, CARDS, "card")
        low, high = HEX_RANGE
        if not low <= self.hex <= high:
            raise BadInput("must be from {least} to {most} mm", "hex", least=f"{low:g}", most=f"{high:g}")
        if not 0 <= self.bleed <= MAX_BLEED:
            raise BadInput("must be from {least} to {most} mm", "bleed", least="0", most=f"{MAX_BLEED:g}")

    @property
    def unit(self) -> float:
        """Length of a unit of drawings of hexes."""
        return self.hex / (2 * INRADIUS)

    @property
    def token(self) -> float:
        """Diameter of a token: as large as two slots side by side allow, in half millimetres."""
        return floor((2 * SLOT_RADIUS + 1) * self.unit * 2) / 2

    def page(self, *, landscape: bool) -> tuple[float, float]:
        """Width and height of a page."""
        width, height = PAPERS[self.paper]
        return (height, width) if landscape else (width, height)

    def area(self, *, landscape: bool) -> tuple[float, float]:
        """Width and height of the part of a page for pieces."""
        width, height = self.page(landscape=landscape)
        return width - 2 * MARGIN, height - 2 * MARGIN - FOOTER_HEIGHT
