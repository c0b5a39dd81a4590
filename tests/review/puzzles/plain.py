"""Answers of puzzles derived a second way: plain and slow, from the rows of a position, without the kinds."""

from __future__ import annotations

from tests.routes.integer_program import Program
from tests.routes.reference import Links, Reference
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.state import State
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.review.puzzles.puzzle import Puzzle

LARGE = ("1890",)
"""Titles whose boards have too many walks to try all."""

IPO, MARKET = 0, 1
DEPOT, DISCARDED = 0, 1


class Plain:
    """Position of a puzzle, read row by row."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.game: Game = position.read(puzzle.position)
        self.setup: Setup = self.game.setup
        self.state: State = self.game.state
        self.players = self.state.players
        self.names = list(self.game.names)
        self.symbols = [company.symbol for company in self.setup.companies]

    # Companies

    def company(self) -> int:
        """Company of the question."""
        return self.symbols.index(str(self.puzzle.question["company"]))

    def in_turn(self) -> int:
        """Company in turn, from the frame's numbers."""
        return int(self.state.stack[-1].values()[0])

    def weight(self, company: int) -> int:
        """Shares that a president's certificate counts."""
        return self.game.ruleset.president_shares[company]

    def shares(self, company: int) -> list[int]:
        """Shares by player, the president's certificate included."""
        row = self.state.shares[company * (self.players + 4) :][: self.players]
        president = self.state.president[company]
        return [count + self.weight(company) * (player == president) for player, count in enumerate(row)]

    def in_market(self, company: int) -> int:
        """Shares of a company in the market."""
        return self.state.shares[company * (self.players + 4) + self.players + MARKET]

    def price(self, company: int) -> int:
        """Share price; 0 if there is none."""
        cell = self.state.cell[company]
        return self.setup.market.prices[cell] if cell >= 0 else 0

    def cash(self, owner: int) -> int:
        """Cash of a player, or of a company counted after the players."""
        return self.state.cash[owner]

    # Trains

    def counts(self) -> list[list[int]]:
        """Trains by kind and holder."""
        width = len(self.symbols) + 3
        return [list(self.state.trains[kind * width :][:width]) for kind in range(len(self.setup.trains))]

    def sell(self, counts: list[list[int]], number: int, buyer: int) -> set[int]:
        """Sell the depot's next trains to a buyer; kinds that rust, each by the first train of a kind that is sold."""
        depot, gone = len(self.symbols) + DEPOT, set[int]()
        for _ in range(number):
            kind, row = next((kind, row) for kind, row in enumerate(counts) if row[depot])
            is_first = sum(row) == row[depot]
            row[depot] -= 1
            row[buyer] += 1
            for old, facts in enumerate(self.setup.trains):
                if is_first and facts.rusted_by == kind:
                    gone.add(old)
                    counts[old][:] = [0] * (len(row) - 1) + [sum(counts[old])]
        return gone


def best_run(plain: Plain) -> tuple[int, ...]:
    """Every walk over the tiles, and every set of them; on boards with too many walks, an integer program."""
    company = plain.company()
    fleet = [kind for kind, row in enumerate(plain.counts()) for _ in range(row[company])]
    offboard = plain.setup.phases[plain.state.phase].offboard
    if plain.setup.title in LARGE:
        return (Program(plain.game.ruleset.atlas.network(plain.state), company, fleet, offboard).best(),)
    return (Reference(plain.setup, plain.state, links(plain.setup)).best(company, fleet, offboard),)


def links(setup: Setup) -> Links:
    """Bonuses for routes between a company's home and its destination (1888-RUN-12)."""
    return {
        company.id: [(home, company.destination, company.bonus) for home, _ in company.homes]
        for company in setup.companies
        if company.destination >= 0
    }


def rusting(plain: Plain) -> tuple[int, ...]:
    """Trains sold one by one."""
    counts = plain.counts()
    owned = [
        (symbol, kind)
        for company, symbol in enumerate(plain.symbols)
        for kind, row in enumerate(counts)
        if row[company]
    ]
    number = plain.puzzle.question["sales"]
    assert isinstance(number, int)
    gone = plain.sell(counts, number, plain.in_turn())
    assert [f"{symbol} {plain.setup.trains[kind].name}" for symbol, kind in owned] == list(plain.puzzle.choices)
    return tuple(at for at, (_, kind) in enumerate(owned) if kind in gone)


def presidency(plain: Plain) -> tuple[int, ...]:
    """Shares counted by hand, trade by trade."""
    company = plain.company()
    symbol, held = plain.symbols[company], plain.shares(company)
    president = plain.state.president[company]
    actions = plain.puzzle.question["actions"]
    assert isinstance(actions, list)
    for command in actions:
        name, _, said = command.partition(": ")
        player, words = plain.names.index(name), said.split()
        if words[0] not in ("buy", "sell") or symbol not in words:
            continue
        count = next((int(each) for each in words if each.isdecimal()), 1)
        held[player] += count if words[0] == "buy" else -count
        rivals = [(president + step) % plain.players for step in range(1, plain.players)]
        if words[0] == "sell" and player == president:
            best = max(rivals, key=lambda rival: held[rival])  # the first of equals is the next clockwise
            president = best if held[best] > held[president] else president
        elif words[0] == "buy" and held[player] > held[president]:
            president = player
    return (president,)


def fallen(plain: Plain, company: int) -> int:
    """Share price after a step to the left, or down at the edge, on paper."""
    market, cell = plain.setup.market, plain.state.cell[company]
    cells = {(row, column): at for at, (row, column) in enumerate(zip(market.rows, market.columns, strict=True))}
    row, column = market.rows[cell], market.columns[cell]
    return market.prices[cells.get((row, column - 1), cells.get((row + 1, column), cell))]


def means(plain: Plain, player: int, buyer: int) -> int:
    """Cash and shares that a president may sell for a train, block by block; the buyer has earned nothing."""
    total = plain.cash(player)
    for company in range(len(plain.symbols)):
        held = plain.shares(company)
        if not held[player] or not plain.price(company):
            continue
        others = max(count for other, count in enumerate(held) if other != player)
        best = 0
        for count in range(1, held[player] + 1):
            if plain.in_market(company) + count > plain.game.ruleset.market_units[company]:
                continue
            leads = plain.state.president[company] == player
            keeps = plain.game.ruleset.settings.forced_sales == "keep" or company == buyer
            if leads and keeps and held[player] - count < max(others, plain.weight(company)):
                continue
            heirs = [
                other for other in range(plain.players) if other != player and held[other] >= plain.weight(company)
            ]
            if leads and not heirs and held[player] - count < plain.weight(company):
                continue
            best = count
        total += best * (fallen(plain, company) if company == buyer else plain.price(company))
    return total


def forced(plain: Plain, buys: int, company: int) -> tuple[int, int]:
    """Amount that a company's president lacks for the cheapest train after some purchases; and the president."""
    counts = plain.counts()
    plain.sell(counts, buys, plain.in_turn())
    depot = len(plain.symbols) + DEPOT
    on_sale = [next(kind for kind, row in enumerate(counts) if row[depot])]
    on_sale += [kind for kind, row in enumerate(counts) if row[depot + DISCARDED]]
    has_train = any(row[company] for row in counts)
    price = min(plain.setup.trains[kind].price for kind in on_sale)
    lacking = 0 if has_train else max(0, price - plain.cash(plain.players + company))
    return lacking, plain.state.president[company]


def forced_train(plain: Plain) -> tuple[int, ...]:
    """Price less treasury less cash."""
    buys = plain.puzzle.question["buys"]
    assert isinstance(buys, int)
    lacking, president = forced(plain, buys, plain.company())
    return lacking, max(0, lacking - plain.cash(president))


def bankruptcy(plain: Plain) -> tuple[int, ...]:
    """The first number of purchases after which the means are less than the train costs."""
    company, last = plain.company(), len(plain.puzzle.choices) - 1
    for buys in range(last):
        lacking, president = forced(plain, buys, company)
        if lacking and means(plain, president, company) < lacking:
            return (buys,)
    return (last,)


def control(plain: Plain) -> tuple[int, ...]:
    """Every turn of the player, with clones of the whole game."""
    player = plain.game.to_act.player
    won: set[str] = set()
    seen: set[tuple[object, ...]] = set()

    def walk(game: Game, left: int) -> None:
        for symbol, company in game.companies.items():
            if company.president is not None and company.president.id == player and symbol in plain.puzzle.choices:
                won.add(symbol)
        state = game.state
        key = (left, state.shares, state.president, state.cash, state.cell, state.sold, state.privates, state.stack)
        if not left or game.to_act.player != player or key in seen:
            return
        seen.add(key)
        for offer in game.legal_actions():
            if offer.kind not in ("buy_share", "sell_shares", "exchange_private"):
                continue
            for amount in range(getattr(offer, "low", 1), getattr(offer, "high", 1) + 1):
                after = game.clone()
                after.apply(offer.at(amount) if hasattr(offer, "at") else offer)
                walk(after, left - 1)

    walk(plain.game, 4)
    assert len(won) <= 1
    return (plain.puzzle.choices.index(next(iter(won), "-")),)


def dividend(plain: Plain) -> tuple[int, ...]:
    """Dividend per share and a step on the chart, on paper."""
    company, revenue = plain.in_turn(), plain.state.revenue
    market, cell = plain.setup.market, plain.state.cell[plain.in_turn()]
    cells = {(row, column): at for at, (row, column) in enumerate(zip(market.rows, market.columns, strict=True))}
    row, column = market.rows[cell], market.columns[cell]
    up = cells.get((row, column + 1), cells.get((row - 1, column), cell))
    down = cells.get((row, column - 1), cells.get((row + 1, column), cell))
    president = plain.state.president[company]
    held, total = plain.shares(company)[president], plain.game.ruleset.shares[company]
    changes = []
    for payout in plain.puzzle.choices:
        paid = {"pay": revenue, "withhold": 0, "half": revenue // 20 * 10}[payout]
        price = market.prices[down if payout == "withhold" else up]
        changes.append(paid * held // total + held * (price - market.prices[cell]))
    return tuple(changes)


WAYS = {
    "best_run": best_run,
    "rusting": rusting,
    "presidency": presidency,
    "forced_train": forced_train,
    "bankruptcy": bankruptcy,
    "control": control,
    "dividend": dividend,
}
"""Second way to answer each kind."""
