"""Colours: a light and a dark palette, one set by the page, and readable text colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS
from tetsudo.core.unknown_names import unknown_name

ZONES: Final = ("yellow", "orange", "brown", "grey", "red")
"""Zones named by their colour; other zones take these colours in turn."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of a theme. `faces` and `inks` by colour, white .. blue as in `core/units.py`."""

    name: str
    sea: str
    coast: tuple[str, str]  # outer and inner line around the land
    land: str  # around the hexes, if there is no sea
    highland: str  # hexes with mountains
    faces: tuple[str, ...]
    inks: tuple[str, ...]
    border: str
    track: str
    casing: str
    slot: str
    ring: str  # around slots, circles and boxes
    ink: str  # on slots and value boxes
    quiet: str  # coordinates on paper
    river: str
    river_on_tile: str
    on_river: str  # icons on water
    mountain: tuple[str, str]  # lit and shaded side
    city_sign: str
    wall: str
    barrier: str  # impassable sides
    hatch: tuple[str, str]  # on blocked hexes: on paper, and on tiles
    glow: str
    page: str  # behind tables
    panel: str
    line: str
    text: str
    faint: str
    zones: tuple[tuple[str, str], ...]  # fill and text colour of the market's zones, as `ZONES`
    par: str
    outside: str  # any colour that is not a tile colour
    edge: str  # around tokens on a page or a panel


LIGHT: Final = Palette(
    name="light",
    sea="#d8e8ef",
    coast=("#c7dde7", "#a9c9d8"),
    land="#dfe8d0",
    highland="#e6ead2",
    faces=("#f7f2e3", "#f6dc69", "#8cc07e", "#bd8a5c", "#c3c7c9", "#e28c7c", "#8fb8d8"),
    inks=("#2a2723", "#2a2723", "#1d2419", "#1f150d", "#26282a", "#2b1410", "#12222e"),
    border="#b9b19c",
    track="#24211e",
    casing="#fffdf6",
    slot="#fffefa",
    ring="#24211e",
    ink="#24211e",
    quiet="#6f6a5e",
    river="#2f7ea8",
    river_on_tile="#174f73",
    on_river="#ffffff",
    mountain=("#a58f73", "#6d5b45"),
    city_sign="#7d6a57",
    wall="#8a7460",
    barrier="#1d62b8",
    hatch=("#8b8371", "#8b8371"),
    glow="#e8590c",
    page="#ffffff",
    panel="#f4f1ea",
    line="#d5cfc1",
    text="#24211e",
    faint="#6b665c",
    zones=(
        ("#f7e38c", "#2a2723"),
        ("#f5b878", "#2a2013"),
        ("#c99c74", "#21150c"),
        ("#c7cbcd", "#26282a"),
        ("#eeaa9e", "#2b1410"),
    ),
    par="#b3382c",
    outside="#5a5f63",
    edge="#17140f",
)

DARK: Final = Palette(
    name="dark",
    sea="#14232b",
    coast=("#1a303b", "#2b4a59"),
    land="#1f2a20",
    highland="#3a4438",
    faces=("#42443f", "#dcc153", "#76ab69", "#b28256", "#a3a8ab", "#cf7868", "#6f9fc4"),
    inks=("#efeade", "#211e19", "#151b12", "#180f08", "#1d1f21", "#220e0a", "#0c1822"),
    border="#24282a",
    track="#1c1a18",
    casing="#f6f1e4",
    slot="#fbf7ec",
    ring="#1c1a18",
    ink="#211e1b",
    quiet="#b9b4a6",
    river="#7cc4ea",
    river_on_tile="#174f73",
    on_river="#0d2230",
    mountain=("#b5a489", "#857459"),
    city_sign="#c0ae98",
    wall="#bda98f",
    barrier="#6fb1ff",
    hatch=("#a9a391", "#574d24"),
    glow="#ffb454",
    page="#1b1d1e",
    panel="#26292a",
    line="#3d4142",
    text="#efeade",
    faint="#b3aea2",
    zones=(
        ("#cdb54e", "#211e19"),
        ("#cf8c4a", "#1d1208"),
        ("#a87850", "#150c05"),
        ("#9a9fa2", "#1d1f21"),
        ("#c0665a", "#1a0805"),
    ),
    par="#ff9c8e",
    outside="#c2c7ca",
    edge="#a19b8e",
)

_NAMES: Final[dict[str, Any]] = {
    "coast": ("coast-outer", "coast-inner"),
    "faces": tuple(f"face-{colour}" for colour in COLOURS),
    "inks": tuple(f"face-{colour}-ink" for colour in COLOURS),
    "hatch": ("hatch-paper", "hatch-tile"),
    "mountain": ("mountain-lit", "mountain-shaded"),
    "zones": tuple((f"zone-{zone}", f"zone-{zone}-ink") for zone in ZONES),
}
"""Names of the variables of a palette's rows; the others are named after their field."""

ColourChange = Callable[[str, str], str]
"""Function from a variable's name and colour to its replacement."""


def _with_colours(palette: Palette, name: str, change: ColourChange) -> Palette:
    """Palette with each colour replaced."""
    values = {
        field.name: _changed_colours(
            _NAMES.get(field.name, field.name.replace("_", "-")), getattr(palette, field.name), change
        )
        for field in fields(palette)
        if field.name != "name"
    }
    return replace(palette, name=name, **values)


def _changed_colours(names: Any, colours: Any, change: ColourChange) -> Any:
    """Replaced colour, or rows of them."""
    if isinstance(colours, str):
        return change(names, colours)
    return tuple(_changed_colours(name, colour, change) for name, colour in zip(names, colours, strict=True))


PAGE: Final = _with_colours(LIGHT, "page", lambda name, _colour: f"var(--draw-{name})")
"""Palette of variables of the page's style sheet (`css_variables`), so that one picture serves both themes."""

THEMES: Final = {palette.name: palette for palette in (LIGHT, DARK, PAGE)}

ROUTE_STYLES: Final = (
    ("#c4147e", "none"),
    ("#0b5fc0", "6 5"),
    ("#c43c06", "1.5 5"),
    ("#6a3bb0", "9 4 1.5 4"),
    ("#00796b", "4 3"),
    ("#7a4a00", "12 4"),
)
"""Colour of each train of a run, and a dash pattern with the same meaning."""


def palette(theme: str) -> Palette:
    """Palette of a theme; BadInput for an unknown theme."""
    if theme not in THEMES:
        raise unknown_name("theme", theme, THEMES)
    return THEMES[theme]


def css_variables(theme: str) -> str:
    """CSS declarations for pictures of the theme "page", with the colours of "light" or "dark"."""
    source = palette(theme)
    if source is PAGE:
        raise BadInput("The theme 'page' has no colours of its own: light, dark.", "theme")
    declared: list[str] = []

    def declare(name: str, colour: str) -> str:
        declared.append(f"--draw-{name}:{colour};")
        return colour

    _with_colours(source, theme, declare)
    return "".join(declared)


def luminance(colour: str) -> float:
    """Luminance of "#rrggbb", 0 to 1, as defined by WCAG."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Text colour, black or white, with the better contrast on a colour."""
    return max("#ffffff", "#17140f", key=lambda ink: contrast(ink, colour))
