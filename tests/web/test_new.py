"""Opening a table with the form."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tetsudo.titles.loader import titles
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Table

pytestmark = pytest.mark.django_db
TITLE = titles()[0].name


def filled(*seats: tuple[str, str], **changes: Any) -> dict[str, Any]:
    """The form as a browser sends it."""
    data: dict[str, Any] = {"title": TITLE, "players": len(seats), "undo": "own", "is_listed": "on", **changes}
    for number, (kind, name) in enumerate(seats):
        data |= {f"seat-{number}-kind": kind, f"seat-{number}-name": name}
    return data


THREE = (("here", "Ann"), ("here", "Bo"), ("here", "Cy"))


def test_a_hotseat_table_for_three_runs_with_those_names(client: Client) -> None:
    response = client.post("/new/", filled(*THREE, name="Friday"))
    table = Table.objects.get()
    assert response["Location"] == f"/t/{table.key}/"
    assert table.status == Table.Status.RUNNING
    assert table.name == "Friday"
    assert games.current(table).game.names == ("Ann", "Bo", "Cy")
    assert {seat.guest for seat in table.seats.all()} == {Guest.objects.get(name="Ann")}


def test_what_the_page_proposes_can_be_opened_as_it_stands(client: Client) -> None:
    forms = client.get("/new/").context["forms"]
    data = {field.html_name: field.value() for form in (forms.table, *forms.seats, forms.rules) for field in form}
    sent = {name: value for name, value in data.items() if value not in (None, False)}
    assert client.post("/new/", sent).status_code == 302
    assert Table.objects.get().status == Table.Status.RUNNING


def test_an_option_out_of_bounds_is_refused_at_its_field(client: Client) -> None:
    response = client.post("/new/", filled(*THREE, **{"rule-bank": "999"}))
    assert response.status_code == 422
    assert "1000" in str(response.context["forms"].rules["bank"].errors)
    assert not Table.objects.exists()
    assert not Guest.objects.exists()


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("hold_limit", "65"),
        ("train_prices", "1 2 3"),
        ("track", "anywhere"),
        ("final_privates", "perhaps"),
        ("certificate_limit", "many"),
        ("bank", "1000"),  # within bounds, but too little for three starting cashes
    ],
)
def test_each_kind_of_option_says_what_is_wrong_with_it(client: Client, rule: str, value: str) -> None:
    response = client.post("/new/", filled(*THREE, **{f"rule-{rule}": value}))
    assert response.status_code == 422
    assert set(response.context["forms"].rules.errors) == {rule}
    assert not Table.objects.exists()


def test_only_what_differs_is_a_house_rule(client: Client) -> None:
    usual = {"rule-bank": "7000", "rule-certificate_limit": "19", "rule-auction": ""}
    client.post("/new/", filled(*THREE, **usual, **{"rule-hold_limit": "70", "rule-final_privates": "false"}))
    assert Table.objects.get().options == {"hold_limit": 70, "final_privates": False}


def test_a_variant_is_played(client: Client) -> None:
    client.post("/new/", filled(*THREE, variants=["beginner"]))
    table = Table.objects.get()
    assert table.variants == ["beginner"]
    assert not games.current(table).game.setup.settings.auction


def test_two_players_of_one_name_are_refused_at_the_second(client: Client) -> None:
    response = client.post("/new/", filled(("open", ""), ("here", "Ann"), ("here", "ann ")))
    forms = response.context["forms"]
    assert [bool(seat.errors) for seat in forms.seats] == [False, False, True]
    assert "The name Ann is taken here" in str(forms.seats[2].errors)
    assert not Table.objects.exists()


def test_a_seat_at_this_screen_needs_a_name(client: Client) -> None:
    response = client.post("/new/", filled(("here", "Ann"), ("here", " ")))
    assert "Who sits here?" in str(response.context["forms"].seats[1].errors)


@pytest.mark.parametrize("changes", [{"title": "no-such"}, {"players": 40}, {"undo": "sometimes"}, {"players": "x"}])
def test_what_there_is_not_cannot_be_chosen(client: Client, changes: dict[str, Any]) -> None:
    response = client.post("/new/", {**filled(*THREE), **changes})
    assert response.status_code == 422
    assert response.context["forms"].table.errors.keys() == changes.keys()
    assert not Table.objects.exists()


def test_a_seating_fills_the_seats_and_opens_nothing(client: Client) -> None:
    guest = client.post("/guest/", {"name": "Ann"})
    assert guest.status_code == 302
    for seating, kinds in [("bots", "rules"), ("here", "here"), ("open", "open")]:
        seats = client.post("/new/", filled(*THREE, seating=seating)).context["forms"].seats
        assert [seat["kind"].value() for seat in seats] == ["here", kinds, kinds]
    assert not Table.objects.exists()


def test_the_guests_own_name_is_proposed_first(client: Client) -> None:
    client.post("/guest/", {"name": "Ann"})
    assert client.get("/new/").context["forms"].seats[0]["name"].value() == "Ann"


def test_what_was_typed_stays_when_the_number_of_players_changes(client: Client) -> None:
    sent = filled(("here", "Zoë"), ("open", ""), name="Friday", **{"rule-bank": "8000"})
    forms = client.get("/new/", {**sent, "players": 5}).context["forms"]
    assert [seat["kind"].value() for seat in forms.seats] == ["here", "open", "open", "open", "open"]
    assert forms.seats[0]["name"].value() == "Zoë"
    assert forms.rules["bank"].value() == "8000"
    assert forms.table["name"].value() == "Friday"
    assert forms.table["best_routes"].value() is None


def test_an_unlisted_table_with_open_seats_waits(client: Client) -> None:
    data = filled(("here", "Ann"), ("open", ""), ("simple", ""), random_seating="on")
    del data["is_listed"]
    client.post("/new/", data)
    table = Table.objects.get()
    assert (table.status, table.is_listed, table.random_seating) == (Table.Status.WAITING, False, True)
    assert [seat.bot for seat in table.seats.all()] == ["", "", "simple"]


def test_a_scenario_decides_how_many_may_play(client: Client) -> None:
    asked = {"title": "1890", "players": "6"}
    shapes = {
        scenario: client.get("/new/", {**asked, "scenario": scenario}).context["forms"].shape for scenario in "ABCD"
    }
    assert {scenario: (shape.seats[0], shape.seats[-1]) for scenario, shape in shapes.items()} == {
        "A": (2, 4),
        "B": (2, 4),
        "C": (2, 7),
        "D": (2, 7),
    }
    assert {scenario: shape.players for scenario, shape in shapes.items()} == {"A": 4, "B": 4, "C": 6, "D": 6}


def test_a_scenario_has_house_rules_of_its_own(client: Client) -> None:
    usual = {
        scenario: client.get("/new/", {"title": "1890", "scenario": scenario})
        .context["forms"]
        .shape.default_options["bank"]
        for scenario in "BC"
    }
    assert usual == {"B": 6000, "C": 12500}


@pytest.mark.parametrize("scenario", ["A", "B", "C", "D"])
def test_a_scenario_is_played(client: Client, scenario: str) -> None:
    client.post("/new/", filled(*THREE, title="1890", scenario=scenario))
    table = Table.objects.get()
    assert games.current(table).game.setup.scenario == scenario
    page = client.get(f"/t/{table.key}/").content.decode()
    assert "Arima Railway" in page


def test_more_players_than_a_scenario_is_for_are_refused(client: Client) -> None:
    seats = (*THREE, ("here", "Di"), ("here", "Ed"))
    assert client.post("/new/", filled(*seats, title="1890", scenario="A")).status_code == 422
    assert not Table.objects.exists()


def test_a_title_is_chosen_by_any_spelling(client: Client) -> None:
    assert client.get("/new/", {"title": "1888-N"}).context["forms"].table["title"].value() == "1888n"


def test_only_the_variants_of_a_scenario_are_offered(client: Client) -> None:
    def offered(scenario: str) -> list[str]:
        page = client.get("/new/", {"title": "1890", "scenario": scenario}).content.decode()
        return re.findall(r'name="variants" value="([^"]+)"', page)

    assert "eight-turns" in offered("A")
    assert "eight-turns" not in offered("C")
    assert "normal-kinki" in offered("C")


def test_a_variant_of_another_scenario_is_refused_by_one_sentence(client: Client) -> None:
    sent = filled(*THREE, title="1890", scenario="A", variants=["normal-kinki"])
    response = client.post("/new/", sent)
    assert response.status_code == 422
    errors = response.context["forms"].table.errors
    assert errors == {"variants": ["The variant 'normal-kinki' exists only in C, not in A."]}
    assert not Table.objects.exists()


def test_who_is_invited_sees_in_which_variants_it_is_played(client: Client) -> None:
    seats = (("here", "Ann"), ("open", ""), ("open", ""))
    client.post("/new/", filled(*seats, title="1890", scenario="A", variants=["eight-turns", "plain-jr"]))
    table = Table.objects.get()
    page = client.get(f"/t/{table.key}/seats/").content.decode()
    card = "/titles/1890/?scenario=A&amp;variants=plain-jr&amp;variants=eight-turns"
    assert f'href="{card}#variant-eight-turns"' in page
    assert ">Eight turns</a>" in page
    assert ">JR without privileges</a>" in page
    assert 'id="variant-eight-turns"' in client.get(card.replace("&amp;", "&")).content.decode()


def test_variants_that_do_not_go_together_are_refused_with_the_reason(client: Client) -> None:
    sent = filled(*THREE, title="1890", scenario="A", variants=["plain-jr", "private-jr"])
    response = client.post("/new/", sent)
    reason = "without privileges JR pays full dividends from the first turn on"
    wanted = f"The variants 'plain-jr' and 'private-jr' cannot be combined: {reason}."
    assert response.context["forms"].table.errors == {"variants": [wanted]}
    assert wanted.replace("'", "&#x27;") in response.content.decode()


def test_a_draft_keeps_what_goes_together(client: Client) -> None:
    """The page can be drawn while the form is incomplete."""
    asked = {"title": "1890", "scenario": "A", "variants": ["plain-jr", "private-jr", "normal-kinki"]}
    assert client.get("/new/", asked).context["forms"].shape.variants == ("plain-jr",)
