"""Actions as typed commands (`GRAMMAR`). `text` and `parse` are inverse functions.

Names are those of the title, in any case. A typed action need not be legal. From a game, call `game.text(action)` and
`game.parse("buy AR")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from tetsudo.core.actions import (
    DIVIDENDS,
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPassage,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Chance,
    Convert,
    DiscardTrain,
    Dividend,
    ExchangePrivate,
    Join,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PassRound,
    PlaceToken,
    RestoreToken,
    Route,
    RunRoutes,
    SellShares,
    TakeBackToken,
    TakePrivate,
)
from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, CompanyId, PlayerId, TrainId, value_repr
from tetsudo.core.unknown_names import unknown_name
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.privates.lots import lot_price
from tetsudo.engine.state.state import AUCTION_ROUND, DEPOT, IPO, MARKET
from tetsudo.game.play import Play

GRAMMAR: Final = """\
    pass                        buy MF, bid MF 35           par AR 80
    buy AR, buy AR market       sell 2 AR                   lay K6 8 2
    use MF B11 437 3            token F9, token F9 1        run 3:K4-J5-I4 2:K8-K6
    pay, half, withhold         train 3, train 4 SR 120     train D trade 5
    discard 2, discard 2 KO     private TR 40               exchange DR, exchange DR IR
    take TR, take TR 40         passage TR                  accept, decline
    join KO, convert            silent (in this round)      bankrupt
    back KO F9"""

# Writing


def command_of(game: Play, action: Action) -> str:
    """Command of an action at a game, with the player's name in front if that player is not the one to act."""
    typed = text(game.setup, action)
    return typed if action.player == game.to_act.player else f"{game.names[action.player]}: {typed}"


def example_command(game: Play, action: Action) -> str:
    """Command of an action in ids or names; for an open action, the command of its example."""
    known = action if type(action) in WRITERS else action.example()
    return command_of(game, game.resolve(known))


def text(setup: Setup, action: Action) -> str:
    """Command of an action. Raises `BadInput` for a correction, which has none."""
    if type(action) not in WRITERS:
        raise BadInput("A correction cannot be typed.")
    return WRITERS[type(action)](setup, action)


def routes_text(setup: Setup, routes: Iterable[Route]) -> str:
    """Routes in the notation of commands."""
    hexes = setup.map.hexes
    return " ".join(
        f"{setup.trains[route.train].name}:{'-'.join(hexes[hex].name for hex in route.hexes)}" for route in routes
    )


def holder_name(setup: Setup, holder: int) -> str:
    """Name of a train holder: a company's symbol, or another place of trains."""
    companies = len(setup.companies)
    return setup.companies[holder].symbol if holder < companies else ("depot", "market", "scrap")[holder - companies]


def place_name(setup: Setup, place: int) -> str:
    """Name of the place where a share is bought."""
    return {IPO: "ipo", MARKET: "market"}.get(place - setup.players, "")


def _write_lay(setup: Setup, action: Any) -> str:
    return f"{setup.map.hexes[action.hex].name} {setup.tiles[action.tile].name} {action.rotation}"


def _write_train(setup: Setup, action: Any) -> str:
    words = f"train {setup.trains[action.train].name} {holder_name(setup, action.seller)} {value_repr(action.price)}"
    return words if action.trade_in == NOBODY else f"{words} trade {setup.trains[action.trade_in].name}"


def _write_exchange(setup: Setup, action: Any) -> str:
    return f"exchange {_private(setup, action)} {_company(setup, action)} {place_name(setup, action.source)}"


def _private(setup: Setup, action: Any) -> str:
    return str(setup.privates[action.private].symbol)


def _company(setup: Setup, action: Any) -> str:
    return str(setup.companies[action.company].symbol)


WRITERS: Final[dict[type[Action], Callable[[Setup, Any], str]]] = {
    Pass: lambda setup, a: "pass",
    Bid: lambda setup, a: f"bid {setup.lots[a.lot].symbol} {a.price}",
    Par: lambda setup, a: f"par {_company(setup, a)} {a.price}",
    BuyShare: lambda setup, a: f"buy {_company(setup, a)} {place_name(setup, a.source)}",
    SellShares: lambda setup, a: f"sell {a.count} {_company(setup, a)}",
    LayTile: lambda setup, a: f"lay {_write_lay(setup, a)}",
    LayPrivateTile: lambda setup, a: f"use {_private(setup, a)} {_write_lay(setup, a)}",
    PlaceToken: lambda setup, a: f"token {setup.map.hexes[a.hex].name} {a.city}",
    TakeBackToken: lambda setup, a: f"back {_company(setup, a)} {setup.map.hexes[a.hex].name}",
    BuyPassage: lambda setup, a: f"passage {_private(setup, a)}",
    RunRoutes: lambda setup, a: f"run {routes_text(setup, a.routes)}".rstrip(),
    Dividend: lambda setup, a: DIVIDENDS[a.payout],
    BuyTrain: _write_train,
    DiscardTrain: lambda setup, a: f"discard {setup.trains[a.train].name} {_company(setup, a)}",
    BuyPrivate: lambda setup, a: f"private {_private(setup, a)} {a.price}",
    TakePrivate: lambda setup, a: f"take {_private(setup, a)} {a.price}",
    ExchangePrivate: lambda setup, a: (
        f"exchange {_private(setup, a)} {_company(setup, a)} {place_name(setup, a.source)}"
    ),
    Answer: lambda setup, a: "accept" if a.accept else "decline",
    PassRound: lambda setup, a: "silent",
    Join: lambda setup, a: f"join {_company(setup, a)}",
    Convert: lambda setup, a: f"convert {_company(setup, a)}",
    Bankrupt: lambda setup, a: "bankrupt",
    RestoreToken: lambda setup, a: f"restore {setup.map.hexes[a.hex].name}",
    Chance: lambda setup, a: f"chance {a.result}",
}

# Reading


def parse(game: Play, typed: str, player: PlayerId | None = None) -> Action:
    """Action of a typed command, legal or not; BadInput if it cannot be read. `NAME: ...` acts for another player."""
    named = [name for name in game.names if typed.strip().startswith(f"{name.strip()}:")]
    if named:
        name = max(named, key=len)  # a name may be a prefix of another
        player = game.names.index(name)
        typed = typed.strip().removeprefix(f"{name.strip()}:")
    words, turn = CommandReader(game, typed), game.to_act
    words.company_acting = turn.company
    verb = words.next("an action").lower()
    if verb not in READERS:
        raise unknown_name("command", verb, READERS, "", remedy=" `help` lists them.")
    action = READERS[verb](turn.player if player is None else player, words)
    words.check_end()
    return action


def parse_routes(game: Play, typed: str) -> tuple[Route, ...]:
    """Routes in the notation of commands, for any company: "3:K4-J5-I4 2:K8-K6", with or without "run" in front."""
    words = CommandReader(game, typed)
    if words.peek() == "run":
        words.next("")
    return _routes(words)


class CommandReader:
    """Reader of a typed command, word by word."""

    def __init__(self, game: Play, typed: str) -> None:
        self.game = game
        self.setup = game.setup
        self.company_acting = NOBODY
        self._words = typed.split()

    def next(self, what: str) -> str:
        """Next word; BadInput if there is none."""
        if not self._words:
            raise BadInput(f"{what} is missing.")
        return self._words.pop(0)

    def peek(self) -> str:
        """Next word in lower case, without consuming it; "" at the end."""
        return self._words[0].lower() if self._words else ""

    def rest(self) -> list[str]:
        """All remaining words."""
        rest, self._words = self._words, []
        return rest

    def check_end(self) -> None:
        """Raise BadInput if any word is left."""
        if self._words:
            raise BadInput(f"{' '.join(self._words)!r} is too much.")

    def number(self, what: str) -> int:
        """Whole number."""
        word = self.next(what)
        if not word.isdecimal() or len(word) > 9:
            raise BadInput(f"{what} must be a whole number, not {word!r}.")
        return int(word)

    def name_index(self, kind: str, names: Iterable[str], word: str | None = None) -> int:
        """Index of a name in a list."""
        known = list(names)
        given = self.next(f"a {kind}") if word is None else word
        for place, name in enumerate(known):
            if name.lower() == given.lower():
                return place
        raise unknown_name(kind, given, known, "")

    def company(self) -> CompanyId:
        """Company by symbol."""
        return self.name_index("company", (company.symbol for company in self.setup.companies))

    def own_company(self) -> CompanyId:
        """Company that acts."""
        if self.company_acting == NOBODY:
            raise BadInput("No company acts now.")
        return self.company_acting

    def private(self) -> int:
        """Private by symbol."""
        return self.name_index("private", (private.symbol for private in self.setup.privates))

    def train(self, word: str | None = None) -> TrainId:
        """Kind of train by name."""
        return self.name_index("train", (train.name for train in self.setup.trains), word)

    def hex(self, word: str | None = None) -> int:
        """Hex by coordinate."""
        return self.name_index("hex", (hex.name for hex in self.setup.map.hexes), word)

    def lay(self) -> tuple[int, int, int]:
        """Hex, tile and rotation; the rotation defaults to 0."""
        hex, tile = self.hex(), self.name_index("tile", (tile.name for tile in self.setup.tiles))
        return hex, tile, self.number("a rotation") % 6 if self.peek() else 0

    def source(self) -> int:
        """Source of shares; defaults to the IPO."""
        places = ("ipo", "market")
        return self.setup.players + (self.name_index("source", places) if self.peek() in places else IPO)


def _read_bid(player: PlayerId, words: CommandReader) -> Action:
    lot = words.name_index("lot", (lot.symbol for lot in words.setup.lots))
    return Bid(player, lot, words.number("a price"))


def _read_buy(player: PlayerId, words: CommandReader) -> Action:
    """Purchase of a share; in the auction, of a lot at its price."""
    lots = [lot.symbol.lower() for lot in words.setup.lots]
    if words.game.state.round != AUCTION_ROUND or words.peek() not in lots:
        return BuyShare(player, words.company(), words.source())
    lot = words.name_index("lot", lots)
    return Bid(player, lot, lot_price(words.game.ruleset, words.game.state, lot))


def _read_take(player: PlayerId, words: CommandReader) -> Action:
    private = words.private()
    return TakePrivate(
        player, private, words.number("a price") if words.peek() else words.setup.privates[private].price
    )


def _read_sale(player: PlayerId, words: CommandReader) -> Action:
    count = words.number("a number of shares") if words.peek().isdecimal() else 1
    return SellShares(player, words.company(), count)


def _read_private_lay(player: PlayerId, words: CommandReader) -> Action:
    return LayPrivateTile(player, words.private(), *words.lay())


def _read_token(player: PlayerId, words: CommandReader) -> Action:
    hex = words.hex()
    return PlaceToken(player, words.own_company(), hex, words.number("a city") if words.peek() else 0)


def _read_run(player: PlayerId, words: CommandReader) -> Action:
    return RunRoutes(player, words.own_company(), _routes(words))


def _routes(words: CommandReader) -> tuple[Route, ...]:
    routes: list[Route] = []
    for word in words.rest():
        train, colon, hexes = word.partition(":")
        if not colon:
            raise BadInput(f"{word!r} must be a train and its hexes, as in 3:K4-J5-I4.")
        routes.append(Route(words.train(train), tuple(words.hex(name) for name in hexes.split("-"))))
    return tuple(routes)


def _read_train(player: PlayerId, words: CommandReader) -> Action:
    setup, company = words.setup, words.own_company()
    train = words.train()
    places = [company.symbol.lower() for company in setup.companies] + ["depot", "market"]
    seller = len(setup.companies) + DEPOT
    if words.peek() in places:
        seller = words.name_index("seller", places)
    price = words.number("a price") if words.peek().isdecimal() else None
    trade_in = NOBODY
    if words.peek() == "trade":
        words.next("")
        trade_in = words.train()
    usual = setup.trains[train].price if trade_in == NOBODY else setup.trains[train].trade_in_price
    return BuyTrain(player, company, train, seller, usual if price is None else price, trade_in)


def _read_discard(player: PlayerId, words: CommandReader) -> Action:
    train = words.train()
    return DiscardTrain(player, words.company() if words.peek() else words.own_company(), train)


def _read_exchange(player: PlayerId, words: CommandReader) -> Action:
    private = words.private()
    powers = [power for power in words.setup.privates[private].powers if power.kind == "exchange_for_share"]
    if not powers:
        raise BadInput("This private is not exchanged for anything.")
    company = powers[0].values["company"]
    assert isinstance(company, int)
    if company == NOBODY or words.peek() in [each.symbol.lower() for each in words.setup.companies]:
        company = words.company()
    return ExchangePrivate(player, private, company, words.source())


READERS: Final[dict[str, Callable[[PlayerId, CommandReader], Action]]] = {
    "pass": lambda player, words: Pass(player),
    "bid": _read_bid,
    "par": lambda player, words: Par(player, words.company(), words.number("a par price")),
    "buy": _read_buy,
    "sell": _read_sale,
    "lay": lambda player, words: LayTile(player, words.own_company(), *words.lay()),
    "use": _read_private_lay,
    "token": _read_token,
    "back": lambda player, words: TakeBackToken(player, words.company(), words.hex()),
    "passage": lambda player, words: BuyPassage(player, words.own_company(), words.private()),
    "run": _read_run,
    "pay": lambda player, words: Dividend(player, words.own_company(), 0),
    "withhold": lambda player, words: Dividend(player, words.own_company(), 1),
    "half": lambda player, words: Dividend(player, words.own_company(), 2),
    "train": _read_train,
    "discard": _read_discard,
    "private": lambda player, words: BuyPrivate(player, words.own_company(), words.private(), words.number("a price")),
    "take": _read_take,
    "exchange": _read_exchange,
    "accept": lambda player, words: Answer(player, 1),
    "decline": lambda player, words: Answer(player, 0),
    "silent": lambda player, words: PassRound(player),
    "join": lambda player, words: Join(player, words.company()),
    "convert": lambda player, words: Convert(player, words.company() if words.peek() else words.own_company()),
    "bankrupt": lambda player, words: Bankrupt(player, words.own_company()),
    "restore": lambda player, words: RestoreToken(player, words.own_company(), words.hex()),
    "chance": lambda player, words: Chance(result=words.number("a result")),
}
"""Readers by the first word of a command."""
