"""Stops in forms: kind, slots, value and further words of each node of a hex or tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from tetsudo.core.errors import BadInput
from tetsudo.engine.model.tiles import NODE_KINDS
from tetsudo.lab.design.hexes import node_texts
from tetsudo.lab.design.toml_text import Raw

NEW_NODES: Final = {
    "city": "city 1 0",
    "town": "town 0",
    "offboard": "offboard yellow=30 brown=60",
    "junction": "junction",
}
"""Texts of new nodes by kind."""

MAX_WORDS: Final = 120


class NodeRow(NamedTuple):
    """A node in a form: its number, kind, slots, and value with all further words."""

    number: int
    kind: str
    slots: str
    value: str
    kinds: tuple[str, ...] = NODE_KINDS


def node_rows(raw: Raw) -> list[NodeRow]:
    """Nodes of a line."""
    return [_row(index, text) for index, text in enumerate(node_texts(raw))]


def _row(index: int, text: str) -> NodeRow:
    kind, *words = text.split() or [""]
    slots = words.pop(0) if kind == "city" and words else ""
    return NodeRow(index, kind, slots, " ".join(words))


def node_text(raw: Raw, given: Mapping[str, str], *, is_new: bool = False) -> list[str]:
    """Texts of all nodes of a line after one was changed by a form, or added.

    A value may be wrong: the loader says so, and it can be corrected. Raises BadInput for an unknown kind or node.
    """
    texts, kind = list(node_texts(raw)), given.get("kind", "")
    if kind not in NODE_KINDS:
        raise BadInput(f"a stop is one of {', '.join(NODE_KINDS)}, not {kind[:40]!r}")
    if is_new:
        return [*texts, NEW_NODES[kind]]
    index = given.get("index", "")
    if not index.isdecimal() or int(index) >= len(texts):
        raise BadInput(f"there is no stop {index[:40]!r}")
    slots = given.get("slots", "").strip() or "1"
    words = [kind, *([slots] if kind == "city" else []), *(given.get("value", "")[:MAX_WORDS].split() or ["0"])]
    texts[int(index)] = "junction" if kind == "junction" else " ".join(words)
    return texts


def words_value(value: object) -> str:
    """Number, or numbers by colour, as words: `brown=80`."""
    if isinstance(value, dict):
        return " ".join(f"{key}={each}" for key, each in value.items())
    return "" if value in (None, "") else str(value)
