"""Advice from a bot: its action, its reasons, the best lines, and the confidence in the first one.

Output of third-party bots is checked: only legal actions with a worth for each player are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite
from typing import Final, NamedTuple

from tetsudo.bots.player import DEFAULT_BUDGET, Budget, Line, Player, ask_for_choice
from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput
from tetsudo.core.units import PlayerId
from tetsudo.engine.model.templates import EMPTY_PHRASE, Phrase
from tetsudo.game.views.table import View

MAX_ADVICE_LINES: Final = 4
"""Maximum number of lines: the advised one and three more."""

MAX_REASON_LENGTH: Final = 500
"""Maximum length of a reason in characters."""

CLEAR: Final = "clear"
LIKELY: Final = "likely"
EVEN: Final = "even"
UNKNOWN: Final = "unknown"
"""Confidence that no other line is better: a lead of two standard errors or more, of one, of less, or unknown."""


class Advice(NamedTuple):
    """A bot's action, its reason, the compared lines with that action first, and the phase it counts on. A
    quick bot compares no lines.
    """

    action: Action
    sentence: Phrase = EMPTY_PHRASE
    lines: tuple[Line, ...] = ()
    hope: Phrase = EMPTY_PHRASE


def advice(player: Player, view: View, budget: Budget = DEFAULT_BUDGET) -> Advice:
    """Ask a bot for the player to act; raise BadInput if its action is illegal."""
    action, (sentence, told, hope) = ask_for_choice(player, view, view.legal_actions(), budget)
    if not view.is_legal(action):
        raise BadInput("This bot gives no advice.")
    lines = [line for line in told if _is_sound(view, line)]
    chosen = [line for line in lines if line.action == action]
    others = sorted((line for line in lines if line.action != action), key=lambda line: -margin(line, view.player))
    kept = tuple([*chosen, *others][:MAX_ADVICE_LINES]) if chosen else ()
    return Advice(action, _checked_phrase(sentence), kept, _checked_phrase(hope))


def margin(line: Line, player: PlayerId) -> float:
    """Expected lead of a player over the best opponent; negative if behind."""
    others = (*line.worths[:player], *line.worths[player + 1 :])
    return line.worths[player] - max(others, default=0.0)


def confidence(lines: Sequence[Line], player: PlayerId) -> str:
    """Confidence that the first line is the best for a player: CLEAR, LIKELY, EVEN or UNKNOWN."""
    compared = [line for line in lines[1:] if isfinite(line.spread)]
    if not compared or not isfinite(lines[0].spread):
        return UNKNOWN
    second = max(compared, key=lambda line: margin(line, player))
    ahead = margin(lines[0], player) - margin(second, player)
    error = hypot(lines[0].spread, second.spread)
    if ahead <= 0 or ahead < error:
        return EVEN
    return CLEAR if ahead >= 2 * error else LIKELY


def _is_sound(view: View, line: object) -> bool:
    if not isinstance(line, Line) or len(line.worths) != len(view.players):
        return False
    return all(map(isfinite, line.worths)) and view.is_legal(line.action)


def _checked_phrase(sentence: object) -> Phrase:
    """The phrase, or EMPTY_PHRASE if it is invalid or too long."""
    return sentence if isinstance(sentence, Phrase) and len(sentence.template) <= MAX_REASON_LENGTH else EMPTY_PHRASE
