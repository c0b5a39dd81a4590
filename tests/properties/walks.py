"""Random legal play for properties: any choice may come, and some actions that nobody listed."""

from __future__ import annotations

from dataclasses import replace
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

MOST_ACTIONS = 6000

TITLES = tuple(info.name for info in titles())

PRESET = "18xx.games"
"""The variant that reads rules as another program does."""

RARE = {Bankrupt.kind: 1 / 10, TakePrivate.kind: 1 / 16, Convert.kind: 1 / 16, TakeBackToken.kind: 1 / 16}
"""Kinds that are hardly ever wanted where they are offered: else games end early, or trade privates round and round."""

MOODS = (1, 1 / 3, 1 / 10)
"""How often chance decides in a game, where a simple player decides else."""

LATE = 60
"""The limit of turns of games that shall come far."""


def begin(number: int, title: str = "1889") -> Game:
    """The game of a number: all numbers of players, each scenario and variant in turn, in both readings of rules.

    Where there is a limit of turns, most games have a much later one, so that they come far.
    """
    preset = any(choice.name == PRESET for choice in title_info(title).variants)
    scenario = _scenario(number, title)
    variants = _variant(number, title, scenario) + ((PRESET,) if preset and number % 3 == 2 else ())
    return begin_with(number, title, variants, scenario)


def begin_with(number: int, title: str, variants: tuple[str, ...], scenario: str | None) -> Game:
    """The same with variants of a scenario."""
    names, limit = _names(number, title, scenario), title_info(title).option("turn_limit").default
    options = {"turn_limit": LATE} if limit and number % 3 else {}
    return new(title, names, seed=number, variants=variants, options=options, scenario=scenario)


def begin_with_house_rules(number: int, title: str = "1889") -> Game | None:
    """A game under some house rules, at their bounds or within; None if they contradict each other."""
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
    """Every fourth game is played in a variant, if the title has one beside the preset."""
    variants = [choice.name for choice in title_info(title).variants_in(scenario or "") if choice.name != PRESET]
    return (variants[number // 4 % len(variants)],) if variants and number % 4 == 3 else ()


def _setting(option: OptionInfo, random: Random) -> bool | int | str:
    if option.type == "flag":
        return random.random() < 0.5
    if option.type == "word":
        return random.choice(option.choices)
    # A game with all the money in the world would not end soon.
    highest = {"bank": 15_000, "starting_cash": 900}.get(option.name, option.maximum)
    value = random.choice((option.minimum, highest, random.randint(option.minimum, highest)))
    return value - (value - option.minimum) % option.step


class Walk:
    """Plays a game by chance, or with simple players to whom chance happens now and then, as the number wants.

    Chance alone ruins companies early; they come to the last trains, and what follows from them.
    """

    def __init__(self, number: int, game: Game) -> None:
        self.random = Random(number)
        self.chance = Random(f"mood {number}").choice(MOODS)
        self.bots = [SimplePlayer(game.setup, self.random) for _ in range(game.setup.players)]

    def decide(self, game: Game, listings: list[list[Descriptor]]) -> Action:
        """An action of the one who is waited for; one in twenty of chance's, of anybody who may do something."""
        player = game.to_act.player
        own = listings[player]
        if self.random.random() >= self.chance:
            return self.bots[player].decide(game.view(player), own).action
        others = [each for listing in listings for each in listing]
        return choose(own if self.random.random() < 0.95 else others, self.random)


def listings_of(game: Game) -> list[list[Descriptor]]:
    """What each player may do now. A best run is searched for once."""
    return [[_remembering(each) for each in game.legal_actions(player)] for player in range(game.setup.players)]


def _remembering(descriptor: Descriptor) -> Descriptor:
    return replace(descriptor, search=cache(descriptor.search)) if isinstance(descriptor, Runs) else descriptor


def choose(listed: list[Descriptor], random: Random) -> Action:
    """One of the actions that a listing admits: first the kind, so that passing is not drowned."""
    kinds: dict[str, list[Descriptor]] = {}
    for each in listed:
        kinds.setdefault(each.kind, []).append(each)
    for word, chance in RARE.items():
        if word in kinds and len(kinds) > 1 and random.random() >= chance:
            del kinds[word]
    return concrete(random.choice(kinds[random.choice(sorted(kinds))]), random)


def concrete(descriptor: Descriptor, random: Random) -> Action:
    """One action that a descriptor admits.

    Bids are mostly low: once all money is bound in reserve bids, nobody can buy the lot on
    top, and the auction passes round for thousands of actions.
    """
    if isinstance(descriptor, Bids) and random.random() < 7 / 8:
        return descriptor.example()
    if isinstance(descriptor, Range):
        low, high = descriptor.low, descriptor.high
        return descriptor.at(random.choice((low, high, random.randint(low, high))))
    if isinstance(descriptor, Runs):
        best = descriptor.best()
        less = replace(best, routes=best.routes[1:])
        return less if random.random() >= 0.8 and descriptor.admits(less) else best
    return descriptor.example()


def stray(game: Game, listed: list[Descriptor], random: Random) -> Action:
    """An action that may or may not be legal: a listed one with a field changed, or any at all."""
    if listed and random.random() < 0.7:
        return _changed(game, concrete(random.choice(listed), random), random)
    return _any(game, random)


def _changed(game: Game, action: Action, random: Random) -> Action:
    name = random.choice(fields_of(type(action)))
    return replace(action, **{name: _value(game, name, random)})


def _any(game: Game, random: Random) -> Action:
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
