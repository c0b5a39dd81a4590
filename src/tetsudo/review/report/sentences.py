"""Headings and sentences of findings, in the language of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tetsudo.engine.model.templates import Phrase
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import phrase_text
from tetsudo.review.findings.kinds import Finding

HEADINGS: Final[Mapping[str, Phrase]] = {
    "run_below_best": Phrase("Runs below the best one"),
    "idle_money": Phrase("Money idle at the end"),
    "unused_certificate": Phrase("Certificates unused"),
    "train_rusted_unpaid": Phrase("Trains that rusted before they paid"),
    "useless_withholding": Phrase("Withholding that bought nothing"),
    "cheaper_train_earlier": Phrase("Forced purchases that were cheaper a turn earlier"),
    "private_not_sold": Phrase("Privates not sold before they closed"),
    "unused_tokens": Phrase("Tokens never used"),
}
"""Heading of each kind of finding."""


def labels_of(game: Game) -> Labels:
    """Labels for the sentences about a game."""
    return Labels(game.setup, game.names)


def heading(kind: str, labels: Labels) -> str:
    """Heading of a kind of finding."""
    return phrase_text(HEADINGS[kind], labels)


def sentence(finding: Finding, labels: Labels) -> str:
    """Sentence of a finding."""
    return phrase_text(finding.phrase, labels)
