"""Arguments for creating a game: title, scenario, variants, house rules, seats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from tetsudo.bots.levels import maker, names
from tetsudo.core.errors import BadInput
from tetsudo.engine.model.options import OptionValue
from tetsudo.lab.table_spec import Table
from tetsudo.titles.data.options import parse_option
from tetsudo.titles.loader import TitleInfo, name_of_title, portable_name, title_info


def table(
    title: str, players: int, scenario: str | None = None, variants: Sequence[str] = (), options: Sequence[str] = ()
) -> Table:
    """Table with the given choices; raise BadInput for any that the title does not have."""
    info = title_info(name_of_title(title))
    chosen = Table(
        portable_name(info.name), players, scenario, tuple(variants), dict(option(info, text) for text in options)
    )
    chosen.game()
    return chosen


def option(info: TitleInfo, text: str) -> tuple[str, OptionValue]:
    """Parse a house rule, typed as name=value."""
    name, sign, value = text.partition("=")
    if not sign:
        raise BadInput(f"{text!r} must be name=value", "--option")
    found = info.option(name.strip())
    return found.name, parse_option(found, value.strip())


DEFAULT_BOT: Final = "rules"
"""Default bot of a seat."""


class SeatSpec(NamedTuple):
    """A seat: the player's name, and the bot's name if it is a bot; "" for the default bot."""

    name: str
    bot: str | None = None


def seats(text: str) -> list[SeatSpec]:
    """Parse seats, separated by commas: a person's name; `bot`, `bot-LEVEL` or `PATH.py:Class` for a bot;
    `NAME=BOT` for a bot with another name. All names differ: a second "bot" becomes "bot2".
    """
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise BadInput(f"there is a seat without a name in {text!r}", "--players")
    found: list[SeatSpec] = []
    typed = Counter[str]()
    for seat in map(_seat, words):
        typed[seat.name] += 1
        found.append(seat._replace(name=f"{seat.name}{typed[seat.name]}") if typed[seat.name] > 1 else seat)
    if len({seat.name for seat in found}) < len(found):
        raise BadInput("two players have the same name", "--players")
    return found


def _seat(word: str) -> SeatSpec:
    name, sign, bot = word.partition("=")
    if sign:
        maker(bot.strip())
        return SeatSpec(name.strip(), bot.strip())
    if ".py:" in word:
        maker(word)
        return SeatSpec(f"bot-{word.rpartition(':')[2]}", word)
    if is_bot(word) and "-" in word and not level_of(word):
        maker(word.partition("-")[2])  # raises BadInput for an unknown bot
    return SeatSpec(word, level_of(word) if is_bot(word) else None)


def is_bot(name: str) -> bool:
    """True if a seat with this name is played by a bot: "bot", "bot2", "bot-rules"."""
    return re.fullmatch(r"bot(\d*|-.+)", name.lower()) is not None


def level_of(name: str) -> str:
    """Level in a bot's name: "rules" for "bot-rules" or a second one, "bot-rules2"; "" if there is none."""
    said = name.partition("-")[2].lower()
    known = {level.lower(): level for level in names()}
    return known.get(said) or known.get(said.rstrip("0123456789"), "")
