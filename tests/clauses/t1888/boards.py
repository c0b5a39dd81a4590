"""Boards shared by tests of 1888, and the revenue of runs on them."""

from __future__ import annotations

from typing import Any

from tests.builders import lay, operate, run, start, stock_round
from tetsudo.core.open_actions import Runs
from tetsudo.game.game import Game


def round_beijing(title: str, **options: Any) -> Game:
    """Beijing's east side to Tianjin, Tangshan and Qinhuangdao; its west side has plain track to Heng Shan's hex."""
    game = stock_round(title=title, **options)
    lay(game, "D10", "6", 2)  # Tianjin: to Beijing and Tangshan
    lay(game, "D12", "58", 1)
    lay(game, "C13", "5", 0)
    lay(game, "C7", "9", 1)
    return game


def to_baotou(title: str, **options: Any) -> Game:
    """Datong between two ways into Baotou: A1 through Hohhot, A3 by plain track."""
    game = stock_round(title=title, **options)
    lay(game, "B2", "4", 2)
    lay(game, "C3", "5", 2)
    lay(game, "B4", "8", 0)
    return game


def to_the_harbour(title: str, **options: Any) -> Game:
    """Zibo to Qingdao, and Qingdao to the harbour."""
    game = stock_round(title=title, **options)
    lay(game, "G11", "57", 2)
    lay(game, "H12", "8", 2)
    lay(game, "H14", "57", 1)
    return game


def by_the_mountain(title: str, **options: Any) -> Game:
    """Datong between Hohhot and the mountain on C5, from which track leads on to Baoding."""
    game = stock_round(title=title, **options)
    lay(game, "C3", "6", 2)
    lay(game, "B2", "4", 2)
    lay(game, "C5", "L41", 1)
    lay(game, "D6", "9", 2)
    lay(game, "E7", "4", 2)
    return game


def run_revenue(game: Game, symbol: str, *routes: tuple[str, str]) -> int:
    """Revenue of a run, whether it is the best or not; -1 if it is invalid."""
    action = run(game, symbol, *routes)
    runs = next(each for each in game.legal_actions() if isinstance(each, Runs))
    amounts = runs.earned(action)
    return sum(amounts) if amounts else -1


def train_step(title: str, symbol: str = "JHR", cash: int = 2000, **more: Any) -> Game:
    """A company without a train in the train step of its turn."""
    game = stock_round(title=title, **more)
    start(game, symbol, {0: 60}, par=95, cash=cash)
    return operate(game, symbol, "trains")
