"""The titles and their rules at the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from tetsudo.analysis.title_report import title_data, titles_data
from tetsudo.cli import table_style
from tetsudo.cli.table_style import print_json
from tetsudo.core.errors import BadInput
from tetsudo.core.unknown_names import nearest, unknown_name
from tetsudo.engine.model.options import OptionValue
from tetsudo.titles.author_reference import KindLine, kinds_for_authors, options_for_authors, values_of
from tetsudo.titles.data.options import OptionInfo
from tetsudo.titles.loader import (
    Choice,
    Clause,
    Mistake,
    TitleInfo,
    clause_prefix,
    clauses,
    is_name,
    mistakes_in,
    name_of_title,
    title_info,
    titles,
)
from tetsudo.titles.rulebook.coverage import measure_coverage
from tetsudo.titles.rulebook.search import find_by_id, find_by_ids, find_by_words
from tetsudo.titles.rulebook.traceability import places_of


def print_titles(console: Console, *, as_json: bool = False) -> None:
    """Print one line per title, or JSON."""
    found = titles_data()
    if as_json:
        print_json(console, found)
        return
    for row in found["titles"]:
        seats = f"{row['minimum_players']} to {row['maximum_players']} players"
        console.print(f"[bold]{row['name']}[/]  {escape(row['full_name'])}, by {escape(row['designer'])}: {seats}")


def print_title(console: Console, title: str, *, as_json: bool = False) -> bool:
    """Check all data of a title, and print its choices, or all mistakes; true if there are none."""
    name = name_of_title(title)
    found = mistakes_in(name)
    if found:
        _print_mistakes(console, name, found, as_json=as_json)
        return False
    info = title_info(name)
    if as_json:
        print_json(console, title_data(info))
        return True
    console.print(f"[bold]{info.name}[/]  {escape(info.full_name)}")
    published = f", published by {escape(info.publisher)}" if info.publisher else ""
    console.print(f"Designed by {escape(info.designer)}{published}.")
    console.print(f"{info.minimum_players} to {info.maximum_players} players.")
    _print_choices(console, "Scenarios (--scenario NAME)", info.scenarios)
    _print_choices(console, "Variants (--variant NAME)", info.variants)
    _print_options(console, info)
    return True


def _print_mistakes(console: Console, name: str, found: Sequence[Mistake], *, as_json: bool) -> None:
    """Print mistakes in a title's data, each with its file and line, and their number."""
    if as_json:
        print_json(console, {"title": name, "mistakes": [asdict(mistake) for mistake in found]})
        return
    for mistake in found:
        line = f":{mistake.line}" if mistake.line else ""
        key = f"[cyan]{escape(mistake.key)}[/]: " if mistake.key else ""
        console.print(f"[bold]{escape(mistake.file)}{line}[/]: {key}{escape(mistake.sentence)}", soft_wrap=True)
    console.print(f"\n{len(found)} {'mistake' if len(found) == 1 else 'mistakes'} in {escape(name)}.")


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
            f"[cyan]{option.name}[/]", escape(_default(info, option)), escape(values_of(option)), escape(option.help)
        )
    console.print("\n[bold]House rules (--option name=value)[/]")
    console.print(grid)


def _default(info: TitleInfo, option: OptionInfo) -> str:
    """Default value, or the values by number of players."""
    values = [_value(option.default_for(players)) for players in info.seats("")]
    return values[0] if len(set(values)) == 1 else " ".join(values)


def _value(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def rule_queries(title: str, words: Sequence[str]) -> list[tuple[str, str]]:
    """Titles asked for, each with the query for its rules; "" for all.

    A clause id names its title too; an id for all editions, such as 1888*-TRK-07, names several.
    """
    is_title = bool(words) or is_name(title)
    named = [] if is_title else [(info.name, title) for info in titles() if _is_clause_id(info.name, title)]
    return named or [(name_of_title(title), " ".join(words))]


def _is_clause_id(title: str, typed: str) -> bool:
    """True if the text begins like the ids of the title's clauses."""
    prefix = clause_prefix(title)
    return typed.casefold().startswith((f"{prefix}-".casefold(), f"{prefix[:4]}*-"))


def clauses_data(asked_for: Sequence[tuple[str, str]], tests: Path | None) -> dict[str, Any]:
    """Clauses of titles by id or by words; all of them for "". Those asked for by id have their code and tests."""
    return {"clauses": [row for title, typed in asked_for for row in _rows(title_info(title).name, typed, tests)]}


def _rows(title: str, typed: str, tests: Path | None) -> Iterator[dict[str, Any]]:
    named = find_by_ids(title, typed) if typed else []
    shown = measure_coverage(clauses(title), tests).tests if named and tests is not None and tests.is_dir() else {}
    for clause in named:
        code = [str(place) for place in places_of(title, clause)]
        yield {**_clause_data(title, clause), "code": code, "tests": [*shown.get(clause.restates or clause.id, ())]}
    if not named:
        yield from (
            _clause_data(title, clause) for clause in (_search_clauses(title, typed) if typed else clauses(title))
        )


def _clause_data(title: str, clause: Clause) -> dict[str, Any]:
    return {
        "title": title,
        "id": clause.id,
        "section": clause.section,
        "kind": clause.kind,
        "text": clause.text,
        "resolution": clause.resolution or None,
    }


def print_clauses(console: Console, found: Mapping[str, Any], *, by_section: bool) -> None:
    """Print clauses, under their sections or each with its code and tests."""
    section = ""
    for row in found["clauses"]:
        if by_section and row["section"] != section:
            section = row["section"]
            console.print(f"\n[bold]{escape(section)}[/]")
        _print(console, row)
        for place in row.get("code", ()):
            console.print(f"    {escape(place)}")
        for test in row.get("tests", ()):
            console.print(f"    [dim]{escape(test)}[/]")


def _search_clauses(title: str, typed: str) -> list[Clause]:
    having = find_by_words(title, typed)
    if not having:
        raise _unknown_clause(title, typed)
    return having


def print_clause(console: Console, title: str, id: str) -> None:
    """Print one clause by id, with or without the title's prefix."""
    clause = find_by_id(title, id)
    if clause is None:
        raise _unknown_clause(title, id)
    _print(console, _clause_data(title, clause))


def _unknown_clause(title: str, typed: str) -> BadInput:
    """Refusal of an unknown clause; ids without the title's prefix are compared, as most people type them."""
    info, prefix = title_info(title), f"{clause_prefix(title)}-"
    near = nearest(typed.removeprefix(prefix), [clause.id.removeprefix(prefix) for clause in clauses(info.name)])
    remedy = f" `tetsudo rules {info.name}` lists them."
    return unknown_name("clause", typed, (), near=[f"{prefix}{each}" for each in near], remedy=remedy)


def _print(console: Console, row: Mapping[str, Any]) -> None:
    console.print(f"[cyan]{row['id']}[/]  {escape(row['text'])}")
    if row["resolution"]:
        console.print(f"    [dim]As it is played: {escape(row['resolution'])}[/]")


def coverage_data(titles: Iterable[str], tests: Path | None) -> dict[str, Any]:
    """Tests of each clause of some titles, and marks of tests that are no clauses."""
    if tests is None or not tests.is_dir():
        raise BadInput("there are no tests here; say with --tests where they are", str(tests or "tests"))
    found: dict[str, Any] = {"clauses": [], "unknown": {}}
    for title in titles:
        covered = measure_coverage(clauses(title_info(title).name), tests, f"{clause_prefix(title)}-")
        found["clauses"] += [{"id": clause, "tests": [*shown]} for clause, shown in covered.tests.items()]
        found["unknown"] |= {name: [*where] for name, where in covered.unknown.items()}
    return found


def is_covered(found: Mapping[str, Any]) -> bool:
    """True if no clause lacks a test and no mark is unknown."""
    return not found["unknown"] and all(row["tests"] for row in found["clauses"])


def print_coverage(console: Console, found: Mapping[str, Any]) -> None:
    """Print the tests of each clause."""
    rows = found["clauses"]
    for row in rows:
        shown = escape(", ".join(row["tests"]))
        console.print(f"[cyan]{row['id']}[/]  {shown}" if shown else f"[red]{row['id']}  no test[/]")
    for name, where in found["unknown"].items():
        console.print(f"[red]{escape(name)} is no clause: {escape(', '.join(where))}[/]")
    count = sum(bool(row["tests"]) for row in rows)
    console.print(
        f"\n{100 * count / len(rows) if rows else 100:.4g} % of {len(rows)} clauses ({count}) are shown by tests"
    )


def print_options(console: Console, *, as_json: bool = False) -> None:
    """Print the options that a title's data may set."""
    options = options_for_authors()
    if as_json:
        print_json(console, {"options": [{**each._asdict(), "usual": each.usual or None} for each in options]})
        return
    grid = table_style.table("name", "may-be", "usually", "what-it-is")
    for each in options:
        usual = escape(each.usual) or "[dim]must be given[/]"
        grid.add_row(f"[cyan]{each.name}[/]", escape(each.values), usual, escape(each.help))
    console.print(grid)


def print_powers(console: Console, title: str | None, *, as_json: bool = False) -> None:
    """Print the kinds of powers available to a title's data, with their keys; without a title, the core's."""
    kinds = kinds_for_authors(title_info(name_of_title(title)).name if title else "")
    if as_json:
        print_json(console, {"powers": [_power_data(line) for line in kinds]})
        return
    for line in kinds:
        console.print(f"[bold]{line.kind}[/]  {escape(line.whose)}")
        console.print(f"  {escape(line.help)}")
        for key in line.keys:
            console.print(f"    [cyan]{key.name}[/] ({escape(key.form_and_default)}): {escape(key.help)}")


def _power_data(line: KindLine) -> dict[str, Any]:
    keys = [{"name": key.name, "form": key.form, "default": key.usual or None, "help": key.help} for key in line.keys]
    return {"kind": line.kind, "holders": line.whose, "help": line.help, "keys": keys}
