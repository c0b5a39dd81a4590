"""A puzzle as data, its solution, and the interface of a kind of puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple, Protocol, TypeAlias

from tetsudo.core.actions import Route
from tetsudo.core.translation import translator
from tetsudo.core.units import money_text
from tetsudo.engine.model.templates import Phrase, Value
from tetsudo.game.game import Game

AMOUNTS: Final = "amounts"
"""Form of an answer: one number for each label."""
ONE: Final = "one"
"""Form of an answer: the right one of the choices."""
SOME: Final = "some"
"""Form of an answer: all the right ones of the choices."""

Parameters: TypeAlias = Mapping[str, "int | str | list[str]"]
"""Parameters of a question, as stored: symbols, names, numbers, commands."""

LEVEL_BOUNDS: Final = (5, 7, 9, 11)
"""Maximum effort of levels 1 to 4; anything above is level 5."""


class Line(NamedTuple):
    """Sentence of an explanation, with the clauses that it applies."""

    sentence: Phrase
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """Answer derived by the engine, with its explanation and what it takes to find it.

    `choices`: words for the choices, or labels of the amounts. `answer`: indices of the right choices, or the amounts.
    `candidates`: number of possibilities to compare. `steps`: number of steps to think through. `routes`: those of
    the explanation, to draw on the map.
    """

    choices: tuple[str, ...]
    answer: tuple[int, ...]
    candidates: int
    steps: int
    lines: tuple[Line, ...]
    routes: tuple[Route, ...] = ()

    @property
    def effort(self) -> int:
        """Steps, different clauses, and how often the candidates can be quartered."""
        clauses = {clause for line in self.lines for clause in line.clauses}
        return self.steps + len(clauses) + self.candidates.bit_length() // 2

    @property
    def level(self) -> int:
        """Level of difficulty, 1 to 5."""
        return 1 + sum(self.effort > bound for bound in LEVEL_BOUNDS)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Question about a position, with its answer; everything is plain data.

    `position`: text of the position (`game/position.py`). `question`: parameters of the kind. `choices`, `answer`: as
    in `Solution`.
    """

    id: str
    title: str
    kind: str
    level: int
    position: str
    question: Parameters
    choices: tuple[str, ...]
    answer: tuple[int, ...]


class Draft(NamedTuple):
    """Question found in a game, with its solution."""

    position: str
    question: Parameters
    solution: Solution


class Kind(Protocol):
    """Kind of puzzle."""

    name: str
    form: str

    def find(self, game: Game, rng: Random) -> Iterator[Draft]:
        """Interesting questions about a position of a game; most positions have none."""

    def solve(self, game: Game, question: Parameters) -> Solution:
        """Solution of a question; raise ValueError if the position does not allow it."""

    def ask(self, game: Game, question: Parameters) -> Phrase:
        """Question as a sentence."""


def text(value: object) -> Value:
    """Part of a sentence that is shown as it is."""
    return Value("text", value)


def money(game: Game, amount: int) -> Value:
    """Amount as part of a sentence."""
    return Value("text", money_text(game.setup.currency, amount))


def joined(words: list[str]) -> Value:
    """Words with commas between them; a dash for none."""
    return Value("text", ", ".join(words) or "-")


def render(sentence: Phrase, language: str = "en") -> str:
    """Sentence in a language."""
    values = {name: getattr(part, "value", "") for name, part in sentence.parts.items()}
    return translator(language)(sentence.template).format(**values)


def number(question: Parameters, name: str) -> int:
    """Parameter that is a number."""
    value = question[name]
    if not isinstance(value, int):
        raise ValueError(f"{name} must be a number")
    return value


def word(question: Parameters, name: str) -> str:
    """Parameter that is a word."""
    value = question[name]
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a word")
    return value
