"""Places of share certificates, by 18xx.games ids: `KO_0` is the president's certificate, `KO_3` an ordinary one.

Tetsudo positions count certificates; 18xx.games files name them. A purchase in a raw file only says `KO_3`, and the
place of that certificate decides between the IPO and the market. So this tracks the place of each certificate, in the
order in which 18xx.games takes them.
"""

from __future__ import annotations

from typing import Final

from tetsudo.core.units import CompanyId, PlaceId, PlayerId
from tetsudo.engine.state.ownership import ipo_of, market_of
from tetsudo.game.game import Game

PRESIDENT: Final = 0
"""Number of the president's certificate."""


class Certificates:
    """Numbers of the certificates by company and place, the first to leave first."""

    def __init__(self, game: Game) -> None:
        self.ipo, self.market = ipo_of(game.state), market_of(game.state)
        self.weights = game.ruleset.president_shares
        self.at: list[dict[PlaceId, list[int]]] = []
        for company in game.setup.companies:
            places: dict[PlaceId, list[int]] = {place: [] for place in range(self.market + 1)}
            places[self.ipo] = list(range(company.ordinary + 1))
            self.at.append(places)

    def place_of(self, company: CompanyId, number: int) -> PlaceId | None:
        """Place of a certificate; None if the number is unknown."""
        return next((place for place, numbers in self.at[company].items() if number in numbers), None)

    def ordinary_shares(self, company: CompanyId, place: PlaceId) -> list[int]:
        """Ordinary certificates at a place, the first to leave first."""
        return [number for number in self.at[company][place] if number != PRESIDENT]

    def block(self, company: CompanyId, player: PlayerId, count: int) -> list[int]:
        """Certificates that a sale of `count` shares names: ordinary ones first, then the president's."""
        ordinary = self.ordinary_shares(company, player)
        return ordinary[:count] if count <= len(ordinary) else [*ordinary, PRESIDENT]

    def move(self, company: CompanyId, number: int, target: PlaceId) -> None:
        """Move one certificate."""
        for numbers in self.at[company].values():
            if number in numbers:
                numbers.remove(number)
        self.at[company][target].append(number)

    def sell(self, company: CompanyId, player: PlayerId, numbers: list[int], count: int, president: PlayerId) -> None:
        """Record the sale of a block. `president`: the president after the sale."""
        for number in numbers:
            self.move(company, number, self.market)
        split = sum(self.weights[company] if number == PRESIDENT else 1 for number in numbers) - count
        if PRESIDENT in numbers or president != player:
            self.transfer_presidency(company, player, president)
        for _ in range(split):
            self.move(company, self.at[company][self.market][0], player)

    def transfer_presidency(self, company: CompanyId, old: PlayerId, new: PlayerId) -> None:
        """Move the president's certificate to the new president, in exchange for as many ordinary shares."""
        if PRESIDENT in self.at[company][new] or old == new:
            return
        weight = self.weights[company]
        keeps = PRESIDENT in self.at[company][old]
        target = old if keeps else self.market
        for number in self.at[company][new][:weight]:
            self.move(company, number, target)
        self.move(company, PRESIDENT, new)
