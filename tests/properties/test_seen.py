"""What random games come to: else the promises would be held by games in which nothing happens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.properties.test_promises import ends_of
from tests.properties.walks import MOST_ACTIONS, TITLES, Walk, begin, listings_of
from tetsudo.events import KINDS
from tetsudo.game import Game
from tetsudo.model.title import Phase
from tetsudo.titles.loader import title_info
from tetsudo.units import BROWN

GAMES = 120
"""Of a title, or of each of its scenarios."""

FORMED = {
    "cash_taken",
    "joined",
    "passed_round",
    "shares_exchanged",
    "token_removed",
    "token_replaced",
    "train_taken_over",
}
MINORS = {"converted", "company_closed", "income_changed", "par_set", "share_received", "token_returned", *FORMED}
LATE = {"granted", "passage_bought", "private_taken", "private_token_placed", "take_asked", "take_declined"}

NEVER = {
    "1889": {*MINORS, *LATE, "subsidised", "terrain_paid", "train_exported"},
    "1888": {*MINORS, *LATE, "private_dealt", "terrain_paid"},
    "1888n": {*MINORS, *LATE, "private_dealt", "terrain_paid"},
    "1890": {"private_dealt", "private_exchanged", "subsidised", "terrain_paid", "train_exported"},
}
"""The events that a title's rules have no occasion for."""

EVENTFUL = {
    *("befell", "drawn", "revenue_changed"),
    *("due_paid", "insolvent", "owed", "valued"),
    *("tile_lowered", "tile_taken_back"),
    *("private_token_waits", "token_put_back", "token_restored", "token_turned_down", "token_waits"),
    "stayed_unfloated",
}
"""What only variants bring, each of which few of these games are played in; that it comes: test_variants."""

SELDOM = {"token_removed", "proceeds_seized", *EVENTFUL}
"""What may happen in none of so many games: a company that formed has a token where a minor that joins has one;
a forced sale that closes a company brings more than it takes."""


def played(title: str) -> Iterator[Game]:
    """The games of the first numbers, of every scenario as many."""
    for number in range(GAMES * max(len(title_info(title).scenarios), 1)):
        game = begin(number, title)
        walk = Walk(number, game)
        while not game.is_over and game.length < MOST_ACTIONS:
            game.apply(walk.decide(game, listings_of(game)))
        yield game


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_everything_happens_in_some_game(title: str) -> None:
    """Every kind of event, every end, every phase; in each scenario brown tiles at least: a small bank breaks soon."""
    kinds: set[str] = set()
    ends: set[str] = set()
    reached: dict[str, list[Phase]] = {}
    phases: set[str] = set()
    for game in played(title):
        kinds.update(event.kind for event in game.events)
        ends.add(game.end_reason)
        reached.setdefault(game.setup.scenario, []).extend(game.setup.phases[: game.state.phase + 1])
        phases.update(phase.name for phase in game.setup.phases)
        assert game.end_reason in ends_of(game)
    assert kinds | SELDOM == set(KINDS) - NEVER[title] | SELDOM
    assert ends >= {"bank", "bankrupt"}
    assert {phase.name for each in reached.values() for phase in each} == phases
    assert all(any(phase.colour == BROWN for phase in each) for each in reached.values())
