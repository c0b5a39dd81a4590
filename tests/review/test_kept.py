"""Kept results of searches: they count only as long as the same plans are compared, by the same bots."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from tests.review.planted import Players
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table
from tetsudo.review.moments import Search, kept

DIGESTS = {3: "0cf336de69d57fff"}
"""Digest of the plans compared and of some results, by the format that kept results of such plans have."""


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of *simple* bots, which play as they always did."""
    return Players("simple", 1).play(Table("1889", 3).game(seed=3), 3)


def test_results_of_other_plans_have_another_format(played: Game) -> None:
    """Results are kept by the numbers of plans. If this fails, bots choose otherwise: raise `FORMAT`."""
    search = Search(played, 600)
    plans = [(each.move, each.plans) for each in search.decisions.values()]
    results = kept.go_on(search, {}, 40)
    digest = blake2b(repr((plans, results)).encode(), digest_size=8).hexdigest()
    assert digest == DIGESTS[kept.FORMAT], "kept results have other plans now: raise FORMAT, and say its digest here"


def test_kept_results_of_another_format_are_not_used(monkeypatch: pytest.MonkeyPatch, played: Game) -> None:
    packed, named = kept.pack({"screen-1": [[(0.5, 0.25, 0.25)]]}), kept.name_of(record.write(played), 600)
    assert list(kept.unpack(packed)) == ["screen-1"]
    monkeypatch.setattr(kept, "FORMAT", kept.FORMAT + 1)
    assert kept.unpack(packed) == {}
    assert kept.name_of(record.write(played), 600) != named
