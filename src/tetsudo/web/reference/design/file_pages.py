"""Page of the files: their texts, to read and change by hand, and the export."""

from __future__ import annotations

import re
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from tetsudo.core.errors import BadInput
from tetsudo.lab.design.maker import export_game, game_text
from tetsudo.lab.design.workspace import FILES, MAIN_FILE
from tetsudo.web.reference.design.current import changed, sentence, shown, workspace

FILE_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")
"""Characters that are replaced in the name of a download."""


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
        workspace().change({chosen: _with_line_ends(request.POST.get("text", ""), workspace().text(chosen))})
    except BadInput as error:
        return parts(request, chosen, notice=sentence(error), is_refused=True)
    return changed(parts(request, chosen))


def _with_line_ends(text: str, before: str) -> str:
    """Text with the line ends of the file, which a form does not keep."""
    plain = text.replace("\r\n", "\n")
    return plain.replace("\n", "\r\n") if "\r\n" in before else plain


@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """The draft as a game file of 18xx-maker."""
    work = workspace()
    game, _losses = export_game(work.texts)
    response = HttpResponse(game_text(game), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{FILE_NAME.sub("-", work.folder.name)}.json"'
    return response


@require_GET
def left_out(request: HttpRequest) -> HttpResponse:
    """List of what that file cannot carry over."""
    _game, losses = export_game(workspace().texts)
    return render(request, "design/parts/left_out.html", {"losses": losses})
