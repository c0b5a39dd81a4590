"""Page of the files: their texts, to read and change by hand, and the export."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from tetsudo.core.errors import BadInput
from tetsudo.lab.design.workspace import FILES, MAIN_FILE
from tetsudo.web.reference.design.current import changed, sentence, shown, workspace


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The text of a file."""
    return render(request, "design/files.html", _values(request.GET.get("file", MAIN_FILE)))


def parts(request: HttpRequest, chosen: str, *, notice: str = "", is_refused: bool = False) -> HttpResponse:
    """The parts of the page that a change may have changed."""
    values = {**_values(chosen), "notice": notice, "is_refused": is_refused, "is_part": True}
    return render(request, "design/parts/file_parts.html", values, status=422 if is_refused else 200)


def _values(name: str) -> dict[str, Any]:
    name = name if name in FILES else MAIN_FILE
    return shown("files", chosen=name, files=FILES, text=workspace().text(name))


@require_POST
def edit(request: HttpRequest) -> HttpResponse:
    """Replace the text of a file. Mistakes in it are shown as those of any other change."""
    chosen = request.POST.get("chosen", "")
    try:
        workspace().change({chosen: request.POST.get("text", "").replace("\r\n", "\n")})
    except BadInput as error:
        return parts(request, chosen, notice=sentence(error), is_refused=True)
    return changed(parts(request, chosen))
