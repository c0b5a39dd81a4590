"""Pictures of single tiles and printed hexes for pages, each drawn once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django.utils.safestring import SafeString, mark_safe

from tetsudo.core.units import FaceId
from tetsudo.draw import tile_svg
from tetsudo.engine.model.title import Setup

MAX_CACHED_PICTURES: Final = 4096
"""Maximum number of cached pictures: all faces of some titles, a few kilobytes each."""


@lru_cache(maxsize=MAX_CACHED_PICTURES)
def tile_picture(setup: Setup, face: FaceId) -> SafeString:
    """Picture of a face, in the colours of the page and in the setup's language."""
    flat, language = setup.map.flat_top, setup.told_in
    return mark_safe(tile_svg(setup.faces[face], flat_top=flat, theme="page", sized=False, language=language))
