"""What is chosen where a game is created: title, scenario, variants, house rules, seats."""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.bots import LEVELS
from tetsudo.errors import BadInput
from tetsudo.lab.table import Table
from tetsudo.model.rules import OptionValue
from tetsudo.titles.loader import TitleInfo, address, name_of_title, title_info
from tetsudo.titles.options import from_text


def table(
    title: str, players: int, scenario: str | None = None, variants: Sequence[str] = (), options: Sequence[str] = ()
) -> Table:
    """The table that was chosen; BadInput for what the title does not have."""
    info = title_info(name_of_title(title))
    chosen = Table(address(info.name), players, scenario, tuple(variants), dict(option(info, text) for text in options))
    chosen.game()
    return chosen


def option(info: TitleInfo, text: str) -> tuple[str, OptionValue]:
    """A house rule that was typed as name=value."""
    name, sign, value = text.partition("=")
    if not sign:
        raise BadInput(f"{text!r} must be name=value", "--option")
    found = info.option(name.strip())
    return found.name, from_text(found, value.strip())


def seats(text: str) -> list[str]:
    """Names that were typed with commas between, all different: a second "bot" becomes "bot2"."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise BadInput(f"there is a seat without a name in {text!r}", "--players")
    found: list[str] = []
    for name in names:
        count = sum(other == name for other in names[: len(found)])
        found.append(f"{name}{count + 1}" if count else name)
    if len(set(found)) < len(found):
        raise BadInput("two players have the same name", "--players")
    return found


def is_bot(name: str) -> bool:
    """Whether a seat is played by a program."""
    return name.lower().startswith("bot")


def level_of(name: str) -> str:
    """The level that a program's name says: "bot-rules", a second one "bot-rules2"; "" if it says none."""
    level = name.partition("-")[2].rstrip("0123456789").lower()
    return level if level in LEVELS else ""
