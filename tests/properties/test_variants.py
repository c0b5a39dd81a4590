"""The promises of the engine in games of each single variant, and of random combinations."""

from __future__ import annotations

from random import Random

import pytest

from tests.properties.test_promises import assert_saved_is_loaded, ends_of, play
from tests.properties.walks import PRESET, TITLES, new_game_with
from tetsudo.game.game import Game
from tetsudo.game.record import new
from tetsudo.lab.random_play import play_random
from tetsudo.titles.data.options import Given
from tetsudo.titles.loader import setup, title_info

ALONE = 40
TOGETHER = 120
SOON = 200
BLOCKS = 10
STRAYS = 10

VARIANTS = [(title, each.name) for title in TITLES for each in title_info(title).variants if each.name != PRESET]


def scenarios_of(title: str, variant: str) -> list[str]:
    """Scenarios that offer a variant; "" for titles without scenarios."""
    info = title_info(title)
    scenarios = [each.name for each in info.scenarios] or [""]
    return [name for name in scenarios if variant in [each.name for each in info.variants_in(name)]]


def alone(number: int, title: str, variant: str) -> Game:
    """The numbered game of one variant, cycling through the scenarios."""
    scenarios = scenarios_of(title, variant)
    return new_game_with(number // len(scenarios), title, (variant,), scenarios[number % len(scenarios)] or None)


def together(number: int, title: str) -> Game:
    """The numbered game of a random set of compatible variants."""
    info, random = title_info(title), Random(f"variants {number}")
    scenarios = [each.name for each in info.scenarios] or [""]
    scenario = scenarios[number % len(scenarios)]
    chance = random.random()
    drawn = [each.name for each in info.variants_in(scenario) if random.random() < chance]
    return new_game_with(number // len(scenarios), title, info.playable(scenario, drawn), scenario or None)


def soon(number: int) -> Game:
    """A game of 1890 with several variants, and few, cheap trains, so that effects of late trains come early."""
    info, random = title_info("1890"), Random(f"soon {number}")
    scenario = random.choice([*"ABD", *3 * "C"])
    drawn = [each.name for each in info.variants_in(scenario) if random.random() < 0.5]
    variants = info.playable(scenario, drawn)
    kinds = len(setup("1890", 3, variants, scenario=scenario).trains)
    options: dict[str, Given] = {
        "top_trains": 2,
        "turn_limit": 30,
        "train_prices": " ".join(str(30 + 10 * kind) for kind in range(kinds)),
        "train_counts": " ".join("2" for _ in range(kinds - 1)),
        **({"starting_cash": 6000, "bank": 60_000} if number % 2 else {"starting_cash": 420}),
    }
    players = [f"P{player}" for player in range(2 + number % (3 if scenario in "AB" else 6))]
    return new("1890", players, seed=number, variants=variants, options=options, scenario=scenario)


def assert_promises(number: int, game: Game, every: int) -> None:
    """Play a game to its end, checking all promises."""
    assert play(number, STRAYS, every, game).end_reason in ends_of(game)
    assert_saved_is_loaded(game)


@pytest.mark.parametrize(("title", "variant"), VARIANTS)
def test_a_variant_alone_keeps_every_promise(title: str, variant: str) -> None:
    number = len(variant)
    assert_promises(number, alone(number, title, variant), every=40)


@pytest.mark.parametrize("number", [*range(6), *(pytest.param(n, marks=pytest.mark.long) for n in range(6, 12))])
@pytest.mark.parametrize("title", [title for title in TITLES if len(title_info(title).variants) > 2])
def test_variants_together_keep_every_promise(title: str, number: int) -> None:
    assert_promises(number, together(number, title), every=40)


@pytest.mark.parametrize("number", [*range(3), *(pytest.param(n, marks=pytest.mark.long) for n in range(3, SOON))])
def test_variants_together_keep_every_promise_when_late_trains_come_soon(number: int) -> None:
    assert_promises(number, soon(number), every=40)


@pytest.mark.long
def test_what_late_trains_bring_does_come_then() -> None:
    """Raids and earthquake, dice and conversions, late floats and the ending by price."""
    games = [soon(number) for number in range(60)]
    for number, game in enumerate(games):
        play_random(game, Random(number))
    seen = {event.kind for game in games for event in game.events}
    assert seen >= {"befell", "due_paid", "insolvent", "tile_taken_back", "drawn", "converted", "stayed_unfloated"}


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize(("title", "variant"), VARIANTS)
def test_many_games_of_a_variant_alone(title: str, variant: str, block: int) -> None:
    for number in range(block, ALONE, BLOCKS):
        assert_promises(number, alone(number, title, variant), every=40)


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("title", [title for title in TITLES if len(title_info(title).variants) > 2])
def test_many_games_of_variants_together(title: str, block: int) -> None:
    for number in range(block, TOGETHER, BLOCKS):
        assert_promises(number, together(number, title), every=40)
