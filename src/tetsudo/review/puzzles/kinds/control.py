"""Control: the company whose presidency a player can take in one turn of a stock round."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, TypeAlias

from tetsudo.core.actions import Action, BuyShare, ExchangePrivate, SellShares
from tetsudo.core.frames import Stock
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.state.ownership import holding, president_of
from tetsudo.engine.state.rows import values_of
from tetsudo.engine.state.state import State, bank_of, cash_of, move_cash
from tetsudo.game.game import Game
from tetsudo.review.puzzles.clauses import clauses_for
from tetsudo.review.puzzles.puzzle import ONE, Draft, Line, Parameters, Solution, joined, text

MAX_ACTIONS: Final = 4
"""Maximum number of actions in a player's turn that are tried."""

MAX_POSITIONS: Final = 250
"""Maximum number of positions of a turn; a question with more is not asked."""

MAX_GAP: Final = 2
"""Maximum number of shares behind the president that makes a company a candidate."""

MIN_CHOICES: Final = 2
"""Number of choices that is too small."""

MIN_STEPS: Final = 2
"""Steps of a turn with one action, which is obvious if only one company is in reach."""

UNCHANGED: Final = 1 / 3
"""Share of the questions in which the player's cash stays as it was in the game."""

NONE_RATE: Final = 1 / 4
"""Share of the questions kept in which no company can be won."""

NONE: Final = "-"
"""Choice for no company."""

Ways: TypeAlias = dict[CompanyId, tuple[Action, ...]]
"""Shortest turn that wins each company."""


class Control:
    """Company that a player can win in this turn."""

    name = "control"
    form = ONE

    def find(self, game: Game, rng: Random) -> Iterator[Draft]:
        """Turns in which exactly one company can be won, but not obviously; sometimes none."""
        frame = game.state.stack[-1]
        if type(frame) is not Stock or frame.bought or frame.sold or game.state.turn == 1:
            return
        if not _within_reach(game, frame.player):
            return
        asked = game if rng.random() < UNCHANGED else with_cash(game, frame.player, rng)
        try:
            solution = self.solve(asked, {})
        except ValueError:
            return
        is_none = solution.choices[solution.answer[0]] == NONE
        is_hopeless = is_none and all(_gap(asked, frame.player, each) for each in _within_reach(asked, frame.player))
        is_obvious = not is_none and solution.steps <= MIN_STEPS and len(_within_reach(asked, frame.player)) == 1
        is_dull = is_obvious or is_hopeless or (is_none and rng.random() > NONE_RATE)
        if len(solution.choices) > MIN_CHOICES and not is_dull:
            yield Draft(asked.position(), {}, solution)

    def solve(self, game: Game, question: Parameters) -> Solution:
        frame = game.state.stack[-1]
        if type(frame) is not Stock:
            raise ValueError("no stock round")
        player = frame.player
        others = _rivals(game, player)
        ways, positions = winning_turns(game, player, others)
        choices = (*(game.setup.companies[company].symbol for company in others), NONE)
        answer = others.index(next(iter(ways))) if ways else len(others)
        lines = _lines(game, player, ways)
        steps = 2 * len(next(iter(ways.values()), ()))
        return Solution(choices, (answer,), positions, steps or len(_within_reach(game, player)), lines)

    def ask(self, game: Game, question: Parameters) -> Phrase:
        return Phrase(
            "{player} is in turn. Of which company can {player} become president in this turn, with shares sold first"
            " if that helps?",
            player=text(game.names[game.to_act.player]),
        )


def with_cash(game: Game, player: PlayerId, rng: Random) -> Game:
    """Independent game in which a player may have to sell shares before buying one."""
    changed = Game.at(game.ruleset, game.names, game.state.clone())
    cash = cash_of(changed.state, player)
    highest = max(price_of(game.ruleset, game.state, company) for company in _within_reach(game, player))
    move_cash(changed.state, player, bank_of(changed.state), cash - rng.randint(0, highest))
    return changed


def _rivals(game: Game, player: PlayerId) -> list[CompanyId]:
    """Public companies with another president."""
    return [
        each.id
        for each in game.setup.companies
        if not game.ruleset.is_minor[each.id] and president_of(game.state, each.id) not in (NOBODY, player)
    ]


def _within_reach(game: Game, player: PlayerId) -> list[CompanyId]:
    """Companies of which a player holds almost as much as the president."""
    return [company for company in _rivals(game, player) if 0 <= _gap(game, player, company) <= MAX_GAP - 1]


def _gap(game: Game, player: PlayerId, company: CompanyId) -> int:
    """Shares that a player holds less than the president of a company."""
    weight = game.ruleset.president_shares[company]
    president = president_of(game.state, company)
    return holding(game.state, company, president, weight) - holding(game.state, company, player, weight)


def winning_turns(game: Game, player: PlayerId, others: list[CompanyId]) -> tuple[Ways, int]:
    """Shortest turn that wins a company, if any does, and the number of positions searched.

    ValueError if there are too many positions, or several companies can be won.
    """
    ways: Ways = {}
    level: list[tuple[State, tuple[Action, ...]]] = [(game.state, ())]
    seen = {_key(game.state)}
    for _ in range(MAX_ACTIONS):
        following: list[tuple[State, tuple[Action, ...]]] = []
        for state, done in level:
            for action in _trades(game, state, player):
                after = state.clone()
                engine.perform(game.ruleset, after, action, [])
                if _key(after) in seen:
                    continue
                seen.add(_key(after))
                following.append((after, (*done, action)))
                for company in others:
                    if president_of(after, company) == player:
                        ways.setdefault(company, (*done, action))
                if len(seen) > MAX_POSITIONS or len(ways) > 1:
                    raise ValueError("too many positions, or several companies can be won")
        level = following
    return ways, len(seen)


def _key(state: State) -> tuple[object, ...]:
    """Everything that a player's trades change."""
    rows = (state.shares, state.president, state.cash, state.cell, state.privates)
    return *map(values_of, rows), state.stack


def _trades(game: Game, state: State, player: PlayerId) -> Iterator[Action]:
    """Legal sales and purchases of a player in turn."""
    frame = state.stack[-1]
    if type(frame) is not Stock or frame.player != player:
        return
    for offer in engine.listing(game.ruleset, state, player):
        if offer.kind in (BuyShare.kind, ExchangePrivate.kind):
            yield offer
        elif offer.kind == SellShares.kind:
            low, high = getattr(offer, "low", None), getattr(offer, "high", None)
            if low is None or high is None:
                yield offer
                continue
            yield from (SellShares(player, getattr(offer, "company"), count) for count in range(low, high + 1))  # noqa: B009


def _lines(game: Game, player: PlayerId, ways: Ways) -> tuple[Line, ...]:
    """Explanation of the winning turn, and of the companies that seem in reach but are not."""
    title = game.setup.title
    lines = []
    for company, actions in ways.items():
        commands = joined([game.text(action) for action in actions])
        topics = ["more shares"]
        topics += ["sale"] if any(type(action) is SellShares for action in actions) else []
        values = {"player": text(game.names[player]), "company": text(game.setup.companies[company].symbol)}
        lines.append(
            Line(
                Phrase("{player} wins {company} by: {actions}.", actions=commands, **values),
                clauses_for(title, *topics),
            )
        )
    for company in _within_reach(game, player):
        if company not in ways:
            lines.append(_out_of_reach(game, player, company))
    return tuple(lines)


def _out_of_reach(game: Game, player: PlayerId, company: CompanyId) -> Line:
    """Explanation of a company that seems in reach: one purchase is not enough, or not possible."""
    symbol, gap = game.setup.companies[company].symbol, _gap(game, player, company)
    values = {"company": text(symbol), "needed": text(gap + 1)}
    if gap:
        sentence = Phrase("To win {company} takes {needed} more shares; a turn has one purchase.", **values)
        return Line(sentence, clauses_for(game.setup.title, "equal shares", "one purchase"))
    return Line(
        Phrase("No share of {company} can be bought in this turn, whatever is sold first.", **values),
        clauses_for(game.setup.title, "one purchase", "cash"),
    )
