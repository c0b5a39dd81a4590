"""The review as sentences, JSON and a page."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from tetsudo.cli.commands import app
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.lab.random_play import play_random
from tetsudo.lab.table_spec import Table
from tetsudo.review import KINDS, review
from tetsudo.review.report.data import review_data
from tetsudo.review.report.sentences import HEADINGS, labels_of, sentence

runner = CliRunner()


@pytest.fixture(scope="module")
def game() -> Game:
    game = Table("1889", 3).game(seed=2)
    play_random(game, Random(2))
    return game


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(record.write(game).to_json())
    return path


def test_every_kind_has_a_heading() -> None:
    assert HEADINGS.keys() == KINDS.keys()


def test_a_record_has_the_same_review_as_its_game(game: Game) -> None:
    found = review(game)
    assert found.findings
    assert review(game.record()) == found


def test_a_game_that_keeps_no_positions_too(game: Game) -> None:
    bare = Table("1889", 3).game(seed=2, keep_positions=False)
    for action in game.actions:
        bare.follow(action)
    assert review(bare) == review(game)


def test_every_sentence_is_whole(game: Game) -> None:
    for finding in review(game).findings:
        said = sentence(finding, labels_of(game))
        assert said.endswith(".")
        assert "{" not in said


def test_json_names_players_and_companies(game: Game) -> None:
    data = json.loads(json.dumps(review_data(game, review(game))))
    assert data["result"] == game.result()
    for finding in data["findings"]:
        assert finding["player"] in game.names
        assert finding["company"] in (None, *game.companies)
        assert finding["move"] is None or 0 <= finding["move"] < game.length


def test_the_command_prints_and_writes(file: Path, tmp_path: Path, game: Game) -> None:
    page = tmp_path / "review.html"
    assert all(name in runner.invoke(app, ["review", str(file)]).output for name in game.names)
    assert str(page) in runner.invoke(app, ["review", str(file), "--html", str(page)]).output.replace("\n", "")
    written = page.read_text("utf-8")
    assert written.startswith("<!doctype html>")
    assert "<script" not in written
    data = json.loads(runner.invoke(app, ["review", str(file), "--json"]).output)
    assert len(data["findings"]) == len(review(game).findings)
