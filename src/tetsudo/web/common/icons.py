"""Icons of buttons: one path each on a grid of 16, drawn with a line by `svg.icon` (page/base.css).

`{% icon "close" %}`, available in every template, draws one. It is hidden from screen readers: the button has a label.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.template import Library
from django.utils.html import format_html
from django.utils.safestring import SafeString

RING: Final = "a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5z"
"""Small ring of an icon's path, from its top."""

PATHS: Final[Mapping[str, str]] = {
    "branches": f"M4 4.75v6.5M4 9c0-3.5 8-1 8-4.25M4 1.25{RING}M4 11.25{RING}M12 1.25{RING}",
    "check": "M3 8.5l3.5 3.5L13 4.5",
    "close": "M4 4l8 8M12 4l-8 8",
    "fit": "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
    "full-screen": "M9.5 2.5h4v4M13.5 2.5l-4.5 4.5M6.5 13.5h-4v-4M2.5 13.5l4.5-4.5",
    "menu": "M2.5 4h11M2.5 8h11M2.5 12h11",
    "minus": "M3 8h10",
    "network": f"M7.2 5l-2.9 6M8.8 5l2.9 6M5.25 12.5h5.5M8 1.75{RING}M3.5 10.75{RING}M12.5 10.75{RING}",
    "next": "M6 3l5 5-5 5",
    "number": "M6.5 2.5l-1.5 11M11 2.5l-1.5 11M3 6h10.5M2.5 10h10.5",
    "play": "M5 3v10l8-5z",
    "plus": "M8 3v10M3 8h10",
    "previous": "M10 3L5 8l5 5",
    "redo": "M10.5 2.5l3 3-3 3M13.5 5.5h-7a4 4 0 0 0 0 8H10",
    "rotate-left": "M1 2.5v4h4M2.2 10.5a6.1 6.1 0 1 0 1-6L1 6.5",
    "rotate-right": "M15 2.5v4h-4M13.8 10.5a6.1 6.1 0 1 1-1-6l2.2 2",
    "undo": "M5.5 2.5l-3 3 3 3M2.5 5.5h7a4 4 0 0 1 0 8H6",
}
"""Path of each icon by its name."""

register = Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """The icon with this name, in the colour of the text."""
    return format_html('<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="{}"/></svg>', PATHS[name])
