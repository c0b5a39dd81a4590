"""Commands for those who study games: many games, bots against each other, counts, titles and rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tetsudo.cli import puzzles as puzzle_commands
from tetsudo.cli.commands.app import AsJson, Options, Scenario, Seats, Title, Variants, app, examples, screen


@app.command(epilog=examples("titles", "titles 1889", "titles 1889 --json", "titles 1890 --powers", "titles --options"))
def titles(
    title: Annotated[str | None, typer.Argument(help="Title, or its folder, whose choices to list.")] = None,
    powers: Annotated[bool, typer.Option("--powers", help="List the kinds of powers for title data instead.")] = False,
    options: Annotated[bool, typer.Option("--options", help="List the options for title data instead.")] = False,
    as_json: AsJson = False,
) -> None:
    """List all titles, or check one title's data: list its choices and house rules, or all mistakes in its files."""
    from tetsudo.cli import rules as reading

    if options:
        reading.print_options(screen(), as_json=as_json)
    elif powers:
        reading.print_powers(screen(), title, as_json=as_json)
    elif title is None:
        reading.print_titles(screen(), as_json=as_json)
    elif not reading.print_title(screen(), title, as_json=as_json):
        raise typer.Exit(1)


@app.command(
    epilog=examples(
        "simulate 1889 --players 4 --games 1000 --seed 1 --jobs 2",
        "simulate 1889 --players 3 --variant beginner --records games",
        "simulate 1889 --players 4 --games 1000 --bots random",
        "simulate 1889 --players 4 --games 20 --bots rollouts,rules,rules,mine.py:Mine --budget 30r",
    )
)
def simulate(
    title: Title,
    players: Seats = 4,
    games: Annotated[int, typer.Option("--games", "-g", min=1, max=10_000_000, help="Number of games.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed; it gives the same games for any --jobs.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=1024, help="Number of processes.")] = 1,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Cluster to run on: dask://HOST:PORT or ray://HOST:PORT.")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write each game's outcome to a .jsonl or .parquet file; a second run continues it.",
        ),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write each game's record, to replay, export or open on the site."),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help="Bots in seat order: names, or PATH.py:Class; mixed: with other habits in each game; "
            "random: any legal actions."
        ),
    ] = "mixed",
    budget: Annotated[
        str,
        typer.Option(help="Budget per decision: seconds (0.3) or rollouts (200r), one for all bots or one for each."),
    ] = "",
    scenario: Scenario = None,
    variant: Variants = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Play many games with bots, or at random; print speed, length, how games end and who wins."""
    from tetsudo.cli import arguments
    from tetsudo.cli.lab import simulate as many

    table = arguments.table(title, players, scenario, variant or (), option or ())
    entrants = many.parse_bots(bots, budget, table)
    many.run_simulation(screen(), table, games, seed, jobs, out, cluster, entrants, records, as_json=as_json)


@app.command(
    epilog=examples(
        "arena 1889 --players 4 --bots simple,random --games 40",
        "arena 1889 --players 3 --bots simple,random,mine.py:Mine --games 60 --jobs 2 --json games.jsonl",
    )
)
def arena(
    title: Title,
    players: Seats = 4,
    bots: Annotated[
        str,
        typer.Option(
            help="Names of bots, or PATH.py:Class; of two bots, the first takes one seat, the second all others."
        ),
    ] = "simple,random",
    games: Annotated[int, typer.Option("--games", "-g", min=1, max=10_000_000, help="Number of games.")] = 100,
    budget: Annotated[
        str,
        typer.Option(help="Budget per decision: seconds (0.3) or rollouts (200r), one for all bots or one for each."),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Seed of the deals; default: a random one.")] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=1024, help="Number of processes.")] = 1,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Cluster to run on: dask://HOST:PORT or ray://HOST:PORT.")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--json", metavar="OUT", help="Write one JSON object per game and a summary; a second run continues it."
        ),
    ] = None,
    scenario: Scenario = None,
    variant: Variants = None,
    option: Options = None,
) -> None:
    """Play bots against each other on the same deals with rotated seats; print win rates and playing styles."""
    from tetsudo.cli import arguments
    from tetsudo.cli.lab.arena import run_arena

    table = arguments.table(title, players, scenario, variant or (), option or ())
    run_arena(screen(), table, bots, games, budget, seed, jobs, out, cluster)


@app.command(
    epilog=examples(
        "compare 1889 --option bank=5000 --html bank.html",
        'compare 1889 "1889 --option bank=5000" --players 2-6 --games 500 --jobs 2',
        "compare ./mine ./mine-with-a-larger-map --players 3,4 --csv figures.csv",
        "compare 1889 --sweep bank=4000:9000:1000 --jobs 2",
    )
)
def compare(
    editions: Annotated[
        list[str],
        typer.Argument(
            metavar="EDITIONS",
            help="Titles or folders, each with its choices in quotation marks; the others are compared to the first.",
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-g", min=1, max=10_000_000, help="Number of games of each edition.")
    ] = 500,
    players: Annotated[str, typer.Option("--players", "-p", help="Numbers of players, such as 4, 2-6 or 2,4.")] = "4",
    seed: Annotated[int, typer.Option(help="Seed; it gives the same figures for any --jobs.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=1024, help="Number of processes.")] = 1,
    bots: Annotated[str, typer.Option(help="Bots in seat order, as of `tetsudo simulate`.")] = "mixed",
    swept: Annotated[
        str,
        typer.Option("--sweep", metavar="NAME=VALUES", help="House rule to try: NAME=1,2,3 or NAME=FIRST:LAST:STEP."),
    ] = "",
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with plots and maps.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a table of all figures.")] = None,
    scenario: Scenario = None,
    variant: Variants = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Compare two editions of a title by many games of bots; tell what differs beyond chance."""
    from tetsudo.cli.lab import compare as comparing

    compared = comparing.editions(editions, scenario, variant or (), option or (), swept)
    counts = comparing.numbers_of_players(players)
    comparing.run_comparison(screen(), compared, counts, games, seed, jobs, bots, (html, csv), as_json=as_json)


@app.command(
    epilog=examples("statistics 1889 games/*.json", "statistics 1889 archive", "statistics 1889 games.jsonl.gz --json")
)
def statistics(
    title: Title,
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILES", help="Records, 18xx.games files, or an archive: its folder, or its games."),
    ],
    as_json: AsJson = False,
) -> None:
    """Count finished games: lengths, ends, pars, prices of privates, first tiles, each with wins."""
    from tetsudo.cli.lab.statistics import run_statistics

    run_statistics(screen(), title, files, as_json=as_json)


@app.command(epilog=examples("perft 1889 --players 3 --depth 4", "perft 1889 --players 2 --depth 3 --divide"))
def perft(
    title: Title,
    players: Seats = 4,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=50, help="Number of actions to look ahead.")] = 3,
    start: Annotated[
        str | None, typer.Option("--from", metavar="POSITION", help="Start from this position: its text, or a file.")
    ] = None,
    divided: Annotated[bool, typer.Option("--divide", help="Count after each first action.")] = False,
    scenario: Scenario = None,
    variant: Variants = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Count all sequences of actions to a depth; a range of amounts counts once."""
    from tetsudo.cli import arguments
    from tetsudo.cli.lab import simulate as many

    table = arguments.table(title, players, scenario, variant or (), option or ())
    many.run_perft(screen(), many.perft_start(table, start), depth, divided, as_json=as_json)


@app.command(
    epilog=examples(
        "rules 1889", "rules 1889-OR-07", "rules 1890 10.5.2", "rules 1889 TRK-03..07", "rules 1889 --coverage"
    )
)
def rules(
    title: Annotated[str, typer.Argument(help="A title, its folder, or the id of one of its clauses.")],
    clause: Annotated[
        list[str] | None,
        typer.Argument(help="A clause, the start of clause ids, a range (TRK-03..07), or words."),
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="List the tests of each clause.")] = False,
    tests: Annotated[Path | None, typer.Option(help="Folder of the tests; default: tests, or Tetsudo's own.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print a title's rules, their test coverage, or single clauses with their code and tests."""
    from tetsudo.cli import rules as reading
    from tetsudo.cli.table_style import print_json
    from tetsudo.titles.rulebook.coverage import folder_of_tests

    here = Path("tests")
    tests = tests or (here if here.is_dir() else folder_of_tests())
    asked = reading.rule_queries(title, clause or ())
    found = reading.coverage_data(dict(asked), tests) if coverage else reading.clauses_data(asked, tests)
    if as_json:
        print_json(screen(), found)
    elif coverage:
        reading.print_coverage(screen(), found)
    else:
        reading.print_clauses(screen(), found, by_section=not any(typed for _, typed in asked))
    if coverage and not reading.is_covered(found):
        raise typer.Exit(1)


@app.command(epilog=examples("puzzle", "puzzle 1889", "puzzle --id 1889:control:1"))
def puzzle(
    title: Annotated[str | None, typer.Argument(help="Title; default: any.")] = None,
    id: Annotated[str | None, typer.Option("--id", metavar="ID", help="Puzzle; default: the one of the day.")] = None,
    position: Annotated[bool, typer.Option("--position", help="Print the text of the position too.")] = False,
) -> None:
    """Answer a puzzle: a question about a position, with one right answer."""
    puzzle_commands.ask(screen(), title, id, shows_position=position)


app.add_typer(puzzle_commands.commands)
