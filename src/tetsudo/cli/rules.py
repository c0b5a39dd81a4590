"""The titles and their rules at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from tetsudo.cli import table_style
from tetsudo.core.errors import BadInput
from tetsudo.engine.model.options import OptionValue
from tetsudo.titles.data.options import OptionInfo
from tetsudo.titles.loader import (
    Choice,
    Clause,
    TitleInfo,
    check,
    clause_prefix,
    clauses,
    is_name,
    name_of_title,
    title_info,
    titles,
)
from tetsudo.titles.power_reference import kinds_for_authors
from tetsudo.titles.rulebook.coverage import cover
from tetsudo.titles.rulebook.search import by_id, by_ids, by_words
from tetsudo.titles.rulebook.traceability import places_of


def print_titles(console: Console) -> None:
    """Print one line per title."""
    for info in titles():
        seats = f"{info.minimum_players} to {info.maximum_players} players"
        console.print(f"[bold]{info.name}[/]  {escape(info.full_name)}, by {escape(info.designer)}: {seats}")


def print_title(console: Console, title: str) -> None:
    """Check all data of a title, and print its choices."""
    info = title_info(name_of_title(title))
    check(info.name)
    console.print(f"[bold]{info.name}[/]  {escape(info.full_name)}")
    published = f", published by {escape(info.publisher)}" if info.publisher else ""
    console.print(f"Designed by {escape(info.designer)}{published}.")
    console.print(f"{info.minimum_players} to {info.maximum_players} players.")
    _print_choices(console, "Scenarios (--scenario NAME)", info.scenarios)
    _print_choices(console, "Variants (--variant NAME)", info.variants)
    _print_options(console, info)


def _print_choices(console: Console, heading: str, choices: tuple[Choice, ...]) -> None:
    if choices:
        console.print(f"\n[bold]{heading}[/]")
    for choice in choices:
        console.print(choice_text(choice))


def choice_text(choice: Choice) -> str:
    """A scenario or a variant: its changes, its place in the rulebook, its scenarios, and its pace."""
    where = f"in {', '.join(choice.scenarios)}" if choice.scenarios else ""
    book = " · ".join(filter(None, (choice.source, where)))
    apart = (f"Not with {other.name}: {other.reason}." for other in choice.excludes)
    rest = "".join(f"\n      [dim]{escape(line)}[/]" for line in (book, choice.pace, *apart) if line)
    return f"  [cyan]{escape(choice.name)}[/]  {escape(choice.help)}{rest}"


def _print_options(console: Console, info: TitleInfo) -> None:
    grid = table_style.table("name", "usually", "may-be", "what-it-is")
    for option in info.options:
        grid.add_row(
            f"[cyan]{option.name}[/]", escape(_default(info, option)), escape(_range(option)), escape(option.help)
        )
    console.print("\n[bold]House rules (--option name=value)[/]")
    console.print(grid)


def _default(info: TitleInfo, option: OptionInfo) -> str:
    """Default value, or the values by number of players."""
    counts = range(info.minimum_players, info.maximum_players + 1)
    values = [_value(option.default_for(players)) for players in counts]
    return values[0] if len(set(values)) == 1 else " ".join(values)


def _value(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(option: OptionInfo) -> str:
    if option.type == "flag":
        return "true, false"
    if option.choices:
        return ", ".join(option.choices)
    steps = f" in steps of {option.step}" if option.step > 1 else ""
    return f"{option.minimum} to {option.maximum}{steps}"


def print_rules(console: Console, title: str) -> None:
    """Print all clauses, section by section."""
    section = ""
    for clause in clauses(title_info(title).name):
        if clause.section != section:
            section = clause.section
            console.print(f"\n[bold]{escape(section)}[/]")
        _print(console, clause)


def asked(title: str, words: Sequence[str]) -> list[tuple[str, str]]:
    """Titles asked for, each with the query for its rules; "" for all.

    A clause id names its title too; an id for all editions, such as 1888*-TRK-07, names several.
    """
    is_title = bool(words) or is_name(title)
    named = [] if is_title else [(info.name, title) for info in titles() if _is_of(info.name, title)]
    return named or [(name_of_title(title), " ".join(words))]


def _is_of(title: str, typed: str) -> bool:
    """True if the text begins like the ids of the title's clauses."""
    prefix = clause_prefix(title)
    return typed.casefold().startswith((f"{prefix}-".casefold(), f"{prefix[:4]}*-"))


def print_asked(console: Console, title: str, typed: str, tests: Path | None) -> None:
    """Print clauses by id, each with its places and tests; otherwise those that contain the words."""
    named = by_ids(title, typed)
    shown = cover(clauses(title), tests).tests if named and tests is not None and tests.is_dir() else {}
    for clause in named:
        _print(console, clause)
        for place in places_of(title, clause):
            console.print(f"    {escape(str(place))}")
        for test in shown.get(clause.restates or clause.id, ()):
            console.print(f"    [dim]{escape(test)}[/]")
    for clause in [] if named else _by_words(title, typed):
        _print(console, clause)


def _by_words(title: str, typed: str) -> list[Clause]:
    having = by_words(title, typed)
    if not having:
        raise _no_clause(title, typed)
    return having


def print_clause(console: Console, title: str, id: str) -> None:
    """Print one clause by id, with or without the title's prefix."""
    clause = by_id(title, id)
    if clause is None:
        raise _no_clause(title, id)
    _print(console, clause)


def _no_clause(title: str, typed: str) -> BadInput:
    return BadInput(f"there is no clause {typed!r}; `tetsudo rules {title_info(title).name}` lists them", "clause")


def _print(console: Console, clause: Clause) -> None:
    console.print(f"[cyan]{clause.id}[/]  {escape(clause.text)}")
    if clause.resolution:
        console.print(f"    [dim]As it is played: {escape(clause.resolution)}[/]")


def print_coverage(console: Console, title: str, tests: Path | None) -> bool:
    """Print the tests of each clause; True if no clause lacks a test and no mark is unknown."""
    if tests is None or not tests.is_dir():
        raise BadInput("there are no tests here; say with --tests where they are", str(tests or "tests"))
    covered = cover(clauses(title_info(title).name), tests, f"{clause_prefix(title)}-")
    for clause, shown in covered.tests.items():
        console.print(f"[cyan]{clause}[/]  {escape(', '.join(shown))}" if shown else f"[red]{clause}  no test[/]")
    for name, where in covered.unknown.items():
        console.print(f"[red]{escape(name)} is no clause: {escape(', '.join(where))}[/]")
    shown_count = len(covered.tests) - len(covered.missing)
    console.print(f"\n{covered.percent:.4g} % of {len(covered.tests)} clauses ({shown_count}) are shown by tests")
    return not covered.missing and not covered.unknown


def print_powers(console: Console, title: str | None) -> None:
    """Print the kinds of powers available to a title's data, with their keys; without a title, the core's."""
    for line in kinds_for_authors(title_info(name_of_title(title)).name if title else ""):
        console.print(f"[bold]{line.kind}[/]  {escape(line.whose)}")
        console.print(f"  {escape(line.help)}")
        for key in line.keys:
            console.print(f"    [cyan]{key.name}[/] ({escape(key.brackets)}): {escape(key.help)}")
