"""Share of amounts that have a code of their own, in recorded games and in games of bots.

    python -m benchmarks.amounts

Recorded games are in the developers' shared folder (TETSUDO_SHARED); without it, only bots' games are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from benchmarks.engine import RECORDED, shared_folder
from tetsudo import interop
from tetsudo.bots.levels import maker
from tetsudo.bots.player import Budget, ask_for_choice
from tetsudo.core.errors import TetsudoError
from tetsudo.core.open_actions import Range
from tetsudo.env.codes import ActionCodes
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table

TABLES = (Table("1889", 4), Table("1888n", 4), Table("1890", 4, scenario="C"))
GAMES = 3


def main() -> None:
    """Print both tables."""
    _print("recorded games", _recorded_games())
    _print("games of bots", _games_of_bots())


def _recorded_games() -> Iterator[Game]:
    for file in sorted(shared_folder().glob(RECORDED)):
        try:
            yield interop.replay(file).game
        except TetsudoError:
            continue


def _games_of_bots() -> Iterator[Game]:
    """Games in which `rules` and `simple` sit by turns."""
    for table in TABLES:
        for number in range(GAMES):
            game = table.game(number)
            bots = [maker(name)(game.setup, Random(f"{number}-{name}")) for name in ("rules", "simple") * 2]
            while not game.is_over:
                view = game.view(game.to_act.player)
                bot = bots[game.to_act.player]
                game.apply(ask_for_choice(bot, view, view.legal_actions(), Budget()).action)
            yield game


def _print(what: str, games: Iterable[Game]) -> None:
    """Print, for each kind, the number of amounts, the share with a code, and how far the others are from one."""
    seen, exact = Counter[str](), Counter[str]()
    missed: dict[str, list[float]] = {}
    for game in games:
        codes = ActionCodes(game.ruleset)
        for before, action in zip(game.replay(), game.actions, strict=False):
            player = getattr(action, "player", None)
            if player is None:
                continue
            offers = before.legal_actions(player)
            span = next((each for each in offers if isinstance(each, Range) and each.admits(action)), None)
            if span is None or span.low == span.high:
                continue
            amount, found = getattr(action, span.amount), codes.decode(codes.encode(action, offers), offers)
            seen[action.kind] += 1
            exact[action.kind] += found == action
            if found != action:
                off = abs(getattr(found, span.amount) - amount) / (span.high - span.low)
                missed.setdefault(action.kind, []).append(off)
    print(f"\n{what}: amounts of ranges, those with a code of their own, mean distance of the others")
    for kind, number in seen.most_common():
        others = missed.get(kind, [])
        away = f"{sum(others) / len(others):.1%} of the range" if others else ""
        print(f"{kind:14} {number:6} {exact[kind] / number:7.1%}  {away}")


if __name__ == "__main__":
    main()
