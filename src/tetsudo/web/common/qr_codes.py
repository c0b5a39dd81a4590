"""QR codes of addresses, for pages and for a terminal. Phones read them with the camera."""

from __future__ import annotations

from io import StringIO
from typing import Final

import segno
from django.utils.safestring import SafeString, mark_safe

QUIET_ZONE: Final = 4
"""Width of the light border that readers need, in modules (QR standard)."""

TERMINAL_COLOURS: Final = "\x1b[97;40m{line}\x1b[0m"
"""White blocks on black, whichever colours the terminal has."""


def qr_svg(text: str, caption: str = "") -> SafeString:
    """QR code as an inline SVG, dark on white in every theme; `caption` for screen readers."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass="qr",
        lineclass=None,
        title=caption or None,
    )
    return mark_safe(drawn)  # safe: segno escapes the title, and the text is not in it


def qr_for_terminal(text: str) -> str:
    """QR code as lines of half blocks with colours."""
    lines = StringIO()
    segno.make(text, error="m", micro=False).terminal(lines, compact=True, border=2)
    return "\n".join(TERMINAL_COLOURS.format(line=line) for line in lines.getvalue().splitlines())
