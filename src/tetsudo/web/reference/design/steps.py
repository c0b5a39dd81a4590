"""Steps of the whole workspace: undo, redo, save, reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tetsudo.core.errors import BadInput
from tetsudo.lab.design.workspace import Workspace
from tetsudo.web.reference.design import file_pages, map_pages, tile_pages
from tetsudo.web.reference.design.current import changed, sentence, workspace

PARTS: Final = {"map": map_pages.parts, "tiles": tile_pages.parts, "files": file_pages.parts}
"""Function that shows a page's parts again, by the name of the page."""


def _saved(files: tuple[str, ...]) -> str:
    return f"Saved {', '.join(files)}." if files else ""


def _undo(work: Workspace) -> str:
    work.undo()
    return ""


def _redo(work: Workspace) -> str:
    work.redo()
    return ""


def _reload(work: Workspace) -> str:
    work.reload()
    return ""


STEPS: Final[dict[str, Callable[[Workspace], str]]] = {
    "undo": _undo,
    "redo": _redo,
    "save": lambda work: _saved(work.save()),
    "overwrite": lambda work: _saved(work.save(overwrite=True)),
    "reload": _reload,
}
"""Steps by the name of their button; each returns what to tell."""


@require_POST
def step(request: HttpRequest) -> HttpResponse:
    """Take a step, and show the page again."""
    name, page = request.POST.get("step", ""), request.POST.get("page", "")
    if name not in STEPS or page not in PARTS:
        raise BadInput(f"there is no step {name!r} on a page {page!r}")
    notice, is_refused = "", False
    try:
        notice = STEPS[name](workspace())
    except (BadInput, OSError) as error:
        notice, is_refused = sentence(error), True
    return changed(PARTS[page](request, request.POST.get("chosen", ""), notice=notice, is_refused=is_refused))
