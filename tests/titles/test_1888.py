"""The data of both editions of 1888 compared with the facts: those written here, and the facts files if available."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.titles import facts
from tests.titles.test_1889 import _segments as segments_of
from tests.titles.test_1889 import at, printed, private, replacements, sides
from tetsudo.core.errors import BadInput
from tetsudo.core.units import BLUE, BROWN, COLOURS, FIXED, GREEN, GREY, NOBODY, RED, YELLOW
from tetsudo.engine.model.tiles import NODE_KINDS
from tetsudo.engine.model.title import Setup
from tetsudo.titles import loader
from tetsudo.titles.data.clauses import clauses_of_puzzles

TITLES = ("1888", "1888n")


@pytest.fixture(scope="module", params=TITLES)
def setup(request: pytest.FixtureRequest) -> Setup:
    return loader.setup(request.param, 4)


@pytest.fixture
def file(shared: Path, setup: Setup) -> Path:
    return shared / "facts" / f"{setup.title}.yaml"


@pytest.mark.parametrize("title", TITLES)
def test_everything_that_can_be_chosen_is_sound(title: str) -> None:
    loader.check(title)


# Players, privates


@pytest.mark.rule("1888-CMP-05", "1888N-CMP-05")
def test_players() -> None:
    assert loader.title_info("1888").minimum_players == 3
    assert loader.title_info("1888n").minimum_players == 2
    for title, wrong in (("1888", 2), ("1888", 7), ("1888n", 1), ("1888n", 7)):
        with pytest.raises(BadInput):
            loader.setup(title, wrong)


@pytest.mark.rule(
    "1888*-CMP-04", "1888*-SET-09", "1888*-SET-10", "1888*-SET-11", "1888*-SET-12",
    "1888*-CRT-01", "1888*-CRT-02", "1888*-CRT-03", "1888*-CRT-04",
)  # fmt: skip
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(("players", "cash", "limit"), [(3, 800, 20), (4, 600, 16), (5, 480, 13), (6, 400, 11)])
def test_cash_and_certificate_limit(title: str, players: int, cash: int, limit: int) -> None:
    rules = loader.setup(title, players).settings
    assert (rules.bank, rules.starting_cash, rules.certificate_limit) == (9000, cash, limit)


@pytest.mark.rule("1888N-SET-08", "1888N-CRT-05")
def test_two_players_of_the_published_edition() -> None:
    rules = loader.setup("1888n", 2).settings
    assert (rules.starting_cash, rules.certificate_limit) == (1200, 28)
    assert loader.setup("1888n", 2, ["18xx.games"]).settings.certificate_limit == 20


@pytest.mark.rule(
    "1888-PRV-10", "1888-PRV-11", "1888-PRV-12", "1888-PRV-13", "1888-PRV-14", "1888-PRV-15", "1888*-AUC-01"
)
def test_the_prototypes_privates() -> None:
    setup = loader.setup("1888", 4)
    assert [each.symbol for each in setup.privates] == ["KT", "TA", "HS", "CW", "YRF", "FC"]
    assert [each.price for each in setup.privates] == [25, 50, 70, 100, 120, 150]
    assert [each.income for each in setup.privates] == [5, 10, 15, 20, 25, 30]


@pytest.mark.rule(
    "1888N-PRV-05", "1888N-PRV-10", "1888N-PRV-11", "1888N-PRV-12", "1888N-PRV-13", "1888N-PRV-14", "1888N-PRV-15",
    "1888*-AUC-01",
)  # fmt: skip
def test_the_published_privates() -> None:
    setup = loader.setup("1888n", 4)
    assert [each.symbol for each in setup.privates] == ["KT", "TA", "HS", "CW", "YRF", "FC"]
    assert [(each.price, each.income, each.low, each.high) for each in setup.privates] == [
        (25, 5, 13, 37), (50, 10, 25, 75), (75, 15, 38, 112),
        (100, 20, 50, 150), (125, 25, 63, 187), (150, 30, 75, 225),
    ]  # fmt: skip


@pytest.mark.rule("1888*-PRV-16")
def test_kaiping_tramway_has_no_power(setup: Setup) -> None:
    assert private(setup, "KT").powers == ()
    assert [len(each.powers) for each in setup.privates] == [0, 1, 2, 1, 1, 1]


# Companies, trains, phases


@pytest.mark.rule(
    "1888*-CMP-03", "1888*-CO-08", "1888*-CO-09", "1888*-CO-10", "1888*-CO-11", "1888*-CO-12", "1888*-CO-13",
    "1888*-CO-14", "1888*-CO-15",
)  # fmt: skip
def test_companies_with_their_homes_destinations_and_tokens(setup: Setup) -> None:
    hexes = setup.map.hexes
    assert {
        each.symbol: (
            hexes[each.homes[0][0]].name,
            each.homes[0][1],
            hexes[each.destination].name,
            each.bonus,
            each.token_prices,
            each.lays_home,
        )
        for each in setup.companies
    } == {
        "JHR": ("C9", 1, "D12", 30, (0, 40, 100), False),
        "SSL": ("B18", 0, "C13", 20, (0, 40, 100), False),
        "CDL": ("A19", 0, "E17", 20, (0, 40, 100, 100), False),
        "HJR": ("F6", 0, "G9", 20, (0, 40, 100, 100), True),
        "TJL": ("E3", 0, "H4", 20, (0, 40, 100, 100), True),
        "LYR": ("F16", 0, "H14", 20, (0, 40, 100), False),
        "JZR": ("C9", 0, "B6", 40, (0, 40, 100), False),
        "ZDR": ("G11", 0, "F12", 40, (0, 40, 100), True),
    }
    assert sum(len(each.token_prices) for each in setup.companies) == 27


def test_names_of_companies(setup: Setup, file: Path) -> None:
    text = file.read_text("utf-8")
    for each in setup.companies:
        assert f"abbrev: {each.symbol}\n  name: {each.name}\n  chinese_name: {each.native}\n" in text
        # A shade lighter than printed, so that its name is legible.
        assert {"#a06abc": "#9d65b9"}.get(each.colour, each.colour) in text.lower()


@pytest.mark.rule("1888*-CMP-01", "1888*-CO-01", "1888*-CO-06")
def test_the_cards(setup: Setup) -> None:
    for each in setup.companies:
        assert (each.ordinary, each.president_shares) == (8, 2)
        assert 10 * (each.ordinary + each.president_shares) == 100
    assert sum(each.ordinary + 1 for each in setup.companies) == 72
    assert sum(train.count for train in setup.trains) == 30
    assert len(setup.privates) == 6


@pytest.mark.rule(
    "1888*-SET-03", "1888*-TRN-06", "1888*-TRN-07", "1888*-TRN-08", "1888*-TRN-09", "1888*-TRN-10", "1888*-TRN-11"
)
def test_the_train_table(setup: Setup) -> None:
    assert [(train.name, train.stops, train.count, train.price) for train in setup.trains] == [
        ("2", 2, 7, 80), ("3", 3, 6, 180), ("4", 4, 5, 300), ("5", 5, 3, 500), ("6", 6, 2, 630), ("D", 0, 7, 900),
    ]  # fmt: skip
    names = [train.name for train in setup.trains]
    rusted_by = {train.name: names[train.rusted_by] for train in setup.trains if train.rusted_by != NOBODY}
    assert rusted_by == {"2": "4", "3": "6", "4": "D"}
    top = setup.trains[-1]
    assert ([names[train] for train in top.trade_ins], top.trade_in_price) == (["4", "5", "6"], 700)
    assert [train.name for train in setup.trains if train.exported] == ["2", "3", "4"]


def test_the_phase_table(setup: Setup) -> None:
    phases = setup.phases
    assert [(phase.name, phase.trigger) for phase in phases] == [
        ("1", NOBODY), ("2", 0), ("3", 1), ("4", 2), ("5", 3), ("6", 4), ("7", 5),
    ]  # fmt: skip
    assert [phase.train_limit for phase in phases] == [4, 4, 4, 3, 2, 2, 2]
    assert [phase.colour for phase in phases] == [YELLOW, YELLOW, GREEN, GREEN, BROWN, BROWN, GREY]
    assert [phase.offboard for phase in phases] == [YELLOW, YELLOW, GREEN, GREEN, BROWN, BROWN, GREY]
    assert [phase.operating_rounds for phase in phases] == [1, 1, 2, 2, 3, 3, 3]
    assert [phase.sells_privates for phase in phases] == [False, False, True, True, False, False, False]
    assert [phase.trades_trains for phase in phases] == [False, False, True, True, True, True, True]
    assert [phase.closes_privates for phase in phases] == [False, False, False, False, True, False, False]


# The market


@pytest.mark.rule("1888*-MKT-12", "1888*-MKT-13", "1888*-PAR-03")
def test_the_market_against_the_facts(setup: Setup, file: Path) -> None:
    lines = [line.strip("- []") for line in facts.section(file, "market") if line.startswith("  - [")]
    grid = [[None if word == "null" else int(word) for word in line.split(", ")] for line in lines]
    market = setup.market
    assert len(market.prices) == sum(price is not None for row in grid for price in row)
    for row, prices in enumerate(grid):
        for column, price in enumerate(prices):
            assert price is None or market.prices[at(setup, row, column)] == price
    places = {95: (1, 3), 90: (2, 3), 85: (3, 3), 80: (4, 3), 75: (5, 3), 70: (6, 3)}
    assert market.pars == {par: at(setup, *place) for par, place in places.items()}
    free = {(5, 0), (6, 0), (6, 1), (7, 0), (7, 1), (7, 2), (8, 0), (8, 1), (8, 2), (8, 3)}
    assert {cell for cell, uncounted in enumerate(market.uncounted) if uncounted} == {at(setup, *each) for each in free}
    assert {market.zones[at(setup, *each)] for each in free} == {"yellow" if setup.title == "1888" else "red"}
    assert not any(market.unlimited)


@pytest.mark.rule("1888*-MKT-03", "1888*-MKT-04", "1888*-MKT-05", "1888*-MKT-06", "1888N-MKT-14")
@pytest.mark.parametrize(
    ("move", "start", "end"),
    [
        ("on_payout", (1, 3), (1, 4)),
        ("on_payout", (3, 11), (2, 11)),  # end of the row: up
        ("on_payout", (0, 17), (0, 17)),  # top right corner
        ("on_withhold", (4, 2), (4, 1)),
        ("on_withhold", (2, 0), (3, 0)),  # start of the row: down
        ("on_withhold", (0, 2), (1, 2)),
        ("on_withhold", (8, 0), (8, 0)),
        ("on_sale", (2, 4), (3, 4)),
        ("on_sale", (8, 2), (8, 2)),
        ("on_sold_out", (4, 3), (3, 3)),
        ("on_sold_out", (2, 0), (2, 0)),  # top of its column
    ],
)
def test_moves_on_the_market(setup: Setup, move: str, start: tuple[int, int], end: tuple[int, int]) -> None:
    assert getattr(setup.market, move)[at(setup, *start)] == at(setup, *end)


# The map


@pytest.mark.rule("1888*-MAP-07", "1888*-MAP-02")
def test_every_hex_against_the_facts(setup: Setup, file: Path) -> None:
    blocks = dict(facts.blocks(file, "hexes"))
    sea = {name for name, block in blocks.items() if facts.field(block, "kind") == "sea"}
    assert [hex.name for hex in setup.map.hexes] == [name for name in blocks if name not in sea]
    for hex in setup.map.hexes:
        block = blocks[hex.name]
        neighbours = {int(side): name for side, name in facts.pairs(facts.field(block, "neighbours"))}
        assert {side: name for side, name in neighbours.items() if name not in sea} == {
            side: setup.map.hexes[other].name for side, other in enumerate(hex.neighbours) if other != NOBODY
        }
        face = setup.faces[hex.printed]
        assert face.segments == segments_of(facts.field(block, "track"))
        assert face.label == facts.field(block, "label")
        kind = facts.field(block, "kind").removeprefix("preprinted_").replace("land", "white")
        assert COLOURS[face.colour] == kind
        assert [NODE_KINDS[node.kind] for node in face.nodes] == re.findall(r"kind: (\w+)", facts.field(block, "nodes"))
        cost = re.search(r"cost: (\d+)", facts.field(block, "terrain"))
        costs = [0] * len(COLOURS)
        costs[min(face.colour + 1, BLUE)] = int(cost[1]) if cost else 0
        assert list(hex.costs) == costs
        assert hex.terrain == set(re.findall(r"mountain|wall|water", facts.field(block, "terrain")))
        assert hex.group == facts.field(block, "group")


@pytest.mark.rule("1888*-CMP-06", "1888*-TRK-19")
def test_three_barriers(setup: Setup) -> None:
    hexes = setup.map.by_name
    for name, side in (("C15", 4), ("C17", 1), ("C15", 5), ("D16", 2), ("F12", 4), ("F14", 1)):
        assert setup.map.hexes[hexes[name]].closed >> side & 1
    barred = [
        (hex.name, side)
        for hex in setup.map.hexes
        for side, other in enumerate(hex.neighbours)
        if other != NOBODY
        and hex.closed >> side & 1
        and not {setup.faces[hex.printed].colour, setup.faces[setup.map.hexes[other].printed].colour} & set(FIXED)
    ]
    assert len(barred) == 6


@pytest.mark.rule("1888*-TRK-16", "1888*-TRK-17")
def test_closed_sides_towards_sea_grey_red_and_the_harbour(setup: Setup) -> None:
    closed = {hex.name: sides(hex.closed) for hex in setup.map.hexes}
    for name, side in (("B16", 2), ("C19", 4), ("B2", 3), ("G15", 5), ("G17", 0)):
        assert side in closed[name]
    assert closed["D12"] == {0, 4, 5}  # the sea at E11, D14 and E13
    assert closed["H14"] & {0, 4, 5} == {0, 5}  # the harbour has track towards Qingdao


@pytest.mark.rule("1888*-MAP-06", "1888*-REV-02")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("A19", (20, 30, 40, 50)),
        ("H2", (20, 30, 40, 50)),
        ("I11", (30, 40, 50, 60)),
        ("I5", (30, 40, 50, 60)),
        ("E17", (20, 30, 40, 50)),
        ("A1", (40, 40, 40, 40)),
        ("F16", (40, 40, 40, 40)),
        ("H16", (10, 10, 10, 10)),
    ],
)
def test_values_by_phase_colour(setup: Setup, name: str, values: tuple[int, ...]) -> None:
    assert printed(setup, name).nodes[0].revenue[YELLOW : GREY + 1] == values


def test_places_that_are_special(setup: Setup) -> None:
    ends = {hex.name for hex in setup.map.hexes if any(node.is_end for node in setup.faces[hex.printed].nodes)}
    assert ends == {"A1", "A3", "A19", "H2", "H16", "I11"}
    free = {hex.name for hex in setup.map.hexes if any(not node.length for node in setup.faces[hex.printed].nodes)}
    assert free == {"H16"}
    assert {tile.name for tile in setup.tiles if any(node.subsidy for node in tile.nodes)} == {"L41"}


# Tiles


@pytest.mark.rule("1888-CMP-02", "1888N-CMP-02")
def test_the_manifest(setup: Setup) -> None:
    counts: Counter[int] = Counter()
    for tile in setup.tiles:
        counts[tile.colour] += tile.count
    counts[BLUE] -= 1  # the two faces of the ferry are one tile
    wanted = {"1888": (49, 29, 23, 3, 1, 1), "1888n": (50, 30, 24, 4, 1, 1)}[setup.title]
    assert counts == dict(zip((YELLOW, GREEN, BROWN, GREY, RED, BLUE), wanted, strict=True))


def test_every_tile_against_the_facts(setup: Setup, file: Path) -> None:
    blocks = dict(facts.blocks(file, "tiles"))
    assert {tile.name for tile in setup.tiles} - blocks.keys() == {"L40a", "L40b"}
    for tile in setup.tiles:
        if tile.name not in blocks:
            continue
        block = blocks[tile.name]
        assert COLOURS[tile.colour] == facts.field(block, "colour")
        assert tile.count == int(facts.field(block, "count"))
        assert tile.label == facts.field(block, "label")
        assert tuple(sorted(tile.segments)) == segments_of(facts.field(block, "track"))
        nodes = re.findall(r"kind: (\w+)(?:, slots: (\d))?, revenue: (?:{yellow: )?(\d+)", facts.field(block, "nodes"))
        assert [(NODE_KINDS[node.kind], node.slots, node.revenue[0]) for node in tile.nodes] == [
            (kind, int(slots or 0), int(revenue)) for kind, slots, revenue in nodes
        ]


@pytest.mark.rule("1888*-UPG-18", "1888*-UPG-09", "1888*-UPG-10", "1888*-UPG-15")
def test_the_upgrade_table_against_the_facts(setup: Setup, file: Path) -> None:
    table = {}
    for line in facts.section(file, "upgrades"):
        name, *upgrades = re.findall(r"\w+", line)
        table[name] = tuple(upgrades)
    assert {tile.name: tile.upgrades for tile in setup.tiles if tile.name in table} == table
    assert {tile.name for tile in setup.tiles} - table.keys() == {"L39", "L40a", "L40b"}
    assert {tile.name for tile in setup.tiles if tile.special} == {"L39", "L40a", "L40b", "L41"}


@pytest.mark.rule("1888*-TRK-10", "1888*-TRK-11", "1888*-TRK-13", "1888*-TRK-14")
@pytest.mark.parametrize(
    ("name", "tiles"),
    [
        ("B2", {"3", "4", "58"}),
        ("B6", {"1", "2", "55", "56", "69"}),
        ("E3", {"5", "6", "57"}),
        ("D8", {"7", "8", "9"}),
        ("H4", set()),  # no yellow tile on OO hexes
    ],
)
def test_what_kind_of_tile_goes_on_what_kind_of_hex(setup: Setup, name: str, tiles: set[str]) -> None:
    yellow = {tile for tile in replacements(setup, name) if _colour(setup, tile) == YELLOW}
    assert yellow == tiles


def _colour(setup: Setup, name: str) -> int:
    return next(tile.colour for tile in setup.tiles if tile.name == name)


# Editions and the preset


def test_the_preset_of_18xx_games() -> None:
    changed = {}
    for title in TITLES:
        usual, preset = loader.setup(title, 4), loader.setup(title, 4, ["18xx.games"])
        changed[title] = {name for name in usual.options if preset.options[name] != usual.options[name]}
    both = {
        "bid_off_order", "forced_lot", "all_pass", "early_bankruptcy", "offers", "unlimited_trains", "token_prices",
        "home_tiles", "best_run", "forced_sales", "binding_sales", "idle_runs",
    }  # fmt: skip
    assert changed["1888n"] == both | {"bankrupt_cash"}
    assert changed["1888"] == both | {
        "bank", "float_percent", "exports", "private_low", "private_high", "final_privates",
    }  # fmt: skip
    preset = loader.setup("1888", 4, ["18xx.games"])
    assert [each.price for each in preset.privates] == [25, 50, 75, 100, 125, 150]
    assert {tile.name: tile.count for tile in preset.tiles if tile.name in ("4", "43")} == {"4": 5, "43": 2}


def test_the_editions_differ_only_where_the_published_one_says_so() -> None:
    old, new = loader.setup("1888", 4), loader.setup("1888n", 4)
    differing = {name for name in old.options if old.options[name] != new.options[name]}
    assert differing == {"private_low", "private_high", "final_privates", "exports", "bankrupt_cash"}
    assert [tile.name for tile, other in zip(old.tiles, new.tiles, strict=True) if tile.count != other.count] == [
        "58", "15", "611", "51",
    ]  # fmt: skip
    assert old.map.hexes == new.map.hexes
    assert old.companies == new.companies


@pytest.mark.parametrize("title", TITLES)
def test_clauses_have_the_ids_of_the_rules_file(shared: Path, title: str) -> None:
    text = (shared / "rules" / f"{title}.yaml").read_text(encoding="utf-8")
    assert {clause.id for clause in loader.clauses(title)} == set(re.findall(r"^- id: (\S+)", text, re.MULTILINE))
    assert all(clause.text and bool(clause.question) == bool(clause.resolution) for clause in loader.clauses(title))


def test_a_clause_of_the_published_edition_has_its_own_section() -> None:
    sections = {clause.id: clause.section for clause in loader.clauses("1888n")}
    assert sections["1888N-SET-01"] == "III"
    assert "1888N-CRT-11" not in sections


def test_puzzles_of_both_editions_cite_the_same_rules_in_order() -> None:
    assert clauses_of_puzzles("1888")["fall"] == ("1888-DIV-06", "1888-MKT-08")
    assert clauses_of_puzzles("1888n")["fall"] == ("1888N-DIV-06", "1888N-MKT-08")
    assert clauses_of_puzzles("1888n")["half"] == ()
