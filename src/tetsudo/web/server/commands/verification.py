"""Check of every game in a database by a host: do its moves still lead to its position?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tetsudo.web.server.run import prepare

if TYPE_CHECKING:
    from tetsudo.web.tables.games import verification


class Checked(NamedTuple):
    """Result of the check so far: number of games, and a line for a game that differs ("" for any other)."""

    games: int
    line: str


def verify(database: str, *, goes_on: bool = False) -> Iterator[Checked]:
    """Check all games. `goes_on`: let running ones that differ go on from their kept position, and tell the players."""
    prepare(database, makes=False)
    from tetsudo.web.tables.games import verification

    for number, found in enumerate(verification.differences(), 1):
        yield Checked(number, "" if found is None else _line(found, goes_on=goes_on))


def _line(found: verification.Difference, *, goes_on: bool) -> str:
    from tetsudo.web.tables.chat.messages import post_system_message
    from tetsudo.web.tables.games import verification

    table = found.table
    said = f"{table.name or table.title} (/t/{table.key}/), move {found.version}: {found.reason}"
    if not goes_on or table.status != table.Status.RUNNING:
        return said
    if not verification.go_on_by_position(table):
        return f"{said} No position is kept: the game cannot go on."
    post_system_message(table, "rules-fixed", None)
    return f"{said} It goes on from its kept position, and its players are told."
