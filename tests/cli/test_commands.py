"""All commands: help with examples, output, and a one-sentence error for bad input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import tetsudo
from tests.titles.renaming import replaced_file, title_copy
from tetsudo.cli.commands import app
from tetsudo.cli.main import main
from tetsudo.core.errors import BadInput
from tetsudo.engine.model.options import OptionValue
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.lab.random_play import play_random
from tetsudo.lab.table_spec import Table
from tetsudo.titles import loader, title_names
from tetsudo.titles.loader import TitleInfo, setup, titles

COMMANDS = (
    *(
        "titles",
        "design",
        "invite",
        "ban",
        "organiser",
        "tidy",
        "backup",
        "restore",
        "upgrade",
        "verify",
        "archive",
        "worker",
        "mail-test",
        "push-keys",
    ),
    *("play", "replay", "export", "show", "plots", "review", "routes", "check-run", "simulate", "perft", "rules"),
    *("puzzle", "statistics", "print", "dataset"),
)
runner = CliRunner()


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str | Path
) -> tuple[int, str, str]:
    """Exit code, output and error output of a command, run as by `tetsudo`."""
    monkeypatch.setattr(sys, "argv", ["tetsudo", *map(str, words)])
    with pytest.raises(SystemExit) as end:
        main()
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert isinstance(end.value.code, int)
    return end.value.code, out, err


@pytest.fixture
def game() -> Game:
    game = Table("1889", 3).game(seed=2)
    play_random(game, Random(2), 120)
    return game


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(record.write(game).to_json())
    return path


# Help


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str) -> None:
    shown = runner.invoke(app, [command, "--help"])
    assert shown.exit_code == 0
    assert "Examples" in shown.output
    assert f"tetsudo {command}" in shown.output


def test_without_a_command_the_commands_are_listed() -> None:
    shown = runner.invoke(app, [])
    assert all(command in shown.output for command in COMMANDS)


# Output


def test_titles() -> None:
    assert "Shikoku 1889" in runner.invoke(app, ["titles"]).output
    one = runner.invoke(app, ["titles", "1889"]).output
    assert "beginner" in one
    assert "certificate_limit" in one


def test_titles_tell_of_variants_where_they_are_played_and_stand_and_what_excludes_them() -> None:
    lines = [line.strip() for line in runner.invoke(app, ["titles", "1890"]).output.splitlines()]
    at = next(number for number, line in enumerate(lines) if line.startswith("eight-turns "))
    assert lines[at + 1 : at + 3] == [
        "A.10.4 · in A",
        "The game is a fifth shorter, and often ends before the last kinds of trains are sold.",
    ]
    assert "Not with plain-jr: without privileges JR pays full dividends from the first turn on." in lines


def test_a_game_in_a_scenario_that_does_not_have_a_variant_is_refused_before_it_starts() -> None:
    words = ["play", "1890", "--players", "bot,bot", "--scenario", "A", "--variant", "normal-kinki"]
    refused = runner.invoke(app, words)
    assert refused.exit_code != 0
    assert "the variant 'normal-kinki' exists only in C, not in A" in str(refused.exception)


def test_titles_powers() -> None:
    """Core powers and a title's own, with the values of their keys and the defaults."""
    core, own = (runner.invoke(app, ["titles", *words, "--powers"]).output for words in ((), ("1890",)))
    assert own.startswith(core)
    assert "until_phase (phase; none): or until this phase begins" in core
    assert "station  private (`player`)" in own
    assert "station" not in core


def test_titles_options() -> None:
    """Options that players do not see are there, those that only records set are not."""
    lines = runner.invoke(app, ["titles", "--options"], env={"COLUMNS": "200"}).output.splitlines()
    told = {line.split()[0]: line for line in lines if line[:1].strip()}
    assert "full, incremental" in told["capital"]
    assert "must be given" in told["bank"]
    assert "passes_without_trade" not in told


@pytest.mark.parametrize("info", titles(), ids=lambda info: info.name)
def test_a_title_says_where_only_steps_are_taken(info: TitleInfo) -> None:
    """In steps of 10, 51 is refused between 50 and 60."""
    lines = runner.invoke(app, ["titles", info.name]).output.splitlines()
    for option in info.options:
        usual = option.default_for(info.minimum_players)
        if option.type != "number" or not isinstance(usual, int):
            continue
        line = next(line for line in lines if line.startswith(f"{option.name} "))
        near = usual + 1 if usual < option.maximum else usual - 1
        refused = is_refused(info.name, info.minimum_players, {option.name: near})
        assert refused == (option.step > 1)
        steps = f" in steps of {option.step}" if refused else ""
        assert f" {option.minimum} to {option.maximum}{steps}  " in line


def is_refused(title: str, players: int, options: dict[str, OptionValue]) -> bool:
    """True if a table cannot have these options."""
    try:
        setup(title, players, options=options)
    except BadInput:
        return True
    return False


def test_titles_checks_whatever_may_be_chosen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error in a title's variant is reported before the variant is played."""
    raw = replaced_file("1889", "title.toml", ('2 = { privates = "DR SIR" }', '2 = { privates = "DR SRI" }'))
    title = title_copy(monkeypatch, "1889", {"title.toml": raw})
    for module in (loader, title_names):
        monkeypatch.setattr(module, "find_name", lambda typed: typed)
    code, out, err = run(monkeypatch, capsys, "titles", title)
    assert (code, out) == (2, "")
    assert f"t{title}/title.toml: players.2.privates: 'SRI' is no private" in err


def test_titles_by_another_spelling(tmp_path: Path) -> None:
    assert "1888-N" in runner.invoke(app, ["titles", "1888-N"]).output
    assert "1888N-OR-07" in runner.invoke(app, ["rules", "1888 n", "or-07"]).output
    assert "1888N-OR-07" in runner.invoke(app, ["rules", "1888-N", "1888n-or-07"]).output
    path = tmp_path / "game.json"
    runner.invoke(app, ["play", "1888-N", "--players", "bot,bot,bot", "--save", str(path)])
    assert record.load(path).setup.title == "1888n"


def test_rules() -> None:
    assert runner.invoke(app, ["rules", "1889"]).output.count("1889-") > 100
    assert "1889-OR-07" in runner.invoke(app, ["rules", "1889", "or-07"]).output


def test_rules_coverage_names_clauses_without_tests(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        'import pytest\n\n@pytest.mark.rule("1889-OR-07")\ndef test_it() -> None:\n    pass\n', encoding="utf-8"
    )
    shown = runner.invoke(app, ["rules", "1889", "--coverage", "--tests", str(tmp_path)])
    assert shown.exit_code == 1
    assert "test_it.py::test_it" in shown.output
    assert "1889-OR-01  no test" in shown.output


def test_simulate_prints_figures_and_repeats_itself() -> None:
    words = ["simulate", "1889", "--players", "3", "--games", "3", "--seed", "9"]
    first, second = (runner.invoke(app, words).output for _ in range(2))
    assert re.search(r"3 games, \d+ actions in .* games/s, .* actions/s", first)
    assert first.splitlines()[1:] == second.splitlines()[1:]
    assert "Ends:" in first


def test_perft() -> None:
    assert "depth 2: 48 " in runner.invoke(app, ["perft", "1889", "-p", "3", "-d", "2"]).output
    divided = runner.invoke(app, ["perft", "1889", "-p", "3", "-d", "2", "--divide"]).output
    assert divided.split()[-1] == "48"


def test_perft_from_a_position(game: Game, tmp_path: Path) -> None:
    text = game.position()
    (tmp_path / "position.txt").write_text(text + "\n", encoding="utf-8")
    for start in (text, str(tmp_path / "position.txt")):
        shown = runner.invoke(app, ["perft", "1889", "-d", "1", "--from", start]).output
        assert f"depth 1: {len(game.legal_actions())} " in shown


def test_options_and_variants_make_the_table() -> None:
    words = ["perft", "1889", "-p", "2", "-d", "1"]
    assert "depth 1: 6 " in runner.invoke(app, words).output
    assert "depth 1: 6 " not in runner.invoke(app, [*words, "--variant", "beginner"]).output
    shown = runner.invoke(app, [*words, "--option", "starting_cash=100", "--option", "bid_step=100"]).output
    assert "depth 1: 2 " in shown  # to pass, and to buy the cheapest lot


def test_replay_ours(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(monkeypatch, capsys, "replay", file)
    assert (code, err) == (0, "")
    assert "Player 1" in out


def test_replay_says_where_and_why(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(file.read_text("utf-8"))
    data["actions"][3] = {"type": "bid", "player": "Player 1", "lot": "TR", "price": 1}
    file.write_text(json.dumps(data), encoding="utf-8")
    code, _, err = run(monkeypatch, capsys, "replay", file)
    assert code == 1
    assert err.startswith("Action 3, ")
    assert '"price": 1' in err
    assert re.search(r"\(1889-[A-Z]+-\d+\)", err)


def test_replay_traces(file: Path, game: Game, tmp_path: Path) -> None:
    out = tmp_path / "trace.json"
    assert runner.invoke(app, ["replay", str(file), "--trace", str(out)]).exit_code == 0
    assert len(json.loads(out.read_text("utf-8"))["trace"]) == game.length


@pytest.mark.shared("games/raw/*.json", "games/1889/104.json")
def test_replay_and_show_theirs(shared_file: Path) -> None:
    if "1889" in json.loads(shared_file.read_text("utf-8")).get("title", ""):
        assert runner.invoke(app, ["replay", str(shared_file)]).exit_code == 0
        assert "bank" in runner.invoke(app, ["show", str(shared_file), "--at", "40"]).output


def test_show(file: Path, game: Game, tmp_path: Path) -> None:
    assert "Player 2" in runner.invoke(app, ["show", str(file)]).output
    assert "Auction" in runner.invoke(app, ["show", str(file), "--at", "0"]).output
    assert runner.invoke(app, ["show", str(file), "--svg", str(tmp_path / "map.svg")]).exit_code == 0
    assert (tmp_path / "map.svg").read_text("utf-8").startswith("<svg")


def test_the_version_is_printed() -> None:
    shown = runner.invoke(app, ["--version"])
    assert (shown.exit_code, shown.output) == (0, f"tetsudo {tetsudo.__version__}\n")
    assert version("tetsudo") == tetsudo.__version__


def test_plots(file: Path, game: Game, tmp_path: Path) -> None:
    shown = runner.invoke(app, ["plots", str(file)]).output
    assert "SR 1" in shown
    assert f"¥{game.players[0].worth}" in shown
    for words in ((), ("--plot", "prices"), ("--plot", "runs")):
        out = tmp_path / "values.csv"
        assert runner.invoke(app, ["plots", str(file), *words, "--csv", str(out)]).exit_code == 0
        assert out.read_text("utf-8").splitlines()[-1].count(",") >= 4
    assert runner.invoke(app, ["plots", str(file), "--svg", str(tmp_path / "worth.svg")]).exit_code == 0
    assert (tmp_path / "worth.svg").read_text("utf-8").startswith("<svg")
    assert "company,revenue" in runner.invoke(app, ["plots", str(file), "--plot", "runs"]).output


def test_plots_that_there_are_not(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (("--plot", "nothing"), ("--plot", "runs", "--svg", file.with_name("x.svg"))):
        code, _, err = run(monkeypatch, capsys, "plots", file, *words)
        assert (code, "--plot" in err) == (2, True)


def test_export_to_ours_and_back(file: Path, game: Game, tmp_path: Path) -> None:
    out = tmp_path / "again.json"
    assert runner.invoke(app, ["export", str(file), "--to", "tetsudo", "-o", str(out)]).exit_code == 0
    assert record.load(out).digest() == game.digest()


def test_export_to_18xx_games_and_back(tmp_path: Path) -> None:
    game = Table("1889", 3, variants=("18xx.games",)).game(seed=2)
    play_random(game, Random(2), 120)
    ours, out = tmp_path / "ours.json", tmp_path / "theirs.json"
    ours.write_bytes(record.write(game).to_json())
    assert runner.invoke(app, ["export", str(ours), "--to", "18xx.games", "-o", str(out)]).exit_code == 0
    assert runner.invoke(app, ["replay", str(out)]).exit_code == 0


# Bad input


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("titles 1830", "1830"),
        ("simulate 1889 --players 9", "2 to 6"),
        ("simulate 1889 --players 99999999999", "--players"),
        ("simulate 1889 --players -1", "--players"),
        ("simulate 1889 --option bank=lots", "bank"),
        ("simulate 1889 --option bank=--5", "bank must be a whole number from 1000 to 100000, not '--5'"),
        (f"play 1889 --players bot,bot --seed {2**63}", "seed: must be a whole number"),
        ("simulate 1889 --option bank", "name=value"),
        ("simulate 1889 --option bnak=1", "bnak"),
        ("simulate 1889 --variant expert", "expert"),
        ("simulate 1889 --scenario A", "scenario"),
        ("simulate 1889 --games 0", "games"),
        ("simulate 1889 --games x", "games"),
        ("perft 1889 --from nowhere", "--from"),
        ("perft 1889 --from tetsudo-position/2", "title"),
        ("replay nowhere.json", "no such file"),
        ("replay .", "is a folder, and no file of a game"),
        ("show nowhere.json", "no such file"),
        ("play nowhere.json", "nowhere.json"),
        ("play 1889 --players Ann,,Bo", "without a name"),
        ("play 1889 --players Ann", "2 to 6"),
        ("play 1889 --players Ann,Ann2,Ann", "two players"),
        ("rules 1889 XX-99", "XX-99"),
        ("rules 1898", "There is no title 1898. Did you mean 1889?"),
        ("simulate 1889x --games 1", "There is no title 1889x. Did you mean 1889?"),
        ("rules 1889 --coverage --tests nowhere", "tests"),
        ("export nowhere.json --to chess", "chess"),
        ("dance", "dance"),
    ],
)
def test_bad_words(
    words: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = run(monkeypatch, capsys, *words.split())
    assert code == 2
    assert said in err


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format": "tetsudo"}', b"{}" * 9])
@pytest.mark.parametrize("command", ["replay", "show", "play", "export"])
def test_bad_files(
    command: str, content: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bad.json").write_bytes(content)
    code, _, err = run(monkeypatch, capsys, command, tmp_path / "bad.json")
    assert code == 2
    assert len(err.strip().splitlines()) == 1


def test_at_beyond_the_end(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(monkeypatch, capsys, "show", file, "--at", "100000")
    assert code == 2
    assert "--at" in err


def test_where_nothing_can_be_written(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = run(monkeypatch, capsys, "show", file, "--svg", tmp_path / "no" / "map.svg")
    assert code == 2
    assert "cannot be written" in err


def test_a_reader_who_goes_away(file: Path) -> None:
    """`tetsudo rules 1889 | head -1` ends without an error."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "tetsudo", "rules", "1889"], stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    os.close(reading)
    _, err = process.communicate(timeout=60)
    assert err == ""
