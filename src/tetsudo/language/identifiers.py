"""Symbols and names that users write instead of ids: "AR", "Awa Railroad", "Ann", "K8", "ipo".

They are resolved once, at the methods of a game or a view; everything below uses ids only. Names are case-insensitive,
except those of players. An unknown name is refused with the nearest known ones as suggestions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tetsudo.core.actions import Action, Route
from tetsudo.core.units import NOBODY
from tetsudo.core.unknown_names import unknown_name
from tetsudo.engine.model.title import Setup
from tetsudo.language.labels import FIELDS, RECORDED, Vocabulary


def resolve_names(setup: Setup, names: Sequence[str], action: Action) -> Action:
    """The same action with ids instead of names; `UnknownName` for an unknown name."""
    if RECORDED.get(action.kind) is not type(action):
        return action  # an open descriptor, or something else that the rules refuse
    book = _name_index(setup, tuple(names))
    written = {field: getattr(action, field) for field in FIELDS[action.kind]}
    changes = {field: book.value(field, value) for field, value in written.items() if type(value) is not int}
    return action.replaced(**changes) if changes else action


def id_of(setup: Setup, names: Sequence[str], field: str, name: str | int) -> int:
    """Id of an object, by its name and the action field that refers to it; `UnknownName` for an unknown name."""
    return _name_index(setup, tuple(names)).id(field, name)


class _NameIndex:
    """Every name at one table with its id, by the action field in which it may stand."""

    def __init__(self, setup: Setup, names: tuple[str, ...]) -> None:
        self.words: Mapping[str, Mapping[str, int]] = Vocabulary(setup, names).ids
        self.ids = {field: {name.casefold(): id for name, id in words.items()} for field, words in self.words.items()}
        for field in ("player", "holder"):  # players' names may differ only in case
            self.ids[field] = dict(self.words[field])
        for field, things in _full_names(setup).items():
            for id, name in enumerate(things):
                self.ids[field].setdefault(name.casefold(), id)

    def value(self, field: str, written: Any) -> Any:
        """Value of a field as the rules need it."""
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
            raise unknown_name(field, name, self.words[field])
        return found


def _full_names(setup: Setup) -> Mapping[str, Sequence[str]]:
    """Full names, besides the symbols."""
    companies = [company.name for company in setup.companies]
    privates = [private.name for private in setup.privates]
    lots = [lot.name for lot in setup.lots]
    return {"company": companies, "private": privates, "lot": lots}


@lru_cache(maxsize=16)
def _name_index(setup: Setup, names: tuple[str, ...]) -> _NameIndex:
    return _NameIndex(setup, names)
