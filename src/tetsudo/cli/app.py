"""The commands and their options. Other modules of `cli` implement them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from tetsudo import __version__
from tetsudo.cli import puzzles as puzzle_commands

app = typer.Typer(
    name="tetsudo",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(puzzle_commands.commands)


def _print_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        typer.echo(f"tetsudo {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Play 18xx, railway stock-market board games: at the terminal, by the thousand, and from files."""


Title = Annotated[
    str, typer.Argument(help="Name of a title, such as 1889 (`tetsudo titles` lists them), or the path of its folder.")
]
GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A Tetsudo record, or an 18xx.games file.")]
AtOption = Annotated[int | None, typer.Option(min=0, help="Number of actions to replay; default: all.")]
Seats = Annotated[int, typer.Option("--players", "-p", min=1, max=99, help="Number of players.")]
Scenario = Annotated[str | None, typer.Option(help="Scenario of the title.")]
Variants = Annotated[list[str] | None, typer.Option("--variant", metavar="NAME", help="Variant; repeatable.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="House rule; repeatable.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document; docs/playing.md lists its keys.")]


def examples(*lines: str) -> str:
    """Examples at the end of a command's help."""
    return "\n\n".join(("[bold]Examples[/]", *(f"[cyan]tetsudo {escape(line)}[/]" for line in lines)))


@app.command(epilog=examples("titles", "titles 1889", "titles 1889 --json", "titles 1890 --powers"))
def titles(
    title: Annotated[str | None, typer.Argument(help="Title, or its folder, whose choices to list.")] = None,
    powers: Annotated[bool, typer.Option("--powers", help="List the kinds of powers for title data instead.")] = False,
    as_json: AsJson = False,
) -> None:
    """List all titles, or check one title's data and list its scenarios, variants and house rules."""
    from tetsudo.cli import rules as reading

    if powers:
        reading.print_powers(screen(), title, as_json=as_json)
    elif title is None:
        reading.print_titles(screen(), as_json=as_json)
    else:
        reading.print_title(screen(), title, as_json=as_json)


Database = Annotated[
    str, typer.Option(metavar="URL", help="Database of the site, such as sqlite:///FILE; default: a file in your home.")
]


@app.command(
    epilog=examples(
        "serve",
        "serve --port 8080 --database sqlite:///games.db",
        "serve --host 0.0.0.0",
        "serve --behind-proxy 127.0.0.1",
    )
)
def serve(
    database: Database = "",
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 opens the site to the network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one.")] = 8000,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = False,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Address or network of a trusted proxy; repeatable."),
    ] = None,
    access_log: Annotated[bool, typer.Option("--access-log", help="Log every request.")] = False,
    sign_up: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="Who may create an account: closed (no one), invitation (the default; see `tetsudo invite`), or open.",
        ),
    ] = "",
) -> None:
    """Start the web site, with tables to play at in a browser."""
    from tetsudo.web.server.run import serve as run

    run(
        database,
        host,
        port,
        opens_browser=browser,
        proxies=behind_proxy or (),
        logs_access=access_log,
        sign_up=sign_up,
    )


@app.command(
    epilog=examples("invite", "invite --people 12 --days 30 --label Club", "invite --site https://games.example.org")
)
def invite(
    database: Database = "",
    people: Annotated[int, typer.Option(min=1, max=1000, help="Number of people who may sign up with it.")] = 1,
    days: Annotated[int, typer.Option(min=1, max=365, help="Days until it expires.")] = 14,
    label: Annotated[str, typer.Option(help="Note for yourself.")] = "",
    site: Annotated[str, typer.Option(metavar="URL", help="Address of your site.")] = "http://localhost:8000",
) -> None:
    """Make an invitation: a link by which people create an account on your site, even while it is running."""
    from tetsudo.web.server import account_commands

    typer.echo(account_commands.new_link(database, site, people, days, label))


@app.command(epilog=examples("ban amber-ferry-4821", "ban ann@example.org --lift"))
def ban(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Sign-in name or e-mail address of the account.")],
    database: Database = "",
    lift: Annotated[bool, typer.Option("--lift", help="Let the person sign in again.")] = False,
) -> None:
    """Ban an account from your site: the person is signed out everywhere at once, and cannot sign in."""
    from tetsudo.web.server import account_commands

    typer.echo(account_commands.set_ban(database, name, is_banned=not lift))


@app.command(epilog=examples("organiser amber-ferry-4821", "organiser ann@example.org --remove"))
def organiser(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Sign-in name or e-mail address of the account.")],
    database: Database = "",
    remove: Annotated[bool, typer.Option("--remove", help="Make it an ordinary account again.")] = False,
) -> None:
    """Make an account an organiser of your site: the person can invite people, and test the mail."""
    from tetsudo.web.server import account_commands

    typer.echo(account_commands.set_organiser(database, name, is_organiser=not remove))


@app.command(epilog=examples("tidy", "tidy --yes", "tidy --database sqlite:///games.db"))
def tidy(
    database: Database = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Remove without asking.")] = False,
) -> None:
    """Show and remove data the site no longer needs: old sessions, empty guest accounts, tables never started.

    At a terminal it asks before removing anything; elsewhere it only shows, unless you add --yes. A running site does
    this daily by itself.
    """
    from tetsudo.web.server import backup_and_tidy

    for line in backup_and_tidy.findings(database):
        screen().print(escape(line), soft_wrap=True)
    if yes or (sys.stdin.isatty() and typer.confirm("Remove this?")):
        screen().print(backup_and_tidy.tidy())


@app.command(epilog=examples("backup copy.db", "backup copy.db --database sqlite:///games.db"))
def backup(
    copy: Annotated[Path, typer.Argument(metavar="FILE", help="File of the copy; it must not exist yet.")],
    database: Database = "",
) -> None:
    """Copy the site's database, even while the site is running."""
    from tetsudo.web.server import backup_and_tidy

    backup_and_tidy.backup(database, copy)


@app.command(epilog=examples("worker", "worker --database sqlite:///games.db"))
def worker(database: Database = "") -> None:
    """Send notices ("your turn") in a process of its own; several may run at once.

    `tetsudo serve` does this too, unless TETSUDO_NOTICE_WORKERS is 0.
    """
    from tetsudo.web.server import notice_commands

    notice_commands.work(database)


@app.command(name="mail-test", epilog=examples("mail-test you@example.org"))
def mail_test(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="Address to send to.")], database: Database = ""
) -> None:
    """Send a test mail, to see if TETSUDO_MAIL_URL is right."""
    from tetsudo.web.server import notice_commands

    notice_commands.send_test_mail(database, address)
    screen().print(escape(f"The mail server accepted a mail to {address}."))


@app.command(name="push-keys", epilog=examples("push-keys"))
def push_keys(database: Database = "") -> None:
    """Create the keys for push messages, unless there are some, so that browsers can be notified."""
    from tetsudo.web.server import notice_commands

    file, public = notice_commands.push_keys(database)
    screen().print(escape(f"Keys for push messages are in {file}. Public key:"), soft_wrap=True)
    screen().print(public, soft_wrap=True)


@app.command(
    epilog=examples(
        "play 1889 --players Ann,Bo,bot",
        "play 1889 --players You,bot,bot --seed 7 --save game.json",
        "play 1889 --players You,bot-rollouts,Robo=rules,mine.py:Mine",
        "play 1889 --players Ann,Bo --variant beginner --option bank=5000",
        "play game.json",
    )
)
def play(
    title: Annotated[
        str,
        typer.Argument(metavar="TITLE|FILE", help="A title, its folder, or a saved game to continue."),
    ],
    players: Annotated[
        str,
        typer.Option(
            "--players",
            "-p",
            help="Players in seat order: names; bots as bot, bot-LEVEL, NAME=LEVEL, PATH.py:Class, NAME=PATH.py:Class."
            " Of a saved game only the programs, by name.  [default: You,bot,bot]",
        ),
    ] = "",
    bot: Annotated[
        str, typer.Option(metavar="NAME", help="Bot for seats without a level, or PATH.py:Class.")
    ] = "rules",
    seed: Annotated[int, typer.Option(min=0, help="Seed of random events.")] = 0,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="File to save the game in.")] = None,
    scenario: Scenario = None,
    variant: Variants = None,
    option: Options = None,
) -> None:
    """Play a game at the terminal, or continue a saved game."""
    from tetsudo.cli import arguments
    from tetsudo.cli.files import game_at
    from tetsudo.cli.play import Session, bots_of
    from tetsudo.titles.loader import is_name

    if Path(title).is_file() and not is_name(title):
        game, save = game_at(Path(title)), save or Path(title)
        seats = arguments.seats(players) if players else []
    else:
        seats = arguments.seats(players or "You,bot,bot")
        names = [seat.name for seat in seats]
        game = arguments.table(title, len(names), scenario, variant or (), option or ()).named_game(names, seed)
    Session(screen(), game, bots_of(game, bot, seats), save).play()


@app.command(epilog=examples("replay game.json", "replay game.json --trace trace.json"))
def replay(
    file: GameFile,
    trace: Annotated[Path | None, typer.Option(metavar="OUT", help="Write the position after each action.")] = None,
    as_json: AsJson = False,
) -> None:
    """Replay a game strictly; exits with 1 at the first illegal action."""
    from tetsudo.cli import files

    if not files.replay(screen(), messages(), file, trace, as_json=as_json):
        raise typer.Exit(1)


@app.command(epilog=examples("export game.json --to 18xx.games -o theirs.json", "export theirs.json --to tetsudo"))
def export(
    file: GameFile,
    to: Annotated[str, typer.Option("--to", metavar="FORM", help="Format: 18xx.games or tetsudo.")] = "18xx.games",
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="OUT", help="Output file; default: print.")] = None,
) -> None:
    """Convert a game to the format of 18xx.games or Tetsudo."""
    from tetsudo.cli import files

    text = files.export(file, to)
    if out:
        files.write(out, text)
    else:
        sys.stdout.write(text)


@app.command(epilog=examples("show game.json", "show game.json --at 120", "show game.json --svg map.svg"))
def show(
    file: GameFile,
    at: AtOption = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw the map.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a position of a game as tables."""
    from tetsudo.cli import files

    files.show(screen(), file, at, svg, as_json=as_json)


@app.command(
    epilog=examples(
        "plots game.json",
        "plots game.json --csv all.csv",
        "plots game.json --plot worth --csv worth.csv --svg worth.svg",
    )
)
def plots(
    file: GameFile,
    plot: Annotated[
        str, typer.Option(metavar="NAME", help="One of the listed plots or tables; default: all in one table.")
    ] = "",
    csv: Annotated[Path | None, typer.Option("--csv", metavar="OUT", help="Write the values as CSV.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw the plot.")] = None,
) -> None:
    """Show a game round by round: worth, prices, income, revenue, and the turning points."""
    from tetsudo.cli.history import plots as plotting

    plotting.show(screen(), file, plot, csv, svg)


@app.command(epilog=examples("review game.json", "review game.json --html review.html", "review theirs.json --json"))
def review(
    file: GameFile,
    html: Annotated[Path | None, typer.Option("--html", metavar="OUT", help="Write the review as a page.")] = None,
    as_json: AsJson = False,
) -> None:
    """Review a finished game: runs below the best, idle money, trains that rusted unpaid, and other exact findings."""
    from tetsudo.cli.history import review as reviewing

    reviewing.show(screen(), file, html, as_json=as_json)


BoardFile = Annotated[
    Path | None, typer.Option("--board", metavar="FILE.toml", help="What-if board to use instead of a game.")
]
CompanyOption = Annotated[str | None, typer.Option("--company", "-c", metavar="SYMBOL", help="Company by symbol.")]
Trains = Annotated[
    str | None, typer.Option(metavar="NAMES", help='As if the company had these trains: "D D", "2 3+3"; else its own.')
]
Drawing = Annotated[Path | None, typer.Option(metavar="OUT", help="Draw the routes on the map.")]


@app.command(
    epilog=examples(
        "routes game.json",
        "routes game.json --at 300 --company OS",
        'routes game.json --company OS --trains "D D" --svg map.svg',
        "routes --board table.toml --json",
    )
)
def routes(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A Tetsudo record, or an 18xx.games file.")
    ] = None,
    board: BoardFile = None,
    at: AtOption = None,
    company: CompanyOption = None,
    trains: Trains = None,
    svg: Drawing = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="Time limit per company; the result then comes with a bound.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the best run of one company or of all, stop by stop, in a game or on a what-if board."""
    from tetsudo.cli import routes as running

    running.show_best(screen(), running.load_game(file, board, at), company, trains, svg, seconds, as_json=as_json)


@app.command(
    name="check-run",
    epilog=examples(
        "check-run game.json 3:K4-J5-I4 2:K8-K6",
        "check-run game.json --at 300 --company OS 5:H12-G13-F14",
        "check-run --board table.toml --company IR 2:E2-F1",
    ),
)
def check_run(
    words: Annotated[
        list[str],
        typer.Argument(metavar="[FILE] ROUTE...", help="Game, and each train with its hexes from stop to stop."),
    ],
    board: BoardFile = None,
    at: AtOption = None,
    company: CompanyOption = None,
    trains: Trains = None,
    svg: Drawing = None,
    as_json: AsJson = False,
) -> None:
    """Check a run: show its revenue or the clause that forbids it, and compare it with the best run.

    It need not be the company's turn. Exits with 1 if the run is not valid.
    """
    from tetsudo.cli import routes as running

    file = None if board else Path(words[0])
    typed = " ".join(words if board else words[1:])
    table = running.load_game(file, board, at)
    if not running.check(screen(), table, typed, company, trains, svg, as_json=as_json):
        raise typer.Exit(1)


@app.command(
    epilog=examples(
        "simulate 1889 --players 4 --games 1000 --seed 1 --jobs 2",
        "simulate 1889 --players 3 --variant beginner",
        "simulate 1889 --players 4 --games 20 --bots rules --records games",
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
    bots: Annotated[str, typer.Option(help="Bots in seat order: names, or PATH.py:Class; default: random play.")] = "",
    budget: Annotated[
        str,
        typer.Option(help="Budget per decision: seconds (0.3) or rollouts (200r), one for all bots or one for each."),
    ] = "",
    scenario: Scenario = None,
    variant: Variants = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Play many games, random or with bots; print speed, length, how games end and who wins."""
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


def screen() -> Console:
    """Console for results; wide if the output is not a terminal."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else 160)


def messages() -> Console:
    """Console for errors."""
    return Console(stderr=True, highlight=False)
