"""Advice of a bot for the player to act at the terminal, with reasons."""

from __future__ import annotations

from random import Random
from typing import Final

from rich.console import Console
from rich.markup import escape

from tetsudo.bots.advice import CLEAR, EVEN, LIKELY, UNKNOWN, advice, confidence, margin
from tetsudo.bots.levels import maker
from tetsudo.bots.player import Budget
from tetsudo.cli.arguments import level_of
from tetsudo.cli.menu import describe
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import phrase_text

DEFAULT_BOT: Final = "rollouts"
"""Default bot."""

THINKING_SECONDS: Final = 2.0
"""Thinking time."""

CONFIDENCE_TEXTS: Final = {
    CLEAR: "That is better than all others by more than twice the error.",
    LIKELY: "That is probably the best, but the next is not far.",
    EVEN: "That is hardly better than the next: the difference is within the error.",
    UNKNOWN: "Too few playouts to be sure.",
}


def print_advice(console: Console, game: Game, bot: str) -> None:
    """Print the advice of a bot: its name, `PATH.py:Class`, or "" for the default bot."""
    view = game.view(game.to_act.player)
    name = level_of(f"bot-{bot}") or bot or DEFAULT_BOT
    found = advice(maker(name)(game.setup, Random(f"{game.seed}-{game.length}")), view, Budget(THINKING_SECONDS))
    labels = Labels(game.setup, game.names)
    console.print(f"[bold]{escape(name)}[/]: {escape(describe(game, found.action))}")
    if not found.lines:
        console.print(escape(phrase_text(found.sentence, labels)))
        return
    said = (
        phrase_text(found.sentence, labels),
        phrase_text(found.hope, labels),
        CONFIDENCE_TEXTS[confidence(found.lines, view.player)],
    )
    console.print(escape(" ".join(filter(None, said))))
    for line in found.lines:
        error = f" ± {labels.money(round(line.spread))}" if line.samples > 1 else ""
        worths = ", ".join(
            f"{name} {labels.money(round(worth))}" for name, worth in zip(game.names, line.worths, strict=True)
        )
        text = f"{margin(line, view.player):+7.0f}{error}  {describe(game, line.action)}  ({worths})"
        console.print(escape(text))
