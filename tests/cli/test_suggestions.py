"""Mistyped commands, options and names: the refusal says what exists, and suggests the nearest name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tetsudo.core.unknown_names import nearest, unknown_name

BOTS = "Bots: random, simple, casual, rules, rollouts, search, coach, mixed, or PATH.py:Class."
TITLES = "Titles: 1888, 1888n, 1889, 1890."
COMPANIES = "Companies: AR, IR, SR, KO, TR, KU, UR."
REFUSALS = (
    ("simualte 1889", "There is no command simualte. Did you mean simulate? `tetsudo --help` lists them."),
    ("dance", "There is no command dance. `tetsudo --help` lists them."),
    ("simulate 1889 --sedd 3", "There is no option --sedd. Did you mean --seed? `tetsudo simulate --help` lists them."),
    (
        "serve --no-brwser",
        "There is no option --no-brwser. Did you mean --no-browser? Options: --database, ",
    ),
    ("simulate", "TITLE is missing. `tetsudo simulate --help` has examples."),
    ("show", "FILE is missing. `tetsudo show --help` has examples."),
    ("simulate 1898", f"There is no title 1898. Did you mean 1889? {TITLES}"),
    ("titles 1898", f"There is no title 1898. Did you mean 1889? {TITLES}"),
    ("rules chess", f"There is no title chess. {TITLES}"),
    ("arena 1899", f"There is no title 1899. Did you mean 1889? {TITLES}"),
    ("perft 1888m", f"There is no title 1888m. Did you mean 1888? {TITLES}"),
    ("simulate 1890 --scenario E", "There is no scenario E. Scenarios: C, D, A, B."),
    ("simulate 1889 --scenario A", "There is no scenario A. This title has none."),
    (
        "simulate 1889 --variant begginer",
        "There is no variant begginer. Did you mean beginner? Variants: 18xx.games, beginner.",
    ),
    ("simulate 1889 --option bnak=1", "There is no option bnak. Did you mean bank? `tetsudo titles 1889` lists them."),
    ("simulate 1889 --option bank=lots", "options: bank must be a whole number from 1000 to 100000, not 'lots'"),
    ("simulate 1889 --option bank=3", "options: bank must be a whole number from 1000 to 100000, not 3"),
    ("simulate 1889 --option offers=never", "options: offers must be one of ask, agreed, not 'never'"),
    ("simulate 1889 --bots simpel", f"There is no bot simpel. Did you mean simple? {BOTS}"),
    ("arena 1889 --bots simple,rulez", f"There is no bot rulez. Did you mean rules? {BOTS}"),
    ("play 1889 --players Ann,Bo,bot --bot serch", f"There is no bot serch. Did you mean search? {BOTS}"),
    ("play 1889 --players Ann,bot-rolouts", f"There is no bot rolouts. Did you mean rollouts? {BOTS}"),
    ("play 1889 --players Ann,Bo=genius", f"There is no bot genius. {BOTS}"),
    ("rules 1889 OR-077", "There is no clause OR-077. Did you mean 1889-OR-07? `tetsudo rules 1889` lists them."),
    ("rules 1889 XX-99", "There is no clause XX-99. `tetsudo rules 1889` lists them."),
    (
        "export game.json --to tetsud",
        "--to: There is no format tetsud. Did you mean tetsudo? Formats: 18xx.games, tetsudo.",
    ),
    ("plots game.json --plot wort", "--plot: There is no plot wort. Did you mean worth? Plots: worth, cash, "),
    ("routes --board board.toml --company ARR", f"There is no company ARR. Did you mean AR? {COMPANIES}"),
    ("routes --board board.toml --company IR --trains 7", "trains.IR: There is no train 7. Trains: 2, 3, 4, 5, 6, D."),
    ("check-run --board board.toml 2:F3-E22", "There is no hex E22. Did you mean E2?"),
    ("simulate 1889 --players 100", "--players must be a whole number from 1 to 99."),
    ("simulate 1889 --players 9", "players: Shikoku 1889 is for 2 to 6 players, not 9"),
    ("simulate 1889 --games x", "--games must be a whole number from 1 to 10,000,000."),
    ("simulate 1889 --seed x", "--seed must be a whole number."),
    ("perft 1889 --depth 51", "--depth must be a whole number from 1 to 50."),
    ("serve --port 70000", "--port must be a whole number from 0 to 65,535."),
    ("show game.json --at -1", "--at must be a whole number of 0 or more."),
    ("routes --seconds -1", "--seconds must be a number of 0 or more."),
    ("simulate 1889 --out games.csv", "--out: must end in .jsonl or .parquet"),
)


@pytest.mark.parametrize(("words", "said"), REFUSALS, ids=[words for words, _ in REFUSALS])
def test_a_mistyped_name_is_refused_with_what_exists(
    words: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.toml").write_text('title = "1889"\n[tokens]\nIR = ["E2"]\n[trains]\nIR = ["2"]\n', "utf-8")
    code, out, err = run(monkeypatch, capsys, *words.split())
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.startswith(said)


def test_only_names_about_as_near_as_the_nearest_are_suggested() -> None:
    assert nearest("--sedd", ["--seed", "--records", "--cluster"]) == ["--seed"]
    assert nearest("OR-077", ["OR-07", "OR-17", "TRK-07"]) == ["OR-07"]
    assert nearest("BEGINNER", ["beginner", "18xx.games"]) == ["beginner"]
    assert nearest("chess", ["1889", "1890"]) == []


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("1898", "1898"), ("", "''"), ("-", "'-'"), ("Bo B.", "'Bo B.'"), ("a\nb", r"'a\nb'"), ("x" * 5000, "x" * 60)],
)
def test_a_name_is_repeated_in_quotes_unless_it_is_one_word(typed: str, shown: str) -> None:
    assert unknown_name("title", typed, ()).sentence == f"There is no title {shown}."


def test_long_lists_are_replaced_by_the_way_to_them() -> None:
    names = [f"name{number}" for number in range(100, 113)]
    assert unknown_name("plot", "x", names).sentence == "There is no plot x."
    assert unknown_name("plot", "x", names, remedy=" See there.").sentence == "There is no plot x. See there."
    assert unknown_name("plot", "x", names[1:]).sentence.startswith("There is no plot x. Plots: name101, ")
