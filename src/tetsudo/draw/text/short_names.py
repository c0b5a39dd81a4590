"""Names where there is little room: each shorter, and no two the same."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

CUT: Final = "…"

Ways: TypeAlias = Sequence[Callable[[Sequence[str], int, int], str]]


def short_names(names: Sequence[str], width: int) -> tuple[str, ...]:
    """Names of at most `width` columns (a Chinese character has two), in order; no two read alike.

    A name that fits stays as it is. Others are a word of it, or its beginning, or its beginning and end, or in the
    last resort its beginning and its number; of those that would be the same, none is called so.
    ValueError if there are not as many names of that width.
    """
    found: dict[int, str] = {seat: name for seat, name in enumerate(names) if columns(name) <= width}
    for way in WAYS:
        left = [seat for seat in range(len(names)) if seat not in found]
        tried = {seat: way(names, seat, width) for seat in left}
        taken = Counter(short.casefold() for short in (*found.values(), *tried.values()))
        found |= {
            seat: short
            for seat, short in tried.items()
            if short and columns(short) <= width and taken[short.casefold()] == 1
        }
    if len(found) < len(names):
        raise ValueError(f"{len(names)} names do not fit into {width} columns")
    return tuple(found[seat] for seat in range(len(names)))


def columns(text: str) -> int:
    """How many columns a text takes: wide characters two, what stands over others none."""
    return sum(_columns(each) for each in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _first_word(names: Sequence[str], seat: int, _width: int) -> str:
    return next(_own_words(names, seat), "")


def _last_word(names: Sequence[str], seat: int, _width: int) -> str:
    return next(reversed(list(_own_words(names, seat))), "")


def _own_words(names: Sequence[str], seat: int) -> Iterator[str]:
    """The words of a name that stand in no other, without those that say little."""
    others = {word.casefold() for at, name in enumerate(names) if at != seat for word in name.split()}
    return (word for word in names[seat].split() if word.casefold() not in others and columns(word) > 2)


def _beginning(names: Sequence[str], seat: int, width: int) -> str:
    return _cut(names[seat], width - 1) + CUT


def _both_ends(names: Sequence[str], seat: int, width: int) -> str:
    name = names[seat]
    end = next((name[at:] for at in range(len(name) - 1, 0, -1) if columns(name[at:])), "")
    return _cut(name, width - 1 - columns(end)) + CUT + end


def _numbered(names: Sequence[str], seat: int, width: int) -> str:
    number = str(seat + 1)
    return _cut(names[seat], width - len(number)) + number


WAYS: Final[Ways] = (_first_word, _last_word, _beginning, _both_ends, _numbered)
"""One after another, until each name has a short one of its own."""


def _cut(text: str, width: int) -> str:
    """As much of a text as has room, without a blank at its end."""
    room, found = width, ""
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        found += character
    return found.rstrip()
