"""Sheets of a running game: what each player has, and what lies in the bank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tetsudo.analysis.position_report import lots_data
from tetsudo.core.units import HIDDEN, NOBODY, PlayerId
from tetsudo.draw.text.rows import UNLIMITED, PlayerRow, company_rows, player_rows, private_rows, round_text, train_rows
from tetsudo.engine.model.title import MINOR
from tetsudo.engine.state.board import tiles_left
from tetsudo.engine.state.ownership import ordinary_shares, president_place
from tetsudo.engine.state.state import bank_cash
from tetsudo.game.game import Game
from tetsudo.lab.printing.cards import company_look
from tetsudo.lab.printing.charters import CHARTER, sheet_bleed
from tetsudo.lab.printing.paper import Sizes
from tetsudo.lab.printing.pieces import Piece
from tetsudo.language.labels import Labels


def position_sheets(game: Game, sizes: Sizes) -> list[Piece]:
    """A sheet of the bank and the moment, and one for each player."""
    labels = Labels(game.setup, game.names)
    bank = _sheet("bank", "bank", _bank(game, labels), sizes)
    players = [
        _sheet(row.name, "player", _player(game, player, row, labels), sizes)
        for player, row in enumerate(player_rows(game))
    ]
    return [bank, *players]


def _sheet(name: str, template: str, content: dict[str, Any], sizes: Sizes) -> Piece:
    return Piece("players", name, 1, *CHARTER, template, content, bleed=sheet_bleed(sizes))


def _player(game: Game, player: PlayerId, row: PlayerRow, labels: Labels) -> dict[str, Any]:
    say, names = labels.say, {private.symbol: private.name for private in game.setup.privates}
    facts = [
        [say("Cash"), labels.money(row.cash)],
        [say("Certificates"), f"{row.certificates} / {row.certificate_limit}"],
        [say("Worth"), labels.money(row.worth)],
    ]
    if row.due:
        facts.append([say("Owes"), labels.money(row.due)])
    return {
        "title": game.setup.name,
        "name": row.name,
        "priority": say("Priority deal") if row.has_priority else "",
        "facts": facts,
        "holdings": list(_holdings(game, player, labels)),
        "privates_words": say("Privates"),
        "privates": [names[symbol] for symbol in row.privates],
    }


def _holdings(game: Game, player: PlayerId, labels: Labels) -> Iterator[dict[str, Any]]:
    """Certificates of a player, by company."""
    for company in game.setup.companies:
        is_president = president_place(game.state, company.id) == player
        ordinary = ordinary_shares(game.state, company.id, player)
        if not is_president and not ordinary:
            continue
        parts = [f"{ordinary}\xa0×\xa0{company.share}%"] if ordinary else []
        if is_president and company.kind == MINOR:
            parts = [labels.say("Minor")]
        elif is_president:
            percent = company.share * game.ruleset.president_shares[company.id]
            parts.insert(0, labels.say("president's {percent}%").format(percent=percent))
        yield {**company_look(company), "text": " + ".join(parts)}


def _bank(game: Game, labels: Labels) -> dict[str, Any]:
    say = labels.say
    return {
        "title": game.setup.name,
        "words": round_text(game),
        "facts": [list(fact) for fact in _moment(game, labels)],
        "lists": [[name, text] for name, text in _lists(game, labels) if text],
        "over": say("The game is over.") if game.is_over else "",
    }


def _moment(game: Game, labels: Labels) -> Iterator[tuple[str, str]]:
    say, state, turn = labels.say, game.state, game.to_act
    yield say("Phase"), game.setup.phases[state.phase].name
    yield say("Bank"), labels.money(bank_cash(state))
    yield say("Actions"), str(game.length)
    if state.priority != NOBODY:
        yield say("Priority deal"), game.names[state.priority]
    if turn.player != NOBODY:
        company = f" ({game.setup.companies[turn.company].symbol})" if turn.company != NOBODY else ""
        yield say("To act"), game.names[turn.player] + company


def _lists(game: Game, labels: Labels) -> Iterator[tuple[str, str]]:
    say = labels.say
    join = say(", ").join
    order = sorted((row for row in company_rows(game) if row.order), key=lambda row: row.order)
    yield say("Operating order"), " → ".join(row.symbol for row in order)
    yield (
        say("Trains in the depot"),
        join(
            f"{row.name} × {UNLIMITED if row.in_depot < 0 else row.in_depot}"
            for row in train_rows(game)
            if row.in_depot
        ),
    )
    yield (
        say("Trains in the market"),
        join(f"{row.name} × {row.in_market}" for row in train_rows(game) if row.in_market),
    )
    yield say("On offer in the auction"), join(_lots(game, labels))
    yield say("Privates of the bank"), join(row.name for row in private_rows(game) if row.owner == "bank")
    yield say("Tiles left"), "  ".join(_supply(game))
    closed = [*(row.name for row in private_rows(game) if row.owner == "closed")]
    closed += [row.name for row in company_rows(game) if row.status == "closed"]
    yield say("Closed"), join(closed)


def _lots(game: Game, labels: Labels) -> Iterator[str]:
    """Unsold lots with their prices and the bids on them."""
    for lot in lots_data(game):
        bids = (f"{name} {labels.money(HIDDEN if bid is None else bid)}" for name, bid in lot["bids"].items())
        told = "; ".join(bids)
        yield f"{lot['name']} {labels.money(lot['price'])}{f' ({told})' if told else ''}"


def _supply(game: Game) -> Iterator[str]:
    """Numbers of the tiles left, with their counts."""
    for tile in game.setup.tiles:
        left = tiles_left(game.state, tile.id)
        if left:
            yield f"{tile.name}×{UNLIMITED if left < 0 else left}"
