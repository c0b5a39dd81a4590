"""Commands for one game: play it, replay and convert it, show it, and search its best runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tetsudo.cli.commands.app import (
    AsJson,
    AtOption,
    GameFile,
    Options,
    Scenario,
    Variants,
    app,
    examples,
    messages,
    screen,
)


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


@app.command(
    epilog=examples(
        "review game.json",
        "review game.json --html review.html",
        "review game.json --moments --jobs 4",
        "review theirs.json --json",
    )
)
def review(
    file: GameFile,
    html: Annotated[Path | None, typer.Option("--html", metavar="OUT", help="Write the review as a page.")] = None,
    moments: Annotated[
        bool, typer.Option("--moments", help="Look for the decisions that cost most, too: a few minutes.")
    ] = False,
    playouts: Annotated[
        int | None,
        typer.Option("--playouts", min=100, help="Playouts for the moments; more are surer, and take longer."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that look for the moments.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Review a finished game: runs below the best, idle money, trains that rusted unpaid, and other exact findings.

    With --moments, games played on from each decision also show where each player lost most. What was found is kept, so
    that a review that was stopped goes on.
    """
    from tetsudo.cli.history import review as reviewing
    from tetsudo.cli.history.moments import Wish

    wish = Wish(playouts, jobs) if moments or playouts else None
    reviewing.show(screen(), file, html, wish, as_json=as_json)


@app.command(epilog=examples("profile Ann games/*.json --jobs 4", "profile Ann first.json second.json --json"))
def profile(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Name of the player in all the games.")],
    files: Annotated[list[Path], typer.Argument(metavar="FILES", help="Finished games.")],
    playouts: Annotated[
        int | None, typer.Option("--playouts", min=100, help="Playouts of a game; more are surer, and take longer.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that play the games on.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Show which kinds of decisions cost a player most over many finished games.

    Each game is searched as by `review --moments`, which takes minutes, and what was found is kept.
    """
    from tetsudo.cli.history import profile as profiles
    from tetsudo.cli.history.moments import Wish

    profiles.show(screen(), player, files, Wish(playouts, jobs), as_json=as_json)


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
