"""Short names for narrow places: each fits, and no two are the same."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

ELLIPSIS: Final = "…"

Shorteners: TypeAlias = Sequence[Callable[[Sequence[str], int, int], str]]


def short_names(names: Sequence[str], width: int) -> tuple[str, ...]:
    """Names of at most `width` columns (a Chinese character has two), in order, all distinct.

    A name that fits stays unchanged. The others become a word of the name, its beginning, its beginning and end or, as
    a last resort, its beginning and number; a form shared by several names is used for none of them. Raises ValueError
    if there are not enough names of that width.
    """
    found: dict[int, str] = {seat: name for seat, name in enumerate(names) if columns(name) <= width}
    for way in SHORTENERS:
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
    """Number of columns of a text: wide characters take two, combining characters none."""
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
    """Words of a name that are in no other name, without very short ones."""
    others = {word.casefold() for at, name in enumerate(names) if at != seat for word in name.split()}
    return (word for word in names[seat].split() if word.casefold() not in others and columns(word) > 2)


def _beginning(names: Sequence[str], seat: int, width: int) -> str:
    return _truncated(names[seat], width - 1) + ELLIPSIS


def _both_ends(names: Sequence[str], seat: int, width: int) -> str:
    name = names[seat]
    end = next((name[at:] for at in range(len(name) - 1, 0, -1) if columns(name[at:])), "")
    return _truncated(name, width - 1 - columns(end)) + ELLIPSIS + end


def _with_number(names: Sequence[str], seat: int, width: int) -> str:
    number = str(seat + 1)
    return _truncated(names[seat], width - len(number)) + number


SHORTENERS: Final[Shorteners] = (_first_word, _last_word, _beginning, _both_ends, _with_number)
"""Methods in order of preference, tried until each name has a short one of its own."""


def _truncated(text: str, width: int) -> str:
    """Beginning of a text that fits, without trailing spaces."""
    room, found = width, ""
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        found += character
    return found.rstrip()
