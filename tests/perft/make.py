"""Find the named positions again and count: `python -m tests.perft.make [TITLE [SCENARIO]]`, from the project's root.

Counts change only if the rules do. When committing new ones, name the rule that changed. With `--count`, the positions
stay and only the counts are made again.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from tetsudo.bots import SimplePlayer
from tetsudo.core.actions import BuyTrain
from tetsudo.core.open_actions import Sales
from tetsudo.core.units import BROWN
from tetsudo.engine.state.state import OPERATING_ROUND, STOCK_ROUND
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.lab.perft import count_by_clone
from tetsudo.lab.random_play import random_action
from tetsudo.lab.table_spec import Table
from tetsudo.titles.loader import setup, title_info

FOLDER = Path(__file__).parent
MAX_COUNT = 100_000
RANDOM_MOVE_RATES = {"forced-sale": 1 / 4}
DEFAULT_RANDOM_MOVE_RATE = 1 / 20
"""Probability of a random move by a simple player: a player without mistakes is never forced to sell."""


def is_forced_sale(game: Game) -> bool:
    """True if a president must sell shares for a train."""
    offers = game.legal_actions()
    sales = any(isinstance(offer, Sales) for offer in offers)
    return game.to_act.doing == "trains" and sales and not any(isinstance(offer, BuyTrain) for offer in offers)


def is_late(game: Game) -> bool:
    """True if brown tiles are on the map and a company starts its turn."""
    return game.setup.phases[game.state.phase].colour == BROWN and game.to_act.doing == "track"


POSITIONS: dict[str, Callable[[Game], bool]] = {
    "auction": lambda game: True,
    "second-stock-round": lambda game: game.state.round == STOCK_ROUND and game.state.turn == 2,
    "first-operating-round": lambda game: game.state.round == OPERATING_ROUND,
    "late-operating-round": is_late,
    "forced-sale": is_forced_sale,
}
"""Positions by name: the first position of a game that meets the condition."""

FORMING_POSITIONS: dict[str, Callable[[Game], bool]] = {
    "window": lambda game: game.to_act.doing == "window",
}
"""Positions that exist only if a company forms from minors."""


def scenarios(title: str) -> list[str | None]:
    """The scenarios of a title; None alone if it has none."""
    return [choice.name for choice in title_info(title).scenarios] or [None]


def folder_of(title: str, scenario: str | None) -> Path:
    """The folder of the positions."""
    return FOLDER / title / (scenario or "")


def wanted_positions(title: str, scenario: str | None) -> dict[str, Callable[[Game], bool]]:
    """The positions to find, by name."""
    companies = setup(title, numbers_of_players(title, scenario)[0], scenario=scenario).companies
    return POSITIONS | FORMING_POSITIONS if any(company.forms for company in companies) else POSITIONS


def numbers_of_players(title: str, scenario: str | None) -> range:
    """The three smallest numbers of players."""
    return title_info(title).seats(scenario or "")[:3]


def find(table: Table, name: str) -> Game:
    """The first matching position, in the first game that has one."""
    chance = RANDOM_MOVE_RATES.get(name, DEFAULT_RANDOM_MOVE_RATE)
    is_it = wanted_positions(table.title, table.scenario)[name]
    return next(game for seed in range(10_000) for game in positions(table, seed, chance) if is_it(game))


def positions(table: Table, seed: int, chance: float) -> Iterator[Game]:
    """The positions of a game of simple players with occasional random moves."""
    game = table.game()
    rng = Random(seed)
    bots = [SimplePlayer(game.setup, rng) for _ in range(table.players)]
    while not game.is_over:
        yield game
        player = game.to_act.player
        if rng.random() < chance:
            game.apply(random_action(game, rng))
        else:
            game.apply(bots[player].decide(game.view(player), game.legal_actions()).action)


def counts(text: str, most: int = MAX_COUNT) -> list[int]:
    """Counts by depth, up to the last one below the limit."""
    found: list[int] = []
    depth = 1
    while (count := count_by_clone(position.read(text), depth)) < most and depth < 8:
        found.append(count)
        depth += 1
    return found


def make(title: str, scenario: str | None, *, anew: bool) -> None:
    """Write the files of a scenario, with new positions or the existing ones."""
    folder = folder_of(title, scenario)
    folder.mkdir(parents=True, exist_ok=True)
    for name in wanted_positions(title, scenario):
        file = folder / f"{name}.toml"
        if anew:
            tables = {players: Table(title, players, scenario) for players in numbers_of_players(title, scenario)}
            texts = {players: position.write(find(table, name)) for players, table in tables.items()}
        else:
            known = tomllib.loads(file.read_text("utf-8"))
            texts = {int(players): each["position"] for players, each in known.items()}
        parts = [f'[{players}]\nposition = "{text}"\ncounts = {counts(text)}\n' for players, text in texts.items()]
        file.write_text("# By number of players; made by make.py.\n\n" + "\n".join(parts), encoding="utf-8")
        print(scenario or "", name, *(part.splitlines()[2] for part in parts), flush=True)


def main() -> None:
    """Write the files of a title, or of one of its scenarios."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    title = words[0] if words else "1889"
    for scenario in words[1:] or scenarios(title):
        make(title, scenario, anew="--count" not in sys.argv)


if __name__ == "__main__":
    main()
