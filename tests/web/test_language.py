"""In which language names are shown: the reader's, where the data have it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tetsudo import record

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
    assert re.search(f"{first} <small[^>]*>HK · <span[^>]*>{second}<", page)


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
