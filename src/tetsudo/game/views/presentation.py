"""Tables and pictures of games, made by packages above this one: `tetsudo/__init__.py` says which.

A game offers them as methods, and notebooks ask objects for their picture, but a game knows no package above it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from tetsudo.core.units import CompanyId
    from tetsudo.game.play import Play

Row: TypeAlias = dict[str, Any]
"""Row of a table, by column name."""


class Presenters(NamedTuple):
    """Makers of rows by table name, and of HTML for notebooks."""

    rows: Callable[[Any, str], list[Row]]
    game_html: Callable[[Play], str]
    board_html: Callable[[Play], str]
    market_html: Callable[[Play], str]
    company_html: Callable[[Play, CompanyId], str]


_loaders: list[Callable[[], Presenters]] = []


def set_presenters(load: Callable[[], Presenters]) -> None:
    """Set the function that imports the makers, when the package is imported."""
    _loaders[:] = [load]


@lru_cache(maxsize=1)
def presenters() -> Presenters:
    """Makers of rows and pictures."""
    return _loaders[0]()
