"""Pages are the same in every process, whose sets of names have another order: two servers show one site."""

from __future__ import annotations

import json
import re
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser.moments import MOMENTS
from tests.server import Server
from tests.web.filling import TableSpec, fill
from tests.web.visitor import Visitor
from tetsudo.core.actions import Route
from tetsudo.game.game import Game
from tetsudo.web.play.scene.scene import digest

PAGES: Final = (
    *("/t/{key}/", "/t/{key}/ledger/", "/t/{key}/end/", "/t/{key}/?at=20", "/titles/1889/", "/titles/1890/"),
    *("/api/v1/tables/{key}", "/api/v1/tables/{key}/position", "/api/v1/tables/{key}/actions", "/"),
)
OWN: Final = "|".join(
    (
        r"(localhost|127\.0\.0\.1):\d+",
        r'nonce-[^;" ]+|nonce="[^"]*"',
        r'csrf[^>]*value="[^"]*"|"X-CSRFToken": "[^"]*"',
        r"\d+(\.\d+)? ?m?s\b",
    )
)
"""Parts that each answer has anew."""


def record_of(game: Game) -> Any:
    return json.loads(game.record().to_json())


def pages(database: Path, keys: list[str], seed: int) -> dict[str, str]:
    """All pages of a server whose names are hashed with a seed."""
    with Server.start(database, environment={"PYTHONHASHSEED": str(seed)}) as server:
        visitor = Visitor(server.address)
        found = {path.format(key=key) for path in PAGES for key in keys}
        answers = {path: visitor.get(path) for path in sorted(found)}
    return {f"{path} {answer.status}": re.sub(OWN, "", answer.text) for path, answer in answers.items()}


def differences(one: str, other: str) -> list[str]:
    """The first lines that differ."""
    lines = list(unified_diff(one.splitlines(), other.splitlines(), n=0, lineterm=""))
    return [line[:200] for line in lines[3:9]]


def test_equal_runs_have_the_same_digest_and_no_address_counts() -> None:
    """The map's version with a run that is arranged: it is shown again only if it differs."""
    first, again = ([(route.train, route.hexes)] for route in (Route(1, (2, 3)), Route(1, (2, 3))))
    assert digest(5, first, (40,)) == digest(5, again, (40,)) != digest(5, [(1, (2, 4))], (40,))
    with pytest.raises(TypeError):
        digest(object())
    assert repr(Route(1, (2, 3))) == "Route(train=1, hexes=(2, 3))"


@pytest.mark.long
def test_pages_do_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    wanted = [TableSpec(people=["Ann"], record=record_of(make())) for make in MOMENTS.values()]
    filled = fill(tmp_path / "site.db", *wanted)
    first, *others = (pages(tmp_path / "site.db", filled.tables, seed) for seed in (1, 2, 3))
    assert sum(" 200" in each for each in first) > len(filled.tables) * 4
    for other in others:
        assert first.keys() == other.keys()
        assert {name: differences(text, other[name]) for name, text in first.items() if text != other[name]} == {}
