"""The position of a chapter, as its readers see it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest
from django.utils.safestring import mark_safe

from tetsudo.draw import map_svg
from tetsudo.web.play.panels import on_paper
from tetsudo.web.play.scene import pictures
from tetsudo.web.play.scene.scene import Scene, scene_of
from tetsudo.web.results.studies.models import Chapter
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.people import admission

PARTS = ("moment", "turn", "players", "companies")
"""Parts of a position on paper that a chapter shows too."""


def scene_of_chapter(request: HttpRequest, chapter: Chapter) -> Scene:
    """Scene of a chapter's position. Raises `Http404` if it cannot be read any more, or not yet."""
    table = Table.everything.filter(pk=chapter.table_id).first()
    if table is None or admission.is_closed(table):
        raise Http404
    return scene_of(request, table, chapter.version)


def context(scene: Scene) -> dict[str, Any]:
    """Template context of a position: the map, whose turn it is, players and companies."""
    on_paper_context = on_paper.context(scene)
    return {
        **{name: on_paper_context[name] for name in PARTS},
        "scene": scene,
        "table": scene.table,
        "game": scene.game,
        "marks": pictures.marks(scene.game.setup),
        "map": mark_safe(map_svg(scene.game, theme="page", sized=False)),  # safe: drawn by tetsudo.draw
        "is_tall": pictures.is_tall(scene.game.setup),
    }
