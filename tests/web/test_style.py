"""The look in style sheets and templates: few sizes of text, one unit of spacing, short transitions, drawn icons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pytest

from tests.conftest import ROOT
from tetsudo.web.common.icons import PATHS

WEB: Final = ROOT / "src" / "tetsudo" / "web"
STATIC: Final = WEB / "static" / "tetsudo"
TEMPLATES: Final = WEB / "templates"

SIZES: Final = ("--small", "--normal", "--large", "--title")
"""The scale of text."""

DENSE: Final = ("--dense", "--tiny", "--cell")
"""Smaller sizes, where columns have fixed widths."""

DENSE_SHEETS: Final = {
    "matrix/matrix.css",
    "matrix/matrix_narrow.css",
    "table/panels.css",  # the market
    "table/zones.css",  # tabs beside six or more players
    "table/zones_narrow.css",  # tabs of a phone
    "decision/acts.css",  # figures beside a decision, in medium windows
}

OTHER_SIZES: Final = {
    ("page/base.css", "112.5%"),  # preferred sizes of text, on the root element
    ("page/base.css", "131.25%"),
    ("page/forms.css", "16px"),  # phones zoom in on smaller fields
    ("map/map.css", "15px"),  # in units of the map
    ("matrix/matrix.css", "0"),  # a character that is drawn instead
    ("table/table.css", "0"),
}

PRINTED: Final = "paper/paper.css"
"""Sheet in points and millimetres."""

UNIT: Final = 4
"""Unit of spacing, in pixels."""

HAIRLINE: Final = 3
"""Smaller distances adjust a part by an edge, a border or a baseline."""

MAX_MOTION_MS: Final = 150

UNFOCUSED: Final = {
    ".turn:focus",  # these get the focus from scripts only
    ".guide:focus",
    ".chart-sheet:focus",
    "#map .hex.lit:focus",  # its outline is drawn
    "g.is-told",
}
"""Selectors of rules without a focus ring."""

PICTOGRAPH: Final = re.compile("[\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2900-\u2bff\U0001f000-\U0001faff]")
"""Arrows, symbols and emoji: some fonts lack them, others have them in colour."""

LONE_SIGN: Final = re.compile(r"[^\w\s?/.]")
"""Sign that, as the whole text of a button, would be its icon; a key's own character may stand for it."""


class Declaration(NamedTuple):
    """Property of a rule, with its place."""

    sheet: str
    selector: str
    name: str
    value: str


def declarations(css: str, sheet: str = "") -> Iterator[Declaration]:
    """Declarations of a style sheet, without those of media queries themselves."""
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        for each in body.split(";"):
            name, colon, value = each.partition(":")
            if colon and not selector.strip().startswith("@font-face"):
                yield Declaration(sheet, " ".join(selector.split()), name.strip(), " ".join(value.split()))


SHEETS: Final[Mapping[str, str]] = {
    path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in sorted(STATIC.rglob("*.css"))
}
ALL: Final = [each for sheet, css in SHEETS.items() for each in declarations(css, sheet)]
MARKUP: Final[Mapping[str, str]] = {
    path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in sorted(TEMPLATES.rglob("*.html"))
}


def is_of_the_scale(size: Declaration) -> bool:
    """True if a font size is one of the scale, or may differ."""
    value = re.fullmatch(r"var\((--\w+)\)", size.value)
    if value is None:
        return size.value == "inherit" or size.sheet == PRINTED or (size.sheet, size.value) in OTHER_SIZES
    return value[1] in SIZES or (value[1] in DENSE and size.sheet in DENSE_SHEETS)


def odd_distances(spacing: Declaration) -> list[float]:
    """Distances in pixels that are neither multiples of the unit nor hairlines."""
    distances = [abs(float(number)) for number in re.findall(r"(-?[\d.]+)px", spacing.value)]
    return [each for each in distances if each > HAIRLINE and each % UNIT]


def durations(value: str) -> list[float]:
    """Durations in milliseconds."""
    found = re.findall(r"(?<![\w.])([\d.]+)(m?s)\b", value)
    return [float(number) * (1 if unit == "ms" else 1000) for number, unit in found]


def pictured_buttons(template: str) -> list[str]:
    """Texts of buttons that have a character as their icon."""
    worded = re.sub(r"\{% translate .*?%\}", "word", template, flags=re.DOTALL)
    plain = re.sub(r"\{#.*?#\}|\{%.*?%\}", "", worded, flags=re.DOTALL)
    found = []
    for text in re.findall(
        r'<(?:button|a(?= [^>]*class="button)|summary)\b[^>]*>(.*?)</(?:button|a|summary)>', plain, re.DOTALL
    ):
        marks = re.sub(r'<i\b[^>]*role="img".*?</i>', "", text, flags=re.DOTALL)  # the president's diamond is a figure
        shown = re.sub(r"<[^>]*>", "", marks).strip()
        if PICTOGRAPH.search(shown) or LONE_SIGN.fullmatch(shown):
            found.append(shown)
    return found


def test_sheets_and_templates_are_read() -> None:
    assert len(SHEETS) > 20
    assert len(ALL) > 2000
    assert len(MARKUP) > 80


def test_text_has_four_sizes() -> None:
    sizes = [each for each in ALL if each.name == "font-size"]
    assert len(sizes) > 80
    assert [each for each in sizes if not is_of_the_scale(each)] == []
    scale = {each.name for each in ALL if each.selector == ":root" and each.value.endswith("rem")}
    assert scale == set(SIZES)


@pytest.mark.parametrize(
    ("size", "fits"),
    [("var(--small)", True), ("var(--dense)", False), ("13px", False), ("0.9rem", False), ("var(--middle)", False)],
)
def test_another_size_is_found(size: str, fits: bool) -> None:
    assert is_of_the_scale(next(declarations(f"p {{ font-size: {size}; }}", "lobby/lobby.css"))) is fits


def test_text_has_two_weights() -> None:
    assert {each.value for each in ALL if each.name == "font-weight"} == {"400", "650", "inherit"}


def test_spacing_has_one_unit() -> None:
    spacings = [each for each in ALL if re.match(r"(margin|padding|gap|row-gap|column-gap)\b", each.name)]
    assert len(spacings) > 500
    assert [each for each in spacings if each.sheet != PRINTED and odd_distances(each)] == []


def test_odd_spacing_is_found() -> None:
    spacing = next(declarations("p { margin: 2px 4px 6px calc(100% - 10px) }"))
    assert odd_distances(spacing) == [6, 10]


def test_motion_is_short() -> None:
    moving = [each for each in ALL if re.match(r"(transition|animation)(-duration)?$", each.name)]
    lengths = {each: durations(each.value) for each in moving}
    assert sum(map(len, lengths.values())) >= 3
    assert [each for each, found in lengths.items() if max(found, default=0) > MAX_MOTION_MS] == []
    assert durations("scale 0.2s, color 90ms ease") == [200, 90]


def test_there_is_no_motion_where_less_is_wanted() -> None:
    rule = re.search(r"prefers-reduced-motion: reduce\) \{(.*?\n\}\n)", SHEETS["page/base.css"], re.DOTALL)
    assert rule is not None
    stopped = {(each.selector, each.name, each.value) for each in declarations(rule[1])}
    everything = "*, *::before, *::after"
    assert {(everything, name, "none !important") for name in ("animation", "transition")} <= stopped


def test_a_focus_ring_is_nowhere_removed() -> None:
    removed = {each.selector for each in ALL if each.name.startswith("outline") and each.value in ("none", "0")}
    assert removed == UNFOCUSED


@pytest.mark.parametrize("name", MARKUP)
def test_buttons_have_drawn_icons(name: str) -> None:
    assert pictured_buttons(MARKUP[name]) == []


def test_a_character_as_an_icon_is_found() -> None:
    shown = '<button title="x">×</button><a class="button" href="#">▶ again</a><summary>⚙</summary><button>?</button>'
    assert pictured_buttons(shown) == ["×", "▶ again", "⚙"]
    assert pictured_buttons('<button>{% icon "close" %}</button><button><i role="img">♦</i>60</button>') == []


@pytest.mark.parametrize("suffix", ["css", "js"])
def test_style_sheets_and_scripts_draw_none(suffix: str) -> None:
    plain = {
        path.name: re.sub(r"/\*.*?\*/|//[^\n]*|\bdocument\.title =[^\n]*", "", path.read_text("utf-8"), flags=re.DOTALL)
        for path in STATIC.rglob(f"*.{suffix}")
    }
    assert {name: found for name, text in plain.items() if (found := PICTOGRAPH.findall(text))} == {}


def test_every_icon_is_drawn_somewhere() -> None:
    named = {name for text in MARKUP.values() for name in re.findall(r'(?:\{% icon|\bsign=) ?"([\w-]+)"', text)}
    assert named == set(PATHS)


def test_a_button_is_primary_or_quiet_but_not_both() -> None:
    kinds = [
        set(words.split()) & {"primary", "plain"}
        for text in MARKUP.values()
        for words in re.findall(r'<(?:button|a)\b[^>]*\bclass="([^"{]*)"', text)
    ]
    assert {"primary"} in kinds
    assert {"plain"} in kinds
    assert {"primary", "plain"} not in kinds


def test_exempt_sheets_exist() -> None:
    names = DENSE_SHEETS | {sheet for sheet, _size in OTHER_SIZES} | {PRINTED}
    assert [name for name in names if name not in SHEETS] == []
