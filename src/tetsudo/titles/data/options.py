"""Options of a table: their types, and validation of chosen values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal, cast, get_args, get_origin

from tetsudo.core.errors import BadInput, UnknownName
from tetsudo.core.unknown_names import unknown_name
from tetsudo.engine.model.options import Option, OptionValue, declared_options
from tetsudo.titles.data.toml_table import Raw

FLAG: Final = "flag"
NUMBER: Final = "number"
WORD: Final = "word"
NUMBERS: Final = "numbers"
STEPS: Final = "steps"
OPTIONS_FIELD: Final = "options"
"""Field name in a BadInput about an option."""
MAX_NUMBER_DIGITS: Final = 9
"""Maximum digits of a number; Python refuses to convert thousands of them."""
Given = OptionValue | Sequence[int]
"""Types accepted from callers as an option's value."""

TYPES: Final[Mapping[object, str]] = {bool: FLAG, int: NUMBER, tuple[int, ...]: NUMBERS, tuple[str, ...]: STEPS}
"""Option types by the type of the value; a Literal is a `WORD`."""


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option of a title.

    `type` is "flag" (bool), "number" (int), "word" (one of `choices`) or "numbers" (whole
    numbers separated by spaces, as many as in the default). `default` is None if it
    depends on the number of players; `by_players` then has the values. An option with a default
    that a title does not name cannot be chosen there, unless it is `shared`.
    """

    name: str
    type: str
    help: str
    default: OptionValue | None = None
    by_players: Mapping[int, OptionValue] = field(default_factory=dict)
    minimum: int = 0
    maximum: int = 0
    step: int = 1
    choices: tuple[str, ...] = ()
    column: str = ""  # "table.column" that holds its numbers
    shared: bool = False  # can be chosen even in titles that do not name it
    fixed: bool = False  # part of the title, not chosen by players
    recorded: bool = False  # set by records and importers, not offered to players

    def default_for(self, players: int) -> OptionValue:
        """Default for a number of players."""
        return self.by_players[players] if self.default is None else self.default


@cache
def known_options() -> tuple[OptionInfo, ...]:
    """All options that a title may have, as `engine.model.options` declares them."""
    return tuple(_option_info(name, hint, option) for name, hint, option in declared_options())


def _option_info(name: str, hint: object, option: Option) -> OptionInfo:
    is_word = get_origin(hint) is Literal
    return OptionInfo(
        name=name,
        type=WORD if is_word else TYPES[hint],
        help=option.help,
        default=option.default,
        minimum=option.minimum,
        maximum=option.maximum,
        step=option.step,
        choices=get_args(hint) if is_word else (),
        column=option.column,
        shared=option.shared,
        fixed=option.fixed,
        recorded=option.recorded,
    )


def unknown_option(title: str, name: str, names: Iterable[str]) -> UnknownName:
    """Refusal of an option that a title does not have."""
    return unknown_name(
        "option", name, names, OPTIONS_FIELD, remedy=BadInput(" `tetsudo titles {title}` lists them.", title=title)
    )


def wanted_value(option: OptionInfo) -> str:
    """Requirement on an option's value and its meaning, for authors."""
    objection = _option_error(option, "", None)
    return f"{objection.sentence if objection else 'must be there'}. {option.help}"


def placeholder(option: OptionInfo) -> OptionValue:
    """Value that stands for a wrong or missing one in a draft."""
    values: Mapping[str, OptionValue] = {FLAG: False, NUMBER: option.minimum, WORD: "".join(option.choices[:1])}
    return values.get(option.type, "")


def to_data_value(option: OptionInfo, value: Given) -> OptionValue:
    """Value in data format: number lists become text, and so does a single number."""
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    is_one = option.type == NUMBERS and isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_one else cast("OptionValue", value)  # any other type is refused later


def validate_option(option: OptionInfo, value: OptionValue, like: OptionValue | None = None) -> OptionValue:
    """Return a valid value, else raise BadInput. `like`: the default, which sets the count of numbers."""
    objection = _option_error(option, value, like)
    if objection:
        raise BadInput(
            "{name} {objection}, not {given!r}", OPTIONS_FIELD, name=option.name, objection=objection, given=value
        )
    return value


def _option_error(option: OptionInfo, value: OptionValue, like: OptionValue | None) -> BadInput | None:
    """Requirement that a value violates; None if it is valid."""
    match option.type:
        case "flag":
            return None if isinstance(value, bool) else BadInput("must be true or false")
        case "number":
            fits = isinstance(value, int) and not isinstance(value, bool) and _in_bounds(option, value)
            return None if fits else BadInput("must be {number}", number=_bounds(option))
        case "word":
            known = ", ".join(option.choices)
            return None if value in option.choices else BadInput("must be one of {known}", known=known)
        case "numbers":
            return _numbers_error(option, value, like)
    return None if isinstance(value, str) else BadInput("must be words")


def _numbers_error(option: OptionInfo, value: OptionValue, like: OptionValue | None) -> BadInput | None:
    words = value.split() if isinstance(value, str) else []
    count = len(str(like).split()) if like is not None else len(words)
    fits = len(words) == count and all(_is_number(word) and _in_bounds(option, int(word)) for word in words)
    if fits:
        return None
    return BadInput("must be {count} times {number}, with spaces between", count=count, number=_bounds(option))


def _is_number(word: str) -> bool:
    """True if the text consists of digits, at most `MAX_NUMBER_DIGITS` of them."""
    return word.isdecimal() and len(word) <= MAX_NUMBER_DIGITS


def _in_bounds(option: OptionInfo, number: int) -> bool:
    return option.minimum <= number <= option.maximum and number % option.step == 0


def _bounds(option: OptionInfo) -> BadInput:
    low, high, step = option.minimum, option.maximum, option.step
    if step == 1:
        return BadInput("a whole number from {low} to {high}", low=low, high=high)
    return BadInput("a whole number from {low} to {high} in steps of {step}", low=low, high=high, step=step)


def parse_option(option: OptionInfo, text: str) -> OptionValue:
    """Parse typed text as an option value; raise BadInput if it does not parse. `validate_option` checks the bounds."""
    words: dict[str, OptionValue] = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    match option.type:
        case "flag" if text.lower() in words:
            return words[text.lower()]
        case "number" if _is_number(text.removeprefix("-")):
            return int(text)
        case "word" | "numbers":
            return text
    objection = _option_error(option, text, None) or BadInput("is part of the title")
    raise BadInput(
        "{name} {objection}, not {given!r}", OPTIONS_FIELD, name=option.name, objection=objection, given=text[:40]
    )


def column_text(tables: Mapping[str, Raw], column: str) -> str:
    """Numbers of a column as text, row by row; rows with 0 (unlimited) are left out."""
    table, _, key = column.partition(".")
    rows = (row for row in tables[table].values() if isinstance(row, Mapping))
    return " ".join(str(row[key]) for row in rows if row.get(key))
