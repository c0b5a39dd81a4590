"""Playouts per second of the search bot at fixed positions: `python -m benchmarks.playouts [TABLE...]`.

Each table's game is played by the rule-based bot. At three of its positions (early, middle, late) the candidates of
the decision are played out as `search` does, in the same scenarios. Times are processor time, with what is cached by
then from the positions before; the second figure is for the same playouts once more. Equal digests mean equal
playouts, in another version too. `PYTHONPATH=build/compiled` measures the compiled engine.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from time import thread_time_ns
from typing import Final

from tetsudo.bots.heuristics.candidates import candidates
from tetsudo.bots.heuristics.policy import careful_policy
from tetsudo.bots.lookahead.sequential_halving import Line, Scenarios
from tetsudo.bots.search import PLAYOUT_TURNS, default_habits, opponent_habits
from tetsudo.core.actions import Action
from tetsudo.core.garbage import collect_rarely
from tetsudo.engine.rules import engine
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table

TABLES: Final = {
    "1889": Table("1889", 4),
    "1888-N": Table("1888n", 4),
    "1890-C": Table("1890", 4, scenario="C"),
}
PARTS: Final = {"early": 0.15, "middle": 0.5, "late": 0.8}
"""Positions, as parts of a game's actions."""

SCENARIOS: Final = 6
"""Scenarios in which each plan is played out: more than half of them to the end of the game."""


def main() -> None:
    """Print the playouts per second at each position of the named tables, or of all."""
    print(f"{'':16}{'playouts':>10}{'a second':>10}{'again':>10}   digest")
    for name in sys.argv[1:] or TABLES:
        for part, game in positions(TABLES[name]).items():
            first, second = play_all(game), play_all(game)
            cells = "".join(f"{1e9 * count / spent:10.0f}" for count, spent, _ in (first, second))
            print(f"{name:8}{part:8}{first[0]:10}{cells}   {first[2]}", flush=True)


def positions(table: Table) -> dict[str, Game]:
    """Positions with a choice of at least two plans, of one game of the rule-based bot."""
    actions = rules_game(table)
    return {part: _position(table, actions, round(share * len(actions))) for part, share in PARTS.items()}


def rules_game(table: Table) -> list[Action]:
    """Actions of a game of the rule-based bot."""
    game = table.game()
    policy = careful_policy(game.ruleset, 0, default_habits(table.players))
    while not game.is_over:
        player = engine.actor(game.ruleset, game.state)
        game.apply(policy.choose(game.state, player, engine.listing(game.ruleset, game.state, player)))
    return game.actions


def _position(table: Table, actions: list[Action], start: int) -> Game:
    """First position from an action on with at least two plans to compare."""
    game = table.game()
    for number, action in enumerate(actions):
        if number >= start and len(_lines(game)) > 1:
            return game
        game.apply(action)
    raise ValueError("no decision is left in the game")


def _lines(game: Game) -> list[Line]:
    """Plans of a decision, as the search bot compares them."""
    rules, state, own = game.ruleset, game.state, default_habits(game.state.players)
    policy, player = careful_policy(rules, 0, own), engine.actor(rules, state)
    offers = engine.listing(rules, state, player)
    usual = policy.choose(state, player, offers)
    return [Line(plan, own) for plan in candidates(policy, state, player, offers, usual)]


def play_all(game: Game) -> tuple[int, int, str]:
    """Number of playouts of all plans in all scenarios, nanoseconds, and a digest of their results."""
    lines = _lines(game)
    player = engine.actor(game.ruleset, game.state)
    scenarios = Scenarios(game.view(player), 1, opponent_habits(game.state), PLAYOUT_TURNS)
    began = thread_time_ns()
    with collect_rarely():
        for number in range(SCENARIOS):
            scenario = scenarios[number]
            for line in lines:
                scenarios.play(scenario, line)
    spent = thread_time_ns() - began
    results = repr([(line.plan, line.worths, line.phases) for line in lines])
    return len(lines) * SCENARIOS, spent, blake2b(results.encode(), digest_size=6).hexdigest()


if __name__ == "__main__":
    main()
