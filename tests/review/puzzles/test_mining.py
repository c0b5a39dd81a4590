"""Mining: the same arguments give the same bytes, exact counts, and game files as a source."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.cli.test_commands import run
from tetsudo.game import position, record
from tetsudo.lab.random_play import play_random
from tetsudo.lab.table_spec import Table
from tetsudo.review.puzzles import KINDS, check, shelf
from tetsudo.review.puzzles.mining import LEAST, Basket, mine

COUNT = 5


def test_the_same_seed_gives_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, other = (tmp_path / f"{name}.json.gz" for name in ("first", "second", "other"))
    for file, seed in ((first, 1), (second, 1), (other, 2)):
        code, _out, err = run(
            monkeypatch, capsys, "puzzles", "mine", "1889", "--count", str(COUNT), "--seed", str(seed), "--out", file
        )
        assert (code, f"{COUNT} puzzles" in err) == (0, True)
    assert first.read_bytes() == second.read_bytes() != other.read_bytes()
    found = shelf.read(first)
    assert len(found) == COUNT
    assert all(map(check, found))


@pytest.mark.long
@pytest.mark.parametrize(("title", "count"), [("1889", 300), ("1888", 100), ("1888n", 100), ("1890", 100)])
def test_the_shipped_files_are_made_again(title: str, count: int) -> None:
    assert shelf.pack(mine(title, count, 1)) == (shelf.DATA / f"{title}{shelf.SUFFIX}").read_bytes()


def test_puzzles_come_from_a_game_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Table("1889", 3).game(seed=2)
    play_random(game, Random(2), 400)
    file, out = tmp_path / "game.json", tmp_path / "mine.json.gz"
    file.write_bytes(record.write(game).to_json())
    code, _out, err = run(monkeypatch, capsys, "puzzles", "mine", "1889", "--from", file, "--out", out)
    assert code == 0, err
    found = shelf.read(out)
    assert 0 < len(found) <= 4 * len(KINDS)
    names = [player.name for player in game.players]
    assert all(list(position.read(each.position).names) == names for each in found)
    code, _out, err = run(monkeypatch, capsys, "puzzles", "mine", "1890", "--from", file, "--out", out)
    assert (code != 0, "must be a game of 1890" in err) == (True, True)


def test_room_is_kept_for_rare_kinds_for_some_hundred_games() -> None:
    basket = Basket(100)
    share = 15
    assert basket.room("dividend", 0) == share
    for kind in ("best_run", "rusting", "presidency", "dividend"):
        basket.kept[kind] = [None] * share  # type: ignore[list-item]
    assert basket.room("dividend", 0) == 0
    assert basket.room("dividend", 30) == 100 - 4 * share - 3 * LEAST
    assert basket.room("dividend", 1000) == 100 - 4 * share
    assert Counter(map(len, basket.kept.values())) == {share: 4, 0: 3}
