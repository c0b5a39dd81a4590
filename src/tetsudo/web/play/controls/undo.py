"""Undo and redo on the page: at once, with the others' consent, or disabled with a reason."""

from __future__ import annotations

from dataclasses import dataclass

from tetsudo.core.errors import TetsudoError
from tetsudo.language.log_sentences import narrate
from tetsudo.web.common.language import sentence
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.chat.messages import name_of
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Table, UndoRequest
from tetsudo.web.tables.moves import undo
from tetsudo.web.tables.own_seats import people


@dataclass(frozen=True)
class PendingUndo:
    """A pending undo request: who asked, the first event to be undone, and the viewer's part in it."""

    who: str
    what: str
    is_mine: bool
    may_answer: bool


@dataclass(frozen=True)
class UndoBar:
    """Undo and redo for the viewer. `no_undo`, `no_redo`: reasons if disabled; `asks`: the others must agree first."""

    no_undo: str
    no_redo: str
    asks: bool
    asked: PendingUndo | None


def undo_bar(scene: Scene) -> UndoBar | None:
    """Undo and redo for the viewer; None in the past, and for spectators other than the table's owner."""
    guest, table = scene.guest, scene.table
    if guest is None or scene.is_past or not (scene.own_seats or guest.pk == table.owner_id):
        return None
    asks = table.undo == Table.Undo.AGREE and bool(people(table) - {guest.pk})
    return UndoBar(
        _no_undo(scene, guest, asks), _no_redo(scene, guest), asks, _pending_undo(scene, guest) if asks else None
    )


def may_go_back(scene: Scene) -> bool:
    """True if the viewer may undo at once to the past position shown."""
    if not scene.is_past or scene.guest is None:
        return False
    now = games.current(scene.table)
    try:
        undo.check(scene.table, now, now.length_at(scene.version), scene.guest)
    except TetsudoError:
        return False
    return True


def _no_undo(scene: Scene, guest: Guest, asks: bool) -> str:
    try:
        length = undo.last_decision(scene.hot, scene.table, scene.seats)
        if not asks:
            undo.check(scene.table, scene.hot, length, guest)
    except TetsudoError as refusal:
        return sentence(refusal)
    return ""


def _no_redo(scene: Scene, guest: Guest) -> str:
    try:
        length = undo.next_decision(scene.hot, scene.table)
        undo.check_redo(scene.table, scene.hot, length, guest)
    except TetsudoError as refusal:
        return sentence(refusal)
    return ""


def _pending_undo(scene: Scene, guest: Guest) -> PendingUndo | None:
    found = undo.request_of(scene.table, scene.hot)
    if found is None:
        return None
    is_mine = name_of(scene.table, guest) == found.asked_by and guest.pk in found.agreed
    return PendingUndo(found.asked_by, _first_undone_line(scene, found), is_mine, guest.pk not in found.agreed)


def _first_undone_line(scene: Scene, request: UndoRequest) -> str:
    """Log line of the first event that would be undone."""
    then = scene.known_game(games.at_version(scene.table, scene.hot.path[request.to]).game)
    told = narrate(scene.game.setup, scene.game.names, then.latest_events)
    return told[0] if told else ""
