"""Editions to compare: a title or the folder of one, with its scenario, variants and house rules."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.engine.model.options import OptionValue
from tetsudo.lab.table_spec import Table
from tetsudo.titles.loader import name_of_title, option_from_text, portable_name, title_info

WORDS: Final = ("--scenario", "--variant", "--option")
"""Words that may follow the title in the text of an edition; each takes a value."""

MAX_STEPS: Final = 50
"""Maximum number of values of a sweep."""


@dataclass(frozen=True)
class Edition:
    """A title (name or path of its folder) with the choices before a game."""

    title: str
    scenario: str | None = None
    variants: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Edition:
        """Edition from words such as `1889 --option bank=5000`; raise BadInput for any that the title does not have."""
        try:
            title, *words = shlex.split(text)
        except ValueError:
            raise BadInput("{text} names no title", "edition", text=repr(text)) from None
        edition = cls(portable_name(title_info(name_of_title(title)).name))
        for word, value in _pairs(words):
            edition = edition.with_choice(word, value)
        return edition

    def with_choice(self, word: str, value: str) -> Edition:
        """The edition with one more choice, by one of `WORDS` and its value."""
        if word == "--scenario":
            return replace(self, scenario=value)
        if word == "--variant":
            return replace(self, variants=(*self.variants, value))
        name, sign, amount = value.partition("=")
        if not sign:
            raise BadInput("{value} must be name=value", "--option", value=repr(value))
        return self.with_option(name.strip(), amount.strip())

    def with_option(self, name: str, text: str) -> Edition:
        """The edition with another value of a house rule."""
        value = option_from_text(name_of_title(self.title), name, text)
        return replace(self, options={**self.options, name: value})

    def table(self, players: int) -> Table:
        """Table of the edition; raise BadInput if it cannot be played so."""
        table = Table(self.title, players, self.scenario, self.variants, self.options)
        table.game()
        return table

    @property
    def seats(self) -> range:
        """Numbers of players."""
        return title_info(name_of_title(self.title)).seats(self.scenario or "")

    def __str__(self) -> str:
        words = [Path(self.title).name, self.scenario or "", *self.variants]
        words += [f"{name}={_value_text(value)}" for name, value in self.options.items()]
        return " ".join(word for word in words if word)


def _pairs(words: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Words with their values, written `--option bank=5000` or `--option=bank=5000`."""
    rest = list(words)
    while rest:
        word, sign, value = rest.pop(0).partition("=")
        if word not in WORDS:
            raise BadInput("{word} is not one of {words}", "edition", word=word, words=", ".join(WORDS))
        if not sign and not rest:
            raise BadInput("{word} needs a value", "edition", word=word)
        yield word, value if sign else rest.pop(0)


def _value_text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def sweep_values(text: str) -> tuple[str, tuple[str, ...]]:
    """Name of an option and its values, from `bank=5000,7000` or `bank=4000:9000:1000` (first, last, step)."""
    name, sign, said = text.partition("=")
    if not sign:
        raise BadInput("{text} must be name=value,value or name=first:last:step", "--sweep", text=repr(text))
    values = _steps(said) if ":" in said else tuple(value.strip() for value in said.split(","))
    if not values or not all(values) or len(values) > MAX_STEPS:
        raise BadInput("{text} must have 1 to {most} values", "--sweep", text=repr(text), most=MAX_STEPS)
    return name.strip(), values


def _steps(said: str) -> tuple[str, ...]:
    try:
        first, last, step = map(int, said.split(":"))
        return tuple(map(str, range(first, last + 1, step)))
    except ValueError:
        raise BadInput("{text} must be first:last:step", "--sweep", text=repr(said)) from None
