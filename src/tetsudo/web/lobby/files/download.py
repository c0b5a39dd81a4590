"""Downloads of games, and branches from a position of another game."""

from __future__ import annotations

from typing import Final, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tetsudo.core.errors import BadInput
from tetsudo.game.record import GameRecord
from tetsudo.titles.loader import title_info
from tetsudo.web.common import error_pages
from tetsudo.web.play.scene import entity_tags
from tetsudo.web.play.scene.scene import count_read
from tetsudo.web.tables.games import from_record, hidden_information, storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.seats.guests import check_rate_limit, ensure_guest, guest_of
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import files as file_questions
from tetsudo.web.tables.workers.process_pool import DONE, FAILED, REFUSED, TIMED_OUT

FORMAT_18XX_GAMES: Final = "18xx.games"


def _begun_table_or_404(key: str) -> Table:
    table = Table.objects.filter(key=key).first()
    if table is None or table.status == Table.Status.WAITING:
        raise Http404
    return table


def _game_or_404(table: Table, version: int | None) -> CachedGame:
    try:
        return games.current(table) if version is None else games.at_version(table, version)
    except BadInput:
        raise Http404 from None


@require_safe
def download(request: HttpRequest, key: str) -> HttpResponseBase:
    """Download the record of a table's game; `?format=18xx.games` for that site's format, `?version=` for an earlier
    version."""
    version = request.GET.get("version", "")
    table = _begun_table_or_404(key)
    count_read(request, table)
    hot = _game_or_404(table, int(version) if version.isdecimal() and len(version) < 10 else None)
    theirs = request.GET.get("format") == FORMAT_18XX_GAMES
    tag = entity_tags.tag_of(table, hot.version, theirs)
    try:
        hidden_information.check_releasable(table, hot.game)
        if known := entity_tags.not_modified(request, tag):
            return known
        record = released_record(table, hot)
        content = _export_18xx_games(table, hot, record) if theirs else record.to_json()
        if content is None:
            waits = render(request, "files/reading.html", {"address": ""}, status=202)
            waits["Refresh"] = "1"
            return waits
    except BadInput as error:
        return error_pages.page(request, error_pages.sentence_of(error), 422, back=reverse("table", args=[key]))
    name = slugify(table.name) or slugify(title_info(table.title).full_name)
    file = f"{name}-{hot.game.length}{f'-{FORMAT_18XX_GAMES}' if theirs else ''}.json"
    headers = {"Content-Disposition": content_disposition_header(True, file) or ""}
    return entity_tags.tagged(HttpResponse(content, content_type="application/json", headers=headers), tag)


def released_record(table: Table, hot: CachedGame) -> GameRecord:
    """Record of a game; BadInput while amounts are hidden. Until the game ends it has no seed, which is not needed:
    the record has the seating and the deal."""
    hidden_information.check_releasable(table, hot.game)
    written = storage.full_record(table, hot)
    if table.status != Table.Status.FINISHED:
        written.seed = None
    return written


def _export_18xx_games(table: Table, hot: CachedGame, record: GameRecord) -> bytes | None:
    """Game as a file of 18xx.games; None while it is being written, BadInput if it cannot be."""
    group = ("export", table.pk)
    outcome = file_questions.ask(("export", table.pk, hot.version), group, tasks.export_file, lambda: (record,))
    if outcome.how == DONE:
        return cast("bytes", outcome.value)
    if outcome.how == REFUSED:
        raise cast("BadInput", outcome.value)
    if outcome.how in (TIMED_OUT, FAILED):
        raise BadInput(_("Writing this file takes too long."))
    return None


# Branches


@require_POST
def branch(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """Create a private table that branches from a position of another, which does not change."""
    check_rate_limit(request, "branches")
    parent = _begun_table_or_404(key)
    _game_or_404(parent, version)
    name = parent.name or title_info(parent.title).full_name
    called = _("What if: {name}, move {number}").format(name=name[:60], number=version)
    try:
        made = from_record.create_branch(parent, version, guest_of(request) or ensure_guest(request), called)
    except BadInput as error:
        return error_pages.page(request, error_pages.sentence_of(error), 422, back=reverse("table", args=[key]))
    return redirect("table", made.key)
