"""Presidency: the president of a company after some sales and purchases of a stock round."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from tetsudo.core.actions import Action, BuyShare, Pass, SellShares
from tetsudo.core.errors import TetsudoError
from tetsudo.core.frames import Stock
from tetsudo.core.units import NOBODY, CompanyId
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.state.ownership import holding, president_of
from tetsudo.engine.state.state import State
from tetsudo.game.game import Game
from tetsudo.review.puzzles.clauses import clauses_for
from tetsudo.review.puzzles.puzzle import ONE, Draft, Line, Parameters, Solution, joined, text, word

MAX_TRADES: Final = 3
MAX_TURNS: Final = 8
"""Maximum number of trades in a question, and of actions to find them."""


class Presidency:
    """President of a company after some trades."""

    name = "presidency"
    form = ONE

    def find(self, game: Game, rng: Random) -> Iterator[Draft]:
        """Random trades in one company that change its president, or leave another player with as many shares."""
        if type(game.state.stack[-1]) is not Stock or game.state.turn == 1:
            return
        led = [each.id for each in game.setup.companies if president_of(game.state, each.id) != NOBODY]
        if not led:
            return
        company = rng.choice(led)
        commands = _random_trades(game, company, rng)
        if not commands:
            return
        question: Parameters = {"company": game.setup.companies[company].symbol, "actions": commands}
        if _is_close(game, company, commands):
            yield Draft(game.position(), question, self.solve(game, question))

    def solve(self, game: Game, question: Parameters) -> Solution:
        company = game.id_of("company", word(question, "company"))
        after, trades = played(game, commands_of(question))
        old, new = president_of(game.state, company), president_of(after.state, company)
        if new == NOBODY:
            raise ValueError("the company has no president")
        held = holdings(after, company)
        largest = [player for player, count in enumerate(held) if count == max(held)]
        topics = ["more shares"] if old != new else []
        if len(largest) > 1:
            topics.append("equal shares" if old == new else "clockwise")
        if any(command.split()[1] == "sell" for command in trades):
            topics.append("largest holder")
        names = game.names
        counts = [f"{names[player]} {count}" for player, count in enumerate(held)]
        lines = (
            Line(Phrase("After these trades the players hold these shares: {shares}.", shares=joined(counts))),
            Line(
                Phrase(
                    "{player} is president of {company}.", player=text(names[new]), company=text(question["company"])
                ),
                clauses_for(game.setup.title, *topics),
            ),
        )
        rivals = sum(count > 0 for count in held)
        return Solution(tuple(names), (new,), rivals * len(largest), 2 * len(trades), lines)

    def ask(self, game: Game, question: Parameters) -> Phrase:
        trades = [command for command in commands_of(question) if not command.endswith(": pass")]
        return Phrase(
            "In this order: {trades}. Who is then president of {company}?",
            trades=joined(trades),
            company=text(question["company"]),
        )


def commands_of(question: Parameters) -> list[str]:
    """Commands of a question: "Ann: sell 2 AR"."""
    commands = question["actions"]
    if not isinstance(commands, list):
        raise ValueError("actions must be a list")
    return commands


def played(game: Game, commands: list[str]) -> tuple[Game, list[str]]:
    """Independent game after some commands, and those that are trades."""
    after = game.clone()
    for command in commands:
        after.apply(after.parse(command))
    return after, [command for command in commands if not command.endswith(": pass")]


def holdings(game: Game, company: CompanyId) -> list[int]:
    """Shares of a company by player."""
    weight = game.ruleset.president_shares[company]
    return [holding(game.state, company, player, weight) for player in range(game.state.players)]


def _random_trades(game: Game, company: CompanyId, rng: Random) -> list[str]:
    """Up to three random trades in a company, with the passes between them; none if no one trades."""
    after, commands, trades = game.clone(), [], 0
    wanted = rng.randint(1, MAX_TRADES)
    for _ in range(MAX_TURNS):
        if trades == wanted or type(after.state.stack[-1]) is not Stock:
            break
        action = _random_trade(after, company, rng)
        trades += type(action) is not Pass
        commands.append(f"{after.names[action.player]}: {after.text(action)}")
        after.apply(action)
    while commands and commands[-1].endswith(": pass"):
        commands.pop()
    return commands if trades else []


def _random_trade(game: Game, company: CompanyId, rng: Random) -> Action:
    """Legal trade in a company by the player to act; a pass if there is none."""
    trades: list[Action] = []
    for offer in game.legal_actions():
        if getattr(offer, "company", NOBODY) != company:
            continue
        if offer.kind == BuyShare.kind:
            trades.append(offer)
        elif offer.kind == SellShares.kind:
            trades += [SellShares(offer.player, company, count) for count in range(1, getattr(offer, "high", 1) + 1)]
    legal = [trade for trade in trades if game.is_legal(trade)]
    passing = Pass(game.to_act.player)
    if not legal or (game.is_legal(passing) and rng.random() < 1 / len(legal) / 2):
        return passing if game.is_legal(passing) else game.legal_actions()[0].example()
    return rng.choice(legal)


def _is_close(game: Game, company: CompanyId, commands: list[str]) -> bool:
    """True if the president changes, or another player has as many shares in the end."""
    try:
        after, _ = played(game, commands)
    except TetsudoError:  # a command may be ambiguous
        return False
    state: State = after.state
    new = president_of(state, company)
    held = holdings(after, company)
    if new == NOBODY or sum(count > 0 for count in held) < 2:
        return False
    return new != president_of(game.state, company) or held.count(held[new]) > 1
