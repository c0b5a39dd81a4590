"""Bankruptcy: how many trains a company must buy to bankrupt the president of the next one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from tetsudo.core.frames import Turn
from tetsudo.core.units import Money, TrainId
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.rules import engine
from tetsudo.engine.state.state import bank_of, move_cash, owner_of_company, treasury
from tetsudo.game.game import Game
from tetsudo.review.puzzles.clauses import clauses_for
from tetsudo.review.puzzles.kinds.forced_train import duty_lines
from tetsudo.review.puzzles.kinds.next_turn import Duty, duty_after
from tetsudo.review.puzzles.kinds.rusting import buyer_of, sell_next
from tetsudo.review.puzzles.puzzle import ONE, Draft, Line, Parameters, Solution, money, text, word

MAX_BUYS: Final = 3
"""Maximum number of purchases in a question."""

MAX_MARGIN: Final = 60
"""Maximum amount by which a president can or cannot pay, where the president's cash is changed for the question."""

MIN_OPTIONS: Final = 2
"""Minimum number of possible purchases, none included."""

ROUND: Final = 10
"""Amount to which money that is added to a treasury is rounded up."""

IMPOSSIBLE: Final = "-"
"""Choice for "it cannot bankrupt them"."""


class Bankruptcy:
    """Number of trains that a company must buy to bankrupt the president of the next one."""

    name = "bankruptcy"
    form = ONE

    def find(self, game: Game, rng: Random) -> Iterator[Draft]:
        """A company whose purchases force another player's next company to buy; the cash is set near the limit."""
        if type(game.state.stack[-1]) is not Turn or game.to_act.doing != "trains":
            return
        rich = with_treasury(game, rng)
        found = _duties(rich)
        duties = [duty for duty in found if duty is not None]
        if len(found) < MIN_OPTIONS or not duties:
            return
        for duty in rng.sample(duties, len(duties)):
            near = _near(rich, duty, rng)
            draft = None if near is None else self._draft(near, duty)
            if draft is not None:
                yield draft
                return

    def _draft(self, near: Game, duty: Duty) -> Draft | None:
        """Question about a president's purchase; None if the position does not allow it."""
        question: Parameters = {"company": near.setup.companies[duty.company].symbol}
        try:
            return Draft(near.position(), question, self.solve(near, question))
        except ValueError:
            return None

    def solve(self, game: Game, question: Parameters) -> Solution:
        symbol = word(question, "company")
        duties = _duties(game)
        choices = (*(str(count) for count in range(len(duties))), IMPOSSIBLE)
        forced = [duty for duty in duties if duty is not None]
        if len(duties) < 2 or not forced or any(game.setup.companies[each.company].symbol != symbol for each in forced):
            raise ValueError("no other company is forced to buy")
        bankrupt = [count for count, duty in enumerate(duties) if duty is not None and duty.is_bankrupt]
        answer = bankrupt[0] if bankrupt else len(duties)
        shown = duties[answer] if bankrupt else max(forced, key=lambda duty: duty.shortfall - duty.means)
        assert shown is not None
        lines = (*duty_lines(game, shown), *_price_line(game, shown), _means_line(game, shown))
        return Solution(choices, (answer,), 2 * len(choices), len(forced) + 2, lines)

    def ask(self, game: Game, question: Parameters) -> Phrase:
        return Phrase(
            "{buyer} may buy the next trains of the bank. Then it is {company}'s turn: it skips its other steps, and no"
            " company sells it a train. How many trains must {buyer} buy at least so that {company}'s president is"
            " bankrupt?",
            buyer=text(game.setup.companies[buyer_of(game)].symbol),
            company=text(question["company"]),
        )


def _price_line(game: Game, duty: Duty) -> list[Line]:
    """Explanation of the company's share price, if it falls before the purchase."""
    if duty.share == duty.old_share:
        return []
    sentence = Phrase(
        "{company} earns nothing before, so its share price falls from {old} to {new}.",
        company=text(game.setup.companies[duty.company].symbol),
        old=money(game, duty.old_share),
        new=money(game, duty.share),
    )
    return [Line(sentence, clauses_for(game.setup.title, "fall"))]


def _means_line(game: Game, duty: Duty) -> Line:
    """Explanation of a president's means."""
    values = {
        "player": text(game.names[duty.president]),
        "cash": money(game, duty.cash),
        "shares": money(game, duty.means - duty.cash),
    }
    clauses = clauses_for(game.setup.title, "allowed sales", "bankrupt")
    if duty.is_bankrupt:
        return Line(Phrase("{player} has {cash} and shares that bring {shares}: not enough.", **values), clauses)
    return Line(Phrase("{player} has {cash} and shares that bring {shares}: enough.", **values), clauses)


def _duties(game: Game) -> list[Duty | None]:
    """Forced purchase of the next company after 0, 1, 2 ... purchases, as many as are legal."""
    duties: list[Duty | None] = []
    for buys in range(MAX_BUYS + 1):
        try:
            duties.append(duty_after(game, buys, waits=True))
        except ValueError:
            break
    return duties


def _near(game: Game, duty: Duty, rng: Random) -> Game | None:
    """Independent game in which another player can just pay, or just not; None if they have no shares to sell."""
    if duty.president == engine.actor(game.ruleset, game.state) or duty.means == duty.cash:
        return None
    margin = rng.randint(1, MAX_MARGIN) * rng.choice((1, 1, -1))
    return with_means(game, duty, duty.shortfall - margin)


def with_treasury(game: Game, rng: Random) -> Game:
    """Independent game in which the company in turn can pay for one to three of the bank's next trains."""
    changed = Game.at(game.ruleset, game.names, game.state.clone())
    sold, _ = _next_trains(game, rng.randint(1, MAX_BUYS))
    needed = sum(game.setup.trains[train].price for train in sold)
    lacking = needed - treasury(changed.state, buyer_of(game))
    if lacking > 0:
        state = changed.state
        move_cash(state, bank_of(state), owner_of_company(state, buyer_of(game)), -(-lacking // ROUND) * ROUND)
    return changed


def _next_trains(game: Game, most: int) -> tuple[list[TrainId], set[TrainId]]:
    """The bank's next trains, as many as it sells in a fixed order."""
    for count in range(most, 0, -1):
        try:
            return sell_next(game, count)
        except ValueError:
            continue
    return [], set()


def with_means(game: Game, duty: Duty, means: Money) -> Game | None:
    """Independent game in which a president's means are so much, by more or less cash; None if that is impossible."""
    cash = duty.cash + means - duty.means
    if cash < 0:
        return None
    changed = Game.at(game.ruleset, game.names, game.state.clone())
    move_cash(changed.state, duty.president, bank_of(changed.state), duty.cash - cash)
    return changed
