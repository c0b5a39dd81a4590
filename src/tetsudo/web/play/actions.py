"""Views that apply moves, undo and redo, and answer the controls' queries before a move."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_POST

from tetsudo.core.errors import BadInput, IllegalAction, TetsudoError
from tetsudo.game.game import Game
from tetsudo.language.labels import action_from_data
from tetsudo.web.common.language import sentence
from tetsudo.web.play.controls.before_after import ledger_of
from tetsudo.web.play.controls.hexes import menu_of
from tetsudo.web.play.pages import context
from tetsudo.web.play.scene import pictures, route_choice
from tetsudo.web.play.scene.scene import Scene, scene_of, table_or_404
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.moves import undo as undoing
from tetsudo.web.tables.own_seats import own_seats, played_seats
from tetsudo.web.tables.seats.guests import guest_of


def requested_version(request: HttpRequest) -> int:
    """Number of moves of the position that a move is for. Raises `BadInput` if the page does not say it."""
    text = request.POST.get("version", "")
    if not text.isdecimal() or len(text) > 9:
        raise BadInput(_("The move does not say which position it is for."))
    return int(text)


def _undo_target(request: HttpRequest, table: Table) -> int | None:
    """Number of actions to keep; None to undo only the last decision."""
    to, shown = (request.POST.get(field, "") for field in ("to", "shown"))
    if not all(len(text) <= 9 and (text.isdecimal() or not text) for text in (to, shown)):
        raise BadInput(_("There is nothing to undo."))
    if shown:  # by version: the same number of actions may be another position by now
        return games.current(table).length_at(int(shown))
    return int(to) if to else None


def _action(asked: Mapping[str, str]) -> Any:
    """The requested action in the record format. Raises `BadInput` if it is malformed."""
    try:
        data = json.loads(asked.get("action", ""))
        if isinstance(data, dict) and "open" in data:
            field = str(data.pop("open"))
            data[field] = int(asked.get("amount", ""))
    except (ValueError, RecursionError):
        raise BadInput(_("This is not an action.")) from None
    return data


@require_POST
def act(request: HttpRequest, key: str) -> HttpResponse:
    """Apply an action: `version`, and `action` in the record format; `amount` fills its open field."""
    table = table_or_404(key)
    return answer(request, table, lambda: make_move(request, table, requested_version(request), _action(request.POST)))


def make_move(request: HttpRequest, table: Table, version: int, data: Any) -> None:
    """Apply an action (in the format of records) of one of the viewer's seats; raises as `submit.act`."""
    try:
        guest = guest_of(request)
        submit.act(table, version, data, played_seats(table, guest), own_seats(table, guest))
    except IllegalAction as refusal:
        raise _player_refusal(scene_of(request, table), data, refusal) from None


def _player_refusal(scene: Scene, data: Any, refusal: IllegalAction) -> IllegalAction:
    """The refusal as the acting player knows it, in their language; the table's own refusal is in English."""
    action = action_from_data(scene.game.setup, scene.game.names, data)
    told = scene.known_game(scene.hot.game, action.player).why_not(action)
    return told or refusal_without_reason(scene, refusal)


def refusal_without_reason(scene: Scene, refusal: IllegalAction) -> IllegalAction:
    """The refusal of something that the player's own knowledge allows: its reason may be a hidden amount."""
    return IllegalAction("hidden", _("This is not possible now.")) if scene.has_hidden_amounts else refusal


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Undo the last decision of a person, or all moves after the first `to` actions or after the version `shown`."""
    table = table_or_404(key)
    return answer(
        request,
        table,
        lambda: submit.undo_moves(table, requested_version(request), _undo_target(request, table), player_of(request)),
    )


@require_POST
def redo(request: HttpRequest, key: str) -> HttpResponse:
    """Redo undone moves."""
    table = table_or_404(key)
    return answer(request, table, lambda: submit.redo_moves(table, requested_version(request), player_of(request)))


def player_of(request: HttpRequest) -> Guest:
    """Guest who undoes or redoes moves. Raises `NotAllowed` for visitors without a name."""
    guest = guest_of(request)
    if guest is None:
        raise NotAllowed(_("Only players can undo."))
    return guest


STATUS: Final[Mapping[type[TetsudoError], int]] = {StaleRequest: 409, NotAllowed: 403}
"""HTTP status by refusal; 422 for all others."""


def answer(request: HttpRequest, table: Table, move: Callable[[], object]) -> HttpResponse:
    """Make a move and answer with the updated parts of the page, or, for API clients, with JSON."""
    refusal: TetsudoError | None = None
    try:
        move()
    except TetsudoError as error:
        refusal = error
    status = STATUS.get(type(refusal), 422) if refusal else 200
    if not request.accepts("text/html"):
        return JsonResponse(_json_outcome(table, refusal), status=status)
    shown = {**context(scene_of(request, table)), "refusal": refusal}
    return render(request, "table/parts.html", shown, status=status)


def _json_outcome(table: Table, refusal: TetsudoError | None) -> dict[str, Any]:
    """Outcome of a move as JSON data."""
    if refusal is None:
        return {"version": table.version}
    table.refresh_from_db(fields=["version"])
    return {"version": table.version, "refusal": str(refusal)}


# Queries before a move


def _is_current(request: HttpRequest, scene: Scene) -> bool:
    """True if the page asks about the present position."""
    return request.GET.get("version") == str(scene.version)


def _stale_response() -> HttpResponse:
    return HttpResponse(_("The game has moved on: here is the current position."), status=409)


@require_GET
@cache_control(no_store=True)
def hex(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Menu of a hex: every tile in every rotation that fits, and the reasons why others do not."""
    scene = scene_of(request, table_or_404(key))
    if name not in scene.game.setup.map.by_name:
        raise Http404
    if not _is_current(request, scene):
        return _stale_response()
    menu = menu_of(scene, scene.game.setup.map.by_name[name])
    return render(request, "table/map/hex.html", {"menu": menu, "scene": scene})


@require_GET
@cache_control(no_store=True)
def ledger(request: HttpRequest, key: str) -> HttpResponse:
    """Figures for a decision, now and after `action` (the button's data); `amount` fills its open field."""
    scene = scene_of(request, table_or_404(key))
    if not _is_current(request, scene):
        return _stale_response()
    try:
        action = action_from_data(scene.game.setup, scene.game.names, _action(request.GET))
    except BadInput as error:
        return HttpResponse(sentence(error), status=422)
    if action.player not in scene.own_seats:
        return HttpResponse(status=204)
    shown = ledger_of(scene.known_game(scene.hot.game, action.player), action.player, action)
    return render(request, "table/decision/ledger.html", {"ledger": shown})


@require_GET
@cache_control(no_store=True)
def routes(request: HttpRequest, key: str) -> HttpResponse:
    """The best run that meets the clicks, or the reason why there is none.

    `wishes`: those of the page, or the initial ones if missing. `train`: the train to change,
    with either the clicked `spot` (a hex, and one of its nodes or -1) or `idle` (1 to stay at home, 0 to run).
    """
    scene = scene_of(request, table_or_404(key))
    if scene.run_search is None or not _is_current(request, scene):
        return HttpResponse(status=204) if "again" in request.GET else _stale_response()
    try:
        shown = _requested_run(request, scene, scene.run_search)
    except BadInput as error:
        return HttpResponse(sentence(error), status=422)
    drawn = {"run": shown, "map": _map_of(scene, shown), "now": scene.version}
    return render(request, "table/map/routes.html", {"scene": scene, "table": scene.table, **drawn})


def _map_of(scene: Scene, shown: route_choice.ShownRun | route_choice.PendingRun) -> str:
    """The map with a run; empty during the search, since the page already has a map."""
    if isinstance(shown, route_choice.PendingRun):
        return ""
    return pictures.map_of(scene) if shown is scene.run else pictures.map_with(scene, shown)


def _requested_run(
    request: HttpRequest, scene: Scene, search: route_choice.RunSearch
) -> route_choice.ShownRun | route_choice.PendingRun:
    """The run after a click. If there is no such run, the one before it, with the refusal."""
    game, asked, runs = scene.game, request.GET, search.runs
    if scene.run and not any(asked.get(field) for field in ("wishes", "spot", "idle", "train")):
        return scene.run
    first = route_choice.initial_wishes(runs, best=scene.table.best_routes)
    wishes = route_choice.parse_wishes(asked["wishes"], runs, game.setup) if asked.get("wishes") else first
    train = asked.get("train", "0")
    place = int(train) if train.isdecimal() and len(train) < 3 else 0
    if place >= len(wishes):
        raise BadInput(_("This is not a request for a run."))
    again = request.get_full_path()
    again = again if "again" in asked else f"{again}&again=1"
    try:
        before = search.find_run(wishes, place, again=again)
    except IllegalAction as refusal:
        return search.find_run(first, place, refusal, again)
    if isinstance(before, route_choice.PendingRun):
        return before
    changed = list(wishes)
    if asked.get("spot"):
        changed[place] = route_choice.click(game, before, wishes[place], place, _spot(asked["spot"], game))
    elif asked.get("idle"):
        changed[place] = route_choice.TrainWish(idle=asked["idle"] == "1")
    else:
        return before
    try:
        return search.find_run(changed, place, again=again)
    except IllegalAction as refusal:
        return replace(before, refusal=refusal)


def _spot(text: str, game: Game) -> tuple[str, int]:
    name, _comma, node = text.partition(",")
    if name not in game.setup.map.by_name or not (node == "-1" or (node.isdecimal() and len(node) < 3)):
        raise BadInput(_("This is not a request for a run."))
    return name, int(node)


# Undo by agreement


@require_POST
def ask_undo(request: HttpRequest, key: str) -> HttpResponse:
    """Ask the other players to agree to an undo."""
    table = table_or_404(key)
    return answer(
        request,
        table,
        lambda: undoing.ask(table, requested_version(request), _undo_target(request, table), player_of(request)),
    )


@require_POST
def agree_undo(request: HttpRequest, key: str) -> HttpResponse:
    """Agree to an undo. Undo once everybody has agreed."""
    table = table_or_404(key)

    def move() -> None:
        version, guest = requested_version(request), player_of(request)
        agreed = undoing.agree(table, version, guest)
        if agreed is not None:
            submit.undo_moves(table, version, agreed.to, guest)

    return answer(request, table, move)


@require_POST
def decline_undo(request: HttpRequest, key: str) -> HttpResponse:
    """Withdraw or decline a request to undo."""
    table = table_or_404(key)
    return answer(request, table, lambda: undoing.decline(table, player_of(request)))
