"""What random games come to: else the promises would be held by games in which nothing happens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.properties.test_promises import ends_of
from tests.properties.walks import MOST_ACTIONS, TITLES, Walk, begin, listings_of
from tetsudo.core.events import KINDS
from tetsudo.core.units import BROWN
from tetsudo.game.game import Game
from tetsudo.titles.loader import title_info

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
    "1889": {*MINORS - {"income_changed"}, *LATE, "subsidised", "terrain_paid", "train_exported"},  # 1889-PRV-11
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

SELDOM = {"token_removed", "token_returned", "proceeds_seized", *EVENTFUL}
"""What may happen in none of so many games: a company that formed has a token where a minor that joins has one; a
private's token takes the place of its company's; a forced sale that closes a company brings more than it takes."""


def played(title: str) -> Iterator[Game]:
    """The games of the first numbers, of every scenario as many."""
    for number in range(GAMES * max(len(title_info(title).scenarios), 1)):
        game = begin(number, title)
        walk = Walk(number, game)
        while not game.is_over and game.length < MOST_ACTIONS:
            game.apply(walk.decide(game, listings_of(game)))
        yield game


def brown_in(scenario: str) -> str:
    """What is said of a scenario in which brown tiles come: its name alone may be that of a phase, too."""
    return f"brown in {scenario}"


class Seen:
    """What games of a title came to."""

    def __init__(self, title: str) -> None:
        scenarios = [choice.name for choice in title_info(title).scenarios] or [""]
        self.wanted = {*KINDS} - NEVER[title] - SELDOM | {"bank", "bankrupt"} | set(map(brown_in, scenarios))
        self.phases: set[str] = set()
        self.found: set[str] = set()
        """Kinds of event, ends, phases; and scenarios in which brown tiles came: a small bank breaks soon."""

    def add(self, game: Game) -> None:
        """One more, played out."""
        phases = game.setup.phases
        reached = phases[: game.state.phase + 1]
        self.phases.update(phase.name for phase in phases)
        self.found.update(event.kind for event in game.events)
        self.found.update(phase.name for phase in reached)
        self.found.add(game.end_reason)
        if any(phase.colour == BROWN for phase in reached):
            self.found.add(brown_in(game.setup.scenario))

    @property
    def missing(self) -> set[str]:
        """What should come and has not yet."""
        return (self.wanted | self.phases) - self.found


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_everything_happens_in_some_game(title: str) -> None:
    """And in none what the rules have no occasion for. When all has been seen, no more games are played."""
    seen = Seen(title)
    for game in played(title):
        seen.add(game)
        assert game.end_reason in ends_of(game)
        assert not seen.found & NEVER[title]
        if not seen.missing:
            break
    assert seen.missing == set()
