"""A guest's private notes: a text on the table, and a line on each company and each other player.

They are in no part of a page that is cached for several viewers: the page's script puts the marks beside the names, and
fetches the fields when their tab is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tetsudo.game.game import Game
from tetsudo.web.play.scene.scene import Scene, scene_of, table_or_404
from tetsudo.web.tables.models import Guest, Note, NoteLine, Table
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of

MAX_NOTE_LENGTH: Final = 20_000
MAX_LINE_LENGTH: Final = 200
"""Maximum lengths in characters."""

COMPANY, PLAYER = "company", "player"


class Line(NamedTuple):
    """The note on a company or a player; `symbol` of a company, `seat` of a player, else "" and -1."""

    about: str
    name: str
    text: str
    symbol: str = ""
    seat: int = -1

    @property
    def id(self) -> str:
        """Id of its field."""
        return f"note-{self.about.replace(':', '-')}"


def context(scene: Scene) -> dict[str, Any]:
    """Template context of a page, which fetches the fields later: the lines on companies and players, for the marks.

    In the past also these are fetched: browsers keep such pages.
    """
    if scene.is_past:
        return {"noted": {}, "notes_when": "load"}
    return {"noted": _known_lines(scene) if scene.guest else {}, "notes_when": "intersect once"}


def _known_lines(scene: Scene) -> dict[str, str]:
    """Lines of the viewer by what they are about."""
    return dict(NoteLine.objects.filter(table=scene.table, guest=scene.guest).values_list("about", "text"))


def _fields(scene: Scene) -> dict[str, Any]:
    """Template context of the fields."""
    note = Note.objects.filter(table=scene.table, guest=scene.guest).first()
    known = _known_lines(scene)
    lines = [line._replace(text=known.get(line.about, "")) for line in _lines(scene.game)]
    others = [line for line in lines if line.seat not in scene.own_seats]
    return {
        "text": note.text if note else "",
        "companies": [line for line in others if line.symbol],
        "players": [line for line in others if not line.symbol],
        "longest": MAX_NOTE_LENGTH,
        "longest_line": MAX_LINE_LENGTH,
    }


def _lines(game: Game) -> Iterator[Line]:
    """Empty lines for everything that a note can be about."""
    for company in game.setup.companies:
        yield Line(f"{COMPANY}:{company.symbol}", company.name, "", symbol=company.symbol)
    for seat, name in enumerate(game.names):
        yield Line(f"{PLAYER}:{seat}", name, "", seat=seat)


@require_http_methods(["GET", "POST"])
@cache_control(no_store=True)
def notes(request: HttpRequest, key: str) -> HttpResponse:
    """Show a guest's notes (GET), or save one (POST): `text`, on the table or on what `about` names."""
    table, guest = table_or_404(key), guest_of(request)
    if request.method == "POST":
        return _save(request, table, guest)
    scene = scene_of(request, table)
    return render(request, "table/panels/notes.html", {"table": table, "notes": _fields(scene) if guest else None})


def _save(request: HttpRequest, table: Table, guest: Guest | None) -> HttpResponse:
    if guest is None:
        return HttpResponse(_("Only guests with a name can keep notes."), status=403)
    check_rate_limit(request, "notes")
    text = request.POST.get("text", "").replace("\0", "")  # some databases cannot store NUL characters
    about = request.POST.get("about", "")
    longest = MAX_LINE_LENGTH if about else MAX_NOTE_LENGTH
    if len(text) > longest:
        return HttpResponse(_("Notes have at most %(count)d characters.") % {"count": longest}, status=422)
    if not about:
        Note.objects.update_or_create(table=table, guest=guest, defaults={"text": text})
    elif about not in {line.about for line in _lines(scene_of(request, table).game)}:
        return HttpResponse(_("There is no such company or player at this table."), status=422)
    else:
        _save_line(table, guest, about, " ".join(text.split()))
    return HttpResponse(_("Saved."))


def _save_line(table: Table, guest: Guest, about: str, text: str) -> None:
    own: dict[str, Any] = {"table": table, "guest": guest, "about": about}
    if text:
        NoteLine.objects.update_or_create(**own, defaults={"text": text})
    else:
        NoteLine.objects.filter(**own).delete()
