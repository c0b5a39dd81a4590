"""Drawing of a company's mark on its own: for lists, the log, certificates."""

from __future__ import annotations

from tetsudo.draw.hex.stops import symbol_size
from tetsudo.draw.style.theme import ink_on, palette
from tetsudo.draw.svg import Markup, Value, circle, element, label, title
from tetsudo.engine.model.title import Company


def token_svg(company: Company, size: float = 20.0, *, theme: str = "page", hidden: bool = False) -> str:
    """Mark of a company, `size` pixels high; `hidden` from screen readers where its name is beside it.

    The colour of its edge depends on the theme, so that it stands out from the background.
    """
    said: dict[str, Value] = {"aria_hidden": "true"} if hidden else {"role": "img", "aria_label": company.name}
    return element(
        "svg",
        "" if hidden else title(company.name),
        _mark(company, theme),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="-12 -12 24 24",
        width=size,
        height=size,
        class_="mark",
        data_company=company.symbol,
        font_family="system-ui, sans-serif",
        text_anchor="middle",
        **said,
    )


def _mark(company: Company, theme: str) -> Markup:
    """Mark like a token, but small: without the inner ring, and with larger letters."""
    return circle(0, 0, 11.2, fill=company.colour, stroke=palette(theme).edge, stroke_width=1.2) + label(
        company.symbol, 0, 0, symbol_size(company.symbol, 12.6), font_weight=700, fill=ink_on(company.colour)
    )
