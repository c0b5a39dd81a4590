"""Coverage of random games: without it the promises might be checked on games in which nothing happens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.properties.test_promises import ends_of
from tests.properties.walks import MAX_ACTIONS, TITLES, Walk, listings_of, new_numbered_game
from tetsudo.core.events import KINDS
from tetsudo.core.units import BROWN
from tetsudo.game.game import Game
from tetsudo.titles.loader import title_info

GAMES = 120
"""Number of games for a title, or for each of its scenarios."""

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
"""Events that a title's rules cannot cause."""

OUTSIDE_THE_RULES = {"company_drawn", "position_corrected"}
"""Events that no rule of these titles causes: a correction, and a draw at set-up, for titles of others."""

EVENTFUL = {
    *("befell", "drawn", "revenue_changed"),
    *("due_paid", "insolvent", "owed", "valued"),
    *("tile_lowered", "tile_taken_back"),
    *("private_token_waits", "token_put_back", "token_restored", "token_turned_down", "token_waits"),
    "stayed_unfloated",
}
"""Events of variants, each of which few of these games use; for their coverage see test_variants."""

SELDOM = {"token_removed", "token_returned", "proceeds_seized", *EVENTFUL}
"""Events that may be missing in this many games: a company that formed has a token where a merging minor has one; a
private's token replaces its company's; a forced sale that closes a company brings more than it costs."""


def played(title: str) -> Iterator[Game]:
    """Games by number, equally many of every scenario."""
    for number in range(GAMES * max(len(title_info(title).scenarios), 1)):
        game = new_numbered_game(number, title)
        walk = Walk(number, game)
        while not game.is_over and game.length < MAX_ACTIONS:
            game.apply(walk.decide(game, listings_of(game)))
        yield game


def brown_in(scenario: str) -> str:
    """The label of a scenario in which brown tiles appear; its bare name may also be that of a phase."""
    return f"brown in {scenario}"


class Seen:
    """Coverage of the games of a title."""

    def __init__(self, title: str) -> None:
        scenarios = [choice.name for choice in title_info(title).scenarios] or [""]
        self.wanted = (
            {*KINDS} - NEVER[title] - OUTSIDE_THE_RULES - SELDOM | {"bank", "bankrupt"} | set(map(brown_in, scenarios))
        )
        self.phases: set[str] = set()
        self.found: set[str] = set()
        """Kinds of event, endings, phases; and scenarios that reached brown tiles, since a small bank breaks soon."""

    def add(self, game: Game) -> None:
        """Add a finished game."""
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
        """Expected items that have not occurred yet."""
        return (self.wanted | self.phases) - self.found


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_everything_happens_in_some_game(title: str) -> None:
    """Nothing impossible happens in any. The games stop once everything has occurred."""
    seen = Seen(title)
    for game in played(title):
        seen.add(game)
        assert game.end_reason in ends_of(game)
        assert not seen.found & NEVER[title]
        if not seen.missing:
            break
    assert seen.missing == set()
