"""SVG output: elements and texts as strings; everything that is not markup is escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias
from xml.sax.saxutils import escape, quoteattr

Markup: TypeAlias = str
"""SVG text; all other strings pass through `escaped_text` or an attribute."""

Value: TypeAlias = str | int | float

_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot contain, escaped or not."""

FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans JP', 'DejaVu Sans', sans-serif"
MAX_CHARACTER_WIDTH: Final = 0.6
"""Width of a character in font sizes: enough for all but the widest."""


def number(value: float) -> str:
    """Coordinate with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def escaped_text(text: str) -> Markup:
    """Escaped text."""
    return escape(_FORBIDDEN.sub("\ufffd", text))


def element(name: str, /, *children: Markup, **attributes: Value) -> Markup:
    """SVG element; `stroke_width` is the attribute stroke-width, `class_` the attribute class."""
    listed = "".join(
        f" {key.rstrip('_').replace('_', '-')}={_quote(value)}" for key, value in attributes.items() if value != ""
    )
    inside = "".join(children)
    return f"<{name}{listed}>{inside}</{name}>" if inside else f"<{name}{listed}/>"


def _quote(value: Value) -> str:
    return quoteattr(_FORBIDDEN.sub("\ufffd", value) if isinstance(value, str) else number(value))


def group(*children: Markup, **attributes: Value) -> Markup:
    """Group of elements; empty if there are none."""
    return element("g", *children, **attributes) if any(children) else ""


def title(text: str) -> Markup:
    """Title of the enclosing element, for screen readers."""
    return element("title", escaped_text(text))


def label(text: str, x: float, y: float, size: float, **attributes: Value) -> Markup:
    """Line of text centred on a point; a `picture` centres its texts by default."""
    return element("text", escaped_text(text), x=x, y=y + 0.355 * size, font_size=size, **attributes)


def text_width(text: str, size: float) -> float:
    """Maximum width of a line of text."""
    return MAX_CHARACTER_WIDTH * size * sum(2 if ord(character) > 0x2E80 else 1 for character in text)


def circle(x: float, y: float, radius: float, **attributes: Value) -> Markup:
    """Circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def rectangle(x: float, y: float, width: float, height: float, **attributes: Value) -> Markup:
    """Rectangle by its centre."""
    return element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, **attributes)


def polygon(points: Sequence[tuple[float, float]], **attributes: Value) -> Markup:
    """Closed shape with straight sides."""
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def path(d: str, **attributes: Value) -> Markup:
    """Path, not filled by default."""
    return element("path", d=d, **{"fill": "none", **attributes})


def picture(
    width: float, height: float, caption: str, *children: Markup, scale: float = 1.0, sized: bool = True
) -> Markup:
    """Complete SVG document, with its origin in the upper left corner; without `sized` it fills the available space."""
    size: dict[str, Value] = {"width": width * scale, "height": height * scale} if sized else {}
    return element(
        "svg",
        title(caption),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        **size,
        role="img",
        aria_label=caption,
        font_family=FONT,
        text_anchor="middle",
    )
