"""The lobby: tables in each list, by viewer."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client

from tetsudo.core.actions import Bid
from tetsudo.language.labels import action_to_data
from tetsudo.titles.loader import titles
from tetsudo.web.lobby.lists import LISTS
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db
TITLE = titles()[0].name


def opened(name: str, owner: Guest, *chairs: Chair, is_listed: bool = True) -> Table:
    return open_table(TableSettings(TITLE, chairs, name=name, is_listed=is_listed), owner)


def guest(client: Client, name: str = "Ann") -> Guest:
    client.post("/guest/", {"name": name})
    return Guest.objects.latest("pk")


def lists(client: Client) -> dict[str, list[str]]:
    """The names of the tables in each list."""
    sections = client.get("/").context["sections"]
    return {section.name: [card.name for card in section.cards] for section in sections}


def test_a_newcomer_plays_with_one_click(client: Client) -> None:
    response = client.post("/play/")
    table = Table.objects.get()
    assert response["Location"] == f"/t/{table.key}/"
    assert table.status == Table.Status.RUNNING
    assert [bool(seat.bot) for seat in table.seats.all()] == [False, True, True, True]
    assert client.get(response["Location"]).status_code == 200


def test_a_link_to_play_opens_no_table(client: Client) -> None:
    assert client.get("/play/").status_code == 405
    assert not Table.objects.exists()


def test_tables_are_listed_by_what_they_are_to_me(client: Client) -> None:
    me, other = guest(client), Guest.objects.create(name="Bo")
    opened("mine", me, Chair("Ann"), Chair("Bo"))
    opened("waits", other, Chair("Bo"), Chair())
    opened("runs", other, Chair("Bo"), Chair(bot="simple"))
    assert lists(client) == {"mine": ["mine"], "waiting": ["waits"], "running": ["runs"], "finished": []}


def test_private_tables_are_in_nobody_elses_lobby(client: Client) -> None:
    me = guest(client)
    opened("secret", me, Chair("Ann"), Chair(), is_listed=False)
    assert "secret" in lists(client)["mine"]
    assert not any(lists(Client()).values())
    assert b"secret" not in Client().get("/?list=waiting").content


def test_my_turn_comes_first_and_says_so(client: Client) -> None:
    me = guest(client)
    opened("my turn", me, Chair("Ann"), Chair("Bo"))
    opened("the other's turn", me, Chair(bot="simple"), Chair("Ann"))
    assert lists(client)["mine"] == ["my turn", "the other's turn"]
    page = client.get("/").content.decode()
    assert page.count("Your turn") == 1
    assert "Your turn: Ann, Auction" in page


def test_the_actor_is_followed(client: Client) -> None:
    table = opened("", guest(client), Chair("Ann"), Chair("Bo"))
    game = games.current(table).game
    submit.act(table, 0, action_to_data(game.setup, game.names, Bid(0, 0, game.setup.privates[0].price)), [0])
    assert (
        "Auction: Bo" in client.get("/").content.decode()
        or "Your turn: Bo, Auction" in client.get("/").content.decode()
    )


def test_names_are_text(client: Client) -> None:
    owner = Guest.objects.create(name="Bo")
    opened("<b>bold</b>", owner, Chair("<script>alert(1)</script>"), Chair())
    page = client.get("/").content.decode()
    assert "&lt;b&gt;bold&lt;/b&gt;" in page
    assert "<b>bold" not in page
    assert "<script>alert" not in page


def test_a_long_list_has_pages_and_the_lobby_few_queries(client: Client, django_assert_max_num_queries: object) -> None:
    owner = Guest.objects.create(name="Bo")
    for number in range(50):
        opened(f"no. {number}", owner, Chair("Bo"), Chair())
    assert lists(client)["waiting"][0] == "no. 49"
    assert len(lists(client)["waiting"]) < 50
    first, second = (client.get("/", {"list": "waiting", "page": page}).context["cards"] for page in (1, 2))
    assert sorted(card.name for card in [*first, *second]) == sorted(f"no. {number}" for number in range(50))
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        client.get("/")


def test_a_finished_table_shows_its_result(client: Client) -> None:
    table = opened("done", Guest.objects.create(name="Bo"), Chair("Bo"), Chair("Cy"))
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, result={"Cy": 5230, "Bo": 410}, to_act=None)
    page = client.get("/").content.decode()
    assert page.index("¥5,230") < page.index("¥410")


def test_a_card_tells_the_scenario_and_the_variants(client: Client) -> None:
    chairs = [Chair("Ann"), Chair("Bo"), Chair("Cy")]
    chosen = ("tigers", "hidden-cash")
    open_table(TableSettings("1890", chairs, scenario="D", variants=chosen), guest(client))
    card = client.get("/").context["sections"][0].cards[0]
    assert card.scenario.name == "D"
    about = client.get("/").content.decode().split('class="about quiet">')[1].split("<time")[0]
    assert "1890 Simplified" in about
    assert about.index("Hidden cash") < about.index("Hanshin Tigers")


def test_what_does_not_exist_is_one_sentence(client: Client) -> None:
    response = client.get("/t/nothing/seats/")
    assert response.status_code == 404
    assert "This page does not exist" in response.content.decode()


def test_the_palette_serves_both_themes(client: Client) -> None:
    sheet = client.get("/palette.css")
    assert sheet["Content-Type"].startswith("text/css")
    text = sheet.content.decode()
    assert text.index("--draw-sea:#d8e8ef") < text.index("prefers-color-scheme:dark")
    assert ':root[data-theme="dark"]' in text


@pytest.mark.skipif(connection.vendor != "sqlite", reason="plans of queries are SQLite's")
@pytest.mark.parametrize("has_guest", [False, True])
def test_the_last_finished_games_are_found_without_sorting_all(client: Client, has_guest: bool) -> None:
    """A hundred thousand of them made the lobby five times as slow."""
    found = LISTS["finished"][1](guest(client) if has_guest else None)
    plan = found.values("pk")[:13].explain()
    assert "TEMP B-TREE" not in plan
    assert "changed" in plan
