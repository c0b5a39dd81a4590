"""Outcome of a mutant: refused on loading, with file and key, or played with all conservation checks."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Final, NamedTuple

from tests.data_mutants.making import DataMutant
from tests.properties.conservation import assert_conserved
from tests.properties.test_promises import (
    assert_listed_is_accepted_and_nothing_else,
    assert_saved_is_loaded,
    assert_undo_restores,
)
from tests.properties.walks import Walk, listings_of, new_game_with, new_numbered_game
from tetsudo.core.errors import BadData
from tetsudo.game.game import Game
from tetsudo.game.position import read, write
from tetsudo.titles.data import toml_files
from tetsudo.titles.data.discovery import find
from tetsudo.titles.data.toml_table import Raw
from tetsudo.titles.loader import check, title_info

REFUSED: Final = "refused"
SOUND: Final = "sound"
UNSOUND: Final = "unsound"

PLACE_PATTERN: Final = re.compile(r"(t[^/]+/)?\w+\.toml: (\S[^:]*: .|.*\(at (line|end)|.*is no UTF-8)")
"""A file and a key; or the line, if the text is not valid TOML."""

CHECK_INTERVAL: Final = 25
"""Interval in actions at which positions are written and read, listings checked, and an action undone."""
STRAY_ACTION_COUNT: Final = 3
FULL_GAME_INTERVAL: Final = 5
"""One game in this many is played to its end, the others up to a bound."""
MAX_ACTIONS: Final = 150
MAX_FULL_GAME_ACTIONS: Final = 1500
"""Maximum number of actions; a random game that has not ended by then is abandoned."""


class Outcome(NamedTuple):
    """Outcome of a mutant."""

    verdict: str
    sentence: str = ""
    games: int = 0
    actions: int = 0
    ended: int = 0


def outcome(mutant: DataMutant, games: int) -> Outcome:
    """Load a mutant and play its games."""
    with install_mutant(mutant):
        try:
            check(mutant.title)
        except BadData as refusal:
            return _refusal_outcome(refusal)
        except Exception:
            return Outcome(UNSOUND, f"while loading: {_trace()}")
        return _play_games(mutant, games)


def _refusal_outcome(refusal: BadData) -> Outcome:
    sentence = str(refusal)
    names_place = PLACE_PATTERN.match(sentence) is not None
    return Outcome(REFUSED if names_place else UNSOUND, sentence if names_place else f"no file and key: {sentence}")


def _play_games(mutant: DataMutant, games: int) -> Outcome:
    actions = ended = 0
    for game in range(games):
        number = mutant.number * games + game
        try:
            played = play(mutant, number, MAX_FULL_GAME_ACTIONS if game % FULL_GAME_INTERVAL == 0 else MAX_ACTIONS)
        except BadData as refusal:
            return _refusal_outcome(refusal)
        except Exception:
            return Outcome(UNSOUND, f"game {number}: {_trace()}", game, actions, ended)
        actions += played.length
        ended += played.is_over
    return Outcome(SOUND, "", games, actions, ended)


def _trace() -> str:
    """The error, with the last lines of its traceback."""
    kind, error, where = sys.exc_info()
    assert kind is not None
    places = [f"{each.filename.rsplit('tetsudo/', 1)[-1]}:{each.lineno}" for each in traceback.extract_tb(where)[-4:]]
    return f"{kind.__name__}: {str(error)[:300]} ({' > '.join(places)})"


def play(mutant: DataMutant, number: int, bound: int) -> Game:
    """A random game of up to `bound` actions, with all checks."""
    game = _new_game(mutant, number)
    walk = Walk(number, game)
    assert_conserved(game)
    while not game.is_over and game.length < bound:
        listings = listings_of(game)
        assert listings[game.to_act.player], "a position has a legal action before the game is over"
        is_asked = game.length % CHECK_INTERVAL == number % CHECK_INTERVAL
        if is_asked:
            assert_read_again(game)
            assert_listed_is_accepted_and_nothing_else(game, listings, walk.random, STRAY_ACTION_COUNT)
        game.apply(walk.decide(game, listings))
        assert_conserved(game)
        if is_asked:
            assert_undo_restores(game)
    assert_read_again(game)
    if game.is_over:
        assert not any(listings_of(game))
        assert game.result()
        assert_saved_is_loaded(game)
    return game


def _new_game(mutant: DataMutant, number: int) -> Game:
    """A new game, cycling through scenarios, variants and players; half of them with the changed scenario or
    variant."""
    kind, name = (*mutant.path, "", "")[:2]
    info = title_info(mutant.title)
    if number % 2 == 0 and kind == "scenarios" and name in [each.name for each in info.scenarios]:
        return new_game_with(number, mutant.title, (), str(name))
    if number % 2 == 0 and kind == "variants" and name in [each.name for each in info.variants]:
        scenarios = [each.name for each in info.scenarios if name in [of.name for of in info.variants_in(each.name)]]
        scenario = Random(number).choice(scenarios) if scenarios else None
        return new_game_with(number, mutant.title, (str(name),), scenario)
    return new_numbered_game(number, mutant.title)


def assert_read_again(game: Game) -> None:
    """Assert that a position survives writing and reading."""
    again = read(write(game))
    assert again.state == game.state
    assert again.digest() == game.digest()


# Replacing a title


@contextmanager
def install_mutant(mutant: DataMutant) -> Iterator[None]:
    """Replace the title's text by the mutant's; caches are cleared before and after."""
    read_own = toml_files._read_own

    def mutated(title: str, name: str) -> Raw | None:
        if (title, name) == (mutant.title, mutant.file):
            return toml_files.parse(mutant.text, toml_files.path_of(title, name))
        return read_own(title, name)

    assert find(mutant.title)
    clear_caches()
    toml_files._read_own = mutated  # type: ignore[assignment]
    try:
        yield
    finally:
        toml_files._read_own = read_own
        clear_caches()


def clear_caches() -> None:
    """Clear the caches of derived data."""
    for name, module in list(sys.modules.items()):
        if name.startswith(
            ("tetsudo.titles", "tetsudo.game.record", "tetsudo.game.position", "tetsudo.game.text", "tetsudo.bots")
        ):
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear") and each.__module__ == name and each is not toml_files._read_own:
                    each.cache_clear()
