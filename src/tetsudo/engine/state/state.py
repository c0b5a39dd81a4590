"""State of a position: flat rows of ints, their named accessors, clone and digest.

The state contains no rules and nothing about a title. A row never changes: writing replaces the whole row, so
copies share all equal rows. Rows are read and written through the small functions below, and those of
`ownership`, of `board` for tiles and tokens and of `bids`. `docs/engine.md` describes the layout of each row and
lists the inner loops that also index rows directly.

Owners of cash and privates: players `0..P-1`, companies `P..P+C-1`, the bank `P+C`.
Places of certificates: players, then IPO, MARKET, RESERVED, OUT as offsets from `P`.
Holders of trains: companies, then DEPOT, DISCARDED, SCRAPPED as offsets from `C`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, TypeAlias, cast

from tetsudo.core.frames import Frame, numbers
from tetsudo.core.units import HIDDEN, NOBODY, CellId, CompanyId, Money, OwnerId, PlayerId
from tetsudo.engine.state.rows import Row, TupleRow, row_of, values_of, with_transfer, with_value

# Offsets of the places where a certificate may be, counted from the number of players.
IPO: Final = 0
MARKET: Final = 1
RESERVED: Final = 2
OUT: Final = 3
PLACES: Final = ("ipo", "market", "reserved", "out")

# Offsets of the holders of trains, counted from the number of companies.
DEPOT: Final = 0
DISCARDED: Final = 1
SCRAPPED: Final = 2
TRAIN_PLACES: Final = ("depot", "market", "scrapped")

# Status of a company.
UNSTARTED: Final = 0
STARTED: Final = 1
FLOATED: Final = 2
CLOSED: Final = 3

# Rounds.
AUCTION_ROUND: Final = 0
STOCK_ROUND: Final = 1
OPERATING_ROUND: Final = 2

# Reasons for the end of a game.
RUNNING: Final = 0
BANK_BROKE: Final = 1
BANKRUPTCY: Final = 2
LAST_TURN: Final = 3
PRICE_REACHED: Final = 4
END_REASONS: Final = ("", "bank", "bankrupt", "turns", "price")

UNPLACED: Final = -1
RETURNED: Final = -2  # a token that returned from the board: placing it again has a price of its own
WAITING: Final = -3  # and below: a token that waits on a hex for a place in a city; see `board.set_token_waiting`
MAX_CITIES: Final = 8
"""Factor in the place of a token, `hex * MAX_CITIES + city`."""

ROWS: Final = (
    "cash", "shares", "president", "par", "cell", "depth", "status", "acted", "trains", "privates",
    "memory", "discounts", "bids", "tiles", "supply", "tokens", "sold", "declined", "last_run",
    "dues",
)  # fmt: skip
TUPLE_ROWS: Final = ("memory", "tiles", "tokens")
SINGLES: Final = (
    "players", "companies", "round", "turn", "operating_round", "operating_rounds", "phase", "priority",
    "broken", "ended", "bankrupt", "revenue", "funded",
)  # fmt: skip

Parts: TypeAlias = tuple[tuple[int, ...] | tuple[Frame, ...] | int, ...]
"""All parts of a position, for comparing and hashing."""


class State:
    """One position. Plain data: change it in place, copy it with `clone`."""

    __slots__ = (*ROWS, *SINGLES, "stack", "network")

    cash: Row  # by owner
    shares: Row  # ordinary certificates, by company and place
    president: Row  # place of the president's certificate, by company
    par: Row  # by company; 0 while unset
    cell: Row  # by company; NOBODY off the market
    depth: Row  # number of tokens above its own in its cell, by company
    status: Row  # UNSTARTED .. CLOSED, by company
    acted: Row  # number of its turn in the operating round, by company; 0: still to come, NOBODY: none
    trains: Row  # by kind and holder; -1 in the depot: no limit
    privates: Row  # owner, by private; NOBODY once closed
    memory: TupleRow  # number stored by each power, with a meaning of its own
    discounts: Row  # price reduction, by lot
    bids: Row  # by lot and player; 0 for none
    tiles: TupleRow  # face, by hex
    supply: Row  # by tile
    tokens: TupleRow  # place of each token, companies one after another
    sold: Row  # bits of the companies sold in this stock round or company's turn, by player
    declined: Row  # four values for each offer declined in this turn: what, which, seller, price
    last_run: Row  # revenue of the last run, by company; NOBODY before the first
    dues: Row  # debt to the bank by the end of the next stock round, by player; empty while there is none
    players: int
    companies: int
    round: int
    turn: int
    operating_round: int
    operating_rounds: int
    phase: int
    priority: int
    broken: int
    ended: int
    bankrupt: int  # the bankrupt player; NOBODY if there is none
    revenue: int  # revenue of the run that awaits its dividend
    funded: int  # bits of the companies that received all their capital, where others are paid per share
    stack: tuple[Frame, ...]
    network: object  # network derived from tiles and tokens, or None; shared by clones

    def clone(self) -> State:
        """Independent copy; takes a microsecond."""
        copy = State()
        copy.cash = self.cash
        copy.shares = self.shares
        copy.president = self.president
        copy.par = self.par
        copy.cell = self.cell
        copy.depth = self.depth
        copy.status = self.status
        copy.acted = self.acted
        copy.trains = self.trains
        copy.privates = self.privates
        copy.memory = self.memory
        copy.discounts = self.discounts
        copy.bids = self.bids
        copy.tiles = self.tiles
        copy.supply = self.supply
        copy.tokens = self.tokens
        copy.sold = self.sold
        copy.declined = self.declined
        copy.last_run = self.last_run
        copy.dues = self.dues
        copy.players = self.players
        copy.companies = self.companies
        copy.round = self.round
        copy.turn = self.turn
        copy.operating_round = self.operating_round
        copy.operating_rounds = self.operating_rounds
        copy.phase = self.phase
        copy.priority = self.priority
        copy.broken = self.broken
        copy.ended = self.ended
        copy.bankrupt = self.bankrupt
        copy.revenue = self.revenue
        copy.funded = self.funded
        copy.stack = self.stack
        copy.network = self.network
        return copy

    def history_copy(self) -> State:
        """Copy for the history, without derived data."""
        copy = self.clone()
        copy.network = None
        return copy

    def parts(self) -> Parts:
        """All parts of the position, in the order of ROWS, SINGLES and the stack."""
        return (
            values_of(self.cash),
            values_of(self.shares),
            values_of(self.president),
            values_of(self.par),
            values_of(self.cell),
            values_of(self.depth),
            values_of(self.status),
            values_of(self.acted),
            values_of(self.trains),
            values_of(self.privates),
            self.memory,
            values_of(self.discounts),
            values_of(self.bids),
            self.tiles,
            values_of(self.supply),
            self.tokens,
            values_of(self.sold),
            values_of(self.declined),
            values_of(self.last_run),
            values_of(self.dues),
            self.players,
            self.companies,
            self.round,
            self.turn,
            self.operating_round,
            self.operating_rounds,
            self.phase,
            self.priority,
            self.broken,
            self.ended,
            self.bankrupt,
            self.revenue,
            self.funded,
            self.stack,
        )

    def digest(self) -> int:
        """64-bit hash; equal positions have equal digests in every process."""
        packed = repr((*self.parts()[:-1], tuple(map(numbers, self.stack)))).encode()
        return int.from_bytes(hashlib.blake2b(packed, digest_size=8).digest(), "big")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.parts() == other.parts()

    __hash__ = None  # type: ignore[assignment]  # mutable; use digest()

    def __reduce__(self) -> tuple[Callable[[Parts], State], tuple[Parts]]:
        return of_parts, (self.parts(),)


def of_parts(parts: Parts) -> State:
    """Position made from its parts, in the order of `State.parts`."""
    state = State()
    for name, part in zip((*ROWS, *SINGLES, "stack"), parts, strict=True):
        is_row = name in ROWS and name not in TUPLE_ROWS
        setattr(state, name, row_of(cast("tuple[int, ...]", part)) if is_row else part)
    state.network = None
    return state


# Owners and cash


def bank_of(state: State) -> OwnerId:
    """Owner id of the bank."""
    return state.players + state.companies


def owner_of_company(state: State, company: CompanyId) -> OwnerId:
    """Owner id of a company."""
    return state.players + company


def company_of_owner(state: State, owner: OwnerId) -> CompanyId:
    """Company with an owner id; NOBODY for players and the bank."""
    return owner - state.players if state.players <= owner < state.players + state.companies else NOBODY


def cash_of(state: State, owner: OwnerId) -> Money:
    """Cash of a player, a company or the bank."""
    return state.cash[owner]


def treasury(state: State, company: CompanyId) -> Money:
    """Treasury of a company (1889-BUY-15, 1888*-SET-05)."""
    return state.cash[state.players + company]


def bank_cash(state: State) -> Money:
    """Cash left in the bank; negative once it is broken."""
    return state.cash[state.players + state.companies]


def move_cash(state: State, payer: OwnerId, payee: OwnerId, amount: Money) -> None:
    """Pay an amount. The caller has checked that the payer can afford it."""
    state.cash = with_transfer(state.cash, payer, payee, amount)


def due_of(state: State, player: PlayerId) -> Money:
    """Amount that a player owes to the bank by the end of the next stock round."""
    return state.dues[player] if len(state.dues) else 0


def is_any_debt_open(state: State) -> bool:
    """True if any player owes money to the bank."""
    return len(state.dues) > 0


def set_dues(state: State, amounts: Sequence[Money]) -> None:
    """Set the amounts that players owe, by player; if all are 0, none are kept."""
    state.dues = row_of(amounts if any(amounts) else ())


def put_cash(state: State, amounts: Mapping[OwnerId, Money]) -> None:
    """Set the cash of some owners, for example to hidden or hypothetical amounts."""
    state.cash = row_of([amounts.get(owner, amount) for owner, amount in enumerate(state.cash)])


# Companies


def status_of(state: State, company: CompanyId) -> int:
    """Status of a company: UNSTARTED .. CLOSED."""
    return state.status[company]


def set_status(state: State, company: CompanyId, status: int) -> None:
    """Set the status of a company: UNSTARTED .. CLOSED."""
    state.status = with_value(state.status, company, status)


def is_floated(state: State, company: CompanyId) -> bool:
    """True if a company has floated, so it operates."""
    return state.status[company] == FLOATED


def is_closed(state: State, company: CompanyId) -> bool:
    """True if a company has closed."""
    return state.status[company] == CLOSED


def companies_with_status(state: State, status: int) -> list[CompanyId]:
    """Companies with a status, in the title's order."""
    return [company for company, each in enumerate(state.status) if each == status]


def par_of(state: State, company: CompanyId) -> Money:
    """Par price of a company; 0 while unset."""
    return state.par[company]


def fix_par(state: State, company: CompanyId, par: Money) -> None:
    """Set the par price of a company; 0: none."""
    state.par = with_value(state.par, company, par)


def is_funded(state: State, company: CompanyId) -> bool:
    """True if a company has received all of its capital, where others are paid per share."""
    return bool(state.funded >> company & 1)


def mark_funded(state: State, company: CompanyId) -> None:
    """Record that a company has received all of its capital."""
    state.funded |= 1 << company


def cell_of(state: State, company: CompanyId) -> CellId:
    """Market cell of a company's token; NOBODY before it has one."""
    return state.cell[company]


def depth_of(state: State, company: CompanyId) -> int:
    """Number of tokens above a company's own in its market cell."""
    return state.depth[company]


def last_run_of(state: State, company: CompanyId) -> Money:
    """Revenue of a company's last run; NOBODY before the first."""
    return state.last_run[company]


def record_run(state: State, company: CompanyId, revenue: Money) -> None:
    """Record the revenue of a company's last run."""
    state.last_run = with_value(state.last_run, company, revenue)


def turn_in_round(state: State, company: CompanyId) -> int:
    """Number of a company's turn in the operating round, from 1 on; 0: still to come, NOBODY: none."""
    return state.acted[company]


def set_turn_number(state: State, company: CompanyId, turn: int) -> None:
    """Set the number of a company's turn in the operating round; 0: still to come, NOBODY: none."""
    state.acted = with_value(state.acted, company, turn)


def set_turn_numbers(state: State, turns: Sequence[int]) -> None:
    """Set the turn numbers of all companies, in the title's order."""
    state.acted = row_of(turns)


# Offers


def is_any_offer_declined(state: State) -> bool:
    """True if any offer was declined in this turn."""
    return len(state.declined) > 0


def declined_price(state: State, what: int, which: int, seller: OwnerId) -> Money:
    """Price at which an offer was declined in this turn; NOBODY if none was."""
    place = _declined_index(state, what, which, seller)
    return NOBODY if place == NOBODY else state.declined[place + 3]


def record_declined(state: State, what: int, which: int, seller: OwnerId, price: Money) -> None:
    """Record that an offer was declined at a price."""
    place = _declined_index(state, what, which, seller)
    if place == NOBODY:
        state.declined = row_of((*state.declined, what, which, seller, price))
    else:
        state.declined = with_value(state.declined, place + 3, price)


def hide_declined_prices(state: State, what: int, sellers: Collection[OwnerId]) -> None:
    """Hide the prices at which offers to some sellers were declined."""
    for place in range(0, len(state.declined), 4):
        if state.declined[place] == what and state.declined[place + 2] in sellers:
            state.declined = with_value(state.declined, place + 3, HIDDEN)


def clear_declined(state: State) -> None:
    """Clear the declined offers at the end of a turn."""
    if len(state.declined):
        state.declined = row_of(())


def _declined_index(state: State, what: int, which: int, seller: OwnerId) -> int:
    declined = state.declined
    for place in range(0, len(declined), 4):
        if declined[place] == what and declined[place + 1] == which and declined[place + 2] == seller:
            return place
    return NOBODY


# The stack of procedures


def push(state: State, frame: Frame) -> None:
    """Push a procedure onto the stack; it acts first."""
    state.stack = (*state.stack, frame)


def pop(state: State) -> None:
    """Remove the procedure on top of the stack, which is done."""
    state.stack = state.stack[:-1]
