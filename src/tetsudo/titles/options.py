"""Options: what the players of a table may choose, and whether a choice is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from tetsudo.errors import BadInput
from tetsudo.model.title import OptionValue
from tetsudo.titles import files
from tetsudo.titles.files import Raw, Table

FILE: Final = "options.toml"
FLAG: Final = "flag"
NUMBER: Final = "number"
WORD: Final = "word"
NUMBERS: Final = "numbers"
STEPS: Final = "steps"
WHERE: Final = "options"
"""What a BadInput about an option names as its place."""
LONGEST_NUMBER: Final = 9
"""Digits; Python refuses to read thousands of them."""
TYPES: Final = (FLAG, NUMBER, WORD, NUMBERS, STEPS)


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option of a title.

    `type` is "flag" (bool), "number" (int), "word" (one of `choices`) or "numbers" (a
    text of whole numbers with spaces between, as many as in the default). `default` is
    None where it depends on the number of players: `by_players` has it. A title that does not
    name an option for which all titles share a default offers no choice of it.
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
    column: str = ""  # the table and column that its numbers are
    fixed: bool = False  # belongs to the title: not for players to choose

    def default_for(self, players: int) -> OptionValue:
        """The value for a number of players."""
        return self.by_players[players] if self.default is None else self.default


@cache
def known_options() -> tuple[OptionInfo, ...]:
    """Every option that a title may have, without defaults."""
    return tuple(_known(name, line) for name, line in Table(files.read("", FILE), FILE).tables())


def _known(name: str, line: Table) -> OptionInfo:
    type = line.one_of("type", TYPES)
    is_number = type in (NUMBER, NUMBERS)
    option = OptionInfo(
        name=name,
        type=type,
        help=line.text("help"),
        default=line.value("default") if "default" in line else None,
        minimum=line.number("minimum") if is_number else 0,
        maximum=line.number("maximum") if is_number else 0,
        step=line.number("step", 1, minimum=1) if is_number else 1,
        choices=line.texts("choices") if type == WORD else (),
        column=line.text("column", "") if type == NUMBERS else "",
        fixed=line.flag("fixed", False),
    )
    line.done()
    return option


def checked(option: OptionInfo, value: OptionValue, like: OptionValue | None = None) -> OptionValue:
    """The value if the option may have it, else BadInput. `like`: the default, for the count of numbers."""
    sentence = _objection(option, value, like)
    if sentence:
        raise BadInput(f"{option.name} {sentence}, not {value!r}", WHERE)
    return value


def _objection(option: OptionInfo, value: OptionValue, like: OptionValue | None) -> str:
    """What a value must be, if it is not; "" if it is."""
    match option.type:
        case "flag":
            return "" if isinstance(value, bool) else "must be true or false"
        case "number":
            fits = isinstance(value, int) and not isinstance(value, bool) and _in_bounds(option, value)
            return "" if fits else f"must be {_bounds(option)}"
        case "word":
            return "" if value in option.choices else f"must be one of {', '.join(option.choices)}"
        case "numbers":
            return _objection_to_numbers(option, value, like)
    return "" if isinstance(value, str) else "must be words"


def _objection_to_numbers(option: OptionInfo, value: OptionValue, like: OptionValue | None) -> str:
    words = value.split() if isinstance(value, str) else []
    count = len(str(like).split()) if like is not None else len(words)
    fits = len(words) == count and all(_is_number(word) and _in_bounds(option, int(word)) for word in words)
    return "" if fits else f"must be {count} times {_bounds(option)}, with spaces between"


def _is_number(word: str) -> bool:
    """Whether it is digits, and not more than anybody needs."""
    return word.isdecimal() and len(word) <= LONGEST_NUMBER


def _in_bounds(option: OptionInfo, number: int) -> bool:
    return option.minimum <= number <= option.maximum and number % option.step == 0


def _bounds(option: OptionInfo) -> str:
    tail = f" in steps of {option.step}" if option.step > 1 else ""
    return f"a whole number from {option.minimum} to {option.maximum}{tail}"


def from_text(option: OptionInfo, text: str) -> OptionValue:
    """A value that somebody typed; BadInput if it is none. Bounds are `checked` elsewhere."""
    words: dict[str, OptionValue] = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    match option.type:
        case "flag" if text.lower() in words:
            return words[text.lower()]
        case "number" if _is_number(text.removeprefix("-")):
            return int(text)
        case "word" | "numbers":
            return text
    raise BadInput(f"{option.name} can not be {text[:40]!r}", WHERE)


def column_text(tables: Mapping[str, Raw], column: str) -> str:
    """The numbers of a column, row by row; rows with 0 (any number) have none."""
    table, _, key = column.partition(".")
    return " ".join(str(row[key]) for row in tables[table].values() if row.get(key))
