"""Figures beside a choice: those of the player and the current company, now and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tetsudo.core.actions import Action, Dividend, RunRoutes
from tetsudo.core.errors import IllegalAction
from tetsudo.core.units import NOBODY, PlayerId, is_hidden
from tetsudo.draw.text.rows import player_rows
from tetsudo.engine.model.title import Company
from tetsudo.engine.rules.privates.lots import cash_in_bids
from tetsudo.engine.rules.trains.depot import cheapest_train, must_buy
from tetsudo.engine.state.state import cash_of, due_of, treasury
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.web.common.language import sentence


class Cell(NamedTuple):
    """A figure, with a flag if it differs from now."""

    text: str
    is_changed: bool = False


class Line(NamedTuple):
    """A label and its figure in each column."""

    name: str
    cells: list[Cell]


class Block(NamedTuple):
    """Figures of a company or a player (`kind`), with the column heads."""

    kind: str
    name: str
    heads: Sequence[str]
    lines: list[Line]


class Figure(NamedTuple):
    """A figure with its name; `before`: its value now, if the outcome changes it."""

    name: str
    text: str
    before: str = ""


class Outcome(NamedTuple):
    """Figures of the company and of the player after an outcome; its name if several are possible."""

    name: str
    blocks: Sequence[Sequence[Figure]]


@dataclass(frozen=True)
class Ledger:
    """Figures beside a choice, its refusal if it is illegal, and a warning (`note`).

    `is_compared`: the first column is the position now.
    """

    blocks: Sequence[Block] = ()
    refusal: str = ""
    note: str = ""
    is_compared: bool = False

    @property
    def outcomes(self) -> list[Outcome]:
        """Changes of each outcome; the figures now if nothing is chosen, or if nothing changes."""
        now = [Outcome("", [[*_figures(block)] for block in self.blocks])]
        if self.is_compared:
            changes = [[*_changes(block, 1, 0)] for block in self.blocks]
            return [Outcome("", changes)] if any(changes) else now
        heads = self.blocks[0].heads if self.blocks else ()
        if len(heads) < 2:
            return now
        return [Outcome(head, [[*_changes(block, at)] for block in self.blocks]) for at, head in enumerate(heads)]


def _figures(block: Block) -> Iterator[Figure]:
    """Figures of the first column."""
    return (Figure(line.name, line.cells[0].text) for line in block.lines)


def _changes(block: Block, column: int, now: int | None = None) -> Iterator[Figure]:
    """Figures of a column that differ from now, with those of the column `now`."""
    for line in block.lines:
        if line.cells[column].is_changed:
            yield Figure(line.name, line.cells[column].text, "" if now is None else line.cells[now].text)


AUCTIONS: Final = ("auction", "bid-off")
"""Steps in which bids bind cash."""


def ledger_of(game: Game, player: PlayerId, action: Action | None = None) -> Ledger:
    """Figures of a player, and of the current company, now and after the player's action.

    `game`: the game as the player knows it. A run is shown with the possible dividends.
    """
    if game.is_over:
        return Ledger()
    try:
        columns = _columns(game, player, action)
    except IllegalAction as refusal:
        return Ledger(_blocks([("", game)], game, player, action), refusal=sentence(refusal))
    is_compared = len(columns) == 2 and columns[0][1] is game
    return Ledger(_blocks(columns, game, player, action), note=_warning(game, columns[-1][1]), is_compared=is_compared)


def _warning(now: Game, then: Game) -> str:
    """Warning if the company can pay for its mandatory train now, but not after the action; else empty."""
    company = now.to_act.company
    if company == NOBODY or then.to_act.company != company or not must_buy(then.ruleset, then.state, company):
        return ""
    least = cheapest_train(then.ruleset, then.state)
    if treasury(then.state, company) >= least or treasury(now.state, company) < least:
        return ""
    said = _("It must buy a train, the cheapest at %(price)s, and could not pay for it alone then.")
    return said % {"price": Labels(now.setup, now.names).money(least)}


def _columns(game: Game, player: PlayerId, action: Action | None) -> list[tuple[str, Game]]:
    """Column heads, with the position of each."""
    if action is None or isinstance(action, Dividend):
        return _payout_columns(game, player) or [(_("now"), game)]
    after = _position_after(game, action)
    by_payout = _payout_columns(after, player) if isinstance(action, RunRoutes) else []
    return by_payout or [(_("now"), game), (_("after"), after)]


def _payout_columns(game: Game, player: PlayerId) -> list[tuple[str, Game]]:
    """The position after each possible dividend; empty unless the player decides on one now."""
    if game.to_act.doing != "dividend" or game.to_act.player != player:
        return []
    offers = [offer for offer in game.legal_actions(player) if isinstance(offer, Dividend)]
    return [(_payout(game, offer), _position_after(game, offer)) for offer in offers]


def _payout(game: Game, offer: Dividend) -> str:
    return Labels(game.setup, game.names).label("payout", offer.payout).removesuffix(" of")


def _position_after(game: Game, action: Action) -> Game:
    """The position after an action. It adds no random event and no hidden information to `game`."""
    then = game.clone()
    then.follow(action)
    return then


def _blocks(columns: list[tuple[str, Game]], game: Game, player: PlayerId, action: Action | None) -> list[Block]:
    heads, games = [head for head, _game in columns], [then for _head, then in columns]
    turn = game.to_act
    company = turn.company if turn.player == player else NOBODY
    about = getattr(action, "company", NOBODY)
    found = []
    if company != NOBODY:
        facts = game.setup.companies[company]
        found.append(Block("company", facts.symbol, heads, [*_company_lines(games, game, facts)]))
    share = about if about not in (NOBODY, company) else NOBODY
    shown = game.setup.companies[share] if share != NOBODY else None
    found.append(Block("player", game.names[player], heads, [*_player_lines(games, game, player, shown)]))
    return found


def _line(name: str, texts: list[str], now: str) -> Line:
    return Line(name, [Cell(text, text != now) for text in texts])


def _company_lines(games: list[Game], now: Game, company: Company) -> Iterator[Line]:
    def money(game: Game) -> str:
        return Labels(now.setup, now.names).money(treasury(game.state, company.id))

    yield _line(_("Treasury"), [*map(money, games)], money(now))
    yield from _price_line(games, now, company)

    def trains(game: Game) -> str:
        return " ".join(game.companies[company.symbol].trains) or "–"

    limit = now.ruleset.train_limit(now.state, company.id)
    yield _line(_("Trains, limit %(limit)s") % {"limit": limit}, [*map(trains, games)], trains(now))

    def tokens(game: Game) -> str:
        left = game.companies[company.symbol].token_prices_left
        return f"{len(left)} · {Labels(now.setup, now.names).money(left[0])}" if left else "0"

    yield _line(_("Tokens left"), [*map(tokens, games)], tokens(now))


def _price_line(games: list[Game], now: Game, company: Company) -> Iterator[Line]:
    def price(game: Game) -> str:
        return Labels(now.setup, now.names).money(game.companies[company.symbol].price)

    if any(game.companies[company.symbol].price for game in [now, *games]):
        yield _line(pgettext("share", "Price"), [*map(price, games)], price(now))


def _player_lines(games: list[Game], now: Game, player: PlayerId, company: Company | None) -> Iterator[Line]:
    labels = Labels(now.setup, now.names)
    rows = [player_rows(game)[player] for game in games]
    row = player_rows(now)[player]

    def amount(name: str, amounts: list[int], current: int) -> Line:
        return _line(name, [*map(labels.money, amounts)], labels.money(current))

    yield amount(_("Cash"), [each.cash for each in rows], row.cash)
    if any(due_of(game.state, player) for game in [now, *games]):
        yield amount(_("Owes"), [each.due for each in rows], row.due)
    if now.to_act.doing in AUCTIONS and not is_hidden(cash_of(now.state, player)):
        bound = [cash_in_bids(game.ruleset, game.state, player) for game in [now, *games]]
        yield amount(_("Tied up in bids"), bound[1:], bound[0])
        free = [cash_of(game.state, player) - bids for game, bids in zip([now, *games], bound, strict=True)]
        yield amount(_("Free"), free[1:], free[0])
    certificates = [str(each.certificates) for each in rows]
    yield _line(_("Certificates of %(limit)s") % {"limit": row.certificate_limit}, certificates, str(row.certificates))
    if company is not None:
        shares = [f"{each.shares.get(company.symbol, 0)} %" for each in rows]
        yield _line(company.symbol, shares, f"{row.shares.get(company.symbol, 0)} %")
        yield from _price_line(games, now, company)
    yield amount(_("Net worth"), [each.worth for each in rows], row.worth)
