"""Effective actions of an 18xx.games file, in order.

18xx.games keeps everything that was sent: an undone action stays in the list, followed by an `undo`. The results of
programmed actions are `auto_actions` inside the action before them.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tetsudo.interop.json_fields import Fields

END_GAME: Final = "end_game"
NO_EFFECT_KINDS: Final = ("message", "master_mode", "end_game", "log")
"""Kinds of actions that change no position; kinds beginning with `program_` do not either."""


@dataclass(frozen=True, slots=True)
class FileAction:
    """Effective action, with its index in the file's list."""

    index: int
    fields: Fields


def effective_actions(file: Fields) -> list[FileAction]:
    """Effective actions, automatic ones included, up to a manual `end_game`."""
    kept = _resolve_undo(list(file.objects("actions")))
    found: list[FileAction] = []
    for index, sent in kept:
        if sent.text("type") == END_GAME:
            break
        found += [FileAction(index, each) for each in _with_automatic(sent)]
    return found


def _resolve_undo(sent: list[Fields]) -> list[tuple[int, Fields]]:
    """Actions after all undo and redo. Messages are never undone; any other action clears redo.

    Undone actions stay after the end of the line until a new action replaces them, so undo and redo only move the end.
    """
    line: list[tuple[int, Fields]] = []
    end = 0
    undone: list[int] = []
    first_of = _indexes(sent)
    for index, action in enumerate(sent):
        match action.text("type"):
            case "undo":
                undone.append(end)
                end = min(_end_after_undo(line, end, first_of, action), end)
            case "redo":
                if not undone:
                    raise action.error("there is nothing to redo", "type")
                end = undone.pop()
            case "message":
                pass
            case _:
                undone.clear()
                line[end:] = [(index, action)]
                end += 1
    return line[:end]


def _indexes(sent: list[Fields]) -> dict[int, int]:
    """Index of each action by its `id`."""
    found: dict[int, int] = {}
    for index, action in enumerate(sent):
        if "id" in action:
            found.setdefault(action.number("id"), index)
    return found


def _end_after_undo(line: list[tuple[int, Fields]], end: int, first_of: Mapping[int, int], undo: Fields) -> int:
    """End of the line after an undo: before its last action, or after action `action_id` (0: the start)."""
    if "action_id" not in undo:
        return max(end - 1, 0)
    wanted = undo.number("action_id")
    if wanted == 0:
        return 0
    if wanted not in first_of:
        raise undo.error(f"there is no action {wanted} to go back to", "action_id")
    return bisect(line, first_of[wanted], hi=end, key=lambda each: each[0])


def _with_automatic(sent: Fields) -> Iterator[Fields]:
    """Action followed by its automatic actions, without those that have no effect."""
    for action in (sent, *sent.objects("auto_actions", [])):
        kind = action.text("type")
        if kind not in NO_EFFECT_KINDS and not kind.startswith("program_"):
            yield action
