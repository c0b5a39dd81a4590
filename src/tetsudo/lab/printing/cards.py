"""Cards: shares, trains, privates and bank notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tetsudo.core.units import NOBODY, Money, TrainId
from tetsudo.draw.style.theme import LIGHT, ink_on
from tetsudo.engine.model.title import MINOR, Company, Private, Setup, TrainKind
from tetsudo.lab.printing.paper import CARDS, Sizes
from tetsudo.lab.printing.pieces import Piece
from tetsudo.lab.printing.tiles import token_picture
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import sentences
from tetsudo.language.private_notes import private_notes, sale_text
from tetsudo.language.train_notes import one_of

NOTES: Final = {
    1: ("#8d8f92", 0),
    5: ("#c0605a", 2),
    10: ("#3f8f6b", 3),
    20: ("#c98a2b", 5),
    50: ("#4a7fb5", 10),
    100: ("#7b5aa6", 30),
    500: ("#b5507f", 25),
    1000: ("#2f3b52", 25),
}
"""Colour of bank notes by value, and the part of the bank in them, in percent."""
SMALLEST_NOTES: Final = 20
"""Number of notes of 1, for halves of revenue and bids."""


def certificates(setup: Setup, sizes: Sizes) -> list[Piece]:
    """Certificates of every company: its president's, and the ordinary ones as one piece with copies."""
    return [piece for company in setup.companies for piece in _certificates(company, setup, sizes)]


def _certificates(company: Company, setup: Setup, sizes: Sizes) -> Iterator[Piece]:
    labels = Labels(setup, ())
    if company.kind == MINOR:
        yield _certificate(company, setup, sizes, "minor", 1, labels.money(company.price), labels.say("Minor"))
        return
    shares = company.president_shares
    percent, words = f"{shares * company.share}%", labels.say("President's certificate")
    yield _certificate(company, setup, sizes, "president", 1, percent, words)
    if company.ordinary:
        yield _certificate(
            company, setup, sizes, "share", company.ordinary, f"{company.share}%", labels.say("Ordinary share")
        )


def _certificate(company: Company, setup: Setup, sizes: Sizes, part: str, count: int, amount: str, words: str) -> Piece:
    content = {
        **company_look(company),
        "amount": amount,
        "words": words,
        "marked": part != "share",
        "name": company.name,
        "native": company.native,
        "title": setup.name,
    }
    return _card(setup, sizes, sizes.card, "certificates", f"{company.symbol} {part}", count, "certificate", content)


def company_look(company: Company) -> dict[str, Any]:
    """Mark and colours of a company."""
    return {
        "mark": token_picture(company.symbol, company.colour),
        "symbol": company.symbol,
        "colour": company.colour,
        "ink": ink_on(company.colour),
    }


def _card(
    setup: Setup, sizes: Sizes, size: str, kind: str, name: str, count: int, template: str, content: dict[str, Any]
) -> Piece:
    width, height = CARDS[size]
    return Piece(kind, name, count, width, height, template, content, bleed=sizes.bleed, back=setup.name)


# Trains


def trains(setup: Setup, sizes: Sizes) -> list[Piece]:
    """Trains of the depot; of unlimited ones as many as the option `top_trains` says."""
    return [
        _card(setup, sizes, sizes.card, "trains", train.name, train_count(train, setup), "train", _train(train, setup))
        for train in setup.trains
    ]


def train_count(train: TrainKind, setup: Setup) -> int:
    """Number of cards of a kind of train."""
    return train.count if train.count >= 0 else setup.settings.top_trains


def _train(train: TrainKind, setup: Setup) -> dict[str, Any]:
    labels = Labels(setup, ())
    colour = _colours_of_trains(setup)[train.id]
    return {
        "name": train.name,
        "price": labels.money(train.price),
        "fill": LIGHT.faces[colour],
        "ink": LIGHT.inks[colour],
        "notes": list(_train_notes(train, setup, labels)),
        "title": setup.name,
    }


def _train_notes(train: TrainKind, setup: Setup, labels: Labels) -> Iterator[str]:
    phase = next((phase for phase in setup.phases if phase.trigger == train.id), None)
    if phase is not None:
        yield labels.say("Starts phase {phase}").format(phase=phase.name)
    if train.rusted_by != NOBODY:
        yield labels.say("Rusts with the first {train}").format(train=labels.label("train", train.rusted_by))
    if train.trade_ins:
        text = labels.say("{price} if a {trains} is traded in")
        yield text.format(price=labels.money(train.trade_in_price), trains=one_of(setup, train.trade_ins))


def _colours_of_trains(setup: Setup) -> dict[TrainId, int]:
    """Newest colour of tiles when each kind of train is first sold."""
    colours, now = {}, setup.phases[0].colour
    for train in setup.trains:
        now = next((phase.colour for phase in setup.phases if phase.trigger == train.id), now)
        colours[train.id] = now
    return colours


# Privates


def privates(setup: Setup, sizes: Sizes) -> list[Piece]:
    """Certificates of the privates."""
    return [
        _card(setup, sizes, sizes.private, "privates", private.symbol, 1, "private", _private(private, setup))
        for private in setup.privates
    ]


def _private(private: Private, setup: Setup) -> dict[str, Any]:
    labels, sale = Labels(setup, ()), sale_text(private, setup)
    notes = private_notes(private, setup)
    if sale:
        notes.append(labels.say("A company may buy it: {price}").format(price=sale))
    return {
        "mark": private.mark,
        "name": private.name,
        "native": private.native,
        "facts": [
            [labels.say("Price"), labels.money(private.price)] if private.price else [],
            [labels.say("Revenue"), labels.money(private.income)],
        ],
        "powers": sentences(private, setup) or [labels.say("It has no special power.")],
        "notes": notes,
        "title": setup.name,
    }


# Bank notes


def bank_notes(setup: Setup, sizes: Sizes) -> list[Piece]:
    """Bank notes worth at least the bank, most of it in large ones."""
    labels = Labels(setup, ())
    return [
        _card(
            setup,
            sizes,
            sizes.card,
            "money",
            str(value),
            count,
            "note",
            {"amount": labels.money(value), "colour": colour, "title": setup.name},
        )
        for value, (colour, _part) in NOTES.items()
        if (count := note_count(setup.settings.bank, value))
    ]


def note_count(bank: Money, value: Money) -> int:
    """Number of bank notes of a value."""
    return max(SMALLEST_NOTES if value == 1 else 0, -(-bank * NOTES[value][1] // (100 * value)))
