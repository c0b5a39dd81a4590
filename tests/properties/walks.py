"""Random legal play for property tests: any choice may occur, and some actions that are not listed."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from tetsudo.bots import SimplePlayer
from tetsudo.core.actions import (
    KINDS,
    Action,
    Bankrupt,
    Convert,
    Descriptor,
    Route,
    TakeBackToken,
    TakePrivate,
    fields_of,
)
from tetsudo.core.errors import BadInput
from tetsudo.core.open_actions import Bids, Range, Runs
from tetsudo.game.game import Game
from tetsudo.game.record import new
from tetsudo.titles.loader import OptionInfo, title_info, titles

MAX_ACTIONS = 6000

TITLES = tuple(info.name for info in titles())

PRESET = "18xx.games"
"""The variant with another program's interpretation of the rules."""

RARE_KIND_RATES = {Bankrupt.kind: 1 / 10, TakePrivate.kind: 1 / 16, Convert.kind: 1 / 16, TakeBackToken.kind: 1 / 16}
"""Probabilities of actions that are rarely wanted: otherwise games end early, or privates are traded endlessly."""

RANDOM_MOVE_RATES = (1, 1 / 3, 1 / 10)
"""Probabilities of a random move in place of a simple player's."""

LATE_TURN_LIMIT = 60
"""Turn limit of games that should go far."""


def new_numbered_game(number: int, title: str = "1889") -> Game:
    """The numbered game: all numbers of players, each scenario and variant in turn, with both interpretations of the
    rules.

    If a title has a turn limit, most games get a much later one, so that they go far.
    """
    preset = any(choice.name == PRESET for choice in title_info(title).variants)
    scenario = _scenario(number, title)
    variants = _variant(number, title, scenario) + ((PRESET,) if preset and number % 3 == 2 else ())
    return new_game_with(number, title, variants, scenario)


def new_game_with(number: int, title: str, variants: tuple[str, ...], scenario: str | None) -> Game:
    """The same with given variants and scenario."""
    names, limit = _names(number, title, scenario), title_info(title).option("turn_limit").default
    options = {"turn_limit": LATE_TURN_LIMIT} if limit and number % 3 else {}
    return new(title, names, seed=number, variants=variants, options=options, scenario=scenario)


def new_house_rules_game(number: int, title: str = "1889") -> Game | None:
    """A game with random house rules, at or within their bounds; None if they contradict each other."""
    random = Random(f"house rules {number}")
    chosen = [option for option in title_info(title).options if not option.fixed and random.random() < 0.4]
    options = {option.name: _setting(option, random) for option in chosen if option.type != "numbers"}
    scenario = _scenario(number, title)
    names = _names(number, title, scenario)
    try:
        return new(
            title, names, seed=number, options=options, variants=_variant(number, title, scenario), scenario=scenario
        )
    except BadInput:
        return None


def _scenario(number: int, title: str) -> str | None:
    scenarios = title_info(title).scenarios
    return scenarios[number % len(scenarios)].name if scenarios else None


def _names(number: int, title: str, scenario: str | None) -> list[str]:
    info = title_info(title)
    of = next((choice for choice in info.scenarios if choice.name == scenario), info)
    players = of.minimum_players + number // max(len(info.scenarios), 1) % (of.maximum_players - of.minimum_players + 1)
    return [f"P{player}" for player in range(players)]


def _variant(number: int, title: str, scenario: str | None) -> tuple[str, ...]:
    """A variant in every fourth game, if the title has one besides the preset."""
    variants = [choice.name for choice in title_info(title).variants_in(scenario or "") if choice.name != PRESET]
    return (variants[number // 4 % len(variants)],) if variants and number % 4 == 3 else ()


def _setting(option: OptionInfo, random: Random) -> bool | int | str:
    if option.type == "flag":
        return random.random() < 0.5
    if option.type == "word":
        return random.choice(option.choices)
    # A game with unlimited money would not end soon.
    highest = {"bank": 15_000, "starting_cash": 900}.get(option.name, option.maximum)
    value = random.choice((option.minimum, highest, random.randint(option.minimum, highest)))
    return value - (value - option.minimum) % option.step


class Walk:
    """Plays a game at random, or with simple players and some random moves, depending on the number.

    Purely random play ruins companies early; simple players reach the last trains and their effects.
    """

    def __init__(self, number: int, game: Game) -> None:
        self.random = Random(number)
        self.chance = Random(f"mood {number}").choice(RANDOM_MOVE_RATES)
        self.bots = [SimplePlayer(game.setup, self.random) for _ in range(game.setup.players)]

    def decide(self, game: Game, listings: list[list[Descriptor]]) -> Action:
        """An action of the player to act; one in twenty random actions is any player's."""
        player = game.to_act.player
        own = listings[player]
        if self.random.random() >= self.chance:
            return self.bots[player].decide(game.view(player), own).action
        others = [each for listing in listings for each in listing]
        return choose(own if self.random.random() < 0.95 else others, self.random)


def listings_of(game: Game) -> list[list[Descriptor]]:
    """Legal actions of each player. A best run is searched only once."""
    return [[_with_cached_search(each) for each in game.legal_actions(player)] for player in range(game.setup.players)]


def _with_cached_search(descriptor: Descriptor) -> Descriptor:
    return descriptor.replaced(search=cache(descriptor.search)) if isinstance(descriptor, Runs) else descriptor


def choose(listed: list[Descriptor], random: Random) -> Action:
    """A random listed action: the kind is drawn first, so that passing stays frequent."""
    kinds: dict[str, list[Descriptor]] = {}
    for each in listed:
        kinds.setdefault(each.kind, []).append(each)
    for word, chance in RARE_KIND_RATES.items():
        if word in kinds and len(kinds) > 1 and random.random() >= chance:
            del kinds[word]
    return concrete_action(random.choice(kinds[random.choice(sorted(kinds))]), random)


def concrete_action(descriptor: Descriptor, random: Random) -> Action:
    """One action that an offer admits.

    Bids are mostly low: once all money is committed to bids, no player can buy the cheapest lot, and the auction
    continues with thousands of passes.
    """
    if isinstance(descriptor, Bids) and random.random() < 7 / 8:
        return descriptor.example()
    if isinstance(descriptor, Range):
        low, high = descriptor.low, descriptor.high
        return descriptor.at(random.choice((low, high, random.randint(low, high))))
    if isinstance(descriptor, Runs):
        best = descriptor.best()
        less = best.replaced(routes=best.routes[1:])
        return less if random.random() >= 0.8 and descriptor.admits(less) else best
    return descriptor.example()


def stray_action(game: Game, listed: list[Descriptor], random: Random) -> Action:
    """A possibly illegal action: a listed one with a field changed, or a random one."""
    if listed and random.random() < 0.7:
        return _changed_action(game, concrete_action(random.choice(listed), random), random)
    return _random_action(game, random)


def _changed_action(game: Game, action: Action, random: Random) -> Action:
    name = random.choice(fields_of(type(action)))
    return action.replaced(**{name: _value(game, name, random)})


def _random_action(game: Game, random: Random) -> Action:
    kind = KINDS[random.choice(sorted(KINDS))]
    values: dict[str, Any] = {name: _value(game, name, random) for name in fields_of(kind)}
    if random.random() < 0.7:
        values["player"] = game.to_act.player
    if "company" in values and random.random() < 0.5:
        values["company"] = game.to_act.company
    return kind(**values)


def _value(game: Game, name: str, random: Random) -> Any:
    sizes = game.ruleset.sizes
    if name == "routes":
        hexes = [random.randrange(sizes["hex"]) for _ in range(random.randrange(5))]
        return (Route(random.randrange(sizes["train"]), tuple(hexes)),)
    if name == "price":
        return random.choice((0, 1, 5, 20, 65, 80, 100, 180, random.randint(-10, 1200)))
    if name == "trade_in":
        return random.randint(-1, sizes["train"] - 1)
    if name in ("count", "result"):
        return random.randint(0, 6)
    return random.randint(-1, sizes[name])
