"""Descriptions of the powers of privates, companies and titles, in the language of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tetsudo.core.units import COLOURS
from tetsudo.engine.model.power_spec import PowerSpec
from tetsudo.engine.model.templates import JoinedParts, Part, Phrase, Value
from tetsudo.engine.model.title import Company, Private, Setup
from tetsudo.engine.rules.ruleset.active_powers import powers_of
from tetsudo.language.labels import Labels

MAX_NAMED_HEXES: Final = 4
"""Maximum number of hexes listed with their place names; more are listed by coordinates only."""


def sentences(had: Private | Company | Setup, setup: Setup) -> list[str]:
    """Descriptions of the powers of a private, a company or the title: a sentence or two for each."""
    return [sentence(power, setup) for power in powers_of(had, setup)]


def sentence(power: PowerSpec, setup: Setup) -> str:
    """Description of a power."""
    return phrase_text(power.description(setup), Labels(setup, ()))


def phrase_text(part: Part, labels: Labels) -> str:
    """Phrase with its placeholders filled."""
    match part:
        case Value(form, tuple() as values):
            return labels.say(", ").join(_value_texts(form, values, labels))
        case Value(form, value):
            return FORMATTERS[form](value, labels) if form in FORMATTERS else str(value)
        case JoinedParts():
            return labels.say(part.between).join(phrase_text(each, labels) for each in part.parts)
        case Phrase():
            parts = {name: phrase_text(each, labels) for name, each in part.parts.items()}
            return labels.say(part.template).format_map(parts)


def _value_texts(form: str, values: tuple[Any, ...], labels: Labels) -> list[str]:
    if form == "hex" and len(values) > MAX_NAMED_HEXES:
        return [labels.setup.map.hexes[value].name for value in values]
    return [phrase_text(Value(form, value), labels) for value in values]


def _label_formatter(field: str) -> Callable[[Any, Labels], str]:
    return lambda value, labels: labels.label(field, value)


def _phase(value: int, labels: Labels) -> str:
    return labels.setup.phases[value].name


FORMATTERS: Final[Mapping[str, Callable[[Any, Labels], str]]] = {
    "hex": _label_formatter("hex"),
    "tile": _label_formatter("tile"),
    "company": _label_formatter("company"),
    "player": _label_formatter("player"),
    "private": _label_formatter("private"),
    "train": _label_formatter("train"),
    "phase": _phase,
    "closing phase": _phase,
    "money": lambda value, labels: labels.money(value),
    "colour": lambda value, labels: labels.say(COLOURS[value]),
    "terrain": lambda value, labels: labels.say(value),
}
"""Formatters of values by form; other values are inserted as they are."""
