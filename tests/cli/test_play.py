"""Games at the terminal, by piped input."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tetsudo.cli import advice, arguments
from tetsudo.cli.play import Session, bots_of
from tetsudo.core.errors import BadInput
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table


def session(names: Iterable[str], lines: Iterable[str], save: Path | None = None) -> tuple[Session, Console]:
    """A game with the given lines as terminal input."""
    console = Console(record=True, width=160, file=StringIO())
    names = tuple(names)
    game = Table("1889", len(names)).named_game(names, 5)
    typed: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return Session(console, game, bots_of(game), save, read), console


def after(*lines: str, names: Iterable[str] = ("Ann", "Bo", "Cy")) -> tuple[Game, str]:
    """The game and its output after some input lines."""
    played, console = session(names, lines)
    played.play()
    return played.game, console.export_text()


MINE = """
class Mine:
    def __init__(self, setup, rng):
        pass

    def decide(self, view, actions, budget):
        return actions[-1].example()
"""


def test_seats_say_who_plays_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    typed = f"Botan,bot,bot,bot-rollouts,bot-rollouts,Robo=rules,{file}:Mine,Max={file}:Mine"
    assert [tuple(seat) for seat in arguments.seats(typed)] == [
        ("Botan", None),
        ("bot", ""),
        ("bot2", ""),
        ("bot-rollouts", "rollouts"),
        ("bot-rollouts2", "rollouts"),
        ("Robo", "rules"),
        ("bot-Mine", f"{file}:Mine"),
        ("Max", f"{file}:Mine"),
    ]


@pytest.mark.parametrize("typed", ["Ann,bot-rulez", "Ann,Bo=nobody", "Ann,no.py:Mine"])
def test_a_bot_that_there_is_not_is_told(typed: str) -> None:
    with pytest.raises(BadInput, match=r"[Tt]here is no"):
        arguments.seats(typed)


def test_a_saved_game_goes_on_with_bots_by_name(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    game = Table("1889", 3).named_game(("Ann", "bot-simple2", "Max"), 5)
    assert bots_of(game).keys() == {1}
    found = bots_of(game, seats=arguments.seats(f"Max={tmp_path / 'mine.py'}:Mine"))
    assert [type(found[player]).__name__ for player in (1, 2)] == ["SimplePlayer", "Mine"]
    with pytest.raises(BadInput, match="There is no player Moritz"):
        bots_of(game, seats=arguments.seats("Moritz=rules"))


def test_a_bot_is_asked_what_would_be_sensible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "THINKING_SECONDS", 0.5)
    game, said = after("advise rules", "advise", "advise nobody")
    assert game.length == 0
    assert "rules: " in said
    assert "rollouts: " in said
    assert "playouts" in said
    assert "There is no bot nobody" in said


def test_a_whole_game_by_piped_input(tmp_path: Path) -> None:
    """One person who always presses Enter, and three bots."""
    done = subprocess.run(
        [sys.executable, "-m", "tetsudo", "play", "1889", "--players", "You,bot,bot,bot", "--save", "game.json"],
        input="\n" * 3000,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Over: the bank is broken" in done.stdout
    assert record.load(tmp_path / "game.json").end_reason == "bank"


def test_the_end_of_input_saves_and_resumes(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tetsudo", "play"]
    file = tmp_path / "game.json"
    first = [*words, "1889", "--players", "Ann,Bo,bot", "--save", str(file)]
    for command, typed, length in ((first, "2\n\n", 3), ([*words, str(file)], "bid SMR 200\npass\nquit\n", 6)):
        done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert record.load(file).length == length
    assert record.load(file).names == ("Ann", "Bo", "bot")


def cut_off(file: Path, lines: int) -> list[str]:
    """Output of a game of bots to a reader who reads some lines and closes the pipe."""
    words = [sys.executable, "-m", "tetsudo", "play", "1889", "--players", "bot,bot", "--save", str(file)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        read = [process.stdout.readline() for _ in range(lines)]
        process.stdout.close()
        assert process.stderr.read() == ""
    return read


@pytest.mark.parametrize("lines", [2, 30])
def test_every_decision_is_saved_when_the_reader_leaves(tmp_path: Path, lines: int) -> None:
    """An action prints only a few lines; the first line announces the auction."""
    read = cut_off(tmp_path / "game.json", lines)
    assert "bid" in read[1]
    assert record.load(tmp_path / "game.json").length >= lines // 5 + 1


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_every_decision_is_saved_when_the_game_is_killed(tmp_path: Path, by: signal.Signals) -> None:
    if signal.getsignal(by) is signal.SIG_IGN:
        pytest.skip(f"{by.name} is ignored here (nohup, or a job in the background), and so by every child")
    file = tmp_path / "game.json"
    words = [sys.executable, "-m", "tetsudo", "play", "1889", "--players", "Ann,bot", "--save", str(file)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("bid MF 40\n")
        process.stdin.flush()
        while "Ann bids" not in process.stdout.readline():
            pass
        process.send_signal(by)
        process.stdout.read()
    assert record.load(file).length >= 1


def test_undo_and_redo_are_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for typed, length in ((["2", "undo"], 0), (["2", "undo", "redo"], 1)):
        session(["Ann", "Bo"], typed, file)[0].play()
        assert record.load(file).length == length


def test_a_full_disk_leaves_the_file_whole_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.json"
    made, console = session(["Ann", "Bo"], ["2", "2", "2"], file)
    write, written = Path.write_bytes, 0

    def full(self: Path, content: bytes) -> int:
        nonlocal written
        written += 1
        if written < 3:
            return write(self, content)
        write(self, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BadInput, match="No space left"):  # at its end
        made.play()
    assert made.game.length == 3
    assert console.export_text().count("No space left on device") == 2
    assert record.load(file).length == 1
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_and_its_rights_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "game.json", tmp_path / "link.json"
    file.write_text("")
    file.chmod(0o640)
    link.symlink_to(file)
    session(["Ann", "Bo"], ["2"], link)[0].play()
    assert link.is_symlink()
    assert record.load(file).length == 1
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["game.json", "link.json"]


def test_a_game_begins_with_its_variants() -> None:
    console = Console(record=True, width=160, file=StringIO())
    game = Table("1890", 2, "A", ("eight-turns",)).named_game(("Ann", "Bo"), 5)
    Session(console, game, {}, None, lambda prompt: "quit").play()
    said = console.export_text()
    assert "eight-turns  The game ends after eight turns, not ten." in said
    assert "A.10.4 · in A" in said


def test_numbers_choose_lines() -> None:
    game, _ = after("2", "1")
    assert [action.kind for action in game.actions] == ["bid", "pass"]


def test_amounts_are_asked_for_or_typed_along() -> None:
    game, _ = after("3", "50", "3 60", "3", "")
    assert [getattr(action, "price", 0) for action in game.actions] == [50, 60, 65]
    assert game.length == 3


def test_menus_open_and_close() -> None:
    game, _ = after(*["2"] * 6, "2", "", "2 1", names=("Ann", "Bo", "Cy"))
    assert game.actions[-1].kind == "par"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0", "There is no line 0"),
        ("77", "There is no line 77"),
        ("1234567890123", "not a number"),
        ("bid TR 19", "1889-AUC"),
        ("bid SMR 9999999", "1889-AUC"),
        ("dance", "There is no command dance"),
        ("undo", "nothing to undo"),
        ("redo", "nothing to redo"),
        ("save", "Say in which file"),
        ("best", "No company runs now"),
        ("rules XX", "There is no clause"),
        ("log many", "not a number"),
        ("why", "missing"),
        ("save /nowhere/at/all.json", "cannot be written"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(typed: str, said: str) -> None:
    game, printed = after(typed)
    assert said in printed
    assert game.length == 0


def test_undo_goes_back_to_a_persons_decision() -> None:
    game, _ = after("2", "undo", names=("Ann", "bot", "bot2"))
    assert game.length == 0
    game, _ = after("2", "undo", "redo", names=("Ann", "bot", "bot2"))
    assert game.length == 3


def test_why_tells_the_clause() -> None:
    _, printed = after("why buy AR", "why pass")
    assert "1889-AUC-02  " in printed
    assert "It is allowed" in printed


def test_other_commands_print_something() -> None:
    _, printed = after("help", "map", "market", "log", "show", "rules OR-07", "?")
    assert "picks a line" in printed
    assert "Takamatsu" in printed
    assert "1889-OR-07" in printed


def test_saving_under_a_name(tmp_path: Path) -> None:
    after("2", f"save {tmp_path / 'a.json'}")
    assert record.load(tmp_path / "a.json").length == 1
