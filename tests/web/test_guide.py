"""The guide: the right lesson at the right time, each shown once; it can be dismissed and called back."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from django.test import Client

from tests.browser.games import decision_is, first_position, simple_game
from tests.web.builders import open_party
from tetsudo.analysis.lessons.catalogue import lessons_of
from tetsudo.language.labels import FIELDS
from tetsudo.titles.introductions import Guide, guide_of
from tetsudo.titles.loader import titles
from tetsudo.web.play.scene.phrases import STEP_TEXTS
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tutorial.lessons import LESSONS, TAUGHT
from tetsudo.web.tutorial.progress import next_lesson
from tetsudo.web.tutorial.situation import situation

pytestmark = pytest.mark.django_db

TITLE = titles()[0].name


def begun(client: Client) -> str:
    """Address of a guided first game."""
    address: str = client.post("/play/", {"guided": "1"})["Location"]
    return address


def heading(client: Client, address: str) -> str:
    """The heading of the lesson on a table's page; "" if there is none."""
    page = client.get(address).content.decode()
    guide = page[page.index('<div id="guide"') : page.index('<div id="hexmenu"')]
    return guide.partition("<h3>")[2].partition("</h3>")[0]


def do(client: Client, address: str, what: str, lesson: str = "") -> str:
    answer = client.post(f"{address}guide/", {"do": what, "lesson": lesson})
    assert answer.status_code == 200
    return answer.content.decode()


def understood(client: Client, address: str, *lessons: str) -> None:
    for lesson in lessons:
        do(client, address, "known", lesson)


def test_a_stranger_is_offered_the_guided_game_and_others_both(client: Client) -> None:
    stranger = client.get("/").content.decode()
    assert '<button class="primary large" name="guided" value="1">Play now</button>' in " ".join(stranger.split())
    assert "a first game of Shikoku 1889" in stranger
    assert "without a guide" in stranger
    client.post("/guest/", {"name": "Ann"})
    known = client.get("/").content.decode()
    assert "A guided first game" in known
    assert "Play now" not in known


def test_the_first_game_is_the_beginners_and_the_title_says_so(client: Client) -> None:
    begun(client)
    table = Table.objects.get()
    first = guide_of(TITLE).first_game
    assert first is not None
    assert (table.title, tuple(table.variants), table.seats.count()) == ("1889", ("beginner",), 3)
    assert (first.variants, first.players) == (("beginner",), 3)
    assert [bool(seat.bot) for seat in table.seats.all()] == [False, True, True]


def test_one_thing_at_a_time_and_each_only_once(client: Client) -> None:
    address = begun(client)
    assert heading(client, address) == "The aim"
    answer = do(client, address, "known", "aim")
    assert "Your private" in answer
    assert "The aim" not in answer
    assert heading(client, address) == heading(client, address) == "Your private"
    do(client, address, "known", "private")
    assert heading(client, address) == "Start a company"
    do(client, address, "known", "par")
    assert heading(client, address) == ""
    assert "The guide returns when there is something new." in client.get(address).content.decode()


def test_what_the_title_adds_stands_behind_it_and_words_are_marked(client: Client) -> None:
    address = begun(client)
    answer = do(client, address, "known", "aim")
    assert "was dealt to you" in answer
    assert 'href="/glossary/#private"' in answer


def test_what_the_lessons_have_taught_is_left_out(client: Client) -> None:
    """Ann, who knows what a president is, is told the next thing: it is the others' turn."""
    address = begun(client)
    understood(client, address, "aim", "private", "par", "buying")
    table = Table.objects.get()
    player = games.current(table).game.names[0]
    action = {"type": "par", "player": player, "company": "AR", "price": 65}
    client.post(f"{address}act/", {"version": table.version, "action": json.dumps(action)})
    assert heading(client, address) == "You are president"
    finish(client, "control")
    assert heading(client, address) == "The others move"
    finish(client, "tokens")
    assert heading(client, address) == "You are president"


def finish(client: Client, *lessons: str) -> None:
    """Have exactly these lessons of *Learn* finished."""
    Guest.objects.update(finished_lessons=[f"{TITLE}/{lesson}" for lesson in lessons])


def test_what_lessons_teach_are_lessons_of_both() -> None:
    assert set(TAUGHT) < {lesson.name for lesson in lessons_of(TITLE)}
    assert {each for those in TAUGHT.values() for each in those} < {lesson.name for lesson in LESSONS}


def test_it_is_left_by_a_click_and_comes_back_where_it_was(client: Client) -> None:
    address = begun(client)
    understood(client, address, "aim")
    left = do(client, address, "leave")
    assert "<h3>" not in left
    assert "Resume the guide" in left
    assert heading(client, address) == ""
    assert "<h3>Your private</h3>" in do(client, address, "resume")
    assert heading(client, address) == "Your private"


def test_a_new_first_game_begins_the_guide_anew(client: Client) -> None:
    understood(client, begun(client), "aim")
    assert heading(client, begun(client)) == "The aim"


def test_it_goes_with_nobody_else_and_to_no_other_table(client: Client) -> None:
    address = begun(client)
    watching = Client().get(address).content.decode()
    assert '<div id="guide"></div>' in watching
    other = client.post("/play/")["Location"]
    assert '<div id="guide"></div>' in client.get(other).content.decode()


def test_what_is_no_button_of_it_changes_nothing(client: Client) -> None:
    address = begun(client)
    assert client.post(f"{address}guide/", {"do": "dance"}).status_code == 400
    understood(client, address, "nonsense", "")
    assert client.session["guide"]["known"] == []
    assert heading(client, address) == "The aim"
    assert client.get(f"{address}guide/").status_code == 405


def test_looking_at_a_table_writes_nothing(client: Client) -> None:
    address = begun(client)
    before = dict(client.session)
    client.get(address)
    client.get(f"{address}parts/")
    assert dict(client.session) == before


# Choice of lessons


def names(signs: Iterable[str]) -> list[str]:
    """All lessons for a situation, in order."""
    found: list[str] = []
    while lesson := next_lesson(frozenset(signs), found):
        found.append(lesson.name)
    return found


def seen(what: str) -> list[str]:
    """Lessons for the player to act, at a kind of decision."""
    game = first_position(simple_game(1, whims=0.3), decision_is(what, 0))
    table = open_party(["Ann", "Bo", "Cy"]).table
    player = game.to_act.player
    seat = table.seats.get(number=player)
    hot = games.current(table)._replace(game=game)
    return names(situation(Scene(table, hot, seat.guest, is_past=False)))


@pytest.mark.parametrize(
    ("what", "lessons"),
    [
        ("auction", ["auction"]),
        ("stock", ["par"]),
        ("track", ["rounds", "track"]),
        ("token", ["token"]),
        ("run", ["running"]),
        ("dividend", ["dividend"]),
        ("trains", ["trains", "rust"]),
    ],
)
def test_each_step_has_its_lesson(what: str, lessons: list[str]) -> None:
    assert set(lessons) <= set(seen(what))
    steps = {"auction", "par", "track", "token", "running", "dividend", "trains"}
    assert steps & set(seen(what)) <= set(lessons)


def test_signs_are_told_by_what_is_offered() -> None:
    assert names(["mine", "doing-trains", "trainless"]) == ["aim", "trainless", "trains", "rust"]
    assert names(["mine", "doing-stock", "may-sell_shares", "president", "floated", "later-turn"]) == [
        "aim",
        "passing",
        "priority",
        "selling",
        "dumping",
    ]
    assert names(["waiting"]) == ["aim", "waiting"]
    assert names(["over"]) == ["aim", "over"]


def test_every_lesson_waits_for_signs_that_there_are() -> None:
    of_holdings = {"owns-private", "president", "floated", "unfloated"}
    of_age = {"later-turn", "later-phase", "rusted", "broken", "over"}
    known = {"mine", "waiting", "trainless", *of_holdings, *of_age}
    known |= {f"doing-{word.replace(' ', '-')}" for word in STEP_TEXTS} | {f"may-{kind}" for kind in FIELDS}
    for lesson in LESSONS:
        assert set(lesson.signs.split()) <= known
        others = [each.name for each in LESSONS if each != lesson]
        assert next_lesson(frozenset(lesson.signs.split()), others) == lesson


def test_nothing_of_a_table_is_told_to_whom_it_is_not_known(client: Client) -> None:
    """The signs come from the scene's game, which contains only what its viewer may see."""
    address = begun(client)
    table = Table.objects.get()
    scene = Scene(table, games.current(table), Guest.objects.get(), is_past=False)
    assert address
    assert situation(scene) >= {"mine", "doing-stock", "may-par", "owns-private"}


# Guides of titles


def test_a_title_without_a_guide_has_nothing_to_say() -> None:
    assert guide_of("nothing of the name") == Guide()


@pytest.mark.parametrize("title", titles(), ids=lambda title: title.name)
def test_a_titles_card_says_how_long_and_hard_it_is_and_shows_its_map(client: Client, title: object) -> None:
    name = getattr(title, "name", "")
    page = " ".join(client.get(f"/titles/{name}/").content.decode().split())
    guide = guide_of(name)
    assert guide.weight
    assert len(guide.special) == 2
    assert "hours (" in page
    assert "●" * guide.weight + "○" * (5 - guide.weight) + "<" in page
    assert page.count('href="#map-drawing"') == 1
    assert page.count('id="map-drawing"') == 1


def test_hours_are_the_books_where_it_has_them_and_else_called_an_estimate(client: Client) -> None:
    def card(title: str, **query: str) -> str:
        return " ".join(client.get(f"/titles/{title}/", query).content.decode().split())

    assert "3–5 hours (rulebook figure, with the physical game)" in card("1890")
    assert "2–3 hours (rulebook figure" in card("1890", scenario="A")
    assert "2–5 hours (our estimate, with the physical game)" in card("1889")
    lines = client.get("/titles/1889/").context["card"].players
    assert [line.hours for line in lines] == ["2–3", "2.5–3.5", "3–4", "3.5–4.5", "4–5"]
    assert [line.hours for line in client.get("/titles/1888n/").context["card"].players][:2] == ["2.5–3.5", "3–4"]
