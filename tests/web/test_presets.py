"""Presets: settings of a new table, saved under a name and opened by their link."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.web.test_new import filled
from tetsudo.titles.loader import titles
from tetsudo.web.common import rate_limits
from tetsudo.web.tables.models import Guest, Preset, Table
from tetsudo.web.tables.seats import presets

pytestmark = pytest.mark.django_db

CLUB = "Our club's way"
SEATS = (("here", "Ann"), ("open", ""), ("simple", ""), ("open", ""))
CHANGES: dict[str, Any] = {
    "name": "Ann's birthday",
    "variants": ["beginner"],
    "rule-bank": "8000",
    "undo": "none",
    "talk": "seated",
    "deadline": "3",
    "random_seating": "on",
}


def save(client: Client, name: str = CLUB, **changes: Any) -> Any:
    """The answer to the form with a name for a preset."""
    return client.post("/new/", {**filled(*SEATS, **CHANGES), "save": "1", "preset-name": name, **changes})


def saved(client: Client, name: str = CLUB, **changes: Any) -> Preset:
    """The preset saved by the form."""
    assert save(client, name, **changes).status_code == 200
    return Preset.objects.get(name=name)


def link(preset: Preset) -> str:
    return f"/new/preset/{preset.key}/"


def sent_by(forms: Any) -> dict[str, Any]:
    """The forms as a browser sends them, as they stand."""
    data = {field.html_name: field.value() for form in (forms.table, *forms.seats, forms.rules) for field in form}
    return {name: "on" if value is True else value for name, value in data.items() if value not in (None, False)}


def test_another_guest_opens_the_table_that_was_saved(client: Client) -> None:
    preset = saved(client)
    assert not Table.objects.exists()
    bo = Client()
    bo.post("/guest/", {"name": "Bo"})
    page = bo.get(link(preset))
    assert bo.post("/new/", sent_by(page.context["forms"])).status_code == 302
    table = Table.objects.get()
    assert (table.title, table.variants, table.options["bank"]) == ("1889", ["beginner"], 8000)
    assert (table.undo, table.talk, table.deadline, table.random_seating) == ("none", "seated", 3, True)
    assert (table.best_routes, table.is_listed) == (False, True)
    assert table.owner.name == "Bo"
    assert sorted((seat.bot, seat.bot or seat.name) for seat in table.seats.all()) == [
        ("", ""),
        ("", ""),
        ("", "Bo"),
        ("simple", "simple"),
    ]


def test_the_page_says_in_words_what_it_is_filled_in_with(client: Client) -> None:
    preset = saved(client, "Ours")
    text = Client().get(link(preset)).content.decode()
    assert "<strong>Ours</strong>: " in text
    said = Client().get(link(preset)).context["summary"].split(" · ")
    assert said[:2] == ["Shikoku 1889", "4 players"]
    assert "Bank: 8000" in said
    assert "Who may undo: no one" in said
    assert "List in the lobby: no" not in said


def test_a_scenario_is_kept(client: Client) -> None:
    preset = saved(client, title="1890", scenario="C", variants=["normal-kinki"], **{"rule-bank": ""})
    page = client.get(link(preset))
    shape = page.context["forms"].shape
    assert (shape.info.name, shape.scenario, shape.variants, shape.players) == ("1890", "C", ("normal-kinki",), 4)
    choice = next(each for each in shape.info.scenarios if each.name == "C")
    assert page.context["summary"].split(" · ")[1] == f"C {choice.title}"


def test_no_name_is_saved(client: Client) -> None:
    preset = saved(client)
    assert "Ann" not in str(preset.settings)
    assert "birthday" not in str(preset.settings)
    page = Client().get(link(preset)).content.decode()
    assert "Ann" not in page
    assert "birthday" not in page


def test_seats_without_a_name_can_be_saved(client: Client) -> None:
    preset = saved(client, **{"seat-0-name": "", "seat-1-kind": "here"})
    assert preset.settings["seats"] == ["here", "here", "simple", "open"]


def test_one_of_the_same_name_is_replaced_and_keeps_its_link(client: Client) -> None:
    first = saved(client)
    second = saved(client, undo="free")
    assert (first.pk, first.key) == (second.pk, second.key)
    assert client.get(link(first)).context["forms"].table["undo"].value() == "free"
    other = Client()
    save(other, undo="agree")
    assert Preset.objects.filter(name=CLUB).count() == 2
    assert client.get(link(first)).context["forms"].table["undo"].value() == "free"


def test_only_the_guests_own_are_listed_the_last_saved_first(client: Client) -> None:
    for number in range(6):
        saved(client, f"Number {number}")
    other = Client()
    save(other, "Of another")
    context = client.get("/new/").context
    assert [each.name for each in context["own_presets"]] == ["Number 5", "Number 4", "Number 3", "Number 2"]
    assert [each.name for each in context["further_presets"]] == ["Number 1", "Number 0"]
    assert Client().get("/new/").context["own_presets"] == []
    assert "Your presets" not in Client().get("/new/").content.decode()


def test_only_who_saved_it_can_delete_it(client: Client) -> None:
    preset = saved(client)
    other = Client()
    other.post("/guest/", {"name": "Bo"})
    for visitor in (Client(), other):
        refused = visitor.post(link(preset), {"delete": "1"})
        assert refused.status_code == 403
        assert "Only the guest who saved a preset can delete it." in refused.content.decode()
        assert "Delete the preset" not in visitor.get(link(preset)).content.decode()
    assert Preset.objects.filter(pk=preset.pk).exists()
    assert client.post(link(preset))["Location"] == "/new/"
    assert not Preset.objects.exists()
    assert client.get(link(preset)).status_code == 404


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"preset-name": "  "}, "Enter a name for the preset."),
        ({"preset-name": "x" * 41}, "The name of a preset has at most 40 visible characters."),
        ({"preset-name": "a\u202eb"}, "The name of a preset has at most 40 visible characters."),
        ({"title": "no-such"}, "Game: Select a valid choice. no-such is not one of the available choices."),
        ({"players": "40"}, "Players: Select a valid choice. 40 is not one of the available choices."),
        ({"undo": ""}, "Who may undo: This field is required."),
        ({"seat-2-kind": "{evil}"}, "Player: Select a valid choice. {evil} is not one of the available choices."),
        ({"rule-bank": "999"}, "Bank: Ensure this value is greater than or equal to 1000."),
        ({"rule-train_prices": "1 2 3"}, "Train prices: "),
        (
            {"variants": ["none-such"]},
            "Variants: Select a valid choice. none-such is not one of the available choices.",
        ),
        (
            {"title": "1890", "scenario": "A", "variants": ["plain-jr", "private-jr"], "rule-bank": ""},
            "The variants 'plain-jr' and 'private-jr' cannot be combined",
        ),
    ],
)
def test_odd_data_are_refused_with_a_sentence(client: Client, changes: dict[str, Any], sentence: str) -> None:
    answer = save(client, **changes)
    assert answer.status_code == 422
    assert answer.context["refusal"].startswith(sentence)
    assert not Preset.objects.exists()
    assert not Guest.objects.exists()


def test_a_refused_name_stays_in_its_field(client: Client) -> None:
    page = save(client, "x" * 41).content.decode()
    assert f'value="{"x" * 41}"' in page
    assert 'id="keep" class="keep" open' in page


def test_a_guest_has_a_limited_number(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATES = {**settings.RATES, "presets": "100/minute"}
    rate_limits.reset_counters()
    monkeypatch.setattr(presets, "MAX_PRESETS", 3)
    for number in range(3):
        saved(client, f"Number {number}")
    assert save(client, "One more").context["refusal"] == "You already have 3 presets. Delete one first."
    saved(client, "Number 1", undo="free")
    assert save(Client(), "Of another").status_code == 200


def test_a_setting_that_exists_no_more_is_ignored_with_a_sentence(client: Client) -> None:
    preset = saved(client)
    kept = preset.settings
    kept["variants"] = ["beginner", "renamed"]
    kept["seats"] = ["here", "open", "bot-of-old", "open"]
    kept["rules"] = {"bank": "9000", "colour_of_trains": "red", "hold_limit": "65"}
    kept["table"] = {**kept["table"], "undo": "sometimes", "talk": "seated"}
    preset.save()
    page = client.get(link(preset))
    said = "renamed, bot-of-old, Colour of trains, Hold limit, Who may undo"
    assert f"These settings of the preset no longer exist and are ignored: {said}." in page.content.decode()
    forms = page.context["forms"]
    assert forms.shape.variants == ("beginner",)
    assert [seat["kind"].value() for seat in forms.seats] == ["here", "open", "rules", "open"]
    assert forms.rules["bank"].value() == "9000"
    assert not forms.rules["hold_limit"].value()
    assert (forms.table["undo"].value(), forms.table["talk"].value()) == ("own", "seated")
    assert client.post("/new/", sent_by(forms)).status_code == 302


def test_a_scenario_or_a_game_that_exists_no_more_is_ignored(client: Client) -> None:
    preset = saved(client, title="1890", scenario="C", variants=[], **{"rule-bank": ""})
    preset.settings["scenario"] = "Z"
    preset.settings["players"] = 9
    preset.save()
    page = client.get(link(preset))
    assert "ignored: Z, 9 players." in page.content.decode()
    assert (page.context["forms"].shape.scenario, page.context["forms"].shape.players) == ("C", 7)
    preset.settings["title"] = "1829"
    preset.save()
    page = client.get(link(preset))
    assert "ignored: 1829." in page.content.decode()
    assert page.context["forms"].shape.info == titles()[0]


def test_a_saved_preset_offers_its_link(client: Client) -> None:
    page = save(client)
    preset = Preset.objects.get()
    assert page.context["link"] == f"http://testserver{link(preset)}"
    assert f'value="http://testserver{link(preset)}"' in page.content.decode()


def test_what_is_typed_stays_when_a_preset_is_saved(client: Client) -> None:
    forms = save(client).context["forms"]
    assert forms.seats[0]["name"].value() == "Ann"
    assert forms.table["name"].value() == "Ann's birthday"


def test_everything_proposed_can_be_saved(client: Client) -> None:
    sent = sent_by(client.get("/new/").context["forms"])
    assert client.post("/new/", {**sent, "save": "1", "preset-name": CLUB}).status_code == 200
    again = sent_by(Client().get(link(Preset.objects.get())).context["forms"])
    assert {**again, "title": sent["title"]} == sent


def test_names_cannot_carry_markup(client: Client) -> None:
    preset = saved(client, "<b>x</b>{{1}}")
    page = client.get(link(preset)).content.decode()
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;{{1}}" in page


def test_every_option_of_every_title_comes_back(client: Client, settings: Any) -> None:
    """Each title's forms, saved and opened again, send the same."""
    settings.RATES = {**settings.RATES, "presets": "100/minute"}
    rate_limits.reset_counters()
    for info in titles():
        for scenario in [choice.name for choice in info.scenarios] or [""]:
            asked = {"title": info.name, "scenario": scenario, "variants": [each.name for each in info.variants][:1]}
            sent = sent_by(client.get("/new/", asked).context["forms"])
            answer = client.post("/new/", {**sent, "save": "1", "preset-name": f"{info.name} {scenario}"})
            assert answer.status_code == 200, answer.context["refusal"]
            assert sent_by(Client().get(link(answer.context["preset"])).context["forms"]) == sent
