"""Figures of a position, named by words: `cash Ann`, `price AR`, `president AR`. Lessons compare and predict them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tetsudo.core.errors import BadInput
from tetsudo.core.units import money_text
from tetsudo.game.game import Game


class Figure(NamedTuple):
    """A figure before and after an action. `kind` and `of` are the words of its name."""

    kind: str
    of: tuple[str, ...]
    before: str
    after: str

    @property
    def is_changed(self) -> bool:
        """True if the action changes the figure."""
        return self.before != self.after


def compare(names: Sequence[str], before: Game, after: Game) -> list[Figure]:
    """Figures of two positions of one game."""
    split = [name.split() for name in names]
    return [
        Figure(words[0], tuple(words[1:]), value(name, before), value(name, after))
        for name, words in zip(names, split, strict=True)
    ]


def value(name: str, game: Game) -> str:
    """A figure as text, in the game's language; BadInput if there is no such figure."""
    kind, *of = name.split() or [""]
    if kind not in READERS:
        raise BadInput(f"there is no figure {name!r}", "figures")
    try:
        return READERS[kind](game, of)
    except (IndexError, ValueError):
        raise BadInput(f"the figure {name!r} needs other names", "figures") from None


def _money(game: Game, amount: int) -> str:
    return money_text(game.setup.currency, amount)


def _president(game: Game, of: list[str]) -> str:
    president = game.company(of[0]).president
    return president.name if president else "–"


def _shares(game: Game, of: list[str]) -> str:
    player, company = of
    return f"{game.player(player).shares.get(company, 0)} %"


def _order(game: Game, of: list[str]) -> str:
    return " – ".join(game.view().operating_order)


def _leader(game: Game, of: list[str]) -> str:
    return max(game.players, key=lambda player: player.worth).name


READERS: Final[dict[str, Callable[[Game, list[str]], str]]] = {
    "cash": lambda game, of: _money(game, game.player(of[0]).cash),
    "worth": lambda game, of: _money(game, game.player(of[0]).worth),
    "certificates": lambda game, of: str(game.player(of[0]).certificates),
    "shares": _shares,
    "president": _president,
    "treasury": lambda game, of: _money(game, game.company(of[0]).cash),
    "price": lambda game, of: _money(game, game.company(of[0]).price),
    "sold": lambda game, of: f"{game.company(of[0]).sold} %",
    "market": lambda game, of: f"{game.company(of[0]).in_market} %",
    "run": lambda game, of: _money(game, game.company(of[0]).best_run(of[1:] or None).revenue),
    "revenue": lambda game, of: _money(game, game.state.revenue),
    "trains": lambda game, of: ", ".join(game.company(of[0]).trains) or "–",
    "tokens": lambda game, of: ", ".join(game.company(of[0]).tokens) or "–",
    "privates": lambda game, of: ", ".join(game.player(of[0]).privates) or "–",
    "bank": lambda game, of: _money(game, game.view().bank),
    "phase": lambda game, of: game.view().phase,
    "order": _order,
    "leader": _leader,
}
"""Readers of figures by the first word of a name; the other words are players and companies."""
