"""The promises of the engine in games of each variant alone, and of several that are drawn at random."""

from __future__ import annotations

from random import Random

import pytest

from tests.properties.test_promises import assert_saved_is_loaded, ends_of, play
from tests.properties.walks import PRESET, TITLES, begin_with
from tetsudo.game import Game
from tetsudo.titles.loader import title_info

ALONE = 200
TOGETHER = 500
BLOCKS = 25
STRAYS = 10

VARIANTS = [(title, each.name) for title in TITLES for each in title_info(title).variants if each.name != PRESET]


def scenarios_of(title: str, variant: str) -> list[str]:
    """Where a variant is offered; "" where there are no scenarios."""
    info = title_info(title)
    scenarios = [each.name for each in info.scenarios] or [""]
    return [name for name in scenarios if variant in [each.name for each in info.variants_in(name)]]


def alone(number: int, title: str, variant: str) -> Game:
    """The game of a number under one variant, scenario by scenario."""
    scenarios = scenarios_of(title, variant)
    return begin_with(number // len(scenarios), title, (variant,), scenarios[number % len(scenarios)] or None)


def together(number: int, title: str) -> Game:
    """The game of a number under variants that chance has chosen, as many as go together."""
    info, random = title_info(title), Random(f"variants {number}")
    scenarios = [each.name for each in info.scenarios] or [""]
    scenario = scenarios[number % len(scenarios)]
    chance = random.random()
    drawn = [each.name for each in info.variants_in(scenario) if random.random() < chance]
    return begin_with(number // len(scenarios), title, info.playable(scenario, drawn), scenario or None)


def assert_promises(number: int, game: Game, every: int) -> None:
    """Play it to its end."""
    assert play(number, STRAYS, every, game).end_reason in ends_of(game)
    assert_saved_is_loaded(game)


@pytest.mark.parametrize(("title", "variant"), VARIANTS)
def test_a_variant_alone_keeps_every_promise(title: str, variant: str) -> None:
    number = len(variant)
    assert_promises(number, alone(number, title, variant), every=40)


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("title", [title for title in TITLES if len(title_info(title).variants) > 2])
def test_variants_together_keep_every_promise(title: str, number: int) -> None:
    assert_promises(number, together(number, title), every=40)


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
