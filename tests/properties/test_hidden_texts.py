"""Output made from a player's view never shows the placeholder of a hidden amount, and is not sorted by it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise
from random import Random
from typing import Final

import pytest
from rich.console import Console

from tests.properties.test_hidden import RULES, begin
from tests.properties.walks import Walk, listings_of
from tetsudo.analysis.accounts import spreadsheets
from tetsudo.analysis.accounts.rounds import accounts
from tetsudo.analysis.position_report import standings_data
from tetsudo.cli import position_tables
from tetsudo.core.translation import ENGLISH
from tetsudo.core.units import HIDDEN, NOBODY, is_hidden
from tetsudo.draw.text import rows as drawn
from tetsudo.game import unavailable
from tetsudo.game.game import Game
from tetsudo.language.labels import action_text, action_to_data
from tetsudo.language.log_sentences import narrate

NUMBERS = (0, *(pytest.param(number, marks=pytest.mark.long) for number in range(1, 6)))
MOST: Final = 350
EVERY: Final = 7
"""Interval of fully checked positions, in actions; the texts of the last actions are checked at every position."""
TABLES_EVERY: Final = 4 * EVERY
"""Interval of positions whose tables are checked too: drawing them takes most of the time."""

LONG: Final = re.compile(r"\d{10,}")
PARTED: Final = re.compile(r"\d{1,3}(?:,\d{3})+")
"""A number with thousands separators, as money is written; spreadsheets, with commas between cells, have none."""


def shows_it(said: str, *, is_sheet: bool = False) -> bool:
    """True if a text contains a number so large that it must be a placeholder."""
    parted = [] if is_sheet else [found.replace(",", "") for found in PARTED.findall(said)]
    return any(is_hidden(int(found)) for found in [*LONG.findall(said), *parted])


def test_it_would_be_noticed() -> None:
    assert shows_it(f"train 2 KH {HIDDEN}")
    assert shows_it(f"¥{HIDDEN + 80:,}")
    assert shows_it(f"worth=-{HIDDEN - 1200}")
    assert not shows_it("¥? and ¥1,000,000")
    assert not shows_it("worth,630,630,410,630", is_sheet=True)
    assert shows_it(f"worth,630,{HIDDEN}", is_sheet=True)


def of_the_past(seen: Game) -> Iterator[tuple[str, str]]:
    """Texts of the last actions."""
    for moment in seen.moments(max(0, seen.length - 3)):
        yield "text", seen.text(moment.action)
        yield "sentence", action_text(seen.setup, seen.names, moment.action)
        yield "repr of an action", repr(moment.action)
        yield "JSON", json.dumps(action_to_data(seen.setup, seen.names, moment.action))
        yield "repr of events", repr(moment.events)
    for language in (ENGLISH, "ja"):
        told = seen.in_language(language)
        yield "log", "\n".join(narrate(told.setup, told.names, told.latest_events))


def of_the_present(seen: Game, player: int) -> Iterator[tuple[str, str]]:
    """Texts of the position."""
    view = seen.view(player)
    yield "repr", repr([seen, view, view.players, view.companies, view.privates, seen.state.stack])
    yield "standings", repr(seen.standings())
    yield "position", drawn.position_text(seen) + drawn.depot_text(seen) + drawn.market_text(seen)
    if player == NOBODY:
        return
    choices = seen.legal_actions(player)
    yield "choices", repr([each for each in choices if each.kind != "run_routes"])
    yield "examples", "\n".join(seen.text(each.example()) for each in choices)
    yield "attempts", repr([(each.action, each.refusal.sentence) for each in unavailable.refused_actions(seen, player)])


def tables(seen: Game) -> Iterator[tuple[str, str]]:
    """Tables of the terminal, and spreadsheets."""
    out = StringIO()
    console = Console(file=out, width=200)
    position_tables.show(console, seen)
    console.print(position_tables.standings(standings_data(seen), seen.setup.currency))
    yield "terminal", out.getvalue()
    kept = accounts(seen)
    for name in spreadsheets.SHEETS:
        yield f"CSV of {name}", spreadsheets.sheet(seen, kept, name)


def assert_in_no_order_of_it(seen: Game) -> None:
    """Assert that players with hidden amounts come last, in seat order."""
    standings = seen.standings()
    hidden = [each for each in standings if is_hidden(each.total)]
    assert standings[len(standings) - len(hidden) :] == sorted(hidden, key=lambda each: each.player)
    known = standings[: len(standings) - len(hidden)]
    assert all(one.total >= other.total for one, other in pairwise(known))


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a", "1890-2.2-b")
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("rules", RULES)
def test_nothing_shows_what_stands_for_a_hidden_amount(rules: str, number: int) -> None:
    random, game, looked_at = Random(number), begin(number, rules), 0
    walk = Walk(number, game)
    while not game.is_over and game.length < MOST:
        game.apply(walk.decide(game, listings_of(game)))
        for eyes in (random.randrange(game.state.players), NOBODY):
            seen = game.seen_by(eyes)
            for what, said in of_the_past(seen):
                assert not shows_it(said), (what, said)
            if game.length % EVERY:
                continue
            looked_at += 1
            assert_in_no_order_of_it(seen)
            drawn_now = () if game.length % TABLES_EVERY else tables(seen)
            for what, said in (*of_the_present(seen, eyes), *drawn_now):
                assert not shows_it(said, is_sheet=what.startswith("CSV")), (what, said)
    assert looked_at > 20


def test_a_price_that_is_not_known_reads_as_a_question_mark() -> None:
    """Companies trade trains at a price that a spectator cannot see; it is shown as `?`."""
    game, said = begin(3, "prices"), ""
    walk = Walk(3, game)
    while not game.is_over and "?" not in said:
        game.apply(walk.decide(game, listings_of(game)))
        seen = game.seen_by(NOBODY)
        said = seen.text(seen.actions[-1])
    assert re.fullmatch(r"(\w+: )?train \S+ \S+ \?", said)
    assert action_to_data(game.setup, game.names, game.seen_by(NOBODY).actions[-1])["price"] is None
