"""Aids for the table: reference cards, the track of rounds and phases, order cards, and the contents page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY
from tetsudo.draw.style.theme import LIGHT, ink_on
from tetsudo.draw.text.rows import ROUNDS, UNLIMITED
from tetsudo.engine.model.title import Setup
from tetsudo.lab.printing.charters import CHARTER, sheet_bleed
from tetsudo.lab.printing.paper import CARDS, Sizes
from tetsudo.lab.printing.pieces import Piece
from tetsudo.language.company_notes import floating_text, lays, train_limits
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import sentences
from tetsudo.language.train_notes import train_notes
from tetsudo.titles.loader import changed_options, title_info
from tetsudo.titles.loader import setup as setup_of


def aids(setup: Setup, sizes: Sizes) -> list[Piece]:
    """A reference card for each player, the start, the title's own powers, rounds and phases, order cards."""
    labels = Labels(setup, ())
    powers = sentences(setup, setup)
    special = {"words": labels.say("Special rules"), "title": setup.name, "notes": powers}
    return [
        _large("trains and phases", setup.players, "reference", _trains_and_phases(setup, labels), sizes),
        _large("start", 1, "start", _start(setup, labels), sizes),
        *[_large("special rules", 1, "notes", special, sizes)] * bool(powers),
        _large("rounds", 1, "rounds", _rounds(setup, labels, sizes), sizes),
        *_order_cards(setup, labels, sizes),
    ]


def _large(name: str, count: int, template: str, content: dict[str, Any], sizes: Sizes) -> Piece:
    return Piece("aids", name, count, *CHARTER, template, content, bleed=sheet_bleed(sizes))


def _order_cards(setup: Setup, labels: Labels, sizes: Sizes) -> Iterator[Piece]:
    """Cards to draw the seats from, and the priority deal."""
    for seat in range(1, setup.players + 1):
        yield _order_card(f"order {seat}", str(seat), labels.say("Player order"), "#3d6b73", setup, sizes)
    yield _order_card("priority deal", "", labels.say("Priority deal"), "#d99a3d", setup, sizes)


def _order_card(name: str, number: str, words: str, fill: str, setup: Setup, sizes: Sizes) -> Piece:
    content = {"number": number, "words": words, "fill": fill, "ink": ink_on(fill), "title": setup.name}
    return Piece("aids", name, 1, *CARDS[sizes.card], "order", content, bleed=sizes.bleed, back=setup.name)


def _trains_and_phases(setup: Setup, labels: Labels) -> dict[str, Any]:
    say = labels.say
    begins = {phase.trigger: phase.name for phase in setup.phases}
    has_lays = any(lays(phase, setup) for phase in setup.phases)
    return {
        "title": setup.name,
        "words": say("Trains and phases"),
        "trains": [
            [say("Train"), say("Number"), say("Price"), say("Rusts with"), say("Phase")],
            *(
                [
                    train.name,
                    UNLIMITED if train.count < 0 else str(train.count),
                    labels.money(train.price),
                    "" if train.rusted_by == NOBODY else setup.trains[train.rusted_by].name,
                    begins.get(train.id, ""),
                ]
                for train in setup.trains
            ),
        ],
        "phases": [
            [say("Phase"), say("Train limit"), say("Tiles"), say("Rounds"), *[say("Tile lays")] * has_lays],
            *(
                [
                    phase.name,
                    train_limits(phase, setup),
                    "",
                    str(phase.operating_rounds),
                    *[lays(phase, setup) or "1"] * has_lays,
                ]
                for phase in setup.phases
            ),
        ],
        "colours": [[LIGHT.faces[colour] for colour in range(1, phase.colour + 1)] for phase in setup.phases],
        "notes": train_notes(setup),
        "steps": say("Turn: {steps}").format(
            steps=" → ".join(labels.word("step", step) for step in setup.settings.steps)
        ),
    }


def _start(setup: Setup, labels: Labels) -> dict[str, Any]:
    say, rules = labels.say, setup.settings
    return {
        "title": setup.name,
        "words": say("Start"),
        "players": [
            [say("Players"), say("Cash"), say("Certificate limit"), say("Privates")],
            *(
                [
                    str(each.players),
                    labels.money(each.settings.starting_cash),
                    str(each.settings.certificate_limit),
                    " ".join(_lots(each)),
                ]
                for each in _setups(setup)
            ),
        ],
        "facts": [
            [say("Bank"), labels.money(rules.bank)],
            [say("Floats at"), floating_text(setup)],
            [say("Holding limit"), f"{rules.hold_limit} %"],
            [say("Market limit"), f"{rules.market_limit} %"],
        ],
    }


def _lots(setup: Setup) -> Iterator[str]:
    """Marks of the lots in the opening auction, or of the privates that are dealt."""
    for lot in setup.lots:
        yield setup.privates[lot.private].mark if lot.company == NOBODY else lot.symbol
    if not setup.lots:
        yield from (private.mark for private in setup.privates)


def _setups(setup: Setup) -> list[Setup]:
    """Setups of the same choices for each number of players for which they are allowed."""
    rules = changed_options(setup)
    found = []
    for players in title_info(setup.title).seats(setup.scenario):
        try:
            found.append(setup_of(setup.title, players, setup.variants, rules, scenario=setup.scenario or None))
        except BadInput:  # a house rule that only some numbers of players allow
            continue
    return found or [setup]


def _rounds(setup: Setup, labels: Labels, sizes: Sizes) -> dict[str, Any]:
    """Places for a marker: the rounds of a turn, and the phases in their colours."""
    stock, operating = labels.say(ROUNDS[1]), labels.say(ROUNDS[2])
    most = max(phase.operating_rounds for phase in setup.phases)
    return {
        "title": setup.name,
        "words": labels.say("Rounds and phases"),
        "token": sizes.token,
        "rounds": [stock, *(f"{operating} {number}" for number in range(1, most + 1))],
        "phase_words": labels.say("Phase"),
        "phases": [
            {
                "name": phase.name,
                "fill": LIGHT.faces[phase.colour],
                "ink": LIGHT.inks[phase.colour],
                "rounds": phase.operating_rounds,
            }
            for phase in setup.phases
        ],
    }


# Contents page


def contents_page(setup: Setup, sizes: Sizes, lines: Sequence[tuple[str, str, str]], choices: Iterable[str]) -> Piece:
    """First page: what is on which page, how to print it, and a ruler to check the scale.

    `lines`: name of a kind, number of its pieces, its pages.
    """
    labels = Labels(setup, ())
    say = labels.say
    width, height = sizes.area(landscape=False)
    content = {
        "title": setup.name,
        "choices": [choice for choice in choices if choice],
        "lines": [["", say("Pieces"), say("On pages")], *(list(line) for line in lines)],
        "ruler": say("Print at 100 %, not fitted to the page: this line is 100 mm long."),
        "advice": [
            say("A hex is {hex} mm from side to side, a token {token} mm.").format(
                hex=f"{sizes.hex:g}", token=f"{sizes.token:g}"
            ),
            say("Cut along the ticks at the corners of each piece; the colour beyond them is bleed."),
            say(
                "Map and market: cut one of two neighbouring pages along the dotted line, lay it on the other so that "
                "the rings with crosses meet, and glue."
            ),
            say("Glue tiles and tokens to cardboard before you cut them, shares and trains to thin card."),
        ],
    }
    return Piece("contents", "contents", 1, width, height, "contents", content, shape="page")
