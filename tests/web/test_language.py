"""Language of names: the reader's, if the data have it."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from django.test import Client

from tests.web.builders import Party, browser, open_party
from tetsudo.core.actions import Bid
from tetsudo.game import record
from tetsudo.lab.random_play import play_random
from tetsudo.web.tables.models import Table

pytestmark = pytest.mark.django_db

JAPANESE = "ja,en-US;q=0.8,en;q=0.5"


@pytest.mark.parametrize(
    ("accepted", "first", "second"),
    [
        (JAPANESE, "阪急", "Hankyū Railways"),
        ("en,ja;q=0.8", "Hankyū Railways", "阪急"),
        ("de", "Hankyū Railways", "阪急"),
        ("de,ja;q=0.5,en;q=0.1", "阪急", "Hankyū Railways"),
    ],
)
def test_a_card_names_companies_in_the_language_of_the_reader_first(
    client: Client, accepted: str, first: str, second: str
) -> None:
    page = client.get("/titles/1890/", headers={"accept-language": accepted}).content.decode()
    assert re.search(f"{first}\\s+<small[^>]*>HK\\s+·\\s+<span[^>]*>{second}<", page)


def test_a_table_is_shown_to_each_in_his_language(client: Client) -> None:
    game = record.new("1890", ["Ann", "Bo", "Cy"])
    table = client.post("/import/", {"text": game.record().to_json().decode()})["Location"]
    japanese = client.get(table, headers={"accept-language": JAPANESE}).content.decode()
    english = client.get(table).content.decode()
    assert "有馬鉄道" in japanese
    assert "Arima Railway" not in japanese
    assert "Arima Railway" in english
    assert "有馬鉄道" not in english
    assert "堺" in japanese
    assert "Sakai" not in japanese  # on the map


def test_names_of_a_game_can_be_native_ones() -> None:
    game = record.new("1890", ["Ann", "Bo", "Cy"])
    native = game.in_language("ja")
    assert [lot.name for lot in game.setup.lots][:2] == ["Arima Railway", "Kōbe Tramway"]
    assert [lot.name for lot in native.setup.lots][:2] == ["有馬鉄道", "神戸市電"]
    assert native.record() == game.record()
    assert native.in_language("en").setup is game.setup


# Sentences


@pytest.fixture
def table() -> Party:
    return open_party(["Ann", "Bo", "Cy"])


def reader(of: Party, name: str, language: str) -> Client:
    """The browser of a player who has chosen a language."""
    client = browser(of.guests[name])
    client.defaults["HTTP_ACCEPT"] = "text/html"
    answer = client.post("/language/setlang/", {"language": language, "next": "/titles/"})
    assert answer["Location"] == "/titles/"
    return client


def shown(client: Client, address: str, **data: object) -> str:
    answer = client.post(address, data) if data else client.get(address)
    return answer.content.decode()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/", "すぐ遊ぶ"),
        ("/new/", "卓を開く"),
        ("/import/", "ゲームの取り込み"),
        ("/titles/", "ゲームとルール"),
        ("/titles/1889/", "会社の手番"),
        ("/board/?title=1889", "最良の運行"),
        ("/titles/1889/rules/", "四国1889のルール"),
        ("/nothing/", "そのページはないか、なくなりました。"),
    ],
)
def test_pages_are_in_the_language_of_the_browser(client: Client, address: str, said: str) -> None:
    page = client.get(address, headers={"accept-language": JAPANESE}).content.decode()
    assert '<html lang="ja">' in page
    assert said in page


def test_a_choice_is_kept_against_the_browser(client: Client) -> None:
    def page() -> str:
        return client.get("/", headers={"accept-language": JAPANESE}).content.decode()

    assert re.search(r'value="en" lang="en">English<', page())
    chosen = client.post("/language/setlang/", {"language": "en", "next": "/"})
    assert int(chosen.cookies["django_language"]["max-age"]) > 300 * 24 * 3600
    assert '<html lang="en">' in page()
    assert re.search(r'value="ja" lang="ja">日本語<', page())


@pytest.mark.parametrize("address", ["/titles/?a=b", "/t/{key}/", "/board/?title=1889"])
def test_every_page_has_a_switch_that_leads_back_to_it(table: Party, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    address = address.format(key=table.table.key)
    form = client.get(address).content.decode().partition('action="/language/setlang/"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert fields["language"] == "ja"
    assert client.post("/language/setlang/", fields)["Location"] == address
    assert '<html lang="ja">' in client.get(address).content.decode()


def test_two_at_one_table_read_each_their_own_language(table: Party) -> None:
    ann, bo = reader(table, "Ann", "ja"), reader(table, "Bo", "en")
    address = f"/t/{table.table.key}/"
    for _ in range(2):  # the second time from the cache
        for part in ("", "parts/"):
            japanese, english = shown(ann, address + part), shown(bo, address + part)
            assert "競売が始まる。" in japanese
            assert "The auction begins." not in japanese
            assert "The auction begins." in english
            assert "競売" not in english
            assert "高松電気軌道" in japanese
            assert "Takamatsu Electric Track" in english
    table.act({"type": "bid", "player": "Ann", "lot": "TR", "price": 20})
    assert "Annが高松電気軌道を¥20で購入。" in shown(ann, address + "parts/")
    assert "Ann buys Takamatsu Electric Track for ¥20." in shown(bo, address + "parts/")


def test_a_refusal_is_told_in_the_language_of_who_is_refused(table: Party) -> None:
    action = json.dumps({"type": "bid", "player": "Ann", "lot": "TR", "price": 5})
    for language, said in (("ja", "高松電気軌道は先頭にあり、価格は¥20です。"), ("en", "is next and costs ¥20.")):
        client = reader(table, "Ann", language)
        page = shown(client, f"/t/{table.table.key}/act/", version=table.table.version, action=action)
        notice = page[page.index('class="notice refusal"') :]
        assert said in notice


def test_lists_name_the_round_of_a_table_in_the_language_of_the_reader(client: Client, table: Party) -> None:
    assert table.table.stage == "Auction"
    assert "Auction: Ann to act" in client.get("/").content.decode()
    assert "競売：Annの番" in client.get("/", headers={"accept-language": JAPANESE}).content.decode()


def test_what_browsers_keep_is_kept_for_one_language(table: Party) -> None:
    table.act({"type": "bid", "player": "Ann", "lot": "TR", "price": 20})
    client = reader(table, "Ann", "ja")
    for part in ("at/0/", "at/0/parts/", "at/1/log/0/"):
        answer = client.get(f"/t/{table.table.key}/{part}")
        assert {"cookie", "accept-language"} <= set(answer["Vary"].lower().split(", "))
    clause = client.get("/titles/1889/rules/1889-OR-01/", headers={"hx-request": "true"})
    assert {"cookie", "accept-language"} <= set(clause["Vary"].lower().split(", "))


def test_a_game_is_refused_in_its_language() -> None:
    game = record.new("1889", ["Ann", "Bo", "Cy"]).in_language("ja")
    refusal = game.why_not(Bid(0, 0, 5))
    assert refusal is not None
    assert (refusal.sentence, refusal.remedy) == (
        "高松電気軌道は先頭にあり、価格は¥20です。",
        "ちょうどその額を支払ってください。",
    )


# No English is left


def english_in(page: str) -> list[str]:
    """Sequences of lower-case words in texts and readable attributes."""
    page = re.sub(r'<script.*?</script>|<[^>]* lang="en".*?</|data-action="[^"]*"', " ", page, flags=re.DOTALL)
    read = re.findall(r'(?:title|aria-label|placeholder|data-[a-z]+)="([^"]*)"', page)
    return re.findall(r"[a-z]+ [a-z]+ [a-z]+", "\n".join([re.sub(r"<[^>]*>", "\n", page), *read]))


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/new/?title=1890",
        "/import/",
        "/guest/",
        "/titles/",
        "/titles/1888/",
        "/titles/1889/",
        "/titles/1890/",
        "/titles/1889/statistics/",
        "/games/archive/",
        "/board/",
        "/board/?title=1889&hex=E2&company=IR",
        "/board/?title=1890&hex=F5&tiles=F7:57:1&tokens=KH:F7&trains=KH:2",
    ],
)
def test_no_sentence_of_a_page_is_english(client: Client, address: str) -> None:
    assert english_in(client.get(address).content.decode())
    assert english_in(client.get(address, headers={"accept-language": JAPANESE}).content.decode()) == []


@pytest.mark.parametrize("actions", [0, 40, 150, 400])
@pytest.mark.parametrize("title", ["1889", "1890"])
def test_no_sentence_of_a_table_is_english(client: Client, title: str, actions: int) -> None:
    game = record.new(title, ["Ann", "Bo", "Cy"])
    play_random(game, Random(1), actions)
    address = client.post("/import/", {"text": game.record().to_json().decode()})["Location"]
    for table in Table.objects.all():
        table.seats.update(guest=table.owner)
    for page in (address, f"{address}print/"):
        assert english_in(client.get(page).content.decode())
        assert english_in(client.get(page, headers={"accept-language": JAPANESE}).content.decode()) == []
