"""Plays a story: a game written down in plain moves, with the money worked out by hand after each round.

A line is a player's turn in a stock round or auction, or a company's turn, whose steps that the line does not name are
passed:

    Ada: sell HS 2; buy KH
    HS: lay F9 57 1; token F11; run 50; pay; train 2
    = Ada 95, Ben 65, bank 11035, HS 410 at 60
    end: bank; Ben 8653, Ada 7760

    with: variant air-raids; turn_limit 5
    as: kinki_by_choice; Operating round 5.1

`run` is the best run, with its revenue worked out by hand (`run 360 by F5` if several runs earn the same). A line with
`=` lists cash, treasuries and prices at that point; `end` is the reason for the end of the game and the players' net
worth, the richest first. `with` names variants and options, before anything else; `as` starts with another story, up to
one of its headings. Text after # is for readers: the sums. A run that falls short of the best is a mistake in the sums.

`python -m tests.stories.teller STORY.txt TITLE SCENARIO` reports the mistakes in the tables; if there are none, it
writes the record next to the story.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests import builders
from tests.builders import best_run, company, hex_id, private, tile
from tetsudo.core.actions import (
    HALF,
    PAY,
    WITHHOLD,
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPassage,
    BuyPrivate,
    BuyShare,
    Convert,
    Join,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RestoreToken,
    SellShares,
    TakeBackToken,
    TakePrivate,
)
from tetsudo.core.frames import Stock
from tetsudo.core.open_actions import Runs, Wish
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import ipo_of, market_of
from tetsudo.engine.state.state import bank_of
from tetsudo.game.game import Game
from tetsudo.titles.loader import setup

SEATS: Final = ("Ada", "Ben", "Cy", "Dee")


class Line(NamedTuple):
    """A line of a story: line number, subject ("=" for a table) and text."""

    number: int
    who: str
    parts: tuple[str, ...]


def lines(path: Path) -> Iterator[Line]:
    """The lines with content, without comments."""
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        said = text.partition("#")[0].strip()
        who, _, rest = said.partition(":")
        if said.startswith("="):
            yield Line(number, "=", _parts(said[1:], ","))
        elif who == "as":
            yield from _lines_before(path, *_parts(rest, ";"))
        elif said:
            yield Line(number, who.strip(), _parts(rest, ";"))


def _lines_before(path: Path, other: str, heading: str) -> Iterator[Line]:
    """The lines of another story before a heading."""
    before = path.with_name(f"{other}.txt")
    end = before.read_text(encoding="utf-8").partition(f"\n## {heading}")[0].count("\n") + 1
    yield from (line for line in lines(before) if line.number <= end)


def _table(path: Path, title: str, scenario: str) -> Setup:
    """The setup of a story's table."""
    chosen = [part.split() for line in lines(path) if line.who == "with" for part in line.parts]
    options = {
        name: int(values[0]) if len(values) == 1 else " ".join(values) for name, *values in chosen if name != "variant"
    }
    variants = [values[0] for name, *values in chosen if name == "variant"]
    return setup(title, len(SEATS), scenario=scenario, seed=1, variants=variants, options=options)


def play_story(path: Path, title: str, scenario: str) -> tuple[Game, list[str]]:
    """Play a story to its end: the game, and all differences between its tables and the game."""
    game = Game(Ruleset(_table(path, title, scenario)), SEATS)
    wrong: list[str] = []
    for line in lines(path):
        if line.who == "=":
            wrong += [f"line {line.number}: {each}" for each in map(_entry_checker(game), line.parts) if each]
        elif line.who == "with":
            continue
        elif line.who == "end":
            wrong += [f"line {line.number}: {each}" for each in _end_mistakes(game, line.parts)]
        else:
            try:
                _turn(game, line)
            except AssertionError as error:
                raise AssertionError(f"line {line.number}, {line.who}: {error}") from None
    return game, wrong


def _parts(text: str, mark: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(mark) if each.strip())


def _entry_checker(game: Game) -> Callable[[str], str]:
    """The mistake in a table entry: `Ada 95`, `bank 35`, `bank -20 broken`, `HS 410 at 60`, `OS at 65`."""

    def check(entry: str) -> str:
        who, *words = entry.split()
        says = " ".join((who, *_actual_entry(game, who, words)))
        return "" if says == entry else f"{entry}, but the game says {says}"

    return check


def _actual_entry(game: Game, who: str, said: Sequence[str]) -> list[str]:
    """A table entry as the game has it; for a company, the price and treasury that were given."""
    if who == "bank":
        return [str(_cash(game, who)), *["broken"] * game.state.broken]
    money = [] if said[0] == "at" else [str(_cash(game, who))]
    return [*money, "at", str(game.companies[who].price)] if "at" in said else money


def _end_mistakes(game: Game, said: Sequence[str]) -> list[str]:
    """The mistakes in `bank; Ben 8653, Ada 7760`: the reason for the end, and the players' net worth."""
    worth = game.result() or {}
    says = (game.end_reason, ", ".join(f"{name} {total}" for name, total in worth.items()))
    return [f"{told}, but the game says {is_so}" for told, is_so in zip(said, says, strict=True) if told != is_so]


def _cash(game: Game, who: str) -> int:
    if who == "bank":
        return game.state.cash[bank_of(game.state)]
    return game.state.cash[SEATS.index(who)] if who in SEATS else game.companies[who].cash


# Turns


def _turn(game: Game, line: Line) -> None:
    if line.who in SEATS:
        _players_turn(game, SEATS.index(line.who), line.parts)
    else:
        _companys_turn(game, line.who, line.parts)


def _players_turn(game: Game, player: int, parts: Sequence[str]) -> None:
    """Apply the player's actions; a stock round then moves on, also after a purchase that the player agreed to.

    A player with no other action is not asked to pass.
    """
    if parts == ("pass",) and (game.to_act.player != player or game.to_act.company >= 0):
        return
    while game.to_act.doing == "window" and game.to_act.player != player:
        _apply(game, Pass(game.to_act.player))
    assert game.to_act.player == player, f"the game waits for {SEATS[game.to_act.player]} ({game.to_act.doing})"
    for part in parts:
        verb, *words = part.split()
        _apply(game, PLAYER_ACTIONS[verb](game, player, *words))
    if game.to_act.doing == "stock" and _has_traded(game):
        _apply(game, Pass(game.to_act.player))


def _has_traded(game: Game) -> bool:
    """True if the player to act has already bought or sold in this turn."""
    turn = game.state.stack[-1]
    return isinstance(turn, Stock) and bool(turn.bought or turn.sold)


def _companys_turn(game: Game, symbol: str, parts: Sequence[str]) -> None:
    """Apply the named steps and pass the others."""
    while game.to_act.doing == "window":
        _apply(game, Pass(game.to_act.player))
    number = company(game, symbol)
    assert game.to_act.company == number, f"the game waits for company {game.to_act.company} ({game.to_act.doing})"
    for part in parts:
        verb, *words = part.split()
        action = COMPANY_ACTIONS[verb](game, symbol, *words)
        first = game.why_not(action)
        while not game.is_legal(action) and _may_pass(game, number):
            _apply(game, Pass(game.to_act.player))
            action = COMPANY_ACTIONS[verb](game, symbol, *words)
        assert game.is_legal(action), f"{part}: {first}"
        _apply(game, action)
    while _may_pass(game, number):
        _apply(game, Pass(game.to_act.player))


def _may_pass(game: Game, number: int) -> bool:
    return game.to_act.company == number and game.is_legal(Pass(game.to_act.player))


def _apply(game: Game, action: Action) -> None:
    refusal = game.why_not(action)
    assert refusal is None, f"{action}: {refusal}"
    game.apply(action)


# Actions of a player


def _shares(game: Game, player: int, symbol: str, source: str = "ipo") -> BuyShare:
    place = ipo_of(game.state) if source == "ipo" else market_of(game.state)
    return BuyShare(player, company(game, symbol), place)


PLAYER_ACTIONS: Final[dict[str, Callable[..., Action]]] = {
    "bid": lambda game, player, symbol, price: Bid(player, builders.lot(game, symbol), int(price)),
    "par": lambda game, player, symbol, price: Par(player, company(game, symbol), int(price)),
    "buy": _shares,
    "sell": lambda game, player, symbol, count="1": SellShares(player, company(game, symbol), int(count)),
    "take": lambda game, player, symbol, price: TakePrivate(player, private(game, symbol), int(price)),
    "join": lambda game, player, symbol: Join(player, company(game, symbol)),
    "agree": lambda game, player: Answer(player, 1),
    "refuse": lambda game, player: Answer(player, 0),
    "pass": lambda game, player: Pass(player),
}

# Actions of a company: its president acts


def _owner(game: Game, symbol: str) -> int:
    return game.state.president[company(game, symbol)]


def _lay(game: Game, symbol: str, hex_name: str, tile_name: str, rotation: str) -> LayTile:
    place, number = hex_id(game, hex_name), tile(game, tile_name)
    return LayTile(_owner(game, symbol), company(game, symbol), place, number, int(rotation))


def _by_private(
    game: Game, symbol: str, private_symbol: str, hex_name: str, tile_name: str, rotation: str
) -> LayPrivateTile:
    number, place = private(game, private_symbol), hex_id(game, hex_name)
    return LayPrivateTile(_owner(game, symbol), number, place, tile(game, tile_name), int(rotation))


def _token(game: Game, symbol: str, hex_name: str, city: str = "0") -> PlaceToken:
    return PlaceToken(_owner(game, symbol), company(game, symbol), hex_id(game, hex_name), int(city))


def _run(game: Game, symbol: str, revenue: str, how: str = "", hex_name: str = "") -> Action:
    """The best run; before the run step, a pass instead.

    Among runs with the same revenue, `by F5` takes one through a hex (with the first train), `without F5` one that
    avoids it: payments to others may differ.
    """
    offers = [each for each in game.legal_actions() if isinstance(each, Runs)]
    if not offers:
        return builders.run(game, symbol)
    assert best_run(game) == int(revenue), f"the best run earns {best_run(game)}, not {revenue}"
    if not how:
        return offers[0].best()
    place, fleet = frozenset({hex_id(game, hex_name)}), offers[0].fleet
    wishes = {"by": [Wish(fleet[0], must=place)], "without": [Wish(each, never=place) for each in fleet]}
    found = offers[0].through(wishes[how])
    assert sum(found.earned) == int(revenue), f"{how} {hex_name} it earns {sum(found.earned)}, not {revenue}"
    return found.action


def _train(game: Game, symbol: str, name: str, seller: str = "depot", price: str = "") -> Action:
    return builders.buy_train(game, symbol, name, seller, int(price) if price else None)


COMPANY_ACTIONS: Final[dict[str, Callable[..., Action]]] = {
    "lay": _lay,
    "by": _by_private,
    "token": _token,
    "back": lambda game, symbol, hex_name: TakeBackToken(
        _owner(game, symbol), company(game, symbol), hex_id(game, hex_name)
    ),
    "restore": lambda game, symbol, hex_name: RestoreToken(
        _owner(game, symbol), company(game, symbol), hex_id(game, hex_name)
    ),
    "passage": lambda game, symbol, letter: BuyPassage(
        _owner(game, symbol), company(game, symbol), private(game, letter)
    ),
    "run": _run,
    "pay": lambda game, symbol: builders.dividend(game, symbol, PAY),
    "half": lambda game, symbol: builders.dividend(game, symbol, HALF),
    "withhold": lambda game, symbol: builders.dividend(game, symbol, WITHHOLD),
    "train": _train,
    "sell": lambda game, symbol, other, count="1": builders.sell(game, _owner(game, symbol), other, int(count)),
    "swap": lambda game, symbol, old, new: builders.buy_train(game, symbol, new, trade_in=old),
    "discard": builders.discard,
    "private": lambda game, symbol, letter, price: BuyPrivate(
        _owner(game, symbol), company(game, symbol), private(game, letter), int(price)
    ),
    "convert": lambda game, symbol: Convert(_owner(game, symbol), company(game, symbol)),
    "bankrupt": lambda game, symbol: Bankrupt(_owner(game, symbol), company(game, symbol)),
}


def main(story: str, title: str, scenario: str) -> None:
    """Play a story and write its record, or print the mistakes in its tables."""
    game, wrong = play_story(Path(story), title, scenario)
    if wrong:
        sys.exit("\n".join(wrong))
    Path(story).with_suffix(".json").write_bytes(game.record().to_json())


if __name__ == "__main__":
    main(*sys.argv[1:])
