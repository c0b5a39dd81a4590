"""Views of sandbox boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tetsudo.analysis.run_report import Best
from tetsudo.core.errors import BadInput
from tetsudo.game.sandbox import board_file
from tetsudo.game.sandbox.board import HandMade
from tetsudo.titles.loader import titles as all_titles
from tetsudo.web.common.client_address import client_key
from tetsudo.web.common.error_pages import page, sentence_of
from tetsudo.web.common.language import language_of
from tetsudo.web.common.upload_form import FileForm
from tetsudo.web.play.sandbox import query_string
from tetsudo.web.play.sandbox.scene import Scene
from tetsudo.web.play.scene import pictures
from tetsudo.web.play.scene.scene import scene_of, table_or_404
from tetsudo.web.tables.seats.guests import check_rate_limit
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, boards
from tetsudo.web.tables.workers.process_pool import BUSY, DONE, REFUSED

MAX_SEARCH_SECONDS: Final = 10.0
"""Time limit in seconds for the best runs of a board, for all companies together."""


@require_safe
def what_if(request: HttpRequest) -> HttpResponse:
    """The board in the URL with its best runs; without a board, the list of titles."""
    if "title" not in request.GET:
        return render(request, "whatif/titles.html", {"infos": all_titles(), "form": FileForm()})
    try:
        board = query_string.read(request.GET)
        game = board.game()
    except BadInput as error:
        return page(request, sentence_of(error), 400, back=reverse("what-if"))
    game = game.in_language(language_of(request, game.setup.language))
    hex, chosen = request.GET.get("hex", ""), request.GET.get("company", "")
    scene = Scene(
        HandMade.of(game),  # normalised: equal boards have the same URL
        game,
        hex if hex in game.setup.map.by_name else "",
        chosen if chosen in game.companies else next(iter(board.trains), ""),
    )
    best, wait = _best_runs(request, scene)
    shown = Scene(scene.board, game, scene.hex, scene.chosen, best)
    text = board_file.write(scene.board)
    return render(
        request,
        "whatif/page.html",
        {
            "scene": shown,
            "wait": wait,
            "marks": pictures.marks(game.setup),
            "form": FileForm(initial={"text": text}),
        },
    )


def _best_runs(request: HttpRequest, scene: Scene) -> tuple[Mapping[str, Best], str]:
    """Best run of each company with trains. Without a result, the second item is "again", "late" or the refusal."""
    if not any(scene.board.trains.values()):
        return {}, ""
    language = scene.setup.told_in
    key = (query_string.query(scene.board), language)
    if boards.peek(key) is None:
        check_rate_limit(request, "boards")
    group = ("board", client_key(request.META.get("REMOTE_ADDR", "")))
    outcome = boards.ask(
        key,
        group,
        tasks.board_runs,
        lambda: (board_file.write(scene.board), language, min(MAX_SEARCH_SECONDS, settings.WORKER_TIMEOUT_SECONDS / 2)),
    )
    if outcome.how == DONE:
        return outcome.value, ""
    if outcome.how in (PENDING.how, BUSY):
        return {}, "again"
    return {}, sentence_of(outcome.value) if outcome.how == REFUSED else "late"


@require_safe
def file(request: HttpRequest) -> HttpResponse:
    """The board as a file for `tetsudo routes --board`."""
    try:
        board = HandMade.of(query_string.read(request.GET).game())
    except BadInput as error:
        return page(request, sentence_of(error), 400, back=reverse("what-if"))
    answer = HttpResponse(board_file.write(board), content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(True, f"{slugify(board.title)}-board.toml")
    return answer


@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of an uploaded board, or show the error in its file."""
    form = FileForm(request.POST, request.FILES)
    sentence = ""
    if form.is_valid():
        try:
            board = HandMade.of(board_file.read(_text_of(form)).game())
            return redirect(f"{reverse('what-if')}?{query_string.query(board)}")
        except BadInput as error:
            sentence = sentence_of(error)
    shown = {"infos": all_titles(), "form": form, "sentence": sentence}
    return render(request, "whatif/titles.html", shown, status=422)


def _text_of(form: FileForm) -> str:
    try:
        return form.content[: board_file.MAX_FILE_LENGTH * 4 + 1].decode()
    except UnicodeDecodeError:
        raise BadInput(_("This is not text.")) from None


@require_safe
def board_of_table(request: HttpRequest, key: str) -> HttpResponse:
    """Redirect to a sandbox with the present board of a table."""
    board = HandMade.of(scene_of(request, table_or_404(key)).hot.game)
    return redirect(f"{reverse('what-if')}?{query_string.query(board)}")
