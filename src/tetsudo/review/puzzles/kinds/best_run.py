"""Best run: the highest revenue of a company's trains."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from tetsudo.core.actions import Route
from tetsudo.core.frames import Turn
from tetsudo.core.units import CompanyId
from tetsudo.engine.model.templates import Phrase
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.rules.trains.run_income import revenue_after_powers
from tetsudo.engine.state.board import faces_on
from tetsudo.engine.state.ownership import company_trains
from tetsudo.game.game import Game
from tetsudo.review.puzzles.clauses import clauses_for
from tetsudo.review.puzzles.puzzle import AMOUNTS, Draft, Line, Parameters, Solution, joined, money, text, word

MIN_STATES: Final = 6
MAX_STATES: Final = 400
"""Bounds on the number of states that the search compares: not obvious, and possible by hand."""

MIN_HEXES: Final = 6
"""Minimum number of hexes on the best routes."""


class BestRun:
    """Highest revenue of a company's trains."""

    name = "best_run"
    form = AMOUNTS

    def find(self, game: Game, rng: Random) -> Iterator[Draft]:
        """The company about to run, if its network offers a real choice."""
        frame = game.state.stack[-1]
        if type(frame) is not Turn or game.to_act.doing != "run":
            return
        trains = company_trains(game.state, frame.company)
        if not trains or _has_exception(game, frame.company):
            return
        if any(game.setup.trains[train].stops == 0 for train in trains):
            return
        question: Parameters = {"company": game.setup.companies[frame.company].symbol}
        solution = self.solve(game, question)
        if MIN_STATES <= solution.candidates <= MAX_STATES and len(solution.lines) > len(trains):
            company = game.company(frame.company)
            (best,) = solution.answer
            is_whole = revenue_after_powers(game.ruleset, game.state, frame.company, best) == best
            if is_whole and sum(map(len, company.best_run().routes)) >= MIN_HEXES:
                yield Draft(game.position(), question, solution)

    def solve(self, game: Game, question: Parameters) -> Solution:
        rules, state = game.ruleset, game.state
        company = game.id_of("company", word(question, "company"))
        if _has_exception(game, company):
            raise ValueError("the company passes tokens, or is paid for a call")
        fleet = tuple(company_trains(state, company))
        offboard = rules.setup.phases[state.phase].offboard
        best = proved_run(rules.atlas.network(state), company, fleet, offboard, rules.valuation)
        if not best.proved or not best.routes:
            raise ValueError("no proved run")
        title, hexes = game.setup.title, game.setup.map.hexes
        lines = [
            Line(
                Phrase(
                    "The {train}-train runs {hexes}.",
                    train=text(game.setup.trains[route.train].name),
                    hexes=joined([hexes[hex].name for hex in route.hexes]),
                ),
                () if place else clauses_for(title, "route"),
            )
            for place, route in enumerate(best.routes)
        ]
        topics = ["revenue"] + (["shared track"] if len(fleet) > 1 else [])
        topics += ["bonus"] if rules.valuation.links(rules.atlas.network(state), company) else []
        lines.append(
            Line(
                Phrase(
                    "In all this earns {amount}. A search of every run found nothing better.",
                    amount=money(game, best.revenue),
                ),
                clauses_for(title, *topics),
            )
        )
        routes = tuple(Route(route.train, tuple(route.hexes)) for route in best.routes)
        return Solution(("revenue",), (best.revenue,), best.looked_at, len(fleet), tuple(lines), routes)

    def ask(self, game: Game, question: Parameters) -> Phrase:
        company = game.company(word(question, "company"))
        return Phrase(
            "{company} has these trains: {trains}. What is the highest revenue that they can earn now?",
            company=text(company.symbol),
            trains=joined(list(company.trains)),
        )


def _has_exception(game: Game, company: CompanyId) -> bool:
    """True if a power lets a company pass tokens here, or pays it for a call: the question does not say so."""
    rules, faces = game.ruleset, faces_on(game.state)
    network = rules.atlas.network(game.state)
    if rules.valuation.call(network, company) is not None:
        return True
    return bool(rules.powers.ignoring) and any(
        rules.powers.ignores(company, hex, face, node, network.marks)
        for hex, face in enumerate(faces)
        for node in range(len(game.setup.faces[face].nodes))
    )
