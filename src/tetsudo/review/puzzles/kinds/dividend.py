"""Dividend: the price of paying out and of withholding, in net worth of the president."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from tetsudo.core.actions import DIVIDENDS, HALF, WITHHOLD, Dividend
from tetsudo.core.frames import Turn
from tetsudo.core.units import NOBODY, Money
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.rules.rounds.operating.dividend import distribute
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.turn_order.net_worth import worth
from tetsudo.engine.state.ownership import market_of, ordinary_shares, president_of
from tetsudo.engine.state.state import cash_of, cell_of, treasury
from tetsudo.game.game import Game
from tetsudo.review.puzzles.clauses import clauses_for
from tetsudo.review.puzzles.kinds.rusting import buyer_of
from tetsudo.review.puzzles.puzzle import AMOUNTS, Draft, Line, Parameters, Solution, money, text, word

MIN_EFFECTS: Final = 1
"""Minimum number of complications: market shares, an edge of the market, a half dividend, holdings of others."""


class Outcome(NamedTuple):
    """Effect of a payout: the share price before and after, and changes of president's cash, treasury, net worth."""

    payout: str
    old: Money
    new: Money
    cash: Money
    treasury: Money
    worth: Money
    is_edge: bool


class DividendPrice:
    """Change of the president's net worth by each payout."""

    name = "dividend"
    form = AMOUNTS

    def find(self, game: Game, rng: Random) -> Iterator[Draft]:
        """A dividend with a complication."""
        if type(game.state.stack[-1]) is not Turn or game.to_act.doing != "dividend":
            return
        company = buyer_of(game)
        if game.ruleset.is_minor[company] or cell_of(game.state, company) == NOBODY:
            return
        question: Parameters = {"company": game.setup.companies[company].symbol}
        outcomes = outcomes_of(game)
        in_market = ordinary_shares(game.state, company, market_of(game.state))
        effects = (in_market > 0) + sum(each.is_edge for each in outcomes) + (len(outcomes) > len(("pay", "withhold")))
        if effects >= MIN_EFFECTS and len({outcome.worth for outcome in outcomes}) == len(outcomes):
            yield Draft(game.position(), question, self.solve(game, question))

    def solve(self, game: Game, question: Parameters) -> Solution:
        company = buyer_of(game)
        if game.setup.companies[company].symbol != word(question, "company"):
            raise ValueError("another company is in turn")
        outcomes = outcomes_of(game)
        lines = tuple(_line(game, outcome) for outcome in outcomes)
        in_market = ordinary_shares(game.state, company, market_of(game.state))
        steps = 2 + sum(each.is_edge for each in outcomes) + (in_market > 0)
        return Solution(
            tuple(each.payout for each in outcomes),
            tuple(each.worth for each in outcomes),
            len(outcomes),
            steps,
            lines,
        )

    def ask(self, game: Game, question: Parameters) -> Phrase:
        company = buyer_of(game)
        return Phrase(
            "{company} has earned {revenue}. By how much does the net worth of its president {player} change, in cash"
            " and shares, by each way to use it?",
            company=text(question["company"]),
            revenue=money(game, game.state.revenue),
            player=text(game.names[president_of(game.state, company)]),
        )


def outcomes_of(game: Game) -> list[Outcome]:
    """Outcome of each legal payout, in the order of `DIVIDENDS`."""
    offers = [offer for offer in game.legal_actions() if isinstance(offer, Dividend)]
    if not offers:
        raise ValueError("no dividend is due")
    return [_outcome(game, payout) for payout in sorted(offer.payout for offer in offers)]


def _outcome(game: Game, payout: int) -> Outcome:
    """Outcome of a payout, before anything else happens."""
    rules, before, after = game.ruleset, game.state, game.state.clone()
    company = buyer_of(game)
    president = president_of(before, company)
    distribute(rules, after, company, [], payout)
    moves = rules.market.on_withhold if payout == WITHHOLD else rules.market.on_payout
    cell, market = cell_of(before, company), game.setup.market
    return Outcome(
        DIVIDENDS[payout],
        price_of(rules, before, company),
        price_of(rules, after, company),
        cash_of(after, president) - cash_of(before, president),
        treasury(after, company) - treasury(before, company),
        worth(rules, after, president).total - worth(rules, before, president).total,
        moves[cell] == cell or market.rows[moves[cell]] != market.rows[cell],
    )


def _line(game: Game, outcome: Outcome) -> Line:
    """Explanation of an outcome."""
    topics = ["fall" if outcome.payout == DIVIDENDS[WITHHOLD] else "rise"]
    topics += ["edge"] if outcome.is_edge else []
    values = {
        "old": money(game, outcome.old),
        "new": money(game, outcome.new),
        "cash": money(game, outcome.cash),
        "treasury": money(game, outcome.treasury),
        "worth": money(game, outcome.worth),
    }
    title = game.setup.title
    if outcome.payout == DIVIDENDS[WITHHOLD]:
        return Line(
            Phrase(
                "Withholding: the treasury receives {treasury}, the price moves from {old} to {new}: in all {worth}.",
                **values,
            ),
            clauses_for(title, *topics),
        )
    topics += ["per share"] + (["market shares"] if outcome.treasury else [])
    if outcome.payout == DIVIDENDS[HALF]:
        return Line(
            Phrase(
                "Half dividend: the president receives {cash}, the treasury {treasury}, the price moves from {old} to"
                " {new}: in all {worth}.",
                **values,
            ),
            clauses_for(title, "half", *topics),
        )
    return Line(
        Phrase(
            "Paying out: the president receives {cash}, the treasury {treasury}, the price moves from {old} to {new}:"
            " in all {worth}.",
            **values,
        ),
        clauses_for(title, *topics),
    )
