"""Links from clauses to the code that implements them."""

from __future__ import annotations

import fnmatch
import unicodedata
from pathlib import Path

import pytest
import yaml

from tests.cli.test_commands import run
from tests.conftest import ROOT
from tetsudo.titles.data.clauses import clauses_by_code, read_clauses
from tetsudo.titles.loader import clauses, titles
from tetsudo.titles.rulebook.coverage import counted_clauses
from tetsudo.titles.rulebook.traceability import PACKAGE, places, places_of, written_ids


def test_every_id_that_is_written_in_code_or_data_is_a_clause() -> None:
    every = [clause.id for info in titles() for clause in clauses(info.name)]
    assert len(written_ids()) > len(every) / 2
    assert not [id for id in written_ids() - {*every} if not fnmatch.filter(every, id)]


@pytest.mark.parametrize("title", [info.name for info in titles()])
def test_every_clause_that_is_owed_a_test_leads_to_what_carries_it_out(title: str) -> None:
    """The table of refusals alone does not implement a clause."""
    lost = [
        clause.id
        for clause in counted_clauses(clauses(title))
        if all(place.within == "reasons" for place in places_of(title, clause))
    ]
    assert lost == []


def test_a_clause_leads_to_where_its_id_is_written() -> None:
    found = places("1889-PHS-06")
    assert [(place.file, place.within) for place in found] == [("engine/rules/trains/depot.py", "_rust")]
    assert "1889-PHS-06" in (PACKAGE / found[0].file).read_text("utf-8").splitlines()[found[0].line - 1]


def test_a_comment_above_a_line_leads_to_the_line() -> None:
    (place,) = [place for place in places("1888N-CMP-05") if "t1888n" in place.file]
    assert place.within == "players"
    assert (PACKAGE / place.file).read_text("utf-8").splitlines()[place.line - 1].startswith("2 = {")


def test_a_clause_behind_a_refusal_leads_to_where_that_is_given() -> None:
    codes = [code for code, clause in clauses_by_code("1889").items() if clause == "1889-SEL-07"]
    assert codes == ["first_round_sale"]
    found = {(place.file, place.within) for place in places("1889-SEL-07", codes)}
    assert found == {
        ("titles/t1889/title.toml", "reasons"),
        ("engine/rules/rounds/stock/stock_round.py", "_sales_refusal"),
    }


def test_a_place_is_of_the_whole_id_only() -> None:
    assert places("1889-PHS-0") == ()
    assert places("1890-C.8") == ()


@pytest.mark.parametrize("typed", [("1889-PHS-06",), ("1889-phs-06",), ("1889", "PHS-06")])
def test_one_command_shows_a_clause_its_code_and_its_tests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: tuple[str, ...]
) -> None:
    code, out, _ = run(monkeypatch, capsys, "rules", *typed, "--tests", ROOT / "tests")
    assert code == 0
    for part in ("1889-PHS-06", "engine/rules/trains/depot.py:", "tests/clauses/t1889/test_phases.py::"):
        assert part in out


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        (("1890", "10.6.4"), ["1890-10.6.4-a", "1890-10.6.4-b", "1890-10.6.4-c"]),
        (("1890-10.6.4",), ["1890-10.6.4-a", "1890-10.6.4-b", "1890-10.6.4-c"]),
        (("1889", "trk-03..4"), ["1889-TRK-03", "1889-TRK-04"]),
        (("1888*-TRK-07",), ["1888N-TRK-07", "1888-TRK-07"]),
    ],
)
def test_several_are_shown_each_with_its_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: tuple[str, ...], ids: list[str]
) -> None:
    code, out, _ = run(monkeypatch, capsys, "rules", *typed, "--tests", ROOT / "tests")
    assert code == 0
    shown = [part.split()[0] for part in ("\n" + out).split("\n18")[1:]]
    assert [f"18{id}" for id in shown] == ids
    for part in ("\n" + out).split("\n18")[1:]:
        assert "    engine/rules/" in part or "    titles/" in part
        assert "    tests/clauses/" in part


def test_words_find_clauses_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(monkeypatch, capsys, "rules", "1889", "ozu", "ehime")
    assert (code, out.split()[0]) == (0, "1889-PRV-06")


def test_an_id_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(monkeypatch, capsys, "rules", "1889-PHS-99")
    assert (code, out) == (2, "")
    assert "1889-PHS-99" in err


REWORDED = {"1889-RUN-15"}
"""Clauses whose text says how we play, where the shared one says that the rulebook is silent."""


@pytest.mark.parametrize("title", ["1889", "1888", "1888n", "1890"])
def test_clauses_have_the_text_of_the_shared_rules(shared: Path, title: str) -> None:
    """Clauses restate the rulebook, so a change of wording elsewhere must not reach them."""
    said = yaml.safe_load((shared / "rules" / f"{title}.yaml").read_text("utf-8"))
    texts = {each["id"]: each["text"] for each in (said["clauses"] if isinstance(said, dict) else said)}
    ours = {clause.id: clause.text for clause in read_clauses(title).values()}
    assert ours.keys() == texts.keys()
    assert [id for id in texts if _plain(ours[id]) != _plain(texts[id]) and id not in REWORDED] == []


def _plain(text: str) -> str:
    """A text without macrons, with single spaces."""
    return " ".join(unicodedata.normalize("NFD", text).replace("\u0304", "").split())
