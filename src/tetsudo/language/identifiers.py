"""Symbols and names in the place of ids, as people write them: "AR", "Awa Railroad", "Ann", "K8", "ipo".

They are read once, where a game or a view is handed something; all below knows ids only. Capitals do not
matter, and a name that nothing has is refused with those that are nearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from tetsudo.core.actions import KINDS, Action, Route
from tetsudo.core.errors import BadInput, UnknownName
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.title import Setup
from tetsudo.language.labels import FIELDS, Vocabulary

LIKE: Final = 0.5
"""How like a name something must be for that one to be suggested."""
FEW: Final = 12
"""So many names are all told."""
LONGEST: Final = 60
"""Of what is longer no more is repeated."""


def resolved(setup: Setup, names: Sequence[str], action: Action) -> Action:
    """The same action with ids in the place of names; `UnknownName` if there is nothing of a name."""
    if KINDS.get(action.kind) is not type(action):
        return action  # a descriptor of many, or something else that the rules refuse
    book = _book(setup, tuple(names))
    written = {field: getattr(action, field) for field in FIELDS[action.kind]}
    changes = {field: book.value(field, value) for field, value in written.items() if type(value) is not int}
    return replace(action, **changes) if changes else action


def id_of(setup: Setup, names: Sequence[str], field: str, name: str | int) -> int:
    """The id of one thing, by the name of the field of actions that says it; `UnknownName` if there is none."""
    return _book(setup, tuple(names)).id(field, name)


def instead(word: str, names: Iterable[str]) -> BadInput | str:
    """What may have been meant, to be put behind a sentence: "; did you mean AR?"; "" if nothing is near."""
    known = list(dict.fromkeys(names))
    plain = {name.casefold(): name for name in known}
    near = [plain[each] for each in get_close_matches(word[:LONGEST].casefold(), plain, 3, LIKE)]
    if near:
        meant: BadInput | str = near[0]
        for each in near[1:]:
            meant = BadInput("{one} or {other}", one=meant, other=each)
        return BadInput("; did you mean {meant}?", meant=meant)
    return BadInput("; there are {known}", known=", ".join(known)) if len(known) <= FEW else ""


class _Book:
    """Every name at one table, by the field of actions that it may stand in, and the id behind it."""

    def __init__(self, setup: Setup, names: tuple[str, ...]) -> None:
        self.words: Mapping[str, Mapping[str, int]] = Vocabulary(setup, names).ids
        self.ids = {field: {name.casefold(): id for name, id in words.items()} for field, words in self.words.items()}
        self.ids["player"] = dict(self.words["player"])  # players may differ by no more than a capital
        for field, things in _full_names(setup).items():
            for id, name in enumerate(things):
                self.ids[field].setdefault(name.casefold(), id)

    def value(self, field: str, written: Any) -> Any:
        """What the rules know a field by."""
        if field == "accept" and isinstance(written, bool):
            return int(written)
        if field == "trade_in" and written is None:
            return NOBODY
        if field == "routes" and isinstance(written, list | tuple):
            return tuple(self._route(route) for route in written)
        return self.id(field, written) if field in self.ids and isinstance(written, str) else written

    def _route(self, route: Any) -> Any:
        if type(route) is not Route or not isinstance(route.hexes, list | tuple):
            return route
        return Route(self.id("train", route.train), tuple([self.id("hex", hex) for hex in route.hexes]))

    def id(self, field: str, name: str | int) -> int:
        if not isinstance(name, str):
            return name
        ids = self.ids[field]
        found = ids.get(name, ids.get(name.casefold()))
        if found is None:
            what = field.replace("_", " ")
            raise UnknownName(
                "there is no {what} {name!r}{instead}",
                field,
                what=what,
                name=name[:LONGEST],
                instead=instead(name, self.words[field]),
            )
        return found


def _full_names(setup: Setup) -> Mapping[str, Sequence[str]]:
    """What things are called beside their symbols."""
    companies = [company.name for company in setup.companies]
    privates = [private.name for private in setup.privates]
    lots = [lot.name for lot in setup.lots]
    return {"company": companies, "private": privates, "lot": lots}


@lru_cache(maxsize=16)
def _book(setup: Setup, names: tuple[str, ...]) -> _Book:
    return _Book(setup, names)
