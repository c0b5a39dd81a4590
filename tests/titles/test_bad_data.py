"""Inconsistent data: the error names the file and the key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.titles.renaming import changed_setup, replaced_file, title_copy
from tetsudo.core.errors import BadData
from tetsudo.titles import choices, setup_builder
from tetsudo.titles.data import toml_files
from tetsudo.titles.data import variants as tables
from tetsudo.titles.data.clauses import clauses_of_puzzles
from tetsudo.titles.data.maps import build_map
from tetsudo.titles.data.markets import build_market
from tetsudo.titles.data.tiles import FaceBook, build_tiles
from tetsudo.titles.data.toml_table import Raw, TomlTable

Break = Callable[[str, str, str], str]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Load 1889 with one text of one file replaced; returns the error."""

    def load(name: str, old: str, new: str) -> str:
        with pytest.raises(BadData) as caught:
            changed_setup(monkeypatch, "1889", name, (old, new))
        return re.sub(r"t1889x\d+/", "t1889/", str(caught.value))

    return load


STEPS = "[rules]\nsteps ="

CASES = [
    # TOML and keys
    ("map.toml", "[hexes]", "[hexes", "t1889/map.toml: "),
    ("map.toml", "place = ", "plaec = ", "t1889/map.toml: hexes.A10.plaec: is not a key that belongs here"),
    ("companies.toml", "[companies]", "[firms]", "t1889/companies.toml: firms: is not a table that belongs here"),
    ("title.toml", "bank  ", "bnak  ", "t1889/title.toml: rules.bank: is missing"),
    ("title.toml", "turn_limit ", "colour = 1\nturn_limit ", "t1889/title.toml: rules.colour: is not a key"),
    ("title.toml", "= 7000", '= "7000"', "t1889/title.toml: rules.bank: bank must be a whole number"),
    ("title.toml", "= 14", "= 1", "t1889/title.toml: players.4.certificate_limit: certificate_limit must be"),
    # the map
    ("map.toml", "A8  = {", 'A8  = { group = "x",', "hexes.A8.group: is for a location where routes end"),
    ("companies.toml", 'homes = "K8"', 'homes = "K8", payouts = "all"', "AR.payouts: must be among pay, withhold"),
    ("companies.toml", 'homes = "K8"', 'homes = "K8", half_step = 1', "AR.half_step: must be at least 2, not 1"),
    ("title.toml", "train_limit = 4,", "train_limit = 4, lays = { XX = 2 },", "2.lays: 'XX' is no company"),
    ("title.toml", "train_limit = 4,", "train_limit = 4, lays = { AR = 0 },", "2.lays.AR: must be at least 1, not 0"),
    ("companies.toml", 'homes = "K8"', 'homes = "K8", bonus = 20', "companies.AR.bonus: needs destination and bonus"),
    ("tiles.toml", '"town 30"', '"town 30 subsidy=40", "town 10"', "437.nodes: has a subsidy, so there can be no"),
    ("tiles.toml", '"town 30"', '"town subsidy=x"', "437.nodes: 'subsidy=x' is not a value"),
    ("map.toml", "A8 ", "A9 ", "t1889/map.toml: hexes.A9: lies between the hexes"),
    ("map.toml", "A8 ", "8A ", "t1889/map.toml: hexes.8A: '8A' is not a coordinate"),
    ("map.toml", "city 1 0", "city 0", "t1889/map.toml: hexes.A10.nodes: 'city 0': a city has its number of slots"),
    ("map.toml", '"0-n0 5-n0"', '"0-n0 5-n1"', "t1889/map.toml: hexes.B3.track: '5-n1': 'n1' is neither a side"),
    ("map.toml", '"0-n0 5-n0"', '"0-n0 4-n0"', "t1889/map.toml: hexes.B3.track: leads nowhere at side 4"),
    ("map.toml", 'B5  = {}', 'B5  = { colour = "grey" }', "t1889/map.toml: hexes.B3.track: leads nowhere at side 0"),
    ("map.toml", "B5  = {}", 'B5  = { borders = "0" }', "hexes.B5.borders: B7 does not name side 3 in return"),
    ("map.toml", "B5  = {}", 'B5  = { borders = "1" }', "hexes.B5.borders: side 1 is the edge of the map"),
    ("map.toml", "B5  = {}", 'B5  = { borders = "7" }', "hexes.B5.borders: must be sides 0 to 5"),
    ("map.toml", "{ brown = 80 }", "{ pink = 80 }", "hexes.F9.cost.pink: is not a colour of tiles"),
    ("map.toml", '"1-5"', '"1-5", cost = 80', "hexes.J7.cost: no tile is ever laid here"),
    ("map.toml", "flat-top", "flat", "t1889/map.toml: orientation: must be one of flat-top, pointy-top"),
    ("map.toml", "B5  = {}", 'B5  = { dead_ends = "0" }', "t1889/map.toml: hexes.B5.dead_ends: side 0 leads to B7"),
    ("map.toml", "B5  = {}", 'B5  = { upgrades = "39" }', "hexes.B5.upgrades: 39 is no tile of the next colour"),
    ("map.toml", "[hexes]", 'only = "A8 Z1"\n[hexes]', "t1889/map.toml: only: 'Z1' is no hex"),
    ("map.toml", "[hexes]", 'only = "A8 A8"\n[hexes]', "t1889/map.toml: only: names a hex twice"),
    # tiles
    ("tiles.toml", "39  = {", '39  = { hexes = "Z1",', "t1889/tiles.toml: brown.39.hexes: 'Z1' is no hex"),
    ("tiles.toml", "7   = {", "999 = {", "t1889/tiles.toml: yellow.999: has no track, and is not in the catalogue"),
    ("tiles.toml", "39  = {", "9   = {", "t1889/tiles.toml: brown.9: is there twice"),
    ("tiles.toml", "39  = {", "26  = {", "brown.26: is there twice"),
    ("tiles.toml", "58  = { count = 3 }", "39  = { count = 3 }", "brown.39: is there twice"),
    ("tiles.toml", "[brown]\n39  = { count = 1 }", "[brown]", "green.28.upgrades: there is no tile 39: add it"),
    ("tiles.toml", '"26 27 28 29"', '"26 27 28 39"', "7.upgrades: 39 is not the next colour"),
    ("tiles.toml", '"26 27 28 29"', '"26 27 28 20"', "7.upgrades: 20 keeps the track in no rotation"),
    ("tiles.toml", 'upgrades = "439", label = "H"', 'upgrades = "439"', "438.upgrades: 439 has not the label ''"),
    ("tiles.toml", "count = 5", "count = 0", "t1889/tiles.toml: yellow.8.count: must be at least 1, not 0"),
    ("tiles.toml", "[yellow]", "[pink]", "t1889/tiles.toml: pink: is not a colour"),
    # the market
    ("market.toml", "100p", "100q", "t1889/market.toml: rows[0]: '100q' is not a price"),
    ("market.toml", " 90p", "100p", "t1889/market.toml: rows: has two par cells of 100"),
    ("market.toml", '"right up"', '"east"', "t1889/market.toml: moves.payout: must be among right, left, up, down"),
    ("market.toml", "sold_out", "soldout", "t1889/market.toml: moves.sold_out: is missing"),
    # companies and privates
    ("companies.toml", '"K8"', '"K9"', "t1889/companies.toml: companies.AR.homes: 'K9' is no hex"),
    ("companies.toml", '"K8"', '"K6"', "t1889/companies.toml: companies.AR.homes: K6 has no city 0"),
    ("companies.toml", '"K8"', '"K8:1"', "t1889/companies.toml: companies.AR.homes: K8 has no city 1"),
    ("companies.toml", '"K8"', '"B11"', "t1889/companies.toml: companies.AR.homes: B11 has no city 0"),
    ("companies.toml", '"0 40"', '""', "t1889/companies.toml: companies.AR.tokens: has fewer tokens than homes"),
    ("companies.toml", '"0 40"', '"0 x"', "t1889/companies.toml: companies.AR.tokens: must be whole numbers"),
    ("companies.toml", "#37383a", "black", "t1889/companies.toml: companies.AR.colour: must be like #37383a"),
    ("companies.toml", '"blocks_hexes"', '"blocks"', "privates.TR.powers[0].kind: 'blocks' is no power"),
    ("companies.toml", 'hexes = "K4"', 'hexes = "K5"', "privates.TR.powers[0].hexes: 'K5' is no hex"),
    ("companies.toml", 'tiles = "437"', 'tiles = "436"', "privates.MF.powers[0].tiles: '436' is no tile"),
    ("companies.toml", 'company = "IR"', 'company = "RI"', "privates.DR.powers[0].company: 'RI' is no company"),
    ("companies.toml", 'phase = "5"', 'phase = "7"', "privates.UTF.powers[0].phase: '7' is no phase"),
    ("companies.toml", ", uses = 1", ", use = 1", "privates.MF.powers[0].use: is not a key that belongs here"),
    ("companies.toml", 'when = "anytime", ', "", "privates.MF.powers[0].when: is missing"),
    ("companies.toml", 'sources = "ipo"', 'sources = "bank"', "privates.DR.powers[0].sources: must be among ipo"),
    ("title.toml", "DR SIR UTF", "DR SIR UFT", "t1889/title.toml: players.4.privates: 'UFT' is no private"),
    # trains and phases
    ("title.toml", 'rusted_by = "4"', 'rusted_by = "9"', "t1889/title.toml: trains.2.rusted_by: '9' is no train"),
    ("title.toml", 'rusted_by = "6"', 'rusted_by = "2"', "trains.3.rusted_by: is rusted by a train that comes before"),
    ("title.toml", 'after = "6"', 'after = "D"', "t1889/title.toml: trains.D.after: comes after a train that comes"),
    ("title.toml", "trade_in_price = 800", "towns = 1", "trains.D.trade_in_price: needs trade_ins and trade_in_price"),
    ("title.toml", ', trigger = "3"', "", "t1889/title.toml: phases.3: comes too late"),
    ("title.toml", ', trigger = "6"', ', trigger = "3"', "t1889/title.toml: phases.6: comes too late"),
    ("title.toml", 'tiles = "green"', 'tiles = "grene"', "t1889/title.toml: phases.3.tiles: must be one of yellow"),
    ("title.toml", "[rules]", f'{STEPS} "tracks token"', "rules.steps: there is no step 'tracks'; did you mean track?"),
    ("title.toml", "[rules]", f'{STEPS} "track track"', "t1889/title.toml: rules.steps: names a step twice"),
    ("title.toml", "[rules]", f'{STEPS} "track token dividend run"', "steps: must have track, run, dividend right"),
    # clauses and reasons
    ("title.toml", "must_sell ", "must_sel ", "reasons.must_sel: is no reason of the engine; did you mean must_sell?"),
    ("title.toml", '"1889-BUY-23"', '"1889-X"', "t1889/title.toml: reasons.must_sell: there is no clause '1889-X'"),
    ("clauses.toml", 'kind = ', 'restates = "1889-X-01"\nkind = ', "restates: there is no clause '1889-X-01'"),
    ("clauses.toml", 'kind = ', 'scenarios = "Z"\nkind = ', "scenarios: 'Z' is no scenario, variant or section"),
    ("clauses.toml", "\nbankrupt =", "\nbankrup =", "puzzles.bankrup: is no topic of puzzles; did you mean bankrupt?"),
    ("clauses.toml", '["1889-RUN-10"]', '["1889-RUN-99"]', "puzzles.revenue: there is no clause '1889-RUN-99'"),
    ("clauses.toml", '["1889-RUN-10"]', '"1889-RUN-10"', "puzzles.revenue: must be a list of texts, not '1889-RUN-10'"),
    ("clauses.toml", "[puzzles]", "puzzles = 1\n[other]", "t1889/clauses.toml: puzzles: must be a table, not 1"),
    # data without effect
    ("map.toml", "cost = 80", "cost = { white = 80 }", "cost.white: is not a colour of tiles"),
    ("map.toml", 'colour = "yellow"', 'colour = "yellow", cost = { yellow = 80 }', "cost.yellow: no tile of this"),
    ("companies.toml", '"player", hexes = "K4"', '"any", hexes = "K4"', "TR.powers[0].owner: must be player for"),
    ("companies.toml", '"player", when = "sold"', '"any", when = "sold"', "ER.powers[1].owner: must be player for"),
    ("companies.toml", 'hexes = "K4"', 'hexes = ""', "privates.TR.powers[0].hexes: names nothing"),
    ("companies.toml", ", uses = 1", ", uses = 0", "privates.MF.powers[0].uses: must be at least 1"),
    ("companies.toml", ", uses = 1", ", joined = true", "MF.powers[0].joined: says nothing where together is 1"),
    ("companies.toml", '"IR", ', '"IR", when = "sold", ', "[0].when: must be one of always, anytime, stock, turn, not"),
    ("companies.toml", '"IR", ', '"IR", awaited = false, ', "powers[0].awaited: says nothing where purchase is false"),
    ("companies.toml", '"IR", ', '"IR", purchase = true, when = "turn", ', "when: says nothing where purchase is true"),
    ("companies.toml", '"mountain"', '"swamp"', "privates.SMR.powers[0].terrain: no hex has the terrain 'swamp'"),
    ("companies.toml", 'phase = "5"', 'phase = "4"', "UTF.powers[0].phase: must be a phase that closes privates"),
    ("companies.toml", 'kind = "terrain_discount"', 'kind = "run_bonus"', "powers[0].kind: 'run_bonus' is no power"),
    ("companies.toml", "income = 20\n", "income = 20\ntokens = 1\n", "SIR.tokens: says nothing without a station"),
    ("tiles.toml", "39  = {", '39  = { colour = "green",', "brown.39.colour: is not a key that belongs here: the"),
    ("market.toml", "{ par = true }", "{ par = true }\nq = {}", "t1889/market.toml: marks.q: stands on no cell"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "error"), CASES, ids=[case[3][-60:] for case in CASES])
def test_the_error_names_file_and_key(broken: Break, name: str, old: str, new: str, error: str) -> None:
    assert error in broken(name, old, new)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (
            "ordinary = 4",
            "ordinary: must be 8, so that with the president's certificate there are 10 shares of 10 %",
        ),
        ("president_shares = 3, ordinary = 8", "ordinary: must be 7, so that with the president's certificate there"),
        (
            "share = 20, ordinary = 8",
            "ordinary: must be 3, so that with the president's certificate there are 5 shares of",
        ),
        ("share = 20, president_shares = 6", "president_shares: must be from 1 to 5, not 6"),
        ("share = 30", "share: must divide 100, not 30"),
        ("president_shares = 0", "president_shares: must be from 1 to 10, not 0"),
        ("reserved = 9", "reserved: must be at most 8"),
        ("price = 100", "price: is not a key that belongs here"),
        ('kind = "minor"', "price: is missing"),
        (
            'kind = "minor", price = 1, capital = 1, president_shares = 9',
            "president_shares: must be 10: a minor is",
        ),
        ("half_step = 20", "half_step: says nothing where payouts have no half"),
        ('pars = "77"', "pars: the market has no par price 77"),
        ('powers = [{ kind = "stays_open" }]', "powers[0].kind: 'stays_open' is a power of privates only"),
    ],
)
def test_a_company_has_all_its_shares_and_no_key_that_says_nothing(broken: Break, line: str, error: str) -> None:
    found = broken("companies.toml", 'homes = "K8"', f'homes = "K8", {line}')
    assert found.startswith(f"t1889/companies.toml: companies.AR.{error}")


def test_a_power_of_companies_only_is_no_privates(monkeypatch: pytest.MonkeyPatch) -> None:
    change = ('{ kind = "pays_once", owner', '{ kind = "run_bonus", owner')
    with pytest.raises(BadData, match=r"powers\[0\]\.kind: 'run_bonus' is a power of companies only"):
        changed_setup(monkeypatch, "1890", "companies.toml", change)


def test_the_place_among_titles_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read when titles are listed, before the rest of their data."""
    title = title_copy(
        monkeypatch, "1889", {"title.toml": replaced_file("1889", "title.toml", ("order = 1", 'order = "1st"'))}
    )
    with pytest.raises(BadData, match=f"t{title}/title.toml: order: must be a whole number, not '1st'"):
        toml_files._order(title)


def test_a_title_may_have_no_clauses_for_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = {key: value for key, value in replaced_file("1889", "clauses.toml").items() if key != "puzzles"}
    title = title_copy(monkeypatch, "1889", {"clauses.toml": raw})
    assert set(clauses_of_puzzles(title).values()) == {()}


def test_an_edition_without_a_clause_cites_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """1888-N lists only what differs from 1888, here the clause of one topic."""
    dropped = {"1888N-TRN-05": {"dropped": True}}
    raw = {**replaced_file("1888n", "clauses.toml"), **dropped}
    title = title_copy(monkeypatch, "1888n", {"clauses.toml": raw})
    with pytest.raises(BadData, match=r"clauses\.toml: puzzles\.depot order: there is no clause '1888N-TRN-05'"):
        clauses_of_puzzles(title)
    title = title_copy(monkeypatch, "1888n", {"clauses.toml": {**raw, "puzzles": {"depot order": ["1888N-TRN-03"]}}})
    assert clauses_of_puzzles(title)["depot order"] == ("1888N-TRN-03",)
    assert clauses_of_puzzles(title)["cash"] == ("1888N-BUY-05",)


def variants(**lines: Raw) -> tuple[choices.Choice, ...]:
    """Variants of a title with two scenarios."""
    named = {name: {"name": name, "help": name, **line} for name, line in lines.items()}
    return choices.read_variants(TomlTable({"scenarios": {"A": {}, "B": {}}, "variants": named}, "t1/title.toml"))


def test_a_variant_may_only_change_tables_that_there_are() -> None:
    with pytest.raises(BadData, match=r"variants\.easy\.tile: is not a key"):
        variants(easy={"tile": {}})


def test_a_variant_is_like_none() -> None:
    with pytest.raises(BadData, match=r"variants\.easy\.like: is not a key that belongs here"):
        variants(easy={"like": "hard"}, hard={})


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ({"scenarios": "A Z"}, "scenarios: must be among A, B"),
        ({"excludes": {"hard": "It is."}}, "excludes.hard: must name another variant of this title"),
        ({"excludes": {"easy": "It is."}}, "excludes.easy: must name another variant of this title"),
        ({"in": {"Z": {}}}, "in.Z: is no scenario"),
        ({"in": {"A": {"tile": {}}}}, "in.A.tile: is not a key that belongs here"),
        ({"in": {"A": {"in": {}}}}, "in.A.in: is not a key that belongs here"),
    ],
)
def test_a_variant_names_scenarios_and_variants_that_there_are(line: Raw, error: str) -> None:
    with pytest.raises(BadData, match=re.escape(f"t1/title.toml: variants.easy.{error}")):
        variants(easy=line)


def test_only_what_there_is_can_be_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    easy = '[variants.easy]\nname = "Easy"\nhelp = "Easy."\n[variants.easy.companies]\nZZ = { dropped = true }\n'
    raw = replaced_file("1889", "title.toml", ("[variants.beginner]\n", f"{easy}[variants.beginner]\n"))
    title = title_copy(monkeypatch, "1889", {"title.toml": raw})
    with pytest.raises(BadData, match=r"title\.toml: variants\.easy\.companies\.ZZ: there is nothing to drop"):
        setup_builder.build_setup(title, "", ("easy",), 4, ())


def test_another_edition_drops_only_what_there_is() -> None:
    with pytest.raises(BadData, match=r"t2/title\.toml: variants\.hard: there is nothing to drop"):
        toml_files.check_drops(
            {"variants": {"easy": {}}}, {"variants": {"hard": {"dropped": True}}}, "", "t2/title.toml"
        )


@pytest.mark.parametrize("like", ["Z", "B"])
def test_a_scenario_is_like_one_that_is_like_none(like: str) -> None:
    lines = {"A": {"name": "A", "help": "A.", "like": like}, "B": {"name": "B", "help": "B.", "like": "C"}, "C": {}}
    with pytest.raises(BadData, match=r"scenarios\.A\.like: must be another one, which is like none itself"):
        choices.read_scenarios(TomlTable({"scenarios": lines}, "t1/title.toml"))


def test_a_scenario_is_played_with_variants_that_there_are() -> None:
    lines = {"A": {"name": "A", "help": "A.", "variants": "easy hard"}}
    with pytest.raises(BadData, match=r"scenarios\.A\.variants: must be among easy"):
        choices.read_scenarios(TomlTable({"scenarios": lines, "variants": {"easy": {}}}, "t1/title.toml"))


def test_no_scenario_and_no_variant_change_the_files_as_read() -> None:
    before = toml_files.read("1889", "title.toml")["players"]["2"]["privates"]
    tables.options_of("1889", "", ("beginner",))
    assert toml_files.read("1889", "title.toml")["players"]["2"]["privates"] == before == "TR MF ER SMR DR"


# Pointy-top maps, borders and several cities, which 1889 does not have


def pointy(**lines: Raw) -> TomlTable:
    return TomlTable({"orientation": "pointy-top", "hexes": lines}, "t1/map.toml")


def test_a_pointy_top_map() -> None:
    """The neighbours by the facts of 1888: B4 has C3 at 0, B2 at 1, A3 at 2, B6 at 4, C5 at 5."""
    map = build_map(pointy(B4={}, C3={}, B2={}, A3={}, A5={}, B6={}, C5={}), FaceBook())
    names = [map.hexes[neighbour].name for neighbour in map.hexes[0].neighbours]
    assert names == ["C3", "B2", "A3", "A5", "B6", "C5"]
    assert not map.flat_top
    assert map.hexes[0].closed == 0


def test_a_border_closes_both_sides() -> None:
    map = build_map(pointy(B4={"borders": "4"}, B6={"borders": "1"}), FaceBook())
    assert map.hexes[0].neighbours[4] == 1
    assert map.hexes[0].closed == map.hexes[1].closed == 0b111111


def test_a_part_of_a_map_is_closed_towards_the_rest() -> None:
    """B4 and B6 of a row of three; B8 is left out. B6 has a dead end towards it, C7 has a border."""
    lines = {
        "B4": {},
        "B6": {"colour": "yellow", "track": "1-4", "dead_ends": "4"},
        "B8": {},
        "C7": {"borders": "3"},
        "B2": {},
    }
    lines["B8"] = {"borders": "0"}
    table = pointy(**lines)
    part = build_map(TomlTable({**table.raw, "only": "B4 B6 C7"}, "t1/map.toml"), FaceBook())
    assert [hex.name for hex in part.hexes] == ["B4", "B6", "C7"]
    b4, b6, c7 = part.hexes
    assert (b4.neighbours[1], b4.closed >> 1 & 1) == (-1, 1)
    assert (b6.neighbours[4], b6.closed >> 4 & 1) == (-1, 0)
    assert (c7.neighbours[2], c7.closed >> 3 & 1) == (1, 1)
    lines["B6"] = {"colour": "yellow", "track": "1-4"}
    table = pointy(**lines)
    with pytest.raises(BadData, match=r"hexes\.B6\.track: leads nowhere at side 4"):
        build_map(TomlTable({**table.raw, "only": "B4 B6 C7"}, "t1/map.toml"), FaceBook())


def test_what_is_dropped_is_not_there_at_any_depth() -> None:
    raw = {"a": {"price": 1}, "b": {"dropped": True, "price": 2}, "c": {"forms": {"dropped": True}, "price": 3}}
    assert toml_files.strip_dropped(raw) == {"a": {"price": 1}, "c": {"price": 3}}


def test_a_closed_cell_of_the_market() -> None:
    raw = {
        "rows": ["0c 65p 70", "0c 60 65"],
        "moves": {"payout": "right up", "withhold": "left down", "sale": "down", "sold_out": "up"},
        "marks": {"p": {"par": True}, "c": {"closed": True}},
    }
    market = build_market(TomlTable(raw, "t1/market.toml"))
    assert market.closed == (True, False, False, True, False, False)
    assert market.on_withhold[1] == 0  # a company can move into it


def test_a_tile_of_the_title_may_differ_from_the_catalogue() -> None:
    raw = {"611": {"colour": "brown", "count": 1, "nodes": ["city 2 50"], "track": "0-n0 1-n0"}}
    (tile,) = build_tiles(TomlTable(raw, "t1/tiles.toml"))
    assert tile.nodes[0].revenue[0] == 50
