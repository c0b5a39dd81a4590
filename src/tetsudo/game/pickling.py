"""Pickles of games: the table by its title and options, then the position and the past, step by step.

The rules are not stored: the reader builds them from the same title, which may be a folder.
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
    """Data from which the rules of a table are rebuilt."""

    title: str  # a title's name, or the path of its folder
    players: int
    variants: tuple[str, ...]
    options: dict[str, OptionValue]
    scenario: str
    deal: tuple[str, ...]
    language: str


def table_of(rules: Ruleset) -> Table:
    """Table of a ruleset; TypeError if its rules are not those of a title and options."""
    fixed = rules.setup
    table = Table(
        loader.portable_name(fixed.title),
        fixed.players,
        fixed.variants,
        loader.changed_options(fixed),
        fixed.scenario,
        () if fixed.drawn_by_default else fixed.dealt,
        fixed.told_in,
    )
    if not _are_same(fixed, in_language(_setup_of(table), fixed.told_in)):
        raise TypeError("The rules of this game are not those of its title and options, so it cannot be pickled.")
    return table


def rules_of(table: Table) -> Ruleset:
    """Ruleset of a table, shared by all its games; BadInput if its title is not available."""
    return ruleset_of(_setup_of(table)).in_language(table.language)


def _setup_of(table: Table) -> Setup:
    title = loader.name_of_title(table.title)
    return loader.setup(title, table.players, table.variants, table.options, table.scenario, table.deal or None)


def _are_same(one: Setup, other: Setup) -> bool:
    """True if two setups have the same contents; setups compare equal by identity only."""
    return one.__reduce__() == other.__reduce__()
