"""Comparison of editions: measures that other readings confirm, honest tests, and pages that can be read."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from shutil import copytree
from xml.etree import ElementTree

import pytest

import tetsudo
from tests.cli.test_commands import run
from tests.conftest import ROOT
from tetsudo.analysis.accounts.rounds import OPERATING, accounts
from tetsudo.core.actions import BuyTrain, LayPrivateTile, LayTile
from tetsudo.core.errors import BadInput
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.lab.arena import entrants
from tetsudo.lab.compare import Comparison, Edition, compare, sweep
from tetsudo.lab.compare.editions import sweep_values
from tetsudo.lab.compare.groups import Group, Total, distinct_games
from tetsudo.lab.compare.measures import Key, measures_of
from tetsudo.lab.compare.sentences import Difference, sentences
from tetsudo.lab.compare.significance import LEVEL, estimate, probabilities
from tetsudo.lab.simulate import bots_game
from tetsudo.lab.table_spec import Table

VALLEY = ROOT / "tests" / "titles" / "valley"
SMALL = "1889 --option bank=2000"


@pytest.fixture(scope="module")
def planted() -> Comparison:
    """1889 with two players, and with a bank of 2,000 instead of 7,000."""
    return compare("1889", SMALL, games=24, players=(2,), seed=3)


# Measures


@pytest.fixture(scope="module", params=["1889", "1888", "1890"])
def game(request: pytest.FixtureRequest) -> Game:
    scenario = "A" if request.param == "1890" else None
    played = bots_game(Table(request.param, 3, scenario), 5, entrants("mixed"), 1)
    return tetsudo.load(record.write(played).to_json())  # with all positions


def test_measures_agree_with_the_record_and_the_accounts(game: Game) -> None:
    found = measures_of(game)
    rounds = [each for each in accounts(game).rounds if each.kind == OPERATING]
    assert found[Key("actions")] == len(game.actions)
    assert found[Key("operating_rounds")] == len(rounds)
    assert [found[Key("income", str(number))] for number in range(1, len(rounds) + 1)] == [
        sum(run.revenue for run in each.runs) for each in rounds
    ]
    lays = [action for action in game.actions if isinstance(action, LayTile | LayPrivateTile)]
    assert found[Key("tiles")] == len(lays)
    hexes = {game.setup.map.hexes[action.hex].name for action in lays}
    assert {key.of for key, value in found.items() if key.kind == "tile_use" and value} == hexes
    bought = sum(
        isinstance(action, BuyTrain) and action.seller >= len(game.setup.companies) for action in game.actions
    )  # from the bank
    assert sum(value for key, value in found.items() if key.kind == "trains") >= bought > 0


def test_leads_and_wins_of_all_seats_cancel_out(game: Game) -> None:
    found = measures_of(game)
    assert sum(value for key, value in found.items() if key.kind == "seat_lead") == pytest.approx(0, abs=1e-9)
    assert sum(value for key, value in found.items() if key.kind == "seat_wins") == pytest.approx(1)
    worths = [worth.total for worth in game.standings()]
    assert found[Key("worth")] == sum(worths) / 3
    assert found[Key("lead")] == pytest.approx(100 * (worths[0] - worths[1]) / worths[0])


# Beyond chance


def _groups(edition: int, values: Iterable[float], kind: str = "worth") -> list[Group]:
    return [Group(edition, 4, {Key(kind): Total(4 * value, 4)}, (1,) * 4, (0,) * 4) for value in values]


def _many(rng: Random, edition: int, shift: float = 0.0) -> list[Group]:
    """Twenty groups with thirty figures."""
    return [
        Group(
            edition, 4, {Key("income", str(at)): Total(rng.gauss(shift * (at == 7), 1), 1) for at in range(30)}, (), ()
        )
        for _ in range(20)
    ]


def test_equal_editions_differ_in_one_of_twenty_reports_at_most_however_many_figures_they_have() -> None:
    rng = Random(1)
    told = sum(
        min(probabilities({4: _many(rng, 0)}, {4: _many(rng, 1)}, seed).values()) <= LEVEL for seed in range(100)
    )
    assert told <= 11  # 5 are expected; more than 11 have a probability below 1 %


def test_a_figure_that_differs_is_found_and_no_other() -> None:
    rng = Random(2)
    found = probabilities({4: _many(rng, 0)}, {4: _many(rng, 1, shift=2.0)}, 0)
    assert [key.of for (_, key), chance in found.items() if chance <= LEVEL] == ["7"]


def test_a_difference_without_any_spread_is_beyond_chance() -> None:
    """All games of one edition end in 90, all of the other in 100."""
    found = probabilities({4: _groups(0, [90] * 8)}, {4: _groups(1, [100] * 8)}, 0)
    assert found[4, Key("worth")] <= LEVEL


def test_what_never_varies_or_is_too_rare_is_not_tested() -> None:
    assert probabilities({4: _groups(0, [5] * 8)}, {4: _groups(1, [5] * 8)}, 0) == {}
    rare = [*_groups(0, [1, 2, 3, 4]), *[Group(0, 4, {}, (), ())] * 8]
    assert probabilities({4: rare}, {4: _groups(1, [7, 8, 9, 8, 7])}, 0) == {}


def test_an_interval_counts_groups_and_not_their_games() -> None:
    """Means 1 and 3 of two groups: standard error 1; Student's quantile with one degree of freedom is wide."""
    found = estimate(_groups(0, [1, 3]), Key("worth"), is_rate=False)
    assert found is not None
    assert (found.mean, found.games) == (2, 8)
    assert 3.8 < (found.high - found.low) / 2 < 12.8
    assert estimate([], Key("worth"), is_rate=False) is None


def test_a_rate_of_none_in_forty_may_be_nine_percent() -> None:
    found = estimate(_groups(0, [0] * 10, "end"), Key("end"), is_rate=True)
    assert found is not None
    assert (found.mean, found.low, round(found.high, 3)) == (0, 0, 0.088)  # Wilson, by hand: z² / (n + z²)


def test_a_smaller_bank_is_found(planted: Comparison) -> None:
    said = planted.sentences()
    assert any(sentence.startswith("Games have fewer operating rounds: ") for sentence in said)
    assert any(sentence.startswith("Players end poorer: ") for sentence in said)
    assert planted.distinct(0, 2) == planted.games(0, 2) == 24


@pytest.mark.long
def test_equal_editions_play_other_games_and_nothing_is_told() -> None:
    found = compare("1889", "1889", games=12, players=(2,), seed=1)
    assert distinct_games(found.played) == 24
    assert found.sentences() == []
    assert found.names == ("1889 (1)", "1889 (2)")


@pytest.mark.long
def test_equal_editions_differ_in_at_most_one_of_twenty_seeds() -> None:
    told = [seed for seed in range(20) if compare("1889", "1889", games=60, seed=seed, jobs=2).sentences()]
    assert len(told) <= 1


# Sentences


def test_a_sentence_has_all_numbers_of_players_and_lists_hexes_together() -> None:
    said = sentences(
        [
            Difference(3, Key("worth"), 5413.4, 4215.6),
            Difference(4, Key("worth"), 4206, 3234),
            Difference(4, Key("tile_use", "G8"), 0.32, 0.04),
            Difference(4, Key("tile_use", "B9"), 0.7, 0.4),
            Difference(4, Key("end", "bankrupt"), 0.1, 0.3),
        ]
    )
    assert said == [
        "Players end poorer: 4,216 instead of 5,413 with 3 players, 3,234 instead of 4,206 with 4 players.",
        "Tiles are laid less often in G8 and B9; most in G8: 4 % instead of 32 % with 4 players.",
        "More games end by a bankruptcy: 30 % instead of 10 % with 4 players.",
    ]


# Editions


def test_an_edition_is_read_from_words() -> None:
    edition = Edition.parse("1890 --scenario A --option bank=5000")
    assert (edition.title, edition.scenario, dict(edition.options)) == ("1890", "A", {"bank": 5000})
    assert str(Edition.parse("1889 --variant beginner --option=unlimited_trains=false")) == (
        "1889 beginner unlimited_trains=false"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "names no title"),
        ("1898", "Did you mean 1889"),
        ("1889 --bank 5000", "--bank is not one of --scenario"),
        ("1889 --option", "needs a value"),
        ("1889 --option bank", "name=value"),
        ("1889 --option bnak=1", "bnak"),
        ("1889 'bank", "names no title"),
    ],
)
def test_a_wrong_edition_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Edition.parse(text)


def test_values_of_a_sweep() -> None:
    assert sweep_values("bank=4000:9000:2000") == ("bank", ("4000", "6000", "8000"))
    assert sweep_values("bank=4000, 7000") == ("bank", ("4000", "7000"))
    for wrong in ("bank", "bank=1:2", "bank=1:x:1", "bank=", "bank=9:1:1", "bank=1:1000:1", "bank=1:5:0"):
        with pytest.raises(BadInput):
            sweep_values(wrong)


def test_a_sweep_compares_all_values_to_the_first() -> None:
    found = sweep("1889", "bank", [7000, 3000, 1500], games=6, players=(2,))
    assert found.names == ("1889 bank=7000", "1889 bank=3000", "1889 bank=1500")
    rounds = next(figure for figure in found.figures if figure.key == Key("operating_rounds"))
    means = [each.mean for each in rounds.estimates if each]
    assert means == sorted(means, reverse=True)
    assert len(rounds.probabilities) == 2


def test_folders_are_editions_with_the_names_of_the_folders(tmp_path: Path) -> None:
    """Four Valleys, and a copy with a bank of 1,000 instead of 4,000."""
    small = tmp_path / "small"
    copytree(VALLEY, small)
    title = small / "title.toml"
    title.write_text(re.sub(r"^bank .*", "bank = 1000", title.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    found = compare(str(VALLEY), str(small), games=2, players=(2,))
    assert found.names == ("valley", "small")
    rounds = next(figure for figure in found.figures if figure.key == Key("operating_rounds"))
    base, other = (each.mean for each in rounds.estimates if each)
    assert other < base


# Runs


@pytest.mark.long
def test_the_number_of_processes_changes_nothing() -> None:
    alone, together = (compare("1889", SMALL, games=4, players=(2, 3), seed=7, jobs=jobs) for jobs in (1, 2))
    assert alone.played == together.played
    assert [alone.games(0, players) for players in (2, 3)] == [4, 6]  # rounded up to whole groups


def test_an_interrupted_run_has_as_many_games_of_each_edition() -> None:
    def stopped(playing: Iterator[Group], count: int) -> list[Group]:
        assert count == 8
        return list(islice(playing, 4))

    found = compare("1889", SMALL, games=8, players=(2,), progress=stopped)
    assert [found.games(edition, 2) for edition in (0, 1)] == [4, 4]
    assert found.to_data()["games"] == [{"players": 2, "games": [4, 4], "distinct": [4, 4]}]


@pytest.mark.parametrize(
    ("editions", "how", "said"),
    [
        (("1889",), {}, "two editions"),
        (("1889", SMALL), {"players": (9,)}, "2 to 6 players"),
        (("1889", "1889 --option bank=1"), {}, "1000 to 100000"),
        (("1889", SMALL), {"bots": "mixd"}, "Did you mean mixed"),
        (("1889", SMALL), {"players": ()}, "numbers of players"),
    ],
)
def test_what_cannot_be_compared_is_refused(editions: tuple[str, ...], how: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        compare(*editions, **how)  # type: ignore[arg-type]


# Files


def test_the_table_has_a_row_for_each_figure_and_edition(planted: Comparison) -> None:
    rows = list(csv.DictReader(io.StringIO(planted.to_csv())))
    assert {row["edition"] for row in rows} == {"1889", "1889 bank=2000"}
    row = next(row for row in rows if row["kind"] == "operating_rounds" and row["edition"] == "1889 bank=2000")
    assert float(row["low"]) < float(row["mean"]) < float(row["high"])
    assert float(row["probability"]) <= LEVEL
    data = json.loads(json.dumps(planted.to_data()))
    assert len(data["figures"]) * 2 >= len(rows) > len(data["figures"])
    assert data["differences"][0]["sentences"] == planted.sentences()


def test_the_page_shows_sentences_plots_and_maps(planted: Comparison) -> None:
    page = planted.to_html()
    assert all(sentence in page for sentence in planted.sentences())
    drawn = [ElementTree.fromstring(f"<svg{part.split('</svg>')[0]}</svg>") for part in page.split("<svg")[1:]]
    assert len(drawn) >= 12
    assert page.count("Tiles of 1889") >= 2
    assert "<script" not in page
    assert planted._repr_html_() in page


def test_a_name_in_a_page_is_escaped() -> None:
    found = compare(Edition("1889"), Edition("1889", options={"bank": 2000}), games=2, players=(2,))
    found.__dict__["names"] = ("<b>", "&")
    assert "<b>" not in found.to_html()


# At the terminal


def test_compare_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("compare", "1889", "--option", "bank=1500", "-p", "2", "-g", "20", "--html", str(tmp_path / "page.html"))
    code, out, _ = run(monkeypatch, capsys, *words, "--csv", str(tmp_path / "rows.csv"))
    assert code == 0
    assert "Distinct games: 20 of 20" in out
    assert "- Games have fewer operating rounds: " in out
    assert "<svg" in (tmp_path / "page.html").read_text("utf-8")
    assert (tmp_path / "rows.csv").read_text("utf-8").startswith("players,kind,of,")
    code, out, _ = run(
        monkeypatch, capsys, "compare", "1889", "--sweep", "bank=1500,2000", "-p", "2-3", "-g", "2", "--json"
    )
    assert json.loads(out)["players"] == [2, 3]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("1889", "name a second edition"),
        ("1889 1888 --option bank=3000", "write choices into the text"),
        ("1889 1888 --sweep bank=3000,4000", "is for one edition"),
        ("1889 --option bank=3000 -p x", "--players"),
        ("1889 --option bank=3000 --html nowhere/page.html", "there is no folder"),
    ],
)
def test_wrong_words_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    code, _, err = run(monkeypatch, capsys, "compare", *words.split())
    assert (code, said in err) == (2, True)
