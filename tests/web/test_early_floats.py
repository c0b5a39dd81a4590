"""Floating by the train on offer: its display on a table's page and on the rules page."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from tests.builders import assign_private, buy, end_stock_round, leave_in_depot, par, set_phase, start, take_turn
from tests.clauses.t1890.tables import table
from tests.web.test_controls import scene
from tetsudo.core.actions import Pass
from tetsudo.game.game import Game
from tetsudo.language.company_notes import company_notes, floating_text
from tetsudo.titles.loader import setup
from tetsudo.web.play.controls.controls import action_panel
from tetsudo.web.play.panels.panels import PANELS
from tetsudo.web.play.panels.turn_line import turn_line
from tetsudo.web.play.scene.scene import Comparison

pytestmark = pytest.mark.django_db
VARIANT = ("early-floats",)


def charters(game: Game) -> str:
    """The companies tab as a guest reads it."""
    at_table = scene(game)
    drawn = render_to_string("table/panels/companies.html", PANELS["companies"](Comparison(at_table)))
    return " ".join(re.sub(r"<[^>]*>", " ", drawn).split())


def start_text(game: Game) -> str:
    """Text above the companies that may be started."""
    section = next(section for section in action_panel(scene(game)).sections if section.kind == "deals")
    return section.text.replace("\xa0", " ")


def offer_3(game: Game) -> None:
    """Sell all trains before the 3-trains."""
    for name in ("2", "2+2"):
        leave_in_depot(game, name, 0)


def test_a_charter_says_at_how_many_shares_its_company_floats_now_and_how_many_are_sold() -> None:
    game = table("C", cash=1000, variants=VARIANT)
    take_turn(game, par(game, 0, "NK", 80))
    take_turn(game, par(game, 1, "JR", 100))
    assert "Floats at 2 shares (2 sold)" in charters(game)
    assert "Floats at 5 shares (2 sold)" in charters(game)  # JR
    offer_3(game)
    take_turn(game, par(game, 2, "HS", 75))
    assert charters(game).count("Floats at 3 shares (2 sold)") == 1
    assert charters(game).count("Floats at 3 shares (3 sold)") == 1  # one share of Hanshin comes with a private
    set_phase(game, "5")
    assert charters(game).count("Floats at 5 shares") == 3


def test_without_the_variant_it_says_the_percentage() -> None:
    game = table("C", cash=1000)
    take_turn(game, par(game, 0, "NK", 80))
    assert "floats at 50%" in charters(game)


def test_a_charter_shows_the_place_in_the_order_of_one_that_would_float_now() -> None:
    game = table("C", cash=1000, variants=VARIANT)
    start(game, "HK", {3: 50}, par=100)
    take_turn(game, par(game, 0, "NK", 80))
    assert "Operating order 2 Nankai" in charters(game)
    offer_3(game)
    assert "Operating order 2" not in charters(game)
    assert "Operating order 1" in charters(game)


def test_who_starts_a_company_reads_what_must_be_sold_when_its_turn_comes() -> None:
    game = table("C", cash=1000, variants=VARIANT)
    said = "Choose the price of a 10 % share to start the company: you buy 20 %, and it floats"
    assert start_text(game) == f"{said} when its turn comes, currently with 20 / 50 % sold."
    offer_3(game)
    assert start_text(game) == f"{said} when its turn comes, currently with 30 / 50 % sold."
    assert start_text(table("C", cash=1000)) == f"{said} at 50 %."


def test_the_line_of_the_turn_names_a_company_that_will_float_as_the_next() -> None:
    game = table("C", cash=1000, variants=VARIANT)
    take_turn(game, par(game, 0, "NK", 80))
    take_turn(game, par(game, 1, "HK", 90))
    assign_private(game, "AR", 1)
    set_phase(game, "2")
    end_stock_round(game)
    while game.to_act.doing != "privates":
        game.apply(Pass(1))
    assert turn_line(scene(game)).then == "NK (P0)"


def test_a_purchase_says_that_the_company_is_paid() -> None:
    game = table("C", cash=1000, variants=VARIANT)
    take_turn(game, par(game, 0, "NK", 80))
    take_turn(game, buy(game, 1, "NK"))
    assert "Treasury ¥240" in charters(game)


@pytest.mark.parametrize(
    ("symbol", "notes"),
    [
        ("NK", ["It receives the price of each share as it is bought from the IPO."]),
        ("HS", ["Shares that come with a private count as sold: the bank pays par for them once it is set."]),
        ("JR", ["It always floats at 50 %."]),
        ("KN", ["It forms from minors and receives what they own and par for each of its shares sold."]),
    ],
)
def test_notes_tell_how_each_company_is_paid(symbol: str, notes: list[str]) -> None:
    with_variant, without = (setup("1890", 4, variants, scenario="C") for variants in (VARIANT, ()))
    told = [note.replace("\xa0", " ") for note in company_notes(with_variant.company(symbol), with_variant)]
    usual = [note.replace("\xa0", " ") for note in company_notes(without.company(symbol), without)]
    assert all(note in told and note not in usual for note in notes)


def test_the_page_of_the_title_tells_when_companies_float() -> None:
    assert floating_text(setup("1890", 4, scenario="C")) == "50 %"
    assert floating_text(setup("1890", 4, VARIANT, scenario="C")) == (
        "as many shares as the train on offer has stops, when its first turn comes; from phase 5 on 50 %"
    )
