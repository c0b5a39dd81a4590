"""Explanation of a choice in words and figures, from the compared lines."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from tetsudo.bots import player
from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.bots.lookahead.sequential_halving import Line, lead, margin
from tetsudo.bots.player import Reasons
from tetsudo.core.actions import Action
from tetsudo.engine.model.templates import EMPTY_PHRASE, Phrase, Value
from tetsudo.engine.state.state import State

TWO: Final = 2

MAX_REASON_LINES: Final = 4
"""Number of lines in the reasons: the chosen one and three more."""


def reasons(best: Line, lines: Sequence[Line], state: State) -> Reasons:
    """Reasons from the best lines: the chosen one first, then the most tried; one line per action."""
    tried = [line for line in lines if line.worths]
    ranked = sorted(tried, key=lambda line: (line is not best, -len(line.worths), -line.mean))
    different: dict[Action, Line] = {}
    for line in ranked:
        different.setdefault(line.action, line)
    shown = list(different.values())[:MAX_REASON_LINES]
    return Reasons(
        _sentence(shown) if shown else EMPTY_PHRASE, tuple(map(_averaged_line, shown)), _expected_phase(best, state)
    )


def solved_reasons(plans: Sequence[Plan], results: Sequence[tuple[float, ...]], best: int) -> Reasons:
    """Reasons from the final worths after each plan, where the rest of the game was solved."""
    me = plans[best][0].player
    ranked = sorted(range(len(plans)), key=lambda each: (each != best, -margin(results[each], me)))
    different: dict[Action, int] = {}
    for each in ranked:
        different.setdefault(plans[each][0], each)
    shown = [different[action] for action in list(different)[:MAX_REASON_LINES]]
    ahead = round(margin(results[best], me) - max((margin(results[each], me) for each in shown[1:]), default=0.0))
    sentence = Phrase("All ways to pay and to buy trains were played to the end: nothing comes out ahead of this.")
    if ahead > 0 and len(shown) > 1:
        sentence = Phrase(
            "All ways to pay and to buy trains were played to the end: this comes out {amount} ahead of the next best.",
            amount=Value("money", ahead),
        )
    return Reasons(sentence, tuple([player.Line(plans[each][0], results[each], 0.0, 1) for each in shown]))


def _sentence(shown: Sequence[Line]) -> Phrase:
    """Lead of the first line over the second, and if it exceeds chance.

    The better line may have the smaller lead, if less is open after it or the opponents are worth less too.
    """
    count = Value("number", len(shown[0].worths))
    if len(shown) < TWO:
        return Phrase("Nothing else was tried in {count} playouts.", count=count)
    gain, error = lead(shown[0], shown[1])
    amount = Value("money", round(gain))
    if gain <= 0:
        return Phrase("It won more often in {count} playouts, though it did not come out ahead in money.", count=count)
    if gain > TWO * error:
        return Phrase("It came out {amount} ahead of the next best in {count} playouts.", count=count, amount=amount)
    return Phrase(
        "It came out {amount} ahead of the next best in {count} playouts. That may be chance.",
        count=count,
        amount=amount,
    )


def _expected_phase(best: Line, state: State) -> Phrase:
    """Newest phase that begins in most playouts of the best line; EMPTY_PHRASE if none does."""
    later = sorted(phase for phase in best.phases if phase > state.phase)
    if 2 * len(later) <= len(best.phases):
        return EMPTY_PHRASE
    return Phrase(
        "Phase {phase} or later begins soon in {part} of them.",
        part=Value("number", len(later)),
        phase=Value("phase", later[0]),
    )


def _averaged_line(line: Line) -> player.Line:
    means = tuple(map(fmean, zip(*line.worths, strict=True)))
    return player.Line(line.action, means, line.spread, len(line.worths))
