"""Completion of typed commands in random play: every legal action is reached from each beginning of its command."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.properties.walks import TITLES, Walk, choose, concrete_action, listings_of, new_numbered_game
from tetsudo.core.actions import Action, Descriptor, RunRoutes
from tetsudo.core.open_actions import Runs
from tetsudo.game.game import Game
from tetsudo.game.text.completion import Completion, commands_of, complete, meant

NUMBERS = [*range(2), *(pytest.param(number, marks=pytest.mark.long) for number in range(2, 12))]
EVERY = 4
"""Number of actions from one position looked at to the next."""
SAMPLES = 8
"""Number of actions tried in each position."""


def positions(number: int, title: str) -> Iterator[tuple[Game, list[Descriptor], Random]]:
    """Positions of a random game, with the legal actions of all players: runs are replaced by their best one."""
    game, chance = new_numbered_game(number, title), Random(number)
    walk = Walk(number, game)
    while not game.is_over and game.length < 500:
        listings = listings_of(game)
        if game.length % EVERY == number % EVERY:
            every = [each for listing in listings for each in listing]
            yield game, [each.best() if isinstance(each, Runs) else each for each in every], chance
        game.apply(walk.decide(game, listings) if number % 2 else choose(listings[game.to_act.player], chance))


def leads_to(found: list[Completion], command: str, action: Action) -> bool:
    """True if one of the completions is the command, the beginning of it, or the same with another amount."""
    return any(
        each.text.lower() == command
        or (each.is_open and command.startswith(each.text.lower()))
        or (each.within is not None and each.within.admits(action))
        or each.offer == action
        for each in found
    )


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("number", NUMBERS)
def test_each_action_is_reached_from_each_beginning_of_its_command(number: int, title: str) -> None:
    tried = 0
    for game, offers, chance in positions(number, title):
        commands = commands_of(game, offers, game.to_act.player)
        for offer in chance.sample(offers, min(SAMPLES, len(offers))):
            action = offer if isinstance(offer, RunRoutes) else concrete_action(offer, chance)
            command = game.text(action)
            for end in range(len(command) + 1):
                found, left_off = complete(commands, command[:end])
                assert left_off or leads_to(found, command.lower(), action), command[:end]
            first = complete(commands, command).found[0]
            assert (first.offer, first.is_open) == (action, False), command
            assert game.parse(first.text) == action
            if command != "run":  # alone it stands for the proposed run
                assert meant(game, commands, command, game.to_act.player).offer == action
            tried += 1
    assert tried > 30


@pytest.mark.parametrize("title", TITLES)
def test_each_completion_is_legal_and_goes_on_from_what_was_typed(title: str) -> None:
    seen = 0
    for game, offers, chance in positions(3, title):
        commands = commands_of(game, offers, game.to_act.player)
        for offer in chance.sample(offers, min(SAMPLES, len(offers))):
            command = game.text(concrete_action(offer, chance) if not isinstance(offer, RunRoutes) else offer)
            typed = command[: chance.randint(0, len(command))]
            found, left_off = complete(commands, typed)
            assert len(found) <= 12
            assert left_off == 0 or len(found) == 12
            assert len({each.text for each in found}) == len(found)
            for each in found:
                seen += 1
                words = each.text.lower().split()
                assert all(word.startswith(start) for start, word in zip(typed.lower().split(), words, strict=False))
                if not each.is_open:
                    assert each.offer is not None
                    assert game.is_legal(each.offer)
    assert seen > 30


@pytest.mark.parametrize("title", TITLES)
def test_shortened_words_are_enough(title: str) -> None:
    """A shortened word that is another whole one does not count: "2" is no "2+2"."""
    for game, offers, chance in positions(1, title):
        commands = commands_of(game, offers, game.to_act.player)
        whole = {word for each in commands for word in each.words}
        for offer in chance.sample(offers, min(SAMPLES, len(offers))):
            command = game.text(concrete_action(offer, chance) if not isinstance(offer, RunRoutes) else offer)
            words = command.lower().split()
            shortened = [word[: chance.randint(1, len(word))] for word in words]
            typed = [
                word if word.isdecimal() or short in whole else short
                for word, short in zip(words, shortened, strict=True)
            ]
            found, left_off = complete(commands, " ".join(typed))
            assert left_off or leads_to(found, command.lower(), game.parse(command)), typed
