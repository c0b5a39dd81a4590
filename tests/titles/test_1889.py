"""Shikoku 1889's data compared with the facts: those written here, and the facts file if available."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.titles import facts
from tetsudo.core.units import BROWN, COLOURS, GREEN, GREY, NOBODY, RED, WHITE, YELLOW
from tetsudo.engine.model.tiles import CITY, NODE, NODE_KINDS, OFFBOARD, TOWN, Face, Segment
from tetsudo.engine.model.title import Private, Setup
from tetsudo.titles import loader
from tetsudo.titles.data.tiles import keeps_track


@pytest.fixture(scope="module")
def setup() -> Setup:
    return loader.setup("1889", 4)


@pytest.fixture
def file(shared: Path) -> Path:
    return shared / "facts" / "1889.yaml"


def symbols(setup: Setup) -> list[str]:
    return [private.symbol for private in setup.privates]


def private(setup: Setup, symbol: str) -> Private:
    return next(private for private in setup.privates if private.symbol == symbol)


def printed(setup: Setup, name: str) -> Face:
    return setup.faces[setup.map.hexes[setup.map.by_name[name]].printed]


def hexes(setup: Setup, *names: str) -> tuple[int, ...]:
    return tuple(setup.map.by_name[name] for name in names)


def sides(bits: int) -> set[int]:
    return {side for side in range(6) if bits >> side & 1}


def test_everything_that_can_be_chosen_is_sound() -> None:
    loader.check("1889")


# Players, privates


@pytest.mark.rule("1889-SET-05", "1889-SET-06", "1889-SET-07")
@pytest.mark.parametrize(("players", "line_up"), [(2, "ABCDE"), (3, "ABCDEF"), (4, "ABCDEFG"), (6, "ABCDEFG")])
def test_the_privates_in_play_depend_on_the_players(players: int, line_up: str) -> None:
    table = loader.setup("1889", players)
    assert "".join(private.letter for private in table.privates) == line_up


@pytest.mark.rule("1889-SET-04")
def test_the_line_up_is_alphabetical_and_by_price(setup: Setup) -> None:
    assert symbols(setup) == ["TR", "MF", "ER", "SMR", "DR", "SIR", "UTF"]
    assert [private.letter for private in setup.privates] == list("ABCDEFG")
    assert [private.price for private in setup.privates] == [20, 30, 40, 50, 60, 80, 150]
    assert [private.income for private in setup.privates] == [5, 5, 10, 15, 15, 20, 30]
    assert [lot.private for lot in setup.lots] == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.rule("1889-SET-08", "1889-SET-09", "1889-SET-10", "1889-SET-13")
@pytest.mark.parametrize(
    ("players", "cash", "limit"), [(2, 420, 25), (3, 420, 19), (4, 420, 14), (5, 390, 12), (6, 390, 11)]
)
def test_cash_and_certificate_limit(players: int, cash: int, limit: int) -> None:
    rules = loader.setup("1889", players).settings
    assert (rules.bank, rules.starting_cash, rules.certificate_limit) == (7000, cash, limit)


def test_companies_pay_half_to_double_the_face_value(setup: Setup) -> None:
    assert [(private.low, private.high) for private in setup.privates] == [
        (10, 40), (15, 60), (20, 80), (25, 100), (30, 120), (40, 160), (75, 300),
    ]  # fmt: skip


def test_half_a_face_value_is_rounded_up() -> None:
    table = loader.setup("1889", 4, options={"private_low": 33, "private_high": 133})
    assert (table.privates[0].low, table.privates[0].high) == (7, 26)


def test_powers_name_hexes_tiles_and_companies_by_id(setup: Setup) -> None:
    tiles = {tile.name: tile.id for tile in setup.tiles}
    ferry = private(setup, "MF").powers[0]
    assert (ferry.kind, ferry.owner_kind) == ("lays_tile", "player")
    assert ferry.values == {
        "when": "anytime", "tiles": (tiles["437"],), "hexes": hexes(setup, "B11", "G10", "I12", "J9"),
        "uses": 1, "together": 1, "joined": False, "rest": "may", "pays": False,
    }  # fmt: skip
    blocks, lays = private(setup, "ER").powers
    assert (blocks.kind, blocks.values["hexes"]) == ("blocks_hexes", hexes(setup, "C4"))
    assert (lays.kind, lays.values["when"], lays.values["hexes"]) == ("lays_tile", "sold", hexes(setup, "C4"))
    assert lays.values["tiles"] == tuple(tiles[name] for name in ("12", "13", "14", "15", "205", "206"))
    assert private(setup, "TR").powers[0].values == {
        "hexes": hexes(setup, "K4"), "until_phase": NOBODY, "until_turn": NOBODY,
    }  # fmt: skip
    discount = private(setup, "SMR").powers[0]
    assert (discount.kind, discount.owner_kind) == ("terrain_discount", "company")
    assert discount.values == {"terrain": "mountain", "cost": 0}
    exchange = private(setup, "DR").powers[0]
    assert exchange.values == {
        "company": setup.company("IR").id, "sources": ("ipo",), "token_on": NOBODY, "purchase": False,
        "when": "anytime", "awaited": True, "of_sold": False,
    }  # fmt: skip
    stays = private(setup, "UTF").powers[0]
    assert stays.kind == "stays_with_player"
    assert stays.values["income"] == 50
    assert setup.phases[3].closes_privates
    assert stays.values["phase"] == 3
    assert private(setup, "SIR").powers == ()


# Companies, trains, phases


@pytest.mark.rule("1889-SET-15", "1889-SET-16")
def test_companies_with_their_homes_and_tokens(setup: Setup) -> None:
    assert {
        company.symbol: (setup.map.hexes[company.homes[0][0]].name, company.homes[0][1], company.token_prices)
        for company in setup.companies
    } == {
        "AR": ("K8", 0, (0, 40)),
        "IR": ("E2", 0, (0, 40)),
        "SR": ("I2", 0, (0, 40)),
        "KO": ("K4", 0, (0, 40)),
        "TR": ("F9", 0, (0, 40, 40)),
        "KU": ("C10", 0, (0,)),
        "UR": ("B7", 0, (0, 40, 40)),
    }
    assert {(company.float_percent, company.ordinary, company.president_shares) for company in setup.companies} == {
        (50, 8, 2)
    }


@pytest.mark.rule("1889-SET-03", "1889-SET-14")
def test_the_train_table(setup: Setup) -> None:
    names = [train.name for train in setup.trains]
    assert names == ["2", "3", "4", "5", "6", "D"]
    assert [(train.stops, train.count, train.price) for train in setup.trains] == [
        (2, 6, 80), (3, 5, 180), (4, 4, 300), (5, 3, 450), (6, 2, 630), (0, -1, 1100),
    ]  # fmt: skip
    rusted_by = {train.name: names[train.rusted_by] for train in setup.trains if train.rusted_by != NOBODY}
    assert rusted_by == {"2": "4", "3": "6", "4": "D"}
    diesel = setup.trains[-1]
    assert names[diesel.available_from] == "6"
    assert ([names[train] for train in diesel.trade_ins], diesel.trade_in_price) == (["4", "5", "6"], 800)
    assert [train.diesel for train in setup.trains] == [False] * 5 + [True]


def test_the_phase_table(setup: Setup) -> None:
    assert [(phase.name, phase.trigger) for phase in setup.phases] == [
        ("2", NOBODY), ("3", 1), ("4", 2), ("5", 3), ("6", 4), ("D", 5),
    ]  # fmt: skip
    assert [phase.train_limit for phase in setup.phases] == [4, 4, 3, 2, 2, 2]
    assert [phase.colour for phase in setup.phases] == [YELLOW, GREEN, GREEN, BROWN, BROWN, BROWN]
    assert [phase.offboard for phase in setup.phases] == [YELLOW] * 3 + [BROWN] * 3
    assert [phase.operating_rounds for phase in setup.phases] == [1, 2, 2, 3, 3, 3]
    assert [phase.sells_privates for phase in setup.phases] == [False, True, True, False, False, False]
    assert [phase.closes_privates for phase in setup.phases] == [False, False, False, True, False, False]


# The market


def at(setup: Setup, row: int, column: int) -> int:
    market = setup.market
    return next(
        cell for cell in range(len(market.prices)) if (market.rows[cell], market.columns[cell]) == (row, column)
    )


def test_the_market_against_the_facts(setup: Setup, file: Path) -> None:
    lines = [line.strip("- []") for line in facts.section(file, "market") if line.startswith("  - [")]
    grid = [[int(price) for price in line.split(", ")] for line in lines]
    market = setup.market
    assert len(market.prices) == sum(map(len, grid))
    for row, prices in enumerate(grid):
        for column, price in enumerate(prices):
            assert market.prices[at(setup, row, column)] == price


@pytest.mark.rule("1889-BUY-02")
def test_par_cells(setup: Setup) -> None:
    places = {65: (5, 3), 70: (4, 3), 75: (3, 3), 80: (2, 3), 90: (1, 3), 100: (0, 3)}
    assert setup.market.pars == {par: at(setup, *place) for par, place in places.items()}
    assert tuple(sorted(setup.market.pars)) == (65, 70, 75, 80, 90, 100)


def test_zones_of_the_market(setup: Setup) -> None:
    market = setup.market
    zones = Counter(market.zones)
    assert (zones["yellow"], zones["orange"]) == (12, 6)
    for cell, zone in enumerate(market.zones):
        assert market.uncounted[cell] == (zone != "")
        assert market.unlimited[cell] == (zone == "orange")
    assert {market.prices[cell] for cell, zone in enumerate(market.zones) if zone == "orange"} == {10, 20, 30}


@pytest.mark.parametrize(
    ("move", "start", "end"),
    [
        ("on_payout", (0, 3), (0, 4)),
        ("on_payout", (2, 11), (1, 11)),  # end of the row: up
        ("on_payout", (0, 14), (0, 14)),  # top right corner
        ("on_withhold", (1, 1), (1, 0)),
        ("on_withhold", (1, 0), (2, 0)),  # start of the row: down
        ("on_withhold", (10, 0), (10, 0)),
        ("on_sale", (0, 3), (1, 3)),
        ("on_sale", (7, 4), (7, 4)),  # bottom of its column
        ("on_sold_out", (1, 3), (0, 3)),
        ("on_sold_out", (0, 3), (0, 3)),
    ],
)
def test_moves_on_the_market(setup: Setup, move: str, start: tuple[int, int], end: tuple[int, int]) -> None:
    assert getattr(setup.market, move)[at(setup, *start)] == at(setup, *end)


# The map


def test_every_hex_against_the_facts(setup: Setup, file: Path) -> None:
    blocks = dict(facts.blocks(file, "hexes"))
    assert [hex.name for hex in setup.map.hexes] == list(blocks)
    for hex in setup.map.hexes:
        block = blocks[hex.name]
        neighbours = {int(side): name for side, name in facts.pairs(facts.field(block, "neighbours"))}
        assert neighbours == {
            side: setup.map.hexes[other].name for side, other in enumerate(hex.neighbours) if other != NOBODY
        }
        face = setup.faces[hex.printed]
        assert face.segments == _segments(facts.field(block, "track"))
        assert face.label == facts.field(block, "label")
        kind = facts.field(block, "kind").removeprefix("preprinted_").replace("land", "white")
        assert COLOURS[face.colour] == kind
        assert [NODE_KINDS[node.kind] for node in face.nodes] == re.findall(r"kind: (\w+)", facts.field(block, "nodes"))
        assert (max(hex.costs) > 0) == ("cost: 80" in facts.field(block, "terrain"))


def _segments(text: str) -> tuple[Segment, ...]:
    ends = [[int(end) if end.isdigit() else NODE + int(end[1:]) for end in pair] for pair in facts.pairs(text)]
    return tuple(sorted((min(pair), max(pair)) for pair in ends))


def test_what_lays_cost(setup: Setup) -> None:
    costs = {hex.name: hex.costs for hex in setup.map.hexes if any(hex.costs)}
    assert costs.pop("I4") == (0, 80, 80, 80, 0, 0, 0)
    assert costs.pop("F9") == (0, 0, 0, 80, 0, 0, 0)
    assert set(costs.values()) == {(0, 80, 0, 0, 0, 0, 0)}
    terrain = {hex.name: set(hex.terrain) for hex in setup.map.hexes}
    assert [name for name in costs if terrain[name] != {"mountain"}] == ["H5", "I6", "K6"]
    assert terrain["H5"] == terrain["I6"] == {"mountain", "water"}
    assert terrain["K6"] == {"water"}


def test_ports(setup: Setup) -> None:
    assert [hex.name for hex in setup.map.hexes if "port" in hex.icons] == ["B11", "G10", "I12", "J9"]


def test_closed_sides(setup: Setup) -> None:
    """The map's edge, and trackless sides of grey hexes as listed in the clause; red hexes have none."""
    inland = {
        (hex.name, side)
        for hex in setup.map.hexes
        for side, other in enumerate(hex.neighbours)
        if other != NOBODY and hex.closed >> side & 1 and setup.faces[hex.printed].colour not in (GREY, RED)
    }
    assert inland == {("B9", 3), ("C6", 1), ("I6", 5), ("J5", 0), ("J9", 3), ("K6", 1)}
    for hex in setup.map.hexes:
        assert all(hex.closed >> side & 1 for side, other in enumerate(hex.neighbours) if other == NOBODY)


@pytest.mark.parametrize(
    ("name", "yellow", "brown", "diesel"), [("F1", 30, 60, 100), ("J1", 20, 40, 80), ("L7", 20, 40, 80)]
)
def test_off_board_values(setup: Setup, name: str, yellow: int, brown: int, diesel: int) -> None:
    node = printed(setup, name).nodes[0]
    assert node.kind == OFFBOARD
    assert node.revenue == (yellow, yellow, yellow, brown, brown, diesel)


def test_printed_faces_are_shared_by_what_looks_alike(setup: Setup) -> None:
    names = Counter(setup.faces[hex.printed].name for hex in setup.map.hexes)
    assert (names["blank"], names["city"], names["town"]) == (26, 10, 5)
    assert {name for name, count in names.items() if count == 1} == {
        "B3", "B7", "C4", "F1", "F9", "G14", "I4", "J1", "J7", "K4", "L7",
    }  # fmt: skip
    assert (printed(setup, "I4").label, printed(setup, "K4").label, printed(setup, "F9").label) == ("H", "T", "K")


# Tiles


def test_the_manifest(setup: Setup) -> None:
    counts: Counter[int] = Counter()
    for tile in setup.tiles:
        counts[tile.colour] += tile.count
    assert counts == {YELLOW: 25, GREEN: 22, BROWN: 16}


def test_every_tile_against_the_facts(setup: Setup, file: Path) -> None:
    blocks = dict(facts.blocks(file, "tiles"))
    assert sorted(tile.name for tile in setup.tiles) == sorted(blocks)
    for tile in setup.tiles:
        block = blocks[tile.name]
        assert COLOURS[tile.colour] == facts.field(block, "colour")
        assert tile.count == int(facts.field(block, "count"))
        assert tile.label == facts.field(block, "label")
        assert tuple(sorted(tile.segments)) == _segments(facts.field(block, "track"))
        nodes = re.findall(r"kind: (\w+)(?:, slots: (\d))?, revenue: (\d+)", facts.field(block, "nodes"))
        assert [(NODE_KINDS[node.kind], node.slots, node.revenue[0]) for node in tile.nodes] == [
            (kind, int(slots or 0), int(revenue)) for kind, slots, revenue in nodes
        ]


@pytest.mark.rule("1889-TRK-11")
def test_the_upgrade_table_against_the_facts(setup: Setup, file: Path) -> None:
    table = {}
    for line in facts.section(file, "upgrades"):
        name, *upgrades = re.findall(r"\d+", line)
        table[name] = tuple(upgrades)
    assert {tile.name: tile.upgrades for tile in setup.tiles if tile.name in table} == table
    assert {tile.name for tile in setup.tiles} - table.keys() == {"437"}
    assert [tile.name for tile in setup.tiles if tile.special] == ["437"]


def replacements(setup: Setup, name: str) -> dict[str, list[int]]:
    """Rotations by tile that may replace the printed track of a hex, ignoring its neighbours."""
    old = printed(setup, name)
    found: dict[str, list[int]] = {}
    for face in setup.faces:
        if face.tile == NOBODY or face.colour != old.colour + 1 or face.label != old.label:
            continue
        if setup.tiles[face.tile].special or _kinds(face) != _kinds(old):
            continue
        if keeps_track(old.segments, face.segments):
            found.setdefault(face.name, []).append(face.rotation)
    return found


def _kinds(face: Face) -> Counter[int]:
    return Counter(node.kind for node in face.nodes)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("C4", {"12": [0, 1, 2], "13": [0], "14": [1, 2], "15": [0, 1, 2, 5], "205": [1, 2, 5], "206": [2, 3, 5]}),
        ("F9", {"465": [2]}),
        ("K4", {"440": [0]}),
    ],
)
def test_what_may_replace_printed_track(setup: Setup, name: str, expected: dict[str, list[int]]) -> None:
    """As listed in the facts, without rotations equivalent to smaller ones (13 at 2 and 4, 14 at 4 and 5)."""
    assert replacements(setup, name) == expected


def test_labelled_tiles_only_on_labelled_hexes(setup: Setup) -> None:
    assert replacements(setup, "E2").keys() == {"5", "6", "57"}
    assert replacements(setup, "I4").keys() == {"438"}
    assert replacements(setup, "J5").keys() == {"3", "58"}
    assert replacements(setup, "D3").keys() == {"7", "8", "9"}


# Variants


@pytest.fixture(scope="module")
def beginner() -> Setup:
    return loader.setup("1889", 6, ["beginner"])


@pytest.mark.rule("1889-BEG-03")
@pytest.mark.parametrize(("players", "letters"), [(2, "EF"), (3, "CEF"), (4, "CDEF"), (5, "ACDEF"), (6, "ABCDEF")])
def test_the_beginners_privates_depend_on_the_players(players: int, letters: str) -> None:
    table = loader.setup("1889", players, ["beginner"])
    assert "".join(private.letter for private in table.privates) == letters
    assert sorted(table.deal) == list(range(players))
    assert table.lots == ()
    assert not table.settings.auction


@pytest.mark.rule("1889-BEG-04", "1889-BEG-05")
def test_the_beginners_values_and_incomes(beginner: Setup) -> None:
    assert [private.price for private in beginner.privates] == [20, 40, 40, 60, 60, 90]
    assert [private.income for private in beginner.privates] == [5, 15, 15, 20, 20, 25]


def test_the_beginners_privates_do_nothing_and_are_not_sold(beginner: Setup) -> None:
    assert {private.powers for private in beginner.privates} == {()}
    assert {(private.low, private.high) for private in beginner.privates} == {(0, 0)}


@pytest.mark.rule("1889-BEG-08")
def test_the_beginners_tiles(setup: Setup, beginner: Setup) -> None:
    more = {new.name: new.count - old.count for new, old in zip(beginner.tiles, setup.tiles, strict=True)}
    assert {name: count for name, count in more.items() if count} == {"6": 2, "7": 1, "8": 1, "9": 1, "23": 1, "24": 1}
    assert sum(tile.count for tile in beginner.tiles) == 70


def test_the_preset_of_18xx_games_sets_only_readings_of_unclear_rules() -> None:
    table = loader.setup("1889", 4, ["18xx.games"])
    usual = loader.setup("1889", 4)
    assert {name for name in usual.options if table.options[name] != usual.options[name]} == {
        "bid_off_order", "forced_lot", "binding_sales", "early_bankruptcy", "bankrupt_cash", "idle_runs", "offers",
    }  # fmt: skip
    rules = table.settings
    assert (rules.bid_off_order, rules.forced_lot, rules.early_bankruptcy, rules.idle_runs, rules.offers) == (
        "lowest", "at_once", True, True, "agreed",
    )  # fmt: skip


def test_variants_add_up() -> None:
    table = loader.setup("1889", 4, ["18xx.games", "beginner"])
    assert table.variants == ("18xx.games", "beginner")
    assert (table.settings.auction, table.settings.offers) == (False, "agreed")


# Clauses


def test_clauses_have_the_ids_of_the_rules_file(shared: Path) -> None:
    text = (shared / "rules" / "1889.yaml").read_text(encoding="utf-8")
    assert [clause.id for clause in loader.clauses("1889")] == re.findall(r"^- id: (\S+)", text, re.MULTILINE)


def test_a_clause_that_leaves_a_question_answers_it() -> None:
    for clause in loader.clauses("1889"):
        assert clause.text
        assert bool(clause.question) == bool(clause.resolution)


def test_white_hexes_pay_nothing(setup: Setup) -> None:
    for face in setup.faces:
        if face.tile == NOBODY and face.colour == WHITE:
            assert all(node.revenue == (0,) * 6 and node.kind in (CITY, TOWN) for node in face.nodes)
