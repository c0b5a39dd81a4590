"""Ownership in a position: holders of certificates, trains and privates."""

from __future__ import annotations

from tetsudo.core.units import NOBODY, CompanyId, OwnerId, PlaceId, PlayerId, PrivateId, TrainId
from tetsudo.engine.state.rows import column, column_sum, filled, with_transfer, with_value
from tetsudo.engine.state.state import IPO, MARKET, RESERVED, State

# Certificates


def place_count(state: State) -> int:
    """Number of places where a certificate may be."""
    return state.players + 4


def ipo_of(state: State) -> PlaceId:
    """Place of the IPO (IPO)."""
    return state.players + IPO


def market_of(state: State) -> PlaceId:
    """Place of the market (the bank pool)."""
    return state.players + MARKET


def reserved_of(state: State) -> PlaceId:
    """Place of reserved certificates."""
    return state.players + RESERVED


def ordinary_shares(state: State, company: CompanyId, place: PlaceId) -> int:
    """Number of a company's ordinary certificates, of one share each, at a place."""
    return state.shares[company * (state.players + 4) + place]


def move_ordinary(state: State, company: CompanyId, source: PlaceId, target: PlaceId, count: int) -> None:
    """Move ordinary certificates from one place to another."""
    base = company * (state.players + 4)
    state.shares = with_transfer(state.shares, base + source, base + target, count)


def holding(state: State, company: CompanyId, player: PlayerId, president_shares: int = 2) -> int:
    """Number of shares that a player holds, including those of the president's certificate."""
    shares = state.shares[company * (state.players + 4) + player]
    return shares + president_shares if state.president[company] == player else shares


def president_of(state: State, company: CompanyId) -> PlayerId:
    """Player with the president's certificate; NOBODY while no player has it."""
    place = state.president[company]
    return place if place < state.players else NOBODY


def president_place(state: State, company: CompanyId) -> PlaceId:
    """Place of the president's certificate: a player, or a place such as the IPO."""
    return state.president[company]


def move_president(state: State, company: CompanyId, place: PlaceId) -> None:
    """Move the president's certificate to a place."""
    state.president = with_value(state.president, company, place)


def has_sold(state: State, player: PlayerId, company: CompanyId) -> bool:
    """True if a player sold the company's shares in this stock round or, for a forced train, in this company's turn."""
    return bool(state.sold[player] >> company & 1)


def has_any_player_sold(state: State) -> bool:
    """True if any player has sold shares in this stock round or company's turn."""
    for sold in state.sold:  # noqa: SIM110  # twice as fast as `any` where compiled
        if sold:
            return True
    return False


def record_sale(state: State, player: PlayerId, company: CompanyId) -> None:
    """Record that a player has sold shares of a company."""
    state.sold = with_value(state.sold, player, state.sold[player] | 1 << company)


def clear_sales(state: State) -> None:
    """Clear the recorded sales at the end of a stock round or a company's turn."""
    state.sold = filled(0, state.players)


# Trains


def train_count(state: State, train: TrainId, holder: int) -> int:
    """Number of trains of a kind that a holder has; -1 in the depot means any number."""
    return state.trains[train * (state.companies + 3) + holder]


def move_train(state: State, train: TrainId, source: int, target: int) -> None:
    """Move one train. An unlimited depot stays unlimited."""
    base = train * (state.companies + 3)
    left, there = state.trains[base + source], state.trains[base + target]
    if left > 0:
        state.trains = with_value(state.trains, base + source, left - 1)
    if there >= 0:
        state.trains = with_value(state.trains, base + target, there + 1)


def company_trains(state: State, company: CompanyId) -> list[TrainId]:
    """Trains of a company, cheapest kind first, each kind as often as the company has it."""
    owned: list[TrainId] = []
    trains, stride = state.trains, state.companies + 3
    kind, place = 0, company
    while place < len(trains):  # where compiled, a range with a step of its own is slow
        left = trains[place]
        while left > 0:
            owned.append(kind)
            left -= 1
        kind += 1
        place += stride
    return owned


def has_train(state: State, company: CompanyId) -> bool:
    """True if a company has any train."""
    return fleet_size(state, company) > 0


def fleet_size(state: State, company: CompanyId) -> int:
    """Number of trains that a company has."""
    return column_sum(state.trains, company, state.companies + 3)


def kinds_at(state: State, holder: int) -> list[TrainId]:
    """Kinds of train that a holder has, cheapest first."""
    return [kind for kind, count in enumerate(column(state.trains, holder, state.companies + 3)) if count]


# Privates


def private_owner(state: State, private: PrivateId) -> OwnerId:
    """Owner of a private; NOBODY once it is closed, the bank while it is unsold."""
    return state.privates[private]


def owner_of_kind(state: State, private: PrivateId, kind: str) -> OwnerId:
    """Owner of a sold private if it is a "player" or a "company", as `kind` says, or "any"; NOBODY otherwise."""
    owner = state.privates[private]
    if owner == NOBODY or owner == state.players + state.companies:
        return NOBODY
    return owner if kind == "any" or (kind == "player") == (owner < state.players) else NOBODY


def is_open(state: State, private: PrivateId) -> bool:
    """True if a private is not closed."""
    return state.privates[private] != NOBODY


def privates_of(state: State, owner: OwnerId) -> list[PrivateId]:
    """Privates of an owner."""
    return [private for private, holder in enumerate(state.privates) if holder == owner]


def give_private(state: State, private: PrivateId, owner: OwnerId) -> None:
    """Give a private to an owner; NOBODY closes it."""
    state.privates = with_value(state.privates, private, owner)
