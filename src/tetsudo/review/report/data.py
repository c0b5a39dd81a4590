"""Review as plain data, for JSON. Ids are written as in records; anything that does not exist is None."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from tetsudo.core.units import NOBODY
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.review.findings.kinds import Finding, RunBelowBest
from tetsudo.review.report.sentences import labels_of, sentence
from tetsudo.review.review import Review

ID_FIELDS: Final = {
    "player": "player",
    "company": "company",
    "private": "private",
    "share": "company",
    "train": "train",
    "earlier_train": "train",
    "routes": "routes",
    "best_routes": "routes",
}
"""Fields of findings that are ids, with the field of records that they are written as."""


def review_data(game: Game, review: Review) -> dict[str, Any]:
    """Review of a game with its title, its players, how it ended and the final worths."""
    setup, labels = game.setup, labels_of(game)
    return {
        "title": setup.title,
        "scenario": setup.scenario or None,
        "variants": list(setup.variants),
        "players": list(game.names),
        "actions": game.length,
        "end": game.end_reason,
        "result": game.result(),
        "findings": [finding_data(finding, labels) for finding in review.findings],
    }


def finding_data(finding: Finding, labels: Labels) -> dict[str, Any]:
    """Kind, sentence and values of a finding."""
    values = {each.name: _value(each.name, getattr(finding, each.name), labels) for each in fields(finding)}
    lost = {"lost": finding.lost} if isinstance(finding, RunBelowBest) else {}
    return {"kind": finding.kind, "sentence": sentence(finding, labels), **values, **lost}


def _value(name: str, value: Any, labels: Labels) -> Any:
    """Value of a field as written in JSON."""
    if value in (NOBODY, ""):
        return None
    return labels.vocabulary.word(ID_FIELDS[name], value) if name in ID_FIELDS else value
