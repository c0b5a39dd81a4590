"""Runs at the terminal: the best ones, and proposed ones, in a game or on a what-if board."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from tetsudo.analysis.run_report import Best, Run, TrainRun, best_of, checked, why_not, with_trains
from tetsudo.cli.files import game_at, readable_file, write
from tetsudo.cli.position_tables import money
from tetsudo.cli.table_style import print_json
from tetsudo.core.actions import Route
from tetsudo.core.errors import BadInput
from tetsudo.core.open_actions import Enough
from tetsudo.core.units import NOBODY, Money
from tetsudo.draw import map_svg
from tetsudo.game.game import Game
from tetsudo.game.sandbox import board_file
from tetsudo.game.text import commands


def load_game(file: Path | None, board: Path | None, at: int | None) -> Game:
    """Game of a file after its first `at` actions, or one with a what-if board."""
    if board is None:
        if file is None:
            raise BadInput("Name the file of a game, or a board with --board FILE.toml.")
        return game_at(file, at)
    if file is not None:
        raise BadInput("A board is asked in the place of a game: name one of them.")
    if at is not None:
        raise BadInput("a board made by hand has no actions to stop after", "--at")
    try:
        return board_file.read(readable_file(board).read_text("utf-8")).game()
    except UnicodeDecodeError:
        raise BadInput("this is not text in UTF-8", str(board)) from None
    except BadInput as error:
        raise BadInput(str(error), board.name) from None


def show_best(
    console: Console,
    game: Game,
    company: str | None,
    trains: str | None,
    svg: Path | None,
    seconds: float | None = None,
    *,
    as_json: bool,
) -> None:
    """Print the best run of one company, or of each with trains; `seconds`: time limit per company."""
    if trains is not None and company is None:
        raise BadInput("say whose they are, with --company", "--trains")
    symbols = [_symbol(game, company)] if company else [one for one in game.companies if game.company(one).trains]
    if trains is not None:
        game = with_trains(game, symbols[0], trains.split())
    found = [best_of(game, symbol, _time_limit(seconds)) for symbol in symbols]
    if svg:
        _draw(game, [best.run for best in found], svg)
    if as_json:
        print_json(console, {"title": game.setup.title, "companies": [_best_data(best) for best in found]})
        return
    for best in found:
        console.print(_heading(game, best.run, f"{_money(game, best.run.revenue)}{_proof_text(game, best)}"))
        _print_trains(console, game, best.run)
    if not found:
        console.print("No company has a train.")
    if svg:
        console.print(f"The map is in {escape(str(svg))}.")


def check(
    console: Console,
    game: Game,
    words: str,
    company: str | None,
    trains: str | None,
    svg: Path | None,
    *,
    as_json: bool,
) -> bool:
    """Print a proposed run and the best one; True if the proposed run is valid."""
    symbol = _symbol(game, company) if company else _company_to_run(game)
    game = with_trains(game, symbol, None if trains is None else trains.split())
    routes = commands.parse_routes(game, words)
    refusal, best = why_not(game, symbol, routes), best_of(game, symbol)
    run = None if refusal else checked(game, symbol, routes)
    if svg:
        write(svg, map_svg(game, routes=_drawable(routes), earned=run.earned if run else ()))
    if as_json:
        said = {"sentence": refusal.sentence, "clause": refusal.clause, "remedy": refusal.remedy} if refusal else None
        data = {"valid": run is not None, "refusal": said, "run": run.to_data() if run else None}
        print_json(console, {"title": game.setup.title, **data, "best": _best_data(best)})
        return run is not None
    console.print(_heading(game, best.run, ""))
    if run:
        less = best.run.revenue - run.revenue
        console.print(
            f"[green]Valid[/]: {_money(game, run.revenue)}{f', {_money(game, less)} less than the best' * (less > 0)}."
        )
        _print_trains(console, game, run)
    else:
        console.print(f"[red]Not valid[/]: {escape(str(refusal))}")
    console.print(f"The best run earns {_money(game, best.run.revenue)}{_proof_text(game, best)}.")
    _print_trains(console, game, best.run)
    return run is not None


def _symbol(game: Game, company: str) -> str:
    return game.company(company).symbol


def _company_to_run(game: Game) -> str:
    """Company to run: the one in turn, or the only one with trains."""
    if game.to_act.company != NOBODY:
        return game.company(game.to_act.company).symbol
    having = [symbol for symbol, company in game.companies.items() if company.trains]
    if len(having) != 1:
        raise BadInput("say whose run it is", "--company")
    return having[0]


def _time_limit(seconds: float | None) -> Enough | None:
    """Time limit for a search that begins now."""
    if seconds is None:
        return None
    end = time.monotonic() + seconds
    return lambda looked_at: time.monotonic() > end


def _best_data(best: Best) -> dict[str, Any]:
    return {**best.run.to_data(), "proved": best.proved, "bound": best.bound, "looked_at": best.looked_at}


def _heading(game: Game, run: Run, said: str) -> str:
    name = game.company(run.company).name
    trains = " ".join(run.fleet) or "no train"
    return f"[bold]{escape(run.company)}[/]  {escape(name)} ({escape(trains)}){f': {said}' if said else ''}"


def _proof_text(game: Game, best: Best) -> str:
    if best.proved:
        return ", proved"
    return f", the best that was found in time: no run earns more than {_money(game, best.bound)}"


def _print_trains(console: Console, game: Game, run: Run) -> None:
    for train in run.trains:
        console.print(
            f"  [cyan]{escape(train.train)}[/]  {_money(game, train.revenue)}  {escape('-'.join(train.hexes))}"
        )
        console.print(f"      [dim]{escape(' + '.join(_parts(game, train)))}[/]", soft_wrap=True)


def _parts(game: Game, train: TrainRun) -> Iterator[str]:
    """Parts of a train's revenue."""
    for stop in train.stops:
        yield f"{stop.place or stop.hex} {stop.revenue}"
    if train.bonus:
        yield f"bonus {train.bonus}"
    if train.subsidy:
        yield f"(plus a subsidy of {_money(game, train.subsidy)})"


def _money(game: Game, amount: Money) -> str:
    return money(game, amount)


def _draw(game: Game, runs: Sequence[Run], file: Path) -> None:
    routes = [route for run in runs for route in run.routes]
    write(file, map_svg(game, routes=routes, earned=[amount for run in runs for amount in run.earned]))


def _drawable(routes: Sequence[Route]) -> list[Route]:
    """Routes with at least two hexes."""
    return [route for route in routes if len(route.hexes) > 1]
