"""Lessons as their files hold them, and the reader of those files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tetsudo.core.errors import BadData
from tetsudo.titles.data import discovery, toml_files
from tetsudo.titles.data.toml_table import TomlTable

FOLDER: Final = "lessons"
"""Folder of a title with its lessons, one file each, in the order of their names."""

SHOWN: Final = ("map", "market", "shares")
"""Drawings and tables that a step can show."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: a move, or a prediction of the step's figure.

    `move`: a command, "" for a prediction. `value`: the predicted figure as text. `says`: the feedback.
    `then`: commands that follow the move, to show where it leads.
    """

    label: str
    says: str
    is_right: bool = False
    move: str = ""
    value: str = ""
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Goal:
    """Condition of a right tile: afterwards a company with these trains earns at least `earns` in its best run.

    `says` and `otherwise`: feedback for tiles that meet it, and for all others.
    """

    trains: tuple[str, ...]
    earns: int
    says: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Step:
    """A question at a position.

    The position is `position`, or else that after the previous step's right answer; then `moves` are played. A step
    has `answers`, or a `goal` for which every legal tile of the company is an answer. `predicts`: the figure to
    predict, after `then`. `figures`: those to compare before and after. `near`: the part of the map to show.
    """

    says: str
    asks: str
    show: tuple[str, ...]
    figures: tuple[str, ...]
    answers: tuple[Answer, ...] = ()
    goal: Goal | None = None
    position: str = ""
    moves: tuple[str, ...] = ()
    predicts: str = ""
    then: tuple[str, ...] = ()
    highlight: tuple[str, ...] = ()
    near: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """Texts that are translated: the step's, and those of its answers and its goal."""
        of_goal = (self.goal.says, self.goal.otherwise) if self.goal else ()
        return (self.says, self.asks, *(text for each in self.answers for text in (each.label, each.says)), *of_goal)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a title: its name in addresses, its texts, the game it starts from, and its steps."""

    title: str
    name: str
    heading: str
    idea: str
    closing: str
    minutes: int
    players: tuple[str, ...]
    variants: tuple[str, ...]
    deal: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All texts that are translated, in their order."""
        return (self.heading, self.idea, self.closing, *(text for step in self.steps for text in step.sentences))


def read(title: str, file: str) -> Lesson:
    """Lesson in a file of a title's folder; raise BadData on any error in its form."""
    path = toml_files.path_of(title, file)
    table = TomlTable(toml_files.parse(_text(title, file), path), path)
    found = Lesson(
        title,
        file.rpartition("/")[2].removesuffix(".toml").partition("_")[2],
        table.text("heading"),
        table.text("idea"),
        table.text("closing"),
        table.number("minutes", minimum=1),
        table.names("players", "Ann Ben Chie"),
        table.names("variants", ""),
        table.names("deal", ""),
        tuple(_step(each) for each in table.list_of_tables("steps")),
    )
    table.check_all_read()
    return found


def _text(title: str, file: str) -> str:
    folder = discovery.find(title)
    assert folder is not None, title
    try:
        return folder.files.joinpath(file).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadData(f"{toml_files.path_of(title, file)}: is no UTF-8 text: {error.reason}") from None


def _step(table: TomlTable) -> Step:
    found = Step(
        table.text("says"),
        table.text("asks"),
        table.words_among("show", SHOWN),
        table.texts("figures"),
        tuple(_answer(each) for each in table.list_of_tables("answers")),
        _goal(table.table("goal")) if "goal" in table else None,
        table.text("position", ""),
        table.texts("moves", ()),
        table.text("predicts", ""),
        table.texts("then", ()),
        table.words("highlight", ""),
        table.words("near", ""),
    )
    table.check_all_read()
    return found


def _answer(table: TomlTable) -> Answer:
    found = Answer(
        table.text("label"),
        table.text("says"),
        table.flag("right", False),
        table.text("move", ""),
        table.text("value", ""),
        table.texts("then", ()),
    )
    table.check_all_read()
    return found


def _goal(table: TomlTable) -> Goal:
    found = Goal(table.words("trains"), table.number("earns", minimum=1), table.text("says"), table.text("otherwise"))
    table.check_all_read()
    return found
