"""Moments as plain data with sentences, for JSON, pages and the terminal. Amounts are parts of the final worth of all
players, in money."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypedDict

from tetsudo.analysis.accounts.rounds import accounts
from tetsudo.analysis.accounts.series import round_name
from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.core.units import Money
from tetsudo.engine.model.templates import Phrase
from tetsudo.game.game import Game
from tetsudo.language.labels import action_text
from tetsudo.review.moments import Moment, Moments
from tetsudo.review.moments.results import Continuation
from tetsudo.review.moments.statistics import Mean
from tetsudo.review.report.sentences import labels_of

KIND_NAMES: Final[dict[str, Phrase]] = {
    "auction": Phrase("Auction"),
    "par": Phrase("Founding a company"),
    "share": Phrase("Buying shares"),
    "sale": Phrase("Selling shares"),
    "lay": Phrase("Laying track"),
    "token": Phrase("Placing a token"),
    "run": Phrase("Running trains"),
    "dividend": Phrase("Dividend"),
    "train": Phrase("Buying trains"),
    "private": Phrase("Buying a private"),
    "other": Phrase("Other decisions"),
}
"""Name of each kind of decision."""


class ContinuationData(TypedDict):
    """A plan as a sentence, and what its player can expect after it."""

    text: str
    expected: Money


class MomentData(TypedDict):
    """A moment: the move, the player's seat, its kind, what was played and what was better, and the loss."""

    move: int
    player: int
    kind: str
    kind_name: str
    played: ContinuationData
    better: list[ContinuationData]
    loss: Money
    error: Money


class ErrorData(TypedDict):
    """Mean loss of a player's decisions of a kind, with its 95 % interval (None: too few), and their number."""

    player: int
    kind: str
    kind_name: str
    loss: Money
    interval: tuple[Money, Money] | None
    decisions: int


class ChangeData(TypedDict):
    """Change of what a player could expect in a round, and its standard error."""

    round: str
    player: int
    own: Money
    others: Money
    anyway: Money
    error: Money


class MomentsData(TypedDict):
    """Everything about a game's moments."""

    playouts: int
    moments: list[MomentData]
    errors: list[ErrorData]
    changes: list[ChangeData]


def moments_data(game: Game, found: Moments) -> MomentsData:
    """Moments of a finished game, in the language of the game."""
    total = sum(standing.total for standing in game.standings())
    rounds = accounts(game).rounds
    names = [round_name(game.setup, each) for each in rounds]
    return {
        "playouts": found.playouts,
        "moments": [_moment(game, each, total) for each in found.moments],
        "errors": [_error(game, player, kind, mean, total) for (player, kind), (mean, _all) in found.errors.items()],
        "changes": [
            {
                "round": names[each.round],
                "player": each.player,
                "own": _money(each.own.value, total),
                "others": _money(each.others.value, total),
                "anyway": _money(each.anyway.value, total),
                "error": _money(max(_finite(mean) for mean in (each.own, each.others, each.anyway)), total),
            }
            for each in found.changes
        ],
    }


def _moment(game: Game, moment: Moment, total: Money) -> MomentData:
    decision = moment.decision
    return {
        "move": decision.move,
        "player": decision.player,
        "kind": decision.kind,
        "kind_name": kind_name(decision.kind, labels_of(game).say),
        "played": _continuation(game, moment.played, total),
        "better": [_continuation(game, each, total) for each in moment.better],
        "loss": _money(moment.loss.value, total),
        "error": _money(moment.loss.error, total),
    }


def _error(game: Game, player: int, kind: str, mean: Mean, total: Money) -> ErrorData:
    low, high = mean.interval if mean.number > 1 else (0.0, 0.0)
    return {
        "player": player,
        "kind": kind,
        "kind_name": kind_name(kind, labels_of(game).say),
        "loss": _money(mean.value, total),
        "interval": (_money(low, total), _money(high, total)) if mean.number > 1 else None,
        "decisions": mean.number,
    }


def _continuation(game: Game, each: Continuation, total: Money) -> ContinuationData:
    return {"text": plan_text(game, each.plan), "expected": _money(each.expected, total)}


def plan_text(game: Game, plan: Plan) -> str:
    """Sentence of a plan: its actions, one after another."""
    return "; ".join(_texts(game, plan))


def _texts(game: Game, plan: Plan) -> Sequence[str]:
    return [action_text(game.setup, game.names, action) for action in plan]


def kind_name(kind: str, say: Callable[[str], str]) -> str:
    """Name of a kind of decisions, in the language of a translation."""
    return say(KIND_NAMES[kind].template)


def _money(part: float, total: Money) -> Money:
    return round(part * total)


def _finite(mean: Mean) -> float:
    return mean.error if mean.number > 1 else 0.0
