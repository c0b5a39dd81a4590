"""What a bot would do for somebody who asks, and why: the best lines first, and how sure it is that the first one is.

What somebody's bot says is taken only as far as it is sound: legal actions, a worth for each player.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite
from typing import Final, NamedTuple

from tetsudo.bots.player import PLAIN, Budget, Line, Player, decision
from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput
from tetsudo.core.units import PlayerId
from tetsudo.engine.model.templates import NOTHING, Phrase
from tetsudo.game.views.table import View

SHOWN: Final = 4
"""How many lines are told: the one that is advised and three more."""

LONGEST: Final = 500
"""How many characters a reason has at most."""

CLEAR: Final = "clear"
LIKELY: Final = "likely"
EVEN: Final = "even"
UNKNOWN: Final = "unknown"
"""How sure it is that no other line is better: by two standard errors and more; by one; hardly; not known."""


class Advice(NamedTuple):
    """What a bot would do, why, the lines that it compared, that one first, and what turn of the game it counts on; a
    quick bot compares none."""

    action: Action
    sentence: Phrase = NOTHING
    lines: tuple[Line, ...] = ()
    hope: Phrase = NOTHING


def advice(player: Player, view: View, budget: Budget = PLAIN) -> Advice:
    """What a bot would do for who is to act. BadInput if it is nothing that he may do."""
    action, (sentence, told, hope) = decision(player, view, view.legal_actions(), budget)
    if not view.is_legal(action):
        raise BadInput("It has no advice.")
    lines = [line for line in told if _is_sound(view, line)]
    chosen = [line for line in lines if line.action == action]
    others = sorted((line for line in lines if line.action != action), key=lambda line: -margin(line, view.player))
    kept = tuple([*chosen, *others][:SHOWN]) if chosen else ()
    return Advice(action, _short(sentence), kept, _short(hope))


def margin(line: Line, player: PlayerId) -> float:
    """What a player is expected to be worth more than the best other one, or less."""
    others = (*line.worths[:player], *line.worths[player + 1 :])
    return line.worths[player] - max(others, default=0.0)


def sureness(lines: Sequence[Line], player: PlayerId) -> str:
    """How sure it is that the first line is the best for a player: CLEAR, LIKELY, EVEN or UNKNOWN."""
    compared = [line for line in lines[1:] if isfinite(line.spread)]
    if not compared or not isfinite(lines[0].spread):
        return UNKNOWN
    second = max(compared, key=lambda line: margin(line, player))
    ahead = margin(lines[0], player) - margin(second, player)
    error = hypot(lines[0].spread, second.spread)
    if ahead < error:
        return EVEN
    return CLEAR if ahead >= 2 * error else LIKELY


def _is_sound(view: View, line: object) -> bool:
    if not isinstance(line, Line) or len(line.worths) != len(view.players):
        return False
    return all(map(isfinite, line.worths)) and view.is_legal(line.action)


def _short(sentence: object) -> Phrase:
    """A reason that can be told."""
    return sentence if isinstance(sentence, Phrase) and len(sentence.template) <= LONGEST else NOTHING
