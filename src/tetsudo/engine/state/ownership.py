"""What is held in a position: certificates, trains and privates, and by whom."""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.core.units import NOBODY, CompanyId, OwnerId, PlaceId, PlayerId, PrivateId, TrainId
from tetsudo.engine.state.state import IPO, MARKET, RESERVED, Row, State, moved, replaced

# Certificates


def places(state: State) -> int:
    """How many places a certificate may be in."""
    return state.players + 4


def ipo_of(state: State) -> PlaceId:
    """The place of the initial offering."""
    return state.players + IPO


def market_of(state: State) -> PlaceId:
    """The place of the market (the bank pool)."""
    return state.players + MARKET


def reserved_of(state: State) -> PlaceId:
    """The place of certificates that are reserved for somebody."""
    return state.players + RESERVED


def ordinary_shares(state: State, company: CompanyId, place: PlaceId) -> int:
    """Ordinary certificates, of one share, of a company at a place."""
    return state.shares[company * (state.players + 4) + place]


def move_ordinary(state: State, company: CompanyId, source: PlaceId, target: PlaceId, count: int) -> None:
    """Move ordinary certificates."""
    base = company * (state.players + 4)
    state.shares = moved(state.shares, base + source, base + target, count)


def holding(state: State, company: CompanyId, player: PlayerId, president_shares: int = 2) -> int:
    """Shares that a player has, the president's certificate with its own weight."""
    shares = state.shares[company * (state.players + 4) + player]
    return shares + president_shares if state.president[company] == player else shares


def president_of(state: State, company: CompanyId) -> PlayerId:
    """The player with the president's certificate; NOBODY while nobody has it."""
    place = state.president[company]
    return place if place < state.players else NOBODY


def president_place(state: State, company: CompanyId) -> PlaceId:
    """Where the president's certificate is: with a player, or at a place where nobody has it."""
    return state.president[company]


def move_president(state: State, company: CompanyId, place: PlaceId) -> None:
    """Put the president's certificate somewhere."""
    state.president = replaced(state.president, company, place)


def has_sold(state: State, player: PlayerId, company: CompanyId) -> bool:
    """Whether a player has sold of a company in this stock round or, for a forced train, in this company's turn."""
    return bool(state.sold[player] >> company & 1)


def has_anybody_sold(state: State) -> bool:
    """Whether anything has been sold in it."""
    return any(state.sold)


def remember_sale(state: State, player: PlayerId, company: CompanyId) -> None:
    """A player has sold of a company."""
    state.sold = replaced(state.sold, player, state.sold[player] | 1 << company)


def forget_sales(state: State) -> None:
    """The stock round or the turn is over: nobody has sold anything."""
    state.sold = (0,) * state.players


# Trains


def train_count(state: State, train: TrainId, holder: int) -> int:
    """How many trains of a kind a holder has; -1 in the depot means any number."""
    return state.trains[train * (state.companies + 3) + holder]


def move_train(state: State, train: TrainId, source: int, target: int) -> None:
    """Move one train. An endless depot stays endless."""
    base = train * (state.companies + 3)
    trains = list(state.trains)
    if trains[base + source] > 0:
        trains[base + source] -= 1
    if trains[base + target] >= 0:
        trains[base + target] += 1
    state.trains = tuple(trains)


def company_trains(state: State, company: CompanyId) -> list[TrainId]:
    """The trains of a company, cheapest kind first, each as often as it has it."""
    stride = state.companies + 3
    trains = state.trains
    owned: list[TrainId] = []
    for kind, place in enumerate(range(company, len(trains), stride)):
        owned += [kind] * trains[place]
    return owned


def has_train(state: State, company: CompanyId) -> bool:
    """Whether a company has any train."""
    return any(state.trains[company :: state.companies + 3])


def fleet_size(state: State, company: CompanyId) -> int:
    """How many trains a company has."""
    return sum(state.trains[company :: state.companies + 3])


def trains_at(state: State, holder: int) -> Row:
    """How many trains of each kind a holder has; -1 in the depot means any number."""
    return state.trains[holder :: state.companies + 3]


# Privates


def private_owner(state: State, private: PrivateId) -> OwnerId:
    """Who has a private; NOBODY once it is closed, the bank while it is unsold."""
    return state.privates[private]


def private_owners(state: State) -> Sequence[OwnerId]:
    """Who has each private, as `private_owner`."""
    return state.privates


def is_open(state: State, private: PrivateId) -> bool:
    """Whether a private is not closed."""
    return state.privates[private] != NOBODY


def privates_of(state: State, owner: OwnerId) -> list[PrivateId]:
    """The privates that somebody has."""
    return [private for private, holder in enumerate(state.privates) if holder == owner]


def give_private(state: State, private: PrivateId, owner: OwnerId) -> None:
    """Let somebody have a private; NOBODY: it closes."""
    state.privates = replaced(state.privates, private, owner)
