"""Statistics of bots over many games: win rates and their confidence, playing style and thinking times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from tetsudo.core.extras import require
from tetsudo.lab.arena import GameResult

Z_SCORE_95: Final = 1.959964
"""Normal quantile of a 95 % confidence interval."""


class Interval(NamedTuple):
    """A rate with its confidence interval."""

    share: float
    low: float
    high: float


def wilson(wins: float, seats: int) -> Interval:
    """Wilson score interval for a rate."""
    if not seats:
        return Interval(0, 0, 1)
    share, weight = wins / seats, Z_SCORE_95 * Z_SCORE_95 / seats
    middle = (share + weight / 2) / (1 + weight)
    half = Z_SCORE_95 * sqrt(share * (1 - share) / seats + weight / (4 * seats)) / (1 + weight)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def win_shares(played: GameResult) -> tuple[float, ...]:
    """Each seat's part of the win: ties share it, and a stopped game has no winner."""
    best = max(played.worths)
    share = 1 / played.worths.count(best) if played.end else 0.0
    return tuple(share * (worth == best) for worth in played.worths)


def margin(played: GameResult, seat: int) -> int:
    """Lead of a seat over the best opponent; 0 if there is none."""
    others = played.worths[:seat] + played.worths[seat + 1 :]
    return played.worths[seat] - max(others, default=played.worths[seat])


def distinct_games(games: Iterable[GameResult]) -> list[GameResult]:
    """Games without their copies: bots that leave nothing to chance play the same game in every deal."""
    found: dict[object, GameResult] = {}
    for played in games:
        found.setdefault((played.bots, played.digest) if played.digest else played.game, played)
    return list(found.values())


def summary(games: Sequence[GameResult]) -> dict[str, dict[str, Any]]:
    """Statistics by bot: seats, wins, win rate with its interval, and so on; times in milliseconds per decision."""
    rated = ratings(games)
    names = dict.fromkeys(name for played in games for name in played.bots)
    return {name: {**_bot_summary(name, games), **rated.get(name, {})} for name in sorted(names)}


def _bot_summary(name: str, games: Sequence[GameResult]) -> dict[str, Any]:
    sat = [(played, seat) for played in games for seat, bot in enumerate(played.bots) if bot == name]
    wins = sum(win_shares(played)[seat] for played, seat in sat)
    share, low, high = wilson(wins, len(sat))
    times = sorted(time for played, seat in sat for time in played.ms[seat])
    dividends = sum(played.dividends[seat] for played, seat in sat)
    return {
        "seats": len(sat),
        "wins": round(wins, 4),
        "share": round(share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "ms": round(sum(times) / max(len(times), 1), 3),
        "ms_p99": times[len(times) * 99 // 100] if times else 0.0,
        "ms_worst": times[-1] if times else 0.0,
        "decisions": len(times),
        "faults": sum(played.faults[seat] for played, seat in sat),
        "margin": round(_mean(margin(played, seat) for played, seat in sat), 1),
        "worth": round(_mean(played.worths[seat] for played, seat in sat), 1),
        "trains": round(_mean(played.trains[seat] for played, seat in sat), 2),
        "sold": round(_mean(played.sold[seat] for played, seat in sat), 2),
        "started": round(_mean(played.started[seat] for played, seat in sat), 2),
        "withheld": round(sum(played.withheld[seat] for played, seat in sat) / max(dividends, 1), 4),
    }


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / max(len(every), 1)


def ratings(games: Iterable[GameResult]) -> dict[str, dict[str, float]]:
    """Rating of each bot, updated game by game: a Bradley-Terry model of whole tables, ties included."""
    require("lab", "A rating", "openskill")
    from openskill.models import BradleyTerryPart

    model = BradleyTerryPart()
    known: dict[str, Any] = {}
    for played in games:
        if len(set(played.bots)) < 2 or not played.end:
            continue
        teams = [[known.setdefault(name, model.rating(name=name))] for name in played.bots]
        rated = model.rate(teams, scores=[float(worth) for worth in played.worths])
        for name in dict.fromkeys(played.bots):  # average over the seats of a bot
            seats = [team[0] for team in rated if team[0].name == name]
            known[name] = model.rating(
                name=name, mu=_mean(seat.mu for seat in seats), sigma=_mean(seat.sigma for seat in seats)
            )
    return {name: {"mu": round(each.mu, 2), "sigma": round(each.sigma, 2)} for name, each in known.items()}


class Phases(NamedTuple):
    """Number of games that reached a phase."""

    phase: str
    games: int
    turn: float
    """Average turn in which it begins."""


def phase_counts(games: Sequence[GameResult]) -> list[Phases]:
    """Number of games that reached each phase, and its average turn."""
    turns: dict[str, list[int]] = {}
    for played in games:
        for phase, turn in played.phases.items():
            turns.setdefault(phase, []).append(turn)
    return sorted((Phases(phase, len(each), _mean(each)) for phase, each in turns.items()), key=lambda each: each.turn)


def end_counts(games: Iterable[GameResult]) -> dict[str, int]:
    """Number of games by reason of their end."""
    return dict(Counter(played.end for played in games).most_common())
