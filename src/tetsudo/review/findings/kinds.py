"""Kinds of findings: frozen data with the player, the company, the move, amounts, a clause and a sentence.

A move is its index in the record: `tetsudo show FILE --at MOVE` shows the position before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from tetsudo.core.actions import Route
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId, PrivateId, TrainId
from tetsudo.engine.model.templates import Phrase, Value


@dataclass(frozen=True, slots=True)
class Finding:
    """Fact about a game.

    `player`: the player who decided, as the president or for themself. `company`: NOBODY if none is concerned. `move`:
    index of the move, or NOBODY for the start of the game. `clause`: clause of the title's rules behind it, or "".
    """

    kind: ClassVar[str] = ""
    player: PlayerId
    company: CompanyId
    move: int
    clause: str

    @property
    def phrase(self) -> Phrase:
        """Sentence of the finding."""
        raise NotImplementedError

    def values(self) -> dict[str, Value]:
        """Values for the gaps of the sentence that every finding has."""
        return {"player": Value("player", self.player), "company": Value("company", self.company)}


def money(amount: Money) -> Value:
    """Amount of money in a sentence."""
    return Value("money", amount)


def number(count: int) -> Value:
    """Number in a sentence."""
    return Value("number", count)


@dataclass(frozen=True, slots=True)
class RunBelowBest(Finding):
    """Run that brought less than the best run of the same trains on the same map.

    `revenue`: revenue of its routes; `subsidy`: what they brought the treasury beyond it. `best`: revenue of the best
    run, proved. `routes` and `best_routes` are in the engine's form, for drawings, with their amounts.
    """

    kind: ClassVar[str] = "run_below_best"
    revenue: Money
    subsidy: Money
    best: Money
    routes: tuple[Route, ...]
    earned: tuple[Money, ...]
    best_routes: tuple[Route, ...]
    best_earned: tuple[Money, ...]

    @property
    def lost(self) -> Money:
        """Amount by which the run, subsidy included, stays below the best revenue."""
        return self.best - self.revenue - self.subsidy

    @property
    def phrase(self) -> Phrase:
        amounts = {"revenue": money(self.revenue), "best": money(self.best), "lost": money(self.lost)}
        if self.subsidy:
            return Phrase(
                "{company} ran for {revenue} and a subsidy of {subsidy}. The best run was {best}, {lost} more.",
                **self.values(),
                **amounts,
                subsidy=money(self.subsidy),
            )
        return Phrase("{company} ran for {revenue}. The best run was {best}, {lost} more.", **self.values(), **amounts)


@dataclass(frozen=True, slots=True)
class IdleMoney(Finding):
    """Money that a player or a company held to the end, though a legal purchase would have paid off.

    `amount`: cash right after the last payment, which is the lowest since. `chances`: number of passes or turns in
    which such a purchase was possible; `move`: the one that would have brought most. A player's cash: `share` is the
    company of the share, and `brought` its dividends until the end plus its final price, more than `price`. A
    treasury: `train` is the train, and `brought` what it would have added to the company's best runs.
    """

    kind: ClassVar[str] = "idle_money"
    amount: Money
    chances: int
    share: CompanyId
    train: TrainId
    price: Money
    brought: Money

    @property
    def phrase(self) -> Phrase:
        amounts = {"amount": money(self.amount), "price": money(self.price), "brought": money(self.brought)}
        if self.company == NOBODY:
            return Phrase(
                "{player} held {amount} to the end and passed on a share of {share} for {price}. Its dividends and"
                " final price were {brought}.",
                **self.values(),
                share=Value("company", self.share),
                **amounts,
            )
        return Phrase(
            "{company} held {amount} to the end. Another {train} for {price} would have added {brought} to its runs.",
            **self.values(),
            train=Value("train", self.train),
            **amounts,
        )


@dataclass(frozen=True, slots=True)
class UnusedCertificate(Finding):
    """Last pass of a player in a stock round, below the certificate limit, with a share that they could buy.

    `held` of `limit` certificates; `company`: company of the cheapest such share, at `price`; `cash` of the player.
    """

    kind: ClassVar[str] = "unused_certificate"
    round: int
    held: int
    limit: int
    cash: Money
    price: Money

    @property
    def phrase(self) -> Phrase:
        return Phrase(
            "{player} passed at the end of stock round {round} with {held} of {limit} certificates and {cash}. A share"
            " of {company} cost {price}.",
            **self.values(),
            round=number(self.round),
            held=number(self.held),
            limit=number(self.limit),
            cash=money(self.cash),
            price=money(self.price),
        )


@dataclass(frozen=True, slots=True)
class TrainRustedUnpaid(Finding):
    """Trains of one kind that rusted before they earned their price.

    `count`: number that rusted. `price`: everything the company paid for trains of that kind. `earned`: everything
    their own routes earned it, subsidies and sales and trade-ins of such trains included.
    """

    kind: ClassVar[str] = "train_rusted_unpaid"
    train: TrainId
    count: int
    price: Money
    earned: Money

    @property
    def phrase(self) -> Phrase:
        told = {"train": Value("train", self.train), "price": money(self.price), "earned": money(self.earned)}
        if self.count == 1:
            return Phrase(
                "A {train} of {company} rusted after earning {earned}. The company paid {price} for this kind of"
                " train.",
                **self.values(),
                **told,
            )
        return Phrase(
            "{count} × {train} of {company} rusted after earning {earned}. The company paid {price} for this kind of"
            " train.",
            **self.values(),
            **told,
            count=number(self.count),
        )


@dataclass(frozen=True, slots=True)
class UselessWithholding(Finding):
    """Money withheld that bought nothing until the company paid out again, or to its end.

    `amount`: all that was withheld, in `runs` decisions one after another. `spent`: what the company paid meanwhile.
    `treasury`: what it had without the withheld money; it covers `spent`. `until`: move that ended the period.
    """

    kind: ClassVar[str] = "useless_withholding"
    amount: Money
    runs: int
    spent: Money
    treasury: Money
    until: int

    @property
    def phrase(self) -> Phrase:
        told = {**self.values(), "amount": money(self.amount)}
        if not self.spent:
            return Phrase(
                "{company} withheld {amount} and paid for nothing until it next paid a dividend, closed, or the game"
                " ended.",
                **told,
            )
        return Phrase(
            "{company} withheld {amount}. All it paid until it next paid a dividend, closed, or the game ended was"
            " {spent}, and it had {treasury} without the withheld money.",
            **told,
            spent=money(self.spent),
            treasury=money(self.treasury),
        )


@dataclass(frozen=True, slots=True)
class CheaperTrainEarlier(Finding):
    """Forced purchase that the president helped to pay, though the company alone could pay a turn earlier.

    `paid`: the president's part of `price`, for `train`. `earlier_train` was on sale at `earlier_price` in the
    company's turn before, at move `earlier`, when its treasury was `treasury`; such trains had not rusted by this
    purchase.
    """

    kind: ClassVar[str] = "cheaper_train_earlier"
    train: TrainId
    price: Money
    paid: Money
    earlier: int
    earlier_train: TrainId
    earlier_price: Money
    treasury: Money

    @property
    def phrase(self) -> Phrase:
        return Phrase(
            "{player} paid {paid} of a {train} for {company}. A turn earlier, {company} could buy a {earlier_train} for"
            " {earlier_price} from its own {treasury}.",
            **self.values(),
            paid=money(self.paid),
            train=Value("train", self.train),
            earlier_train=Value("train", self.earlier_train),
            earlier_price=money(self.earlier_price),
            treasury=money(self.treasury),
        )


@dataclass(frozen=True, slots=True)
class PrivateNotSold(Finding):
    """Private that closed in a player's hands, though a company of that player could have bought it.

    `price`: highest legal price, in a turn of `company` at move `earlier`. `move`: the move that closed it.
    """

    kind: ClassVar[str] = "private_not_sold"
    private: PrivateId
    price: Money
    earlier: int

    @property
    def phrase(self) -> Phrase:
        return Phrase(
            "{player}'s {private} closed. {company}, of which {player} was president, could have bought it for"
            " {price}.",
            **self.values(),
            private=Value("private", self.private),
            price=money(self.price),
        )


@dataclass(frozen=True, slots=True)
class UnusedTokens(Finding):
    """Tokens that a company still had at the end.

    `count`: tokens left, the homes not counted. `price` of the next one. `chances`: turns in which its president passed
    while a token could be placed. `move`: the last of them, or NOBODY.
    """

    kind: ClassVar[str] = "unused_tokens"
    count: int
    price: Money
    chances: int

    @property
    def phrase(self) -> Phrase:
        told = {**self.values(), "count": number(self.count), "price": money(self.price)}
        if not self.chances:
            return Phrase("Tokens of {company} left at the end: {count}, the next for {price}.", **told)
        return Phrase(
            "Tokens of {company} left at the end: {count}, the next for {price}. Turns in which it could place one and"
            " passed: {chances}.",
            **told,
            chances=number(self.chances),
        )


KINDS: Final[dict[str, type[Finding]]] = {
    kind.kind: kind
    for kind in (
        RunBelowBest,
        IdleMoney,
        UnusedCertificate,
        TrainRustedUnpaid,
        UselessWithholding,
        CheaperTrainEarlier,
        PrivateNotSold,
        UnusedTokens,
    )
}
"""Every kind of finding by its word."""
