"""Data that would load but break a promise of the engine: refused on loading, with file and key.

Each case is an edition in a folder, as an author has it; most were found by `tests.data_mutants`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

import tetsudo
from tetsudo.core.errors import BadData
from tetsudo.titles.data import discovery
from tetsudo.titles.loader import check

Edition = Callable[..., str]
numbers = itertools.count()


@pytest.fixture
def edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Edition:
    """Makes an edition of a title, with extra lines in its files, and returns its unique name."""
    monkeypatch.setattr(discovery, "_added_titles", {})

    def make(base: str, **texts: str) -> str:
        folder = tmp_path / f"edition{next(numbers)}"
        folder.mkdir()
        main = f'base = "{base}"\nname = "An edition {folder.name}"\n' + texts.pop("title", "")
        for name, text in {"title": main, **texts}.items():
            (folder / f"{name}.toml").write_text(text)
        return discovery.register_folder(folder)

    return make


def brings(company: str, what: str) -> str:
    return f'powers = [{{ kind = "brings", owner = "player", company = "{company}", what = "{what}" }}]\n'


KN = "[companies.KN]\n"
MEMBERS = "companies.KN.forms.members"

CASES = [
    # certificates from nowhere
    ("1889", "companies", f'[privates.TR]\n{brings("AR", "share")}',
     "privates.TR.powers[0].company: brings a share of AR that is not reserved: companies.AR.reserved is 0"),
    ("1889", "companies", f'[privates.TR]\n{brings("AR", "share")}[privates.MF]\n{brings("AR", "share")}'
     "[companies.AR]\nreserved = 1\n", "privates.MF.powers[0].company: brings a share of AR that is not reserved"),
    ("1889", "companies", f'[privates.TR]\n{brings("AR", "president")}',
     "privates.TR.powers[0].company: needs the president's certificate of AR, which is not reserved"),
    ("1889", "companies", f'[privates.TR]\n{brings("AR", "par")}',
     "privates.TR.powers[0].company: needs the president's certificate of AR, which is not reserved"),
    ("1889", "companies", f'[privates.TR]\n{brings("AR", "president")}[privates.MF]\n{brings("AR", "president")}'
     "[companies.AR]\npresident_reserved = true\n", "privates.MF.powers[0].company: needs the president's"),
    ("1890", "companies", f'[privates.AR]\n{brings("KAN", "share")}',
     "privates.AR.powers[0].company: brings a share of KAN that is not reserved"),
    ("1890", "companies", f"{KN}reserved = 3\n", "companies.KN.reserved: must be at least 4, as many as its members"),
    ("1890", "companies", f"{KN}president_reserved = false\n", "companies.KN.president_reserved: must be true"),
    # homes
    ("1889", "companies", '[companies.TR]\nhomes = "C10"\n', "companies.KU.homes: the city C10:0 has no room"),
    ("1890", "companies", '[companies.JR]\nhomes = "G12 B17:0 B17:1 F5"\n', "companies.JR.homes: names a hex twice"),
    # numbers of players
    ("1889", "title", "[players.5]\ndropped = true\n", "players.5: is missing: there are rows for fewer and for"),
    ("1889", "title", "[players.1]\nstarting_cash = 420\ncertificate_limit = 25\n",
     "players.1: must be a number of players from 2 to 20"),
    ("1889", "title", '[players.4]\nprivates = "TR MF TR"\n', "players.4.privates: names TR twice"),
    ("1889", "companies", '[privates.MF.powers.lays_tile]\nhexes = "B11 B11"\n', "privates.MF.powers[0].hexes: names"),
    ("1889", "title", '[variants.beginner.players.6]\nprivates = "TR MF ER SMR DR"\n',
     "variants.beginner.rules: with 6 players auction must be true when there are too few privates to deal, 5"),
    # trains that cannot run
    ("1889", "title", "[trains.4]\nstops = 1\n", "trains.4.stops: must be at least 2, for two stops that count 1"),
    ("1889", "title", "[trains.4]\ntowns = 0\n", "trains.4.towns: must be at least 1, for a town that counts 1"),
    # numbers out of range
    ("1889", "companies", "[companies.TR]\ntokens = 1000000\n", "companies.TR.tokens: must be at most 20"),
    ("1889", "companies", f'[companies.TR]\ntokens = "{"0 " * 21}"\n', "companies.TR.tokens: must be at most 20"),
    ("1889", "companies", '[companies.TR]\ntokens = "0 100001"\n', "companies.TR.tokens: must be numbers up to 100000"),
    ("1889", "companies", "[privates.TR]\nincome = 100001\n", "privates.TR.income: must be at most 100000"),
    ("1889", "title", "[trains.2]\ncount = 100\n", "trains.2.count: must be at most 99"),
    ("1889", "title", "[rules]\nbank = 1000\n", "rules: with 3 players bank must cover the starting cash of all"),
    # powers given by kind that are not tables
    ("1889", "companies", "[privates.TR.powers]\nblocks_hexes = 5\n", "privates.TR.powers: must be a list of tables"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "file", "text", "error"), CASES, ids=[case[3][:50] for case in CASES])
def test_it_is_refused_with_file_and_key(edition: Edition, base: str, file: str, text: str, error: str) -> None:
    name = edition(base, **{file: text})
    with pytest.raises(BadData) as refusal:
        check(name)
    assert str(refusal.value).startswith(f"{name}/{file}.toml: {error}")


def test_stops_that_count_twice_are_for_trains_that_reach_two_of_them(edition: Edition) -> None:
    name = edition("1889", map='[hexes.A10]\nnodes = ["city 1 20 length=2"]\n')
    with pytest.raises(
        BadData, match=rf"^{name}/title\.toml: trains\.2\.stops: must be at least 4, for two stops that"
    ):
        check(name)


def test_a_base_is_a_title(edition: Edition) -> None:
    name = edition("1776")
    with pytest.raises(BadData, match=rf"^{name}/title\.toml: base: there is no title '1776'"):
        check(name)


def test_no_edition_is_based_on_itself(edition: Edition) -> None:
    name = edition(f"edition{next(numbers) + 1}")
    with pytest.raises(BadData, match=rf"^{name}/title\.toml: base: is based on itself"):
        check(name)


def test_what_is_reserved_may_be_brought(edition: Edition) -> None:
    lines = f"[privates.TR]\n{brings('AR', 'share')}[companies.AR]\nreserved = 1\n"
    name = edition("1889", companies=lines)
    check(name)
    game = tetsudo.new(name, ["Ann", "Bo"])
    game.apply(game.parse("buy TR"))
    assert game.player("Ann").shares == {"AR": 10}
