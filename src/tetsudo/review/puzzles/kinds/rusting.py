"""Rusting: the trains that leave the game if the bank sells its next trains."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from tetsudo.core.events import Log
from tetsudo.core.frames import Turn
from tetsudo.core.units import TrainId
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.rules.trains.depot import begin_phases, depot_trains
from tetsudo.engine.state.ownership import company_trains, move_train
from tetsudo.engine.state.state import DEPOT
from tetsudo.game.game import Game
from tetsudo.review.puzzles.clauses import clauses_for
from tetsudo.review.puzzles.puzzle import SOME, Draft, Line, Parameters, Solution, joined, number, text

MAX_SALES: Final = 4
"""Maximum number of trains sold in a question."""

OFFSETS: Final = (0, 0, 1, -1)
"""Differences from the fewest sales that rust a train."""

MIN_CHOICES: Final = 3
"""Minimum number of trains to choose from."""


class Rusting:
    """Trains of companies that rust if the bank sells a number of trains."""

    name = "rusting"
    form = SOME

    def find(self, game: Game, rng: Random) -> Iterator[Draft]:
        """A number of sales at, just below or just above the fewest by which some trains rust and others stay."""
        if type(game.state.stack[-1]) is not Turn or game.to_act.doing != "trains":
            return
        fewest = _fewest_sales(game)
        sales = fewest + rng.choice(OFFSETS)
        if not fewest or not 1 <= sales <= MAX_SALES:
            return
        try:
            solution = self.solve(game, {"sales": sales})
        except ValueError:
            return
        if len(solution.answer) < len(solution.choices) >= MIN_CHOICES:
            yield Draft(game.position(), {"sales": sales}, solution)

    def solve(self, game: Game, question: Parameters) -> Solution:
        setup, title = game.setup, game.setup.title
        owned = owned_trains(game)
        sold, rusted = sell_next(game, number(question, "sales"))
        choices = tuple(f"{setup.companies[company].symbol} {setup.trains[train].name}" for company, train in owned)
        answer = tuple(place for place, (_, train) in enumerate(owned) if train in rusted)
        bought = joined([setup.trains[each].name for each in sold])
        lines = [
            Line(Phrase("The bank sells these trains: {trains}.", trains=bought), clauses_for(title, "depot order"))
        ]
        for train in sorted({setup.trains[old].rusted_by for old in rusted}):
            sentence = Phrase("Its first {train} starts a new phase.", train=text(setup.trains[train].name))
            lines.append(Line(sentence, clauses_for(title, "phase")))
        rusting = joined([choices[place] for place in answer])
        lines.append(Line(Phrase("These trains rust: {trains}.", trains=rusting), clauses_for(title, "rust")))
        return Solution(choices, answer, len(choices), len(sold), tuple(lines))

    def ask(self, game: Game, question: Parameters) -> Phrase:
        return Phrase(
            "Number of trains that companies now buy from the bank, in order: {count}. Which trains rust?",
            count=text(number(question, "sales")),
        )


def _fewest_sales(game: Game) -> int:
    """Number of sales by which a train that a company owns rusts first; 0 if that is too many."""
    owned = {train for _, train in owned_trains(game)}
    for sales in range(1, MAX_SALES + 1):
        try:
            _, rusted = sell_next(game, sales)
        except ValueError:
            return 0
        if owned & rusted:
            return sales
    return 0


def owned_trains(game: Game) -> list[tuple[int, TrainId]]:
    """Each company with each kind of train that it owns."""
    companies = range(len(game.setup.companies))
    return [(company, train) for company in companies for train in dict.fromkeys(company_trains(game.state, company))]


def sell_next(game: Game, count: int) -> tuple[list[TrainId], set[TrainId]]:
    """Kinds of the next trains that the bank sells, and the kinds that rust; ValueError if its order is not fixed."""
    rules, state = game.ruleset, game.state.clone()
    sold: list[TrainId] = []
    rusted: set[TrainId] = set()
    for _ in range(count):
        kinds = depot_trains(rules, state)
        if len(kinds) != 1:
            raise ValueError("the bank sells no train, or several kinds")
        log: Log = []
        move_train(state, kinds[0], state.companies + DEPOT, buyer_of(game))
        begin_phases(rules, state, log, kinds[0])
        sold.append(kinds[0])
        rusted.update(event.train for event in log if event.kind == "train_rusted")
    return sold, rusted


def buyer_of(game: Game) -> int:
    """Company in turn."""
    frame = game.state.stack[-1]
    if type(frame) is not Turn:
        raise ValueError("no company is in turn")
    return frame.company
