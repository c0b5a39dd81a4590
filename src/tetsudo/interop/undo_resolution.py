"""Which actions of an 18xx.games file took effect, one after another.

That program keeps everything that was sent: an undone action stays in the list and an
`undo` follows it. What programmed actions set off stands as `auto_actions` inside the
action after which it happened.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tetsudo.interop.json_fields import Fields

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
    """Undo and redo carried out. Messages are never undone; any other action ends redoing.

    What was undone stays behind the end of the line until something new is done, so that
    undoing and redoing only move that end.
    """
    line: list[tuple[int, Fields]] = []
    end = 0
    undone: list[int] = []
    first_of = _indexes(sent)
    for index, action in enumerate(sent):
        match action.text("type"):
            case "undo":
                undone.append(end)
                end = min(_place_to_go(line, end, first_of, action), end)
            case "redo":
                if not undone:
                    raise action.bad("there is nothing to redo", "type")
                end = undone.pop()
            case "message":
                pass
            case _:
                undone.clear()
                line[end:] = [(index, action)]
                end += 1
    return line[:end]


def _indexes(sent: list[Fields]) -> dict[int, int]:
    """Where each action stands, by its `id`."""
    found: dict[int, int] = {}
    for index, action in enumerate(sent):
        if "id" in action:
            found.setdefault(action.number("id"), index)
    return found


def _place_to_go(line: list[tuple[int, Fields]], end: int, first_of: Mapping[int, int], undo: Fields) -> int:
    """Where the line ends after an undo: before its last action, or after that of `action_id` (0: at nothing)."""
    if "action_id" not in undo:
        return max(end - 1, 0)
    wanted = undo.number("action_id")
    if wanted == 0:
        return 0
    if wanted not in first_of:
        raise undo.bad(f"there is no action {wanted} to go back to", "action_id")
    return bisect(line, first_of[wanted], hi=end, key=lambda each: each[0])


def _in_line(sent: Fields) -> Iterator[Fields]:
    """An action and what happened automatically after it, without what has no effect."""
    for action in (sent, *sent.objects("auto_actions", [])):
        kind = action.text("type")
        if kind not in WITHOUT_EFFECT and not kind.startswith("program_"):
            yield action
