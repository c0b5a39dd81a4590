"""Forced train: what a president must pay for a company's train."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from tetsudo.core.frames import Turn
from tetsudo.engine.model.templates import Phrase
from tetsudo.game.game import Game
from tetsudo.review.puzzles.clauses import clauses_for
from tetsudo.review.puzzles.kinds.next_turn import Duty, duty_after, with_cash
from tetsudo.review.puzzles.kinds.rusting import buyer_of
from tetsudo.review.puzzles.puzzle import AMOUNTS, Draft, Line, Parameters, Solution, joined, money, number, text, word

MAX_BUYS: Final = 2
"""Maximum number of purchases before the forced one."""

SALES_RATE: Final = 1 / 2
"""Share of the questions in which the president has too little cash, if shares can make up for it."""


class ForcedTrain:
    """Amount that a president must pay for a company's train, and how much of it by selling shares."""

    name = "forced_train"
    form = AMOUNTS

    def find(self, game: Game, rng: Random) -> Iterator[Draft]:
        """A forced purchase now, or of the next company, that its president can pay."""
        if type(game.state.stack[-1]) is not Turn or game.to_act.doing != "trains":
            return
        for waits, buys in ((0, 0), *((1, buys) for buys in range(MAX_BUYS, -1, -1))):
            try:
                duty = duty_after(game, buys, bool(waits))
            except ValueError:
                continue
            if duty is None or duty.is_bankrupt or not (duty.treasury or waits):
                continue
            asked = game
            if duty.means > duty.cash and rng.random() < SALES_RATE:
                asked = with_cash(game, duty.president, max(0, duty.shortfall - rng.randint(1, duty.means - duty.cash)))
            symbol = game.setup.companies[duty.company].symbol
            question: Parameters = {"company": symbol, "buys": buys, "waits": waits}
            yield Draft(asked.position(), question, self.solve(asked, question))
            return

    def solve(self, game: Game, question: Parameters) -> Solution:
        duty = duty_of(game, question)
        raised = max(0, duty.shortfall - duty.cash)
        lines = duty_lines(game, duty)
        lines.append(
            Line(
                Phrase(
                    "{player} has {cash} and must raise {raised} by selling shares.",
                    player=text(game.names[duty.president]),
                    cash=money(game, duty.cash),
                    raised=money(game, raised),
                ),
                clauses_for(game.setup.title, "order of money"),
            )
        )
        steps = 1 + number(question, "buys") + 2 * number(question, "waits") + (raised > 0)
        return Solution(
            ("president", "shares"), (duty.shortfall, raised), 1 + len(game.setup.trains), steps, tuple(lines)
        )

    def ask(self, game: Game, question: Parameters) -> Phrase:
        if not number(question, "waits"):
            return Phrase(
                "{company} must buy a train, and no company sells it one. How much must its president pay, and how"
                " much of that by selling shares?",
                company=text(question["company"]),
            )
        return Phrase(
            "Number of trains that {buyer} now buys from the bank: {count}. Then it is {company}'s turn: it skips its"
            " other steps, and no company sells it a train. How much must its president pay for its train, and how"
            " much of that by selling shares?",
            buyer=text(game.setup.companies[buyer_of(game)].symbol),
            count=text(question["buys"]),
            company=text(question["company"]),
        )


def duty_of(game: Game, question: Parameters) -> Duty:
    """Forced purchase of a question; ValueError if the company has none."""
    duty = duty_after(game, number(question, "buys"), bool(number(question, "waits")))
    if duty is None or game.setup.companies[duty.company].symbol != word(question, "company"):
        raise ValueError("the company is not forced to buy")
    return duty


def duty_lines(game: Game, duty: Duty) -> list[Line]:
    """Explanation of a forced purchase up to the amount that the president pays."""
    setup, title = game.setup, game.setup.title
    lines = []
    if duty.bought:
        bought = joined([setup.trains[train].name for train in duty.bought])
        lines.append(
            Line(Phrase("The bank sells these trains: {trains}.", trains=bought), clauses_for(title, "depot order"))
        )
    symbol = text(setup.companies[duty.company].symbol)
    return [
        *lines,
        Line(
            Phrase(
                "{company} must buy the cheapest train, for {price}.", company=symbol, price=money(game, duty.price)
            ),
            clauses_for(title, "forced", "cheapest"),
        ),
        Line(
            Phrase(
                "Its treasury pays {treasury}, so {player} pays {lacking}.",
                treasury=money(game, duty.treasury),
                player=text(game.names[duty.president]),
                lacking=money(game, duty.shortfall),
            ),
            clauses_for(title, "president pays"),
        ),
    ]
