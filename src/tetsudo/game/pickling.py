"""Games as `pickle` has them: the table by its title and options, then the position and the past, step by step.

The rules are not written: whoever reads a game makes them from the same title again, which may be a folder.
"""

from __future__ import annotations

from typing import NamedTuple

from tetsudo.engine.model.localized import in_language
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.game.play import ruleset_of
from tetsudo.titles import loader


class Table(NamedTuple):
    """Everything by which the rules of a table are found again."""

    title: str  # its name, or the path of its folder
    players: int
    variants: tuple[str, ...]
    options: dict[str, OptionValue]
    scenario: str
    deal: tuple[str, ...]
    language: str


def table_of(rules: Ruleset) -> Table:
    """The table of a ruleset; TypeError if its rules are not those of a title and options."""
    fixed = rules.setup
    table = Table(
        loader.address(fixed.title),
        fixed.players,
        fixed.variants,
        loader.changed_options(fixed),
        fixed.scenario,
        tuple(fixed.privates[private].symbol for private in fixed.deal),
        fixed.told_in,
    )
    if not _are_same(fixed, in_language(_setup_of(table), fixed.told_in)):
        raise TypeError("The rules of this game are not those of its title and options, so it cannot be pickled.")
    return table


def rules_of(table: Table) -> Ruleset:
    """The ruleset of a table, the same one as other games of it have; BadInput if its title is not here."""
    return ruleset_of(_setup_of(table)).in_language(table.language)


def _setup_of(table: Table) -> Setup:
    title = loader.name_of_title(table.title)
    return loader.setup(title, table.players, table.variants, table.options, table.scenario, table.deal or None)


def _are_same(one: Setup, other: Setup) -> bool:
    """Whether two setups say the same, though setups are equal only to themselves."""
    return one.__reduce__() == other.__reduce__()
