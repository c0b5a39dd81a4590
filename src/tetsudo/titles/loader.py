"""Loading of a title's data files into the setup of a table. The files are described in `docs/notation.md`.

A title is a folder; this module knows none by name. Results are cached because the data
never change: the same request returns the same object.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from tetsudo.core.errors import BadData, BadInput
from tetsudo.core.units import PlayerId
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.titles import drafts
from tetsudo.titles.choices import (
    Choice,
    playable_variants,
    read_scenarios,
    read_variants,
    sort_choices,
    variants_refusal,
)
from tetsudo.titles.data import discovery, toml_files
from tetsudo.titles.data.clauses import Clause, clauses_by_code, read_clauses
from tetsudo.titles.data.discovery import register_folder
from tetsudo.titles.data.options import Given, OptionInfo, parse_option, unknown_option, validate_option
from tetsudo.titles.data.toml_files import TITLES_CACHED
from tetsudo.titles.data.toml_table import TomlTable
from tetsudo.titles.data.variants import changed_table, main_table, noting_origins, options_of
from tetsudo.titles.drafts import Mistake
from tetsudo.titles.draws import dealt_or_drawn
from tetsudo.titles.introductions import check_guide
from tetsudo.titles.setup_builder import build_setup, check_choice, validate_options
from tetsudo.titles.title_names import find_name, is_name, name_of_title, portable_name

__all__ = [
    "Choice",
    "Clause",
    "Given",
    "Mistake",
    "OptionInfo",
    "TitleInfo",
    "add_title",
    "portable_name",
    "changed_options",
    "check",
    "clause_prefix",
    "clauses",
    "name_of_title",
    "is_name",
    "mistakes",
    "mistakes_in",
    "option_from_text",
    "setup",
    "title_info",
    "titles",
]


PLAYER_COUNTS: Final = tuple(str(number) for number in range(2, 21))
"""Numbers of players allowed in a title, as strings in data."""


@dataclass(frozen=True, slots=True)
class TitleInfo:
    """A title and the choices before a game."""

    name: str  # "1889"
    full_name: str
    designer: str
    publisher: str
    minimum_players: int
    maximum_players: int
    scenarios: tuple[Choice, ...]
    variants: tuple[Choice, ...]
    options: tuple[OptionInfo, ...]
    recorded: tuple[OptionInfo, ...] = ()  # options that only records and importers set
    language: str = ""  # of native names

    def __repr__(self) -> str:
        return f"<{self.name}: {self.full_name}, {self.minimum_players} to {self.maximum_players} players>"

    def option(self, name: str) -> OptionInfo:
        """Option by name; raise BadInput if there is none."""
        for option in (*self.options, *self.recorded):
            if option.name == name:
                return option
        raise unknown_option(self.name, name, [option.name for option in self.options])

    def variants_in(self, scenario: str) -> tuple[Choice, ...]:
        """Variants that a scenario offers."""
        return tuple(variant for variant in self.variants if variant.is_for(scenario))

    def playable(self, scenario: str, names: Sequence[str]) -> tuple[str, ...]:
        """Variants that can be played together in a scenario, in the title's order."""
        chosen = [variant for variant in self.variants if variant.name in names]
        return tuple(variant.name for variant in playable_variants(chosen, scenario))

    def seats(self, scenario: str) -> range:
        """Numbers of players of a scenario, or of the title if there is no scenario of that name."""
        of = next((choice for choice in self.scenarios if choice.name == scenario), self)
        return range(of.minimum_players, of.maximum_players + 1)


# Public interface


def titles() -> tuple[TitleInfo, ...]:
    """All titles that can be played."""
    return tuple(_title_info(name) for name in toml_files.sorted_titles())


def add_title(folder: str | os.PathLike[str]) -> TitleInfo:
    """Add the title in a folder and return it; raise BadInput if the folder holds no title."""
    return title_info(register_folder(folder))


def title_info(title: str) -> TitleInfo:
    """Title by name in any spelling; raise BadInput if there is none."""
    name = find_name(title)
    with _counting(name):
        return _title_info(name)


def setup(
    title: str,
    players: int,
    variants: Sequence[str] = (),
    options: Mapping[str, Given] | None = None,
    scenario: str | None = None,
    deal: Sequence[str] | None = None,
    seed: int | None = None,
) -> Setup:
    """Everything fixed about a table; raise BadInput for an invalid choice.

    `deal` names the dealt privates of players 0, 1, ..., and then the drawn companies of the title's draws. Without it
    the seed decides (default: seed 0). The order of variants and options does not matter.
    """
    info = title_info(title)
    choice = (info.name, _scenario(info, scenario), sort_choices(info.variants, variants, "variant"))
    _check_variants(info, choice)
    _check_players(info, choice, players)
    with _counting(info.name):
        fixed = build_setup(*choice, players, validate_options(*choice, players, options or {}))
    return dealt_or_drawn(fixed, deal, seed)


def _check_variants(info: TitleInfo, choice: tuple[str, str, tuple[str, ...]]) -> None:
    """Raise BadInput if the variants cannot be played in the scenario or together."""
    _, scenario, names = choice
    against = variants_refusal([variant for variant in info.variants if variant.name in names], scenario)
    if against is not None:
        raise against


def _check_players(info: TitleInfo, choice: tuple[str, str, tuple[str, ...]], players: int) -> None:
    """Raise BadInput unless the scenario, or a variant's row, allows this number of players (1890-1-a)."""
    scenario = choice[1]
    seats = info.seats(scenario)
    if players not in seats and str(players) not in changed_table(*choice, "players").raw:
        name = f"{info.full_name}, scenario {scenario}," if scenario else info.full_name
        raise BadInput(
            "{name} is for {low} to {high} players, not {players}",
            "players",
            name=name,
            low=seats[0],
            high=seats[-1],
            players=players,
        )


def option_from_text(title: str, name: str, text: str) -> OptionValue:
    """Option value from text such as "7000" or "true"; raise BadInput if it is invalid."""
    option = title_info(title).option(name)
    return validate_option(option, parse_option(option, text))


def clauses(title: str) -> tuple[Clause, ...]:
    """Clauses of a title."""
    return tuple(read_clauses(title_info(title).name).values())


def clause_prefix(title: str) -> str:
    """Prefix of the title's clause ids, without the hyphen."""
    return toml_files.clause_prefix(title_info(title).name)


def changed_options(setup: Setup) -> dict[str, OptionValue]:
    """Options of a table that differ from the defaults of its title and variants."""
    usual = build_setup(setup.title, setup.scenario, setup.variants, setup.players, ()).options
    return {name: value for name, value in setup.options.items() if usual[name] != value}


def mistakes(
    files: str | os.PathLike[str] | Mapping[str, str], folder: str | os.PathLike[str] = ""
) -> tuple[Mistake, ...]:
    """Mistakes in a title's data, in the order of its files; none if the title can be played.

    `files`: the title's folder, or its files in memory: TOML text by file name ("map.toml"). `folder` has the files
    that are not in memory, and the title's own powers. Nothing is kept: the title is not added, and is read afresh each
    time. Never call this with a folder from untrusted input, since it may contain code; texts in memory are safe.
    """
    return drafts.mistakes(drafts.opened(files, folder), _survey)


def mistakes_in(title: str) -> tuple[Mistake, ...]:
    """Mistakes in the data of a known title, read afresh."""
    name = find_name(title)
    folder = discovery.find(name)
    if folder is None:  # of a title that has no folder, only the first is known
        _survey(name)
        return ()
    return drafts.mistakes(drafts.reopened(name, folder), _survey)


def check(title: str) -> None:
    """Read all data of a title and build its rules for every choice; raise BadData on any error."""
    name = find_name(title)
    with _counting(name):
        _survey(name)


@contextmanager
def _counting(title: str) -> Iterator[None]:
    """Say in an error of a title's data how many more there are."""
    try:
        yield
    except BadData as error:
        raise drafts.summary(mistakes_in(title) if discovery.find(title) else (), error) from None


def _survey(title: str) -> None:
    """Check all parts of a title, and every choice of scenario, variant and players. A draft notes its mistakes."""
    with toml_files.noting(title):
        toml_files.base_of(title)  # without its base, an edition is no title
        info = _title_info(title)
        with toml_files.noting(title):
            clauses_by_code(title)
            check_guide(title)
        for scenario, variants in _choices(info):
            with noting_origins(title, scenario, variants):
                _check_choice(title, scenario, variants)


def _choices(info: TitleInfo) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Scenarios of a title, each without and with each of its variants."""
    for scenario in [choice.name for choice in info.scenarios] or [""]:
        yield scenario, ()
        for variant in info.variants_in(scenario):
            yield scenario, (variant.name,)


def _check_choice(title: str, scenario: str, variants: tuple[str, ...]) -> None:
    players = _players(changed_table(title, scenario, variants, "players"))
    found = toml_files.mistakes_of(title)
    if found is not None:
        check_choice(title, scenario, variants, players)
    if not found or not found.found:
        build = build_setup if found is None else build_setup.__wrapped__  # drafts are not kept
        for number in players:
            Ruleset(dealt_or_drawn(build(title, scenario, variants, number, ()), None, None))


# Choices


@lru_cache(TITLES_CACHED)
def _title_info(title: str) -> TitleInfo:
    table = main_table(title)
    players = _players(table.table("players"))
    free = [option for option in options_of(title, "", ()) if not option.fixed]
    info = TitleInfo(
        name=title,
        full_name=table.text("name"),
        designer=table.text("designer"),
        publisher=table.text("publisher"),
        minimum_players=min(players),
        maximum_players=max(players),
        scenarios=tuple(_with_players(title, choice) for choice in _sound(table, "scenarios", read_scenarios(table))),
        variants=_sound(table, "variants", read_variants(table)),
        options=tuple(option for option in free if not option.recorded),
        recorded=tuple(option for option in free if option.recorded),
        language=table.text("language", ""),
    )
    table.text("currency")
    for name in ("players", "rules", "trains", "phases"):
        table.value(name)
    for name in ("powers", "draws", "reasons"):
        table.table(name, optional=True)
    for name in ("base", "clauses"):
        table.text(name, "")
    table.number("order", 0)
    table.check_all_read()
    return info


def _sound(main: TomlTable, key: str, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Scenarios or variants that can be read: all, except in a draft."""
    lines = main.table(key, optional=True)
    return tuple(choice for choice in choices if lines.table(choice.name).is_sound)


def _players(rows: TomlTable) -> list[PlayerId]:
    """Numbers of players with a row; raise BadData if there is a gap. There is at least one, also in a draft."""
    for key in rows.raw:
        if key not in PLAYER_COUNTS:
            rows.refuse(f"must be a number of players from {PLAYER_COUNTS[0]} to {PLAYER_COUNTS[-1]}", key)
    players = [int(key) for key in rows.raw if key in PLAYER_COUNTS]
    if not rows.raw and not rows.is_hidden:
        rows.refuse("has no row for any number of players")
    for number in range(min(players, default=0), max(players, default=0)):
        if number not in players:
            rows.refuse("is missing: there are rows for fewer and for more players", str(number))
    return players or [int(PLAYER_COUNTS[0])]


def _with_players(title: str, scenario: Choice) -> Choice:
    """Scenario with its minimum and maximum number of players."""
    players = _players(changed_table(title, scenario.name, (), "players"))
    return replace(scenario, minimum_players=min(players), maximum_players=max(players))


def _scenario(info: TitleInfo, scenario: str | None) -> str:
    """Scenario to play: the title's first one by default, "" if the title has none."""
    if scenario:
        return sort_choices(info.scenarios, (scenario,), "scenario")[0]
    return info.scenarios[0].name if info.scenarios else ""
