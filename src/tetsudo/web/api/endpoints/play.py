"""Play: positions, legal actions, moves, undo, and the record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema
from pydantic import Field

from tetsudo.analysis.position_report import position_data
from tetsudo.core.actions import Action, Descriptor
from tetsudo.core.errors import BadInput
from tetsudo.core.open_actions import Range, Runs
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.language.labels import action_text, action_to_data
from tetsudo.web.api.access import ANYONE, PLAYER, holder_of
from tetsudo.web.api.endpoints.schemas import (
    ANSWERS,
    MAX_NUMBER,
    LegalActions,
    Move,
    Moved,
    Moves,
    Position,
    Undo,
    Version,
)
from tetsudo.web.lobby.files.download import released_record
from tetsudo.web.play.actions import make_move
from tetsudo.web.play.scene.scene import Scene, scene_of, table_or_404
from tetsudo.web.tables.games import hidden_information, storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.moves import undo as undoing

router = Router(tags=["Play"])

MAX_MOVES: Final = 500
"""Maximum number of moves in one answer."""

MOVE_ANSWERS: Final = {200: Moved, **ANSWERS}


def _begun_table(key: str) -> Table:
    """Table whose game has begun. Raises `Http404`, or `BadInput` before its beginning."""
    table = table_or_404(key)
    if table.status == Table.Status.WAITING:
        raise BadInput(_("This game has not begun: a seat is still open."))
    return table


# Reading


class At(Schema):
    """A version of a table."""

    version: int | None = Field(
        None, ge=0, le=MAX_NUMBER, description="An earlier version; if missing, the present one."
    )


@router.get("/{slug:key}/position", response={200: Position, **ANSWERS}, auth=ANYONE, url_name="api-position")
def position(request: HttpRequest, key: str, at: Query[At]) -> Any:
    """The position, as you know it."""
    scene = scene_of(request, _begun_table(key), at.version)
    return {
        "version": scene.version,
        "viewer": None if scene.viewer == NOBODY else scene.game.names[scene.viewer],
        "is_over": scene.game.is_over,
        "position": position_data(scene.game),
    }


@router.get("/{slug:key}/actions", response={200: LegalActions, **ANSWERS}, auth=ANYONE, url_name="api-actions")
def actions(request: HttpRequest, key: str) -> Any:
    """Every legal action of your seats, in turn and out of turn; for a spectator those of the player to act."""
    scene = scene_of(request, _begun_table(key))
    actor = scene.game.to_act.player
    return {
        "version": scene.version,
        "to_act": None if actor == NOBODY else scene.game.names[actor],
        "is_over": scene.game.is_over,
        "actions": [_legal_action(scene, player, offer, actor) for player, offer in _offers(scene)],
    }


def _offers(scene: Scene) -> Iterator[tuple[PlayerId, Descriptor]]:
    for offer in scene.offers:
        yield offer.player, offer
    yield from scene.out_of_turn_offers
    if not scene.own_seats and not scene.has_hidden_amounts and not scene.game.is_over:
        for offer in scene.game.legal_actions():
            yield offer.player, offer


def _legal_action(scene: Scene, player: PlayerId, offer: Descriptor, actor: PlayerId) -> dict[str, Any]:
    setup, names = scene.game.setup, scene.game.names
    example = _example(scene, offer)
    amount = {"field": offer.amount, "low": offer.low, "high": offer.high} if isinstance(offer, Range) else None
    return {
        "seat": player,
        "player": names[player],
        "type": offer.kind,
        "action": None if example is None else action_to_data(setup, names, example),
        "amount": amount,
        "command": "" if example is None else scene.game.text(example),
        "sentence": action_text(setup, names, offer),
        "is_in_turn": player == actor,
    }


def _example(scene: Scene, offer: Descriptor) -> Action | None:
    """An action that an offer stands for: the least amount, the best run; None if that is not known."""
    if not isinstance(offer, Runs):
        return offer.example()
    run = scene.shown_run if scene.table.best_routes else None
    return run.action if run is not None else None


class After(Schema):
    """Moves after a version."""

    after: int = Field(0, ge=0, le=MAX_NUMBER)


@router.get("/{slug:key}/moves", response={200: Moves, **ANSWERS}, auth=ANYONE, url_name="api-moves")
def moves(request: HttpRequest, key: str, since: Query[After]) -> Any:
    """Moves after a version, at most 500."""
    table = _begun_table(key)
    hidden_information.check_releasable(table, games.current(table).game)
    end = min(table.version, since.after + MAX_MOVES)
    rows = storage.rows(table, since.after, end)
    masters = storage.masters_versions(table, since.after + 1, end + 1)
    return {
        "version": table.version,
        "moves": [
            {"version": index + 1, "seat": seat, "is_masters": index + 1 in masters, "move": data}
            for index, data, seat in rows
        ],
    }


@router.get("/{slug:key}/record", response={200: dict[str, Any], **ANSWERS}, auth=ANYONE, url_name="api-record")
def record(request: HttpRequest, key: str) -> Any:
    """The record of the game, which `tetsudo.load` reads. Until the game is over it has no seed."""
    table = _begun_table(key)
    return HttpResponse(released_record(table, games.current(table)).to_json(), content_type="application/json")


# Moves


def _moved(table: Table) -> dict[str, Any]:
    return {"version": table.version, "status": table.status}


@router.post("/{slug:key}/actions", response=MOVE_ANSWERS, auth=PLAYER, url_name="api-act")
def act(request: HttpRequest, key: str, move: Move) -> Any:
    """Make a move for the position of a version. 409 if the game has moved on; a refusal changes nothing."""
    table = _begun_table(key)
    if (move.action is None) == (not move.command):
        raise BadInput(_("A move is either an action or a command."), "action")
    data = move.action if move.action is not None else _typed(request, table, move)
    make_move(request, table, move.version, data)
    return _moved(table)


def _typed(request: HttpRequest, table: Table, move: Move) -> dict[str, Any]:
    """A typed command as an action."""
    scene = scene_of(request, table)
    if move.version != scene.version:
        raise submit.stale_error(table)
    game = scene.game
    return action_to_data(game.setup, game.names, game.parse(move.command))


@router.post("/{slug:key}/undo", response=MOVE_ANSWERS, auth=PLAYER, url_name="api-undo")
def undo(request: HttpRequest, key: str, asked: Undo) -> Any:
    """Undo, as far as the table allows it."""
    table = _begun_table(key)
    submit.undo_moves(table, asked.version, asked.to, holder_of(request))
    return _moved(table)


@router.post("/{slug:key}/redo", response=MOVE_ANSWERS, auth=PLAYER, url_name="api-redo")
def redo(request: HttpRequest, key: str, asked: Version) -> Any:
    """Redo what was undone."""
    table = _begun_table(key)
    submit.redo_moves(table, asked.version, holder_of(request))
    return _moved(table)


@router.post("/{slug:key}/undo/ask", response=MOVE_ANSWERS, auth=PLAYER, url_name="api-ask-undo")
def ask_undo(request: HttpRequest, key: str, asked: Undo) -> Any:
    """Ask the others to agree to an undo."""
    table = _begun_table(key)
    undoing.ask(table, asked.version, asked.to, holder_of(request))
    return _moved(table)


@router.post("/{slug:key}/undo/agree", response=MOVE_ANSWERS, auth=PLAYER, url_name="api-agree-undo")
def agree_undo(request: HttpRequest, key: str, asked: Version) -> Any:
    """Agree to an undo, which is made once all have agreed."""
    table, guest = _begun_table(key), holder_of(request)
    agreed = undoing.agree(table, asked.version, guest)
    if agreed is not None:
        submit.undo_moves(table, asked.version, agreed.to, guest)
    return _moved(table)


@router.post("/{slug:key}/undo/decline", response=MOVE_ANSWERS, auth=PLAYER, url_name="api-decline-undo")
def decline_undo(request: HttpRequest, key: str) -> Any:
    """Decline an undo, or withdraw one's own request."""
    table = _begun_table(key)
    undoing.decline(table, holder_of(request))
    return _moved(table)
