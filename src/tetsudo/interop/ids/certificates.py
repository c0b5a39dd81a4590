"""Where each share certificate is, by that program's ids: `KO_0` is the president's, `KO_3` an ordinary one.

Our positions count certificates; their files name them. A purchase in a raw file says only
`KO_3`, and where that one is says whether it came from the offering or the market. So this
keeps what our counts leave open: which certificate lies where, in the order in which that
program picks them up.
"""

from __future__ import annotations

from typing import Final

from tetsudo.core.units import CompanyId, PlaceId, PlayerId
from tetsudo.engine.state.ownership import ipo_of, market_of
from tetsudo.game.game import Game

PRESIDENT: Final = 0
"""The number of the president's certificate."""


class Certificates:
    """By company and place, the numbers of the certificates there, the first to leave first."""

    def __init__(self, game: Game) -> None:
        self.ipo, self.market = ipo_of(game.state), market_of(game.state)
        self.weights = game.ruleset.president_shares
        self.at: list[dict[PlaceId, list[int]]] = []
        for company in game.setup.companies:
            places: dict[PlaceId, list[int]] = {place: [] for place in range(self.market + 1)}
            places[self.ipo] = list(range(company.ordinary + 1))
            self.at.append(places)

    def place_of(self, company: CompanyId, number: int) -> PlaceId | None:
        """Where a certificate is; None if there is none of that number."""
        return next((place for place, numbers in self.at[company].items() if number in numbers), None)

    def ordinary_shares(self, company: CompanyId, place: PlaceId) -> list[int]:
        """The ordinary certificates at a place, the first to leave first."""
        return [number for number in self.at[company][place] if number != PRESIDENT]

    def block(self, company: CompanyId, player: PlayerId, count: int) -> list[int]:
        """The certificates that a sale of `count` shares names: ordinary ones first, then the president's."""
        ordinary = self.ordinary_shares(company, player)
        return ordinary[:count] if count <= len(ordinary) else [*ordinary, PRESIDENT]

    def move(self, company: CompanyId, number: int, target: PlaceId) -> None:
        """Move one certificate."""
        for numbers in self.at[company].values():
            if number in numbers:
                numbers.remove(number)
        self.at[company][target].append(number)

    def sold(self, company: CompanyId, player: PlayerId, numbers: list[int], count: int, president: PlayerId) -> None:
        """A block was sold. `president`: who is it now."""
        for number in numbers:
            self.move(company, number, self.market)
        split = sum(self.weights[company] if number == PRESIDENT else 1 for number in numbers) - count
        if PRESIDENT in numbers or president != player:
            self.follow(company, player, president)
        for _ in range(split):
            self.move(company, self.at[company][self.market][0], player)

    def follow(self, company: CompanyId, old: PlayerId, new: PlayerId) -> None:
        """The president's certificate goes to the new president, who gives as many ordinary ones."""
        if PRESIDENT in self.at[company][new] or old == new:
            return
        weight = self.weights[company]
        keeps = PRESIDENT in self.at[company][old]
        target = old if keeps else self.market
        for number in self.at[company][new][:weight]:
            self.move(company, number, target)
        self.move(company, PRESIDENT, new)
