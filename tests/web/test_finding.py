"""Finding an open table: filters of the lists, hours of players, and languages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.web.accounts.builders import account, guest_of, signed_in
from tests.web.builders import browser
from tests.web.clock import Clock
from tests.web.test_new import filled
from tetsudo.web.accounts.models import Profile, User
from tetsudo.web.lobby.finding.hours import Hours, overlap
from tetsudo.web.tables.models import Block, Guest, Seat, SeatInvitation, Table
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

pytestmark = pytest.mark.django_db

OPEN = (("here", "Ann"), ("open", ""), ("open", ""))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The first of March 2027, at noon UTC."""
    return Clock(monkeypatch)


def opened(name: str, seats: int = 3, owner: Guest | None = None, title: str = "1889", **settings: Any) -> Table:
    """A table with an open seat for all but its owner."""
    owner = owner or Guest.objects.create(name="Bo")
    chairs = [Chair(owner.name), *[Chair()] * (seats - 1)]
    return open_table(TableSettings(title, chairs, name=name, **settings), owner)


def found(client: Client, query: str = "", name: str = "waiting") -> set[str]:
    """Names of the tables in a list of the lobby; the page of the list has the same."""
    (section,) = (each for each in client.get(f"/?{query}").context["sections"] if each.name == name)
    cards = {card.name for card in section.cards}
    assert cards == {card.name for card in client.get(f"/?list={name}&{query}").context["cards"]}
    return cards


def page(client: Client, path: str) -> str:
    return " ".join(client.get(path, headers={"accept": "text/html"}).content.decode().split())


def with_hours(name: str, zone: str, start: int, end: int, *, shows: bool = True) -> User:
    """An account with usual hours."""
    user = account(name)
    said = {"time_zone": zone, "hours_from": start, "hours_to": end, "shows_hours": shows}
    Profile.objects.update_or_create(account=user, defaults=said)
    return user


# Filters


def test_tables_are_found_by_game_pace_players_free_seats_and_language(client: Client) -> None:
    opened("small", 2, tempo="live", language="en")
    opened("large", 4, tempo="daily", language="ja")
    opened("other", 3, title="1890")
    everything = {"small", "large", "other"}
    assert found(client) == everything
    assert found(client, "title=1890") == {"other"}
    assert found(client, "pace=turn") == found(client, "pace=daily") == {"large"}
    assert found(client, "pace=live") == {"small"}
    assert found(client, "pace=brisk") == set()
    assert found(client, "players=2") == {"small"}
    assert found(client, "free=2") == {"large", "other"}
    assert found(client, "free=3") == {"large"}
    assert found(client, "language=ja") == {"large"}
    assert found(client, "title=1889&language=en") == {"small"}
    assert found(client, "title=1066&pace=slow&players=99&free=x&language=fr&hours=yours&full=9") == everything


def test_running_games_are_found_too(client: Client) -> None:
    bo = Guest.objects.create(name="Bo")
    for title in ("1889", "1890"):
        open_table(TableSettings(title, [Chair("Bo"), Chair(bot="random"), Chair(bot="random")], name=title), bo)
    assert found(client, "title=1890", "running") == {"1890"}
    assert found(client, "players=3", "running") == {"1889", "1890"}
    assert found(client, "players=4", "running") == set()


def test_full_tables_are_hidden_unless_they_are_asked_for() -> None:
    me, friend = Guest.objects.create(name="Eve"), Guest.objects.create(name="Cy")
    client = browser(me)
    opened("free", 2)
    reserved = opened("reserved", 2)
    SeatInvitation.objects.create(table=reserved, guest=friend, seat=reserved.seats.get(number=1))
    rematch = opened("rematch", 2)
    Seat.objects.filter(table=rematch, number=1).update(left_by=friend, name="Cy")
    blocked = opened("blocked", 2)
    Block.objects.create(blocker=blocked.owner, blocked=me)
    assert found(client) == {"free"}
    assert found(client, "full=1") == {"free", "reserved", "rematch", "blocked"}
    assert found(browser(friend)) == {"free", "reserved", "rematch", "blocked"}


def test_a_blocked_person_is_offered_no_seat() -> None:
    me, table = Guest.objects.create(name="Eve"), opened("", 3)
    assert "Take this seat" in page(browser(me), f"/t/{table.key}/")
    other = Guest.objects.create(name="Cy")
    sit_down(table.seats.get(number=1), other, "Cy")
    Block.objects.create(blocker=other, blocked=me)
    assert "Take this seat" not in page(browser(me), f"/t/{table.key}/")
    assert "Take this seat" in page(browser(Guest.objects.create(name="Di")), f"/t/{table.key}/")


def test_filters_are_in_the_form_and_in_the_links_of_pages(client: Client) -> None:
    for number in range(50):
        opened(f"no. {number}", 2, tempo="live")
    shown = page(client, "/?pace=live&players=2")
    assert '<option value="live" selected>Live</option>' in shown
    assert "?list=waiting&amp;pace=live&amp;players=2" in shown
    assert "?list=waiting&amp;pace=live&amp;players=2&amp;page=2" in page(client, "/?list=waiting&pace=live&players=2")


def test_a_browser_remembers_the_filters_of_the_form_but_not_those_of_a_link(client: Client) -> None:
    opened("live", tempo="live")
    opened("daily", tempo="daily")
    assert found(client, "pace=live") == {"live"}
    assert found(client) == {"live", "daily"}
    client.get("/?find=&pace=daily")
    assert found(client) == {"daily"}
    assert found(client, "pace=live") == {"live"}
    assert found(Client()) == {"live", "daily"}
    client.get("/?find=")
    assert found(client) == {"live", "daily"}


def test_an_empty_result_leads_to_a_new_table_with_the_same_settings(client: Client) -> None:
    opened("other")
    shown = page(client, "/?title=1890&pace=turn&players=4&language=ja")
    assert "No table matches these filters." in shown
    address = "/new/?seating=open&amp;title=1890&amp;players=4&amp;tempo=daily&amp;language=ja"
    assert address in shown
    forms = client.get(address.replace("&amp;", "&")).context["forms"]
    assert (forms.shape.info.name, forms.shape.players) == ("1890", 4)
    assert (forms.table["tempo"].value(), forms.table["language"].value()) == ("daily", "ja")
    assert [seat["kind"].value() for seat in forms.seats] == ["here", "open", "open", "open"]


def test_without_any_listed_table_there_is_no_filter(client: Client) -> None:
    assert "Find a table" not in page(client, "/")
    opened("private", is_listed=False)
    assert "Find a table" not in page(client, "/")
    opened("listed")
    assert "Find a table" in page(client, "/")


# Languages


def test_a_table_has_the_language_of_its_makers_page(client: Client) -> None:
    for spoken in ("en", "ja"):
        form = client.get("/new/", headers={"accept-language": spoken}).context["forms"].table
        assert form["language"].value() == spoken
    client.post("/new/", filled(*OPEN, language="ja", name="Tokyo"))
    assert Table.objects.get().language == "ja"
    assert "日本語" in page(Client(), "/").split("Tokyo")[1].split("</li>")[0]
    refused = client.post("/new/", filled(*OPEN, language="xx"))
    assert refused.status_code == 422


# Hours


@pytest.mark.parametrize(
    ("one", "other", "is_common"),
    [
        (("UTC", 18, 22), ("UTC", 21, 23), True),
        (("UTC", 18, 22), ("UTC", 22, 23), False),
        (("UTC", 22, 2), ("UTC", 1, 5), True),
        (("UTC", 0, 0), ("UTC", 5, 6), True),
        (("Asia/Tokyo", 20, 23), ("Europe/Berlin", 12, 14), True),  # 11 to 14, and 11 to 13 UTC in winter
        (("Asia/Tokyo", 20, 23), ("Europe/Berlin", 19, 22), False),
        (("Asia/Kathmandu", 18, 19), ("UTC", 12, 13), False),  # 12:15 to 13:15: only three quarters of an hour
        (("Asia/Kathmandu", 18, 20), ("UTC", 12, 14), True),
    ],
)
def test_hours_are_compared_across_time_zones(
    clock: Clock, one: tuple[str, int, int], other: tuple[str, int, int], is_common: bool
) -> None:
    assert overlap(Hours(*one), Hours(*other)) is is_common
    assert overlap(Hours(*other), Hours(*one)) is is_common


def test_tables_are_found_by_the_hours_of_their_players(clock: Clock) -> None:
    early, late = (with_hours(name, "UTC", *hours) for name, hours in (("Early", (6, 9)), ("Late", (19, 23))))
    shy = with_hours("Shy", "UTC", 19, 23, shows=False)
    for user in (early, late, shy):
        opened(user.username.split("-")[0], owner=guest_of(user))
    both = opened("both", owner=guest_of(late))
    sit_down(both.seats.get(number=1), guest_of(early), "Early")
    opened("unknown")
    for name, hour in (("evening", 20), ("morning", 7)):
        opened(name, tempo="live", starts_at=clock.now.replace(hour=hour))
    client = signed_in(with_hours("Ann", "Europe/Berlin", 20, 23, shows=False))
    assert "Only in my usual hours" in page(client, "/")
    assert found(client, "hours=mine") == {"late", "evening"}
    assert found(Client(), "hours=mine") == {
        "early", "late", "shy", "both", "unknown", "evening", "morning",
    }  # fmt: skip
    assert "Only in my usual hours" not in page(Client(), "/")


def test_hours_are_shown_before_joining_in_the_viewers_time(clock: Clock) -> None:
    table = opened("Evening", owner=guest_of(with_hours("Bo", "Europe/Berlin", 20, 23)))
    viewer = signed_in(with_hours("Ann", "Asia/Tokyo", 20, 23))
    link = f"/seat/{table.seats.get(number=1).key}/"
    for path in ("/", f"/t/{table.key}/", link):
        assert '<span class="number">04:00–07:00</span>' in page(viewer, path)
        assert '<span class="number">20:00–23:00 (Europe/Berlin)</span>' in page(Client(), path)
    Profile.objects.update(shows_hours=False)
    assert "Usual hours" not in page(Client(), f"/t/{table.key}/")


def test_the_lobby_needs_few_queries_with_hours_and_filters(clock: Clock, django_assert_max_num_queries: Any) -> None:
    for number in range(12):
        opened(str(number), owner=guest_of(with_hours(f"P{number}", "UTC", 19, 23)))
    client = signed_in(with_hours("Ann", "UTC", 20, 23))
    with django_assert_max_num_queries(24):
        client.get("/?hours=mine&players=3")
