"""Sentences about differences that are beyond chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tetsudo.lab.compare.figures import KINDS, of_text, value_text
from tetsudo.lab.compare.measures import Key


class Difference(NamedTuple):
    """Values of a figure in the first edition and in another, with a number of players."""

    players: int
    key: Key
    base: float
    other: float

    @property
    def is_more(self) -> bool:
        """True if the other edition has more."""
        return self.other > self.base


def sentences(differences: Iterable[Difference]) -> list[str]:
    """Sentences, one for each figure that differs; those of a kind that is listed are told together."""
    found: defaultdict[tuple[str, str, bool], list[Difference]] = defaultdict(list)
    for each in differences:
        of = "" if KINDS[each.key.kind].is_listed else each.key.of
        found[each.key.kind, of, each.is_more].append(each)
    return [_sentence(some) for some in found.values()]


def _sentence(some: Sequence[Difference]) -> str:
    first = some[0]
    kind = KINDS[first.key.kind]
    words = kind.more if first.is_more else kind.less
    if not kind.is_listed:
        return f"{words.format(of=of_text(first.key))}: {', '.join(_counts(some))}."
    most = max(some, key=lambda each: abs(each.other - each.base) / max(abs(each.other), abs(each.base)))
    names = _and(list(dict.fromkeys(each.key.of for each in some)))
    return f"{words.format(of=names)}; most in {most.key.of}: {next(_counts([most]))}."


def _counts(some: Iterable[Difference]) -> Iterator[str]:
    for each in some:
        other, base = (value_text(each.key.kind, value) for value in (each.other, each.base))
        yield f"{other} instead of {base} with {each.players} players"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
