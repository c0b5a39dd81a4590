"""Final page of a game: result, net worth curve with turning points, and sources of money."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.analysis.accounts import SOURCES, Round, TurningPoint, turning_points
from tetsudo.analysis.accounts.series import round_name
from tetsudo.analysis.accounts.spreadsheets import breakdown
from tetsudo.core.units import Money
from tetsudo.draw.plot import LARGE, LARGE_NARROW, Moment
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.state.ownership import president_of
from tetsudo.language.log_sentences import Narrator
from tetsudo.web.common.language import join_list, translate
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.results.figures import AccountsView, Owner
from tetsudo.web.tables.clocks.budgets import Standing, final_order
from tetsudo.web.tables.clocks.time_used import time_used
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.seats import rematch

REPORTED_EVENTS: Final = (
    "bankrupt", "president_contributed", "train_rusted", "phase_began", "company_closed", "president_changed",
    "floated",
)  # fmt: skip
"""Events reported for a round besides its decisive action, most important first."""

MAX_REPORTED_EVENTS: Final = 3


class Piece(NamedTuple):
    """A piece of a player's bar, in thousandths of the longest bar. `colour`: the company's; "" for other kinds."""

    x: int
    width: int
    colour: str
    kind: str
    said: str


class Place(NamedTuple):
    """A player in the final ranking."""

    rank: int
    owner: Owner
    worth: str
    penalty: str  # for time; "" if there is none
    behind: str
    is_winner: bool
    pieces: list[Piece]


class TurningPointLine(NamedTuple):
    """A turning point: its action, other events of its round, and the lead before and after it."""

    number: int
    round: str
    version: int
    action: int
    line: str
    others: list[str]
    before: str
    after: str


class WorthLine(NamedTuple):
    """A line of the net worth table: label, a company's price, and each player's amount."""

    name: str
    symbol: str
    price: str
    amounts: list[tuple[str, bool]]  # True: the president's
    is_sum: bool


def context(scene: Scene) -> dict[str, Any]:
    """Template context for the final page."""
    shown, game = AccountsView(scene), scene.game
    standings = final_order(scene.table, ((each.player, each.total) for each in game.standings()))
    points = turning_points(shown.accounts, standings[0].player)
    marked = tuple(_curve_moment(shown, number, point) for number, point in enumerate(points, 1))
    return {
        "scene": scene,
        "table": scene.table,
        "game": game,
        "setup": shown.setup,
        "headline": _headline(scene, standings),
        "winner": game.names[standings[0].player],
        "reason": scene.labels.word("reason", game.end_reason),
        "places": _places(shown, standings),
        "curve": shown.figure("worth", (LARGE, LARGE_NARROW), marked),
        "moments": [_turning_point_line(shown, number, point) for number, point in enumerate(points, 1)],
        "players": shown.players,
        "held": _worth_lines(shown),
        "is_any_debt_open": any(has.dues for has in game.standings()),
        "sources": _sources(shown),
        "figures": [shown.figure(name) for name in ("dividends", "prices", "revenue", "treasuries")],
        "ledger": shown.ledger(),
        "time_used": time_used(scene.table),
        "begun": scene.hot.begun,
        **rematch.rematch_context(scene.table, scene.guest),
    }


def _headline(scene: Scene, standings: list[Standing]) -> str:
    """Headline with the winners; a single winner's margin over the second player."""
    winners = [scene.game.names[each.player] for each in standings if each.total == standings[0].total]
    if len(winners) == 1 and len(standings) > 1:
        ahead = scene.labels.money(standings[0].total - standings[1].total)
        return _("%(winner)s wins by %(by)s") % {"winner": winners[0], "by": ahead}
    said = ngettext("%(winners)s wins", "%(winners)s win", len(winners))
    return said % {"winners": join_list(winners)}


# Ranking, with bars


def _places(shown: AccountsView, standings: list[Standing]) -> list[Place]:
    labels, most = shown.scene.labels, standings[0].total
    lines = [(what, amounts) for what, amounts in breakdown(shown.scene.game)[:-1] if what != "owed"]
    longest = max(1, *(sum(amounts[each.player] for _what, amounts in lines) for each in standings))
    return [
        Place(
            rank=1 + sum(other.total > has.total for other in standings),
            owner=shown.players[has.player],
            worth=labels.money(has.total),
            penalty=labels.money(-has.penalty) if has.penalty else "",
            behind=labels.money(has.total - most) if has.total < most else "",
            is_winner=has.total == most,
            pieces=_pieces(shown, lines, has.player, longest),
        )
        for has in standings
    ]


def _pieces(shown: AccountsView, lines: list[tuple[str, list[Money]]], player: int, most: Money) -> list[Piece]:
    """Components of a player's net worth, side by side."""
    found, at = [], 0
    for what, amounts in lines:
        amount = max(0, amounts[player])
        if amount:
            company = next((each for each in shown.setup.companies if each.symbol == what), None)
            name = company.name if company else _names()[what]
            said = f"{name}: {shown.scene.labels.money(amount)}"
            x, end = 1000 * at // most, 1000 * (at + amount) // most
            found.append(Piece(x, max(0, end - x - 4), company.colour if company else "", what, said))
            at += amount
    return found


def _names() -> dict[str, str]:
    return {"cash": _("Cash"), "privates": _("Privates"), "owed": _("Still owed"), "worth": _("Net worth")}


# Turning points


def _curve_moment(shown: AccountsView, number: int, point: TurningPoint) -> Moment:
    """Position of a turning point on the curve: within its round, in proportion to its action's number."""
    round = shown.accounts.rounds[point.round]
    part = (point.action - round.start) / max(1, round.end - round.start)
    return Moment(number, point.round - 1 + part)


def _turning_point_line(shown: AccountsView, number: int, point: TurningPoint) -> TurningPointLine:
    scene, labels = shown.scene, shown.scene.labels
    round = shown.accounts.rounds[point.round]
    first, *others = _lines(scene, round, point.action)
    return TurningPointLine(
        number=number,
        round=round_name(shown.setup, round),
        version=scene.hot.path[point.action - 1],
        action=point.action,
        line=first,
        others=others,
        before=labels.money(point.before),
        after=labels.money(point.after),
    )


def _lines(scene: Scene, round: Round, action: int) -> list[str]:
    """Log lines of an action's first event, then of the most important events in its round."""
    hot = scene.hot
    is_known = hot.game.known_from <= round.start
    game = scene.known_game(
        hot.game if is_known else games.load_to(scene.table, hot, round.end, least=round.start).game
    )
    moments = [moment for moment in game.moments(round.start) if moment.index < round.end]
    events = [event for moment in moments for event in moment.events if event.kind in REPORTED_EVENTS]
    weighty = sorted(events, key=lambda event: REPORTED_EVENTS.index(event.kind))[:MAX_REPORTED_EVENTS]
    headline = moments[action - 1 - round.start].events[0]
    narrator = Narrator(game.setup, game.names)
    return [narrator.sentence(event) for event in (headline, *(each for each in events if each in weighty))]


# Net worth and its sources


def _worth_lines(shown: AccountsView) -> list[WorthLine]:
    game, labels = shown.scene.game, shown.scene.labels
    found = []
    for what, amounts in breakdown(game):
        company = next((each for each in shown.setup.companies if each.symbol == what), None)
        president = president_of(game.state, company.id) if company else -1
        price = labels.money(price_of(game.ruleset, game.state, company.id)) if company else ""
        shares = [
            (f"{amount:,}".replace("-", "−") if amount else "", player == president)
            for player, amount in enumerate(amounts)
        ]
        name = what if company else _names()[what]
        found.append(WorthLine(name, what if company else "", price, shares, what == "worth"))
    return found


def _sources(shown: AccountsView) -> list[tuple[str, list[str]]]:
    """Each player's receipts and payments in the whole game, by source; starting cash plus these is final cash."""
    kept, seats = shown.accounts, range(len(shown.names))
    amounts = {source: [kept.received(seat, source) for seat in seats] for source in SOURCES}
    rows = [(_("Cash at the start"), list(kept.opening))]
    rows += [(translate(name), amounts[source]) for source, name in SOURCES.items() if any(amounts[source])]
    rows.append((_("Cash at the end"), [has.cash for has in kept.rounds[-1].standing.worths]))
    return [(name, [f"{amount:,}".replace("-", "−") for amount in line]) for name, line in rows]
