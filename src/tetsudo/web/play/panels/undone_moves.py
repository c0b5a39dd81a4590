"""Moves that other players undid since the viewer's last move: reported here, as the game keeps no trace of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.core.actions import Chance
from tetsudo.core.errors import TetsudoError
from tetsudo.language.labels import action_from_data, action_text
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.games.cached_game import REDO, UNDO, length_of

MAX_REPORTED_UNDOS: Final = 3
"""Maximum number of undos reported; earlier ones are left out."""


@dataclass
class UndoneMoves:
    """An undo: who did it, and the versions of the undone moves."""

    seat: int | None
    versions: list[int]


def undo_notices(scene: Scene) -> list[str]:
    """A sentence for each of the latest undos by others, first to last."""
    path = [scene.hot.begun, *scene.hot.path]
    first = path[scene.known_length]
    if scene.is_past or scene.version - first == len(path) - 1 - scene.known_length:
        return []  # every version since then belongs to an action: no undo
    found = _undos_since(scene, first, path[1 : scene.known_length + 1])
    return [_undo_text(scene, each) for each in found if each.seat not in scene.own_seats and each.versions][
        -MAX_REPORTED_UNDOS:
    ]


def _undos_since(scene: Scene, first: int, path: list[int]) -> list[UndoneMoves]:
    """Undos after version `first`, without moves that were redone; `path`: the versions that led to it."""
    line, found = list(path), list[UndoneMoves]()
    ahead: list[int] = []
    for version, (_index, move, seat) in enumerate(storage.rows(scene.table, first, scene.version), first + 1):
        if move.get("type") == UNDO:
            found.append(UndoneMoves(seat, line[length_of(move) :]))
            line, ahead = line[: length_of(move)], line[length_of(move) :] + ahead
        elif move.get("type") == REDO:
            again = ahead[: length_of(move) - len(line)]
            line, ahead = line + again, ahead[len(again) :]
            for each in found:
                each.versions = [one for one in each.versions if one not in again]
        else:
            line, ahead = [*line, version], []
    return found


def _undo_text(scene: Scene, undone: UndoneMoves) -> str:
    names = scene.game.names
    who = names[undone.seat] if undone.seat is not None and undone.seat < len(names) else _("Someone")
    more = len(undone.versions) - 1
    what = "" if scene.has_hidden_amounts else _undone_action_text(scene, undone.versions[0])
    if not what:
        count = more + 1
        return ngettext("{who} undid {count} move.", "{who} undid {count} moves.", count).format(who=who, count=count)
    if not more:
        return _("{who} undid: {what}.").format(who=who, what=what)
    return ngettext(
        "{who} undid: {what}, and {count} move after it.",
        "{who} undid: {what}, and {count} moves after it.",
        more,
    ).format(who=who, what=what, count=more)


def _undone_action_text(scene: Scene, version: int) -> str:
    """Text of an action; empty if it is a random event or can no longer be read."""
    data: Any = storage.actions_at(scene.table, [version])[0]
    try:
        action = action_from_data(scene.game.setup, scene.game.names, data)
    except TetsudoError:
        return ""
    if isinstance(action, Chance):
        return ""
    return action_text(scene.game.setup, scene.game.names, action)
