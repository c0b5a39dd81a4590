"""Accounts of games: they agree with the engine, and every amount has a source."""

from __future__ import annotations

import csv
from functools import lru_cache
from io import StringIO
from pathlib import Path
from random import Random

import pytest

import tetsudo
from tests.clauses.t1890.hidden import first_hidden_game, second_hidden_game
from tetsudo import interop
from tetsudo.analysis.accounts import PLOTS, SOURCES, Accounts, accounts, drawn_from, turning_points
from tetsudo.analysis.accounts.cash_flow import OTHER
from tetsudo.analysis.accounts.rounds import OPERATING
from tetsudo.analysis.accounts.series import revenues_of, round_name
from tetsudo.analysis.accounts.spreadsheets import SHEETS, breakdown, sheet
from tetsudo.bots import SimplePlayer
from tetsudo.core.events import PaidOut
from tetsudo.engine.state.state import BANKRUPTCY
from tetsudo.game.game import Game
from tetsudo.lab.random_play import random_action

KINDS = {
    "1889": ("1889", 3, "", ()),
    "1889 beginner": ("1889", 2, "", ("beginner",)),
    "1888": ("1888", 4, "", ()),
    "1890 C": ("1890", 4, "C", ()),
    "1890 A": ("1890", 3, "A", ()),
}


@lru_cache(maxsize=8)
def played(kind: str = "1889", seed: int = 2, whims: float = 0.1) -> Game:
    """A whole game by simple players, who sometimes make a random legal move."""
    title, players, scenario, variants = KINDS[kind]
    names = ("Ann", "Bo", "Cy", "Di")[:players]
    game = tetsudo.new(title, names, seed=seed, scenario=scenario or None, variants=variants)
    rng = Random(seed)
    bot = SimplePlayer(game.setup, rng)
    while not game.is_over:
        if rng.random() < whims:
            game.apply(random_action(game, rng))
            continue
        view = game.view(game.to_act.player)
        game.apply(bot.decide(view, view.legal_actions()).action)
    return game


def recorded(shared: Path, number: int) -> Game:
    """A recorded game between people."""
    return interop.replay((shared / f"games/1889/{number}.json").read_bytes()).game


def hold(game: Game) -> None:
    """Check the invariants of a game's accounts."""
    kept = accounts(game)
    assert (kept.rounds[0].start, kept.rounds[-1].end) == (0, game.length == kept.length and game.length)
    for round in kept.rounds:
        then = game.earlier(round.end)
        assert [has.total for has in round.standing.worths] == [each.worth for each in then.players]
        assert [has.cash for has in round.standing.worths] == [each.cash for each in then.players]
        assert [price or 0 for price in round.standing.prices] == [each.price for each in then.companies.values()]
        assert [cash or 0 for cash in round.standing.treasuries] == [each.cash for each in then.companies.values()]
        assert round.standing.bank == then.view().bank
        assert round.end - round.start == len(round.course)
        assert not round.course or round.course[-1] == tuple(has.total for has in round.standing.worths)
    for player, has in enumerate(kept.rounds[-1].standing.worths):
        came = sum(kept.received(player, source) for source in SOURCES)
        assert kept.opening[player] + came == has.cash
        assert has.total == has.cash + has.shares + has.privates
        if game.state.ended != BANKRUPTCY:
            assert kept.received(player, OTHER) == 0, game.names[player]
    whole = dict(breakdown(game))
    for player, name in enumerate(game.names):
        assert sum(amounts[player] for what, amounts in whole.items() if what != "worth") == whole["worth"][player]
        assert whole["worth"][player] == (game.result() or {}).get(name, game.player(name).worth)


@pytest.mark.parametrize("kind", ["1889", "1889 beginner", "1890 C"])
def test_every_round_is_as_the_engine_has_it(kind: str) -> None:
    hold(played(kind))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_every_round_of_many_games(kind: str, seed: int) -> None:
    hold(played(kind, seed, 0.4))


@pytest.mark.long
@pytest.mark.shared("games/1889/*.json")
def test_every_round_of_games_that_people_played(shared_file: Path) -> None:
    hold(interop.replay(shared_file.read_bytes()).game)


def test_the_cash_with_which_players_began() -> None:
    assert accounts(played()).opening == (420, 420, 420)
    assert accounts(played("1889 beginner")).opening == (420, 420)


def test_the_table_of_operating_rounds(shared: Path) -> None:
    """The first three operating rounds of game 5033, as in its log."""
    game = recorded(shared, 5033)
    found = []
    for round in accounts(game).rounds:
        for company, run in revenues_of(round).items():
            symbol = game.setup.companies[company].symbol
            price = round.standing.prices[company]
            found.append((round_name(game.setup, round), symbol, run.revenue, run.payout, run.got, price))
    assert found[:5] == [
        ("OR 1.1", "IR", 0, "none", (0, 0, 0, 0), 65),
        ("OR 1.1", "UR", 0, "none", (0, 0, 0, 0), 65),
        ("OR 2.1", "IR", 100, "pay", (50, 0, 0, 20), 70),
        ("OR 2.1", "UR", 60, "pay", (0, 0, 30, 0), 70),
        ("OR 3.1", "TR", 0, "none", (0, 0, 0, 0), 65),
    ]


@pytest.mark.parametrize("kind", ["1889", "1890 C"])
def test_what_players_get_is_what_is_paid(kind: str) -> None:
    """Every dividend goes to players, or to companies for the shares that they own."""
    game = played(kind)
    for round in accounts(game).rounds:
        for run in round.runs:
            assert run.paid + run.kept == run.revenue
            assert sum(run.got) <= run.paid
        paid = sum(sum(run.got) for run in round.runs)
        assert paid == sum(round.received(player, "dividends") for player in range(len(game.names)))


def test_accounts_that_go_on_are_those_from_the_beginning() -> None:
    game = played()
    known: Accounts | None = None
    for length in (0, 1, 5, 6, 40, 41, 90, 200, game.length):
        then = game.earlier(length)
        known = accounts(then, known)
        assert known == accounts(then), length


def test_what_was_taken_back_is_in_none() -> None:
    """Moves are undone one by one, far back into earlier rounds."""
    game, whole = played(), accounts(played())
    for length in (game.length - 1, game.length - 40, 77, 12, 3, 0):
        then = game.earlier(length)
        assert accounts(then, whole.cut_to(length)) == accounts(then)


def test_a_game_that_begins_in_the_midst_of_a_round() -> None:
    then = played().earlier(60)
    again = tetsudo.game.position.read(then.position())
    kept = accounts(again)
    assert [each.kind for each in kept.rounds] == ["start", accounts(then).rounds[-1].kind]
    assert [has.total for has in kept.rounds[-1].standing.worths] == [each.worth for each in then.players]


# Plots


def test_plots_are_the_values_of_the_rounds() -> None:
    game = played()
    kept = accounts(game)
    for name in PLOTS:
        for line in drawn_from(kept, name).lines:
            assert len(line.values) == len(kept.rounds)
    worth = drawn_from(kept, "worth")
    assert [line.values[-1] for line in worth.lines] == [player.worth for player in game.players]
    dividends, privates = drawn_from(kept, "dividends"), drawn_from(kept, "privates")
    for player in range(3):
        assert sum(each or 0 for each in dividends.lines[player].values) == kept.received(player, "dividends")
        assert sum(each or 0 for each in privates.lines[player].values) == kept.received(player, "privates")
    revenue = drawn_from(kept, "revenue")
    events = [event.price for event in game.events if event.kind == "ran"]
    assert sum(value or 0 for line in revenue.lines for value in line.values) == sum(events)
    for line in revenue.lines:
        kinds = [round.kind for round, value in zip(kept.rounds, line.values, strict=True) if value is not None]
        assert set(kinds) <= {OPERATING}


# Decisive rounds


def test_the_round_in_which_presidents_paid_for_trains_decided(shared: Path) -> None:
    """In game 5033, p2 and p3 paid for D-trains themselves; p1's lead grew from 3 to 889 in that round. Most of it
    comes from the ¥470 paid by IR: p1 has half of it, and each of the five shares rose by ten."""
    game = recorded(shared, 5033)
    points = turning_points(accounts(game), 0)
    assert len(points) == 5
    assert points == sorted(points)
    decisive = next(point for point in points if (point.before, point.after) == (3, 889))
    assert game.moments(decisive.action - 1)[0].events[0] == PaidOut(game.company("IR").id, 470)
    assert decisive.change == 470 // 2 + 5 * 10


def test_nothing_decides_where_nothing_changes() -> None:
    game = tetsudo.new("1889", ("Ann", "Bo"), seed=1)
    assert turning_points(accounts(game), 0) == []


# Tables


def test_tables_are_read_as_they_were_written() -> None:
    game = played()
    kept = accounts(game)
    for name in (*PLOTS, *SHEETS):
        rows = list(csv.reader(StringIO(sheet(game, kept, name))))
        assert len({len(row) for row in rows}) == 1, name
    worth = list(csv.DictReader(StringIO(sheet(game, kept, "worth"))))
    assert {name: int(worth[-1][name]) for name in game.names} == game.result()
    long = [row for row in csv.DictReader(StringIO(sheet(game, kept, "all"))) if row["plot"] == "worth"]
    assert [int(row["value"]) for row in long[-3:]] == [player.worth for player in game.players]
    sources = list(csv.DictReader(StringIO(sheet(game, kept, "sources"))))
    ann = [row for row in sources if row["player"] == "Ann"]
    assert 420 + sum(int(row[source]) for row in ann for source in SOURCES) == game.player("Ann").cash


def test_a_name_is_no_formula() -> None:
    game = tetsudo.new("1889", ("=1+1", "Bo"), seed=1)
    assert sheet(game, accounts(game), "worth").splitlines()[0] == "round,actions,'=1+1,Bo"


def test_tables_say_the_same_in_every_language() -> None:
    game = played()
    kept = accounts(game)
    for name in (*PLOTS, *SHEETS):
        assert sheet(game.in_language("ja"), kept, name) == sheet(game, kept, name)


# Hidden amounts


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
@pytest.mark.parametrize("player", [2, -1])
def test_accounts_say_nothing_that_somebody_may_not_know(player: int) -> None:
    told = [game.seen_by(player) for game in (first_hidden_game(), second_hidden_game())]
    one, other = ([sheet(game, accounts(game), name) for name in (*PLOTS, *SHEETS)] for game in told)
    assert one == other
    assert turning_points(accounts(told[0]), 0) == []


def test_who_knows_his_own_cash_sees_his_own_line() -> None:
    game = first_hidden_game().seen_by(0)
    cash = drawn_from(accounts(game), "cash")
    assert cash.lines[0].values[-1] == game.player("P0").cash == 500
    assert cash.lines[1].values[-1] is None
