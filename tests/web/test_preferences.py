"""Preferences: stored in the browser, applied to its pages, and limited to valid choices."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.web.builders import open_party
from tetsudo.titles.loader import setup, titles
from tetsudo.web.common.preferences import COOKIE, PREFERENCES
from tetsudo.web.lobby.preferences_page import QUESTIONS
from tetsudo.web.reference.stylesheets import colour_replacements

pytestmark = pytest.mark.django_db


def root(client: Client, address: str = "/") -> str:
    """The root element of a page."""
    page = client.get(address).content.decode()
    return page[page.index("<html") : page.index(">", page.index("<html")) + 1]


def chosen(client: Client) -> dict[str, str]:
    """The chosen values on the settings page."""
    asked = client.get("/settings/").context["asked"]
    return {each["name"]: next(word for word, _label, is_it, _ in each["choices"] if is_it) for each in asked}


def test_every_preference_is_asked_for_with_all_its_choices() -> None:
    assert {name: set(question.choices) for name, question in QUESTIONS.items()} == {
        name: set(words) for name, words in PREFERENCES.items()
    }


def test_at_first_all_is_as_usual(client: Client) -> None:
    assert root(client) == '<html lang="en">'
    assert chosen(client) == {name: words[0] for name, words in PREFERENCES.items()}


def test_what_was_chosen_stays_and_pages_say_it(client: Client) -> None:
    wanted = {"colours": "safe", "pace": "calm", "text": "large", "coordinates": "near"}
    answer = client.post("/settings/", wanted)
    assert answer["Location"] == "/settings/"
    assert answer.cookies[COOKIE]["max-age"] > 300 * 24 * 3600
    assert answer.cookies[COOKIE]["httponly"]
    assert root(client) == '<html lang="en" data-colours="safe" data-pace="calm" data-text="large">'
    assert root(client, "/glossary/") == root(client)
    assert {name: word for name, word in chosen(client).items() if name in wanted} == wanted
    client.post("/settings/", {"colours": "usual"})
    assert root(client) == '<html lang="en">'


@pytest.mark.parametrize("kept", ["colours=%22%3E%3Cscript%3E", "colours=mauve&pace=", "=&&&;", "x" * 4000])
def test_a_strange_cookie_is_as_none(client: Client, kept: str) -> None:
    client.cookies[COOKIE] = kept
    assert root(client) == '<html lang="en">'


def test_native_names_stand_in_sentences_of_the_reader(client: Client) -> None:
    client.post("/settings/", {"names": "native"})
    page = client.get("/titles/1889/").content.decode()
    assert page.index("土佐電気鉄道") < page.index("Tosa Electric Railway")
    assert "Lay track" in page or "track" in page
    game = open_party(["Ann", "Bo"])
    other = game.client("Ann")
    other.defaults["HTTP_ACCEPT"] = "text/html"
    other.cookies[COOKIE] = "names=native"
    table = other.get(f"/t/{game.table.key}/").content.decode()
    assert "高松電気軌道" in table
    assert "Takamatsu" not in table
    assert "buy, bid or pass" in table


def test_safe_colours_are_a_style_sheet_of_every_companys_colour(client: Client) -> None:
    sheet = client.get("/safe-colours.css").content.decode()
    assert '<link rel="stylesheet" href="/safe-colours.css">' in client.get("/").content.decode()
    for info in titles():
        for company in setup(info.name, info.maximum_players).companies:
            name = f"--company-{company.colour[1:]}"
            assert f'[fill="{company.colour}"]{{fill:var({name},{company.colour})}}' in sheet
            assert f"{name}:{colour_replacements()[company.colour]};" in sheet.partition("[fill")[0]
