"""Data card of an archive: its contents, its fields, how it was made, and what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tetsudo import __version__
from tetsudo.analysis.rows.columns import DATA, NUMBER, SEAT, TEXT
from tetsudo.lab.archive.events import COLUMNS, EVENTS_FILE
from tetsudo.lab.archive.games import GAMES_FILE, ArchivedGame

CARD_FILE: Final = "README.md"
TERMS_FILE: Final = "TERMS"

CC_BY: Final = """\
These games are published under the Creative Commons Attribution 4.0 International
licence (CC BY 4.0): https://creativecommons.org/licenses/by/4.0/legalcode

You may copy, change and publish them, also for money, if you name the site that
they come from, link to this licence, and say what you have changed.

Do not try to find out who the players are.
"""

GAME_FIELDS: Final = (
    ("game", "text", "id of the game; it stays the same in later archives of the same site"),
    ("title", "text", "title, such as 1889"),
    ("players", "number", "number of players"),
    ("started", "text", "day of the first action, in UTC, as 2026-11-29"),
    ("ended", "text", "day of the last action, in UTC"),
    ("hours", "number", "hours from the first action to the last, nights included"),
    ("seats", "list of texts", "by seat: `person`, or the name of the bot that had the seat at the end"),
    ("worths", "list of numbers", "by seat: net worth at the end, in the title's currency"),
    ("end", "text", "`bank`, `bankrupt`, `turns` or `price`"),
    ("record", "object", "the game: `tetsudo.load` replays it, and docs/records.md describes it"),
)
"""Fields of a line in the file of games: name, type, meaning."""

TYPE_WORDS: Final = {SEAT: "8-bit integer", NUMBER: "32-bit integer", TEXT: "string", DATA: "string with JSON"}

CARD: Final = """\
# Finished games of Tetsudo

Every public game that has ended on one site: {games} games, {actions} actions, {events} events,
from {first} to {last}. Terms of use: see `TERMS`.

| title | games | from | to |
| --- | --- | --- | --- |
{titles}

## Files

| file | content |
| --- | --- |
| `{games_file}` | one game a line, as JSON, compressed by gzip; sorted by when the table was opened |
| `{events_file}` | one event a row, as Parquet (zstd), in the same order |
| `TERMS` | terms of use |

## Fields of a line in `{games_file}`

| field | type | meaning |
| --- | --- | --- |
{game_fields}

## Columns of `{events_file}`

A column is empty where its kind of event has no such field.

| column | type | meaning |
| --- | --- | --- |
{columns}

## How it was made

By `tetsudo archive`, version {version}, from the site's database. Each game was replayed by the
rules of that version. The same database gives the same files, byte by byte.

## Names and people

Players are called "Player 1" and so on, by seat, in each game anew. Names, accounts, chats, notes,
plans, the names and addresses of tables, and the times of single moves are not in these files, and
no number connects the games of one person. A finished public table can be seen on its site with its
players' names, so someone who looks for a game there can find it.

## What is left out

- games of tables that are not listed publicly, and those of a tournament round that is not over
- games of anyone who has asked, in the settings, that theirs be left out
- games that began from a position made by hand, or as a branch of another game
- games that the present rules do not replay to their end: {unreadable}
- moves that were undone

## Known limits

- The players of one site are no fair sample: some play much, and some are beginners.
- `seats` says who had a seat at the end; a bot may have played a part of the game for a person.
- `hours` counts the hours in which no one played.
- Rules are fixed from time to time; a game was played by the rules of its day.
"""


@dataclass
class Tally:
    """Figures for the data card, counted while games are written."""

    titles: Counter[str] = field(default_factory=Counter)
    days: dict[str, tuple[str, str]] = field(default_factory=dict)  # first and last day of the end, by title
    actions: int = 0
    events: int = 0
    unreadable: int = 0

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self.titles.values())

    def add(self, game: ArchivedGame) -> None:
        """Count a game."""
        title = game.record.title
        first, last = self.days.get(title, (game.ended, game.ended))
        self.titles[title] += 1
        self.days[title] = min(first, game.ended), max(last, game.ended)
        self.actions += len(game.record.actions)

    def card(self) -> str:
        """Text of the data card."""
        rows = [(title, f"{self.titles[title]:,}", *self.days[title]) for title in sorted(self.titles)]
        days = [day for both in self.days.values() for day in both] or ["–"]
        return CARD.format(
            games=f"{self.games:,}",
            actions=f"{self.actions:,}",
            events=f"{self.events:,}",
            first=min(days),
            last=max(days),
            titles=_rows(rows),
            games_file=GAMES_FILE,
            events_file=EVENTS_FILE,
            game_fields=_rows((f"`{name}`", kind, meaning) for name, kind, meaning in GAME_FIELDS),
            columns=_rows((f"`{each.name}`", TYPE_WORDS[each.type], each.meaning) for each in COLUMNS),
            version=__version__,
            unreadable=self.unreadable,
        )


def _rows(rows: Iterable[Sequence[str]]) -> str:
    """Rows of a table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
