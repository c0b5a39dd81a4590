"""Which actions of an 18xx.games file took effect, one after another.

That program keeps everything that was sent: an undone action stays in the list and an
`undo` follows it. What programmed actions set off stands as `auto_actions` inside the
action after which it happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tetsudo.interop.fields import Fields

UNDO: Final = "undo"
REDO: Final = "redo"
MESSAGE: Final = "message"
END: Final = "end_game"
WITHOUT_EFFECT: Final = ("message", "master_mode", "end_game", "log")
"""Kinds of actions that change no position; those that begin with `program_` too."""


@dataclass(frozen=True, slots=True)
class Sent:
    """An action that took effect, and its place in the file's list."""

    index: int
    fields: Fields


def effective(file: Fields) -> list[Sent]:
    """The actions that count, automatic ones in line, up to an `end_game` by hand."""
    kept = _without_undone(list(file.objects("actions")))
    found: list[Sent] = []
    for index, sent in kept:
        if sent.text("type") == END:
            break
        found += [Sent(index, each) for each in _in_line(sent)]
    return found


def _without_undone(sent: list[Fields]) -> list[tuple[int, Fields]]:
    """Undo and redo carried out. Messages are never undone; any other action ends redoing."""
    kept: dict[int, Fields] = {}
    undone: list[dict[int, Fields]] = []
    for index, action in enumerate(sent):
        match action.text("type"):
            case "undo":
                undone.append(_taken_back(sent, kept, action))
            case "redo":
                if not undone:
                    raise action.bad("there is nothing to redo", "type")
                kept.update(undone.pop())
            case "message":
                pass
            case _:
                undone.clear()
                kept[index] = action
    return sorted(kept.items())


def _taken_back(sent: list[Fields], kept: dict[int, Fields], undo: Fields) -> dict[int, Fields]:
    """Take back the last action, or all after the one of `action_id` (0: all)."""
    if "action_id" in undo:
        first = _after_id(sent, undo)
    else:
        first = max(kept, default=0)
    gone = {index: action for index, action in kept.items() if index >= first}
    for index in gone:
        del kept[index]
    return gone


def _after_id(sent: list[Fields], undo: Fields) -> int:
    wanted = undo.number("action_id")
    if wanted == 0:
        return 0
    for index, action in enumerate(sent):
        if action.raw.get("id") == wanted:
            return index + 1
    raise undo.bad(f"there is no action {wanted} to go back to", "action_id")


def _in_line(sent: Fields) -> Iterator[Fields]:
    """An action and what happened automatically after it, without what has no effect."""
    for action in (sent, *sent.objects("auto_actions", [])):
        kind = action.text("type")
        if kind not in WITHOUT_EFFECT and not kind.startswith("program_"):
            yield action
