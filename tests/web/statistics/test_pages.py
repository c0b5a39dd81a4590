"""Pages of the statistics and of the archive."""

from __future__ import annotations

import asyncio
import gzip
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.web.builders import browser
from tests.web.statistics.builders import PEOPLE, finished_table
from tetsudo.web.common import rate_limits
from tetsudo.web.results.statistics import archive, counting, daily, wishes
from tetsudo.web.results.statistics.models import CountedGame, TitleStatistics
from tetsudo.web.tables.models import Guest, Table

pytestmark = pytest.mark.django_db

FILE = "/games/archive.jsonl.gz"


@pytest.fixture
def public(settings: Any, tmp_path: Path) -> Path:
    settings.PUBLIC_ARCHIVE = True
    settings.ARCHIVE_FILE = str(tmp_path / "tetsudo.db.games.jsonl.gz")
    return Path(settings.ARCHIVE_FILE)


def counted_tables(count: int, **changed: Any) -> None:
    """Finished tables of one game, counted without replaying each."""
    first = finished_table(**changed)
    counting.count_new(share=0)
    facts = CountedGame.objects.get(table=first)
    for _ in range(count - 1):
        table = Table.objects.create(
            owner=first.owner, title=first.title, status=first.status, version=first.version, result=first.result
        )
        CountedGame.objects.create(
            table=table,
            version=facts.version,
            shape=facts.shape,
            facts=facts.facts,
            started=facts.started,
            ended=facts.ended,
        )
    counting.make_statistics()


def words(content: bytes) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", content.decode())).split())


def test_ten_games_show_figures_and_nine_none(client: Client) -> None:
    counted_tables(9)
    said = words(client.get("/titles/1889/statistics/").content)
    assert "9 finished public games" in said
    assert "No figure is shown before 10 games have ended." in said
    assert "Lengths" not in said
    CountedGame.objects.all().delete()
    Table.objects.all().delete()
    counted_tables(10)
    said = words(client.get("/titles/1889/statistics/").content)
    assert "10 finished public games" in said
    assert "the bank is broken 10 100 %" in said
    assert "100 % (50 %)" in said
    assert re.search(r"2 10 \d+ \d+–\d+ \d+ \d+–\d+ \d+ \d+–\d+ 5 5–5", said)


def test_games_with_bots_can_be_left_out(client: Client) -> None:
    counted_tables(10)
    with_bot = Table.objects.first()
    assert with_bot
    with_bot.seats.filter(number=1).update(bot="rules", guest=None)
    counting.make_statistics()
    assert client.get("/titles/1889/statistics/?format=json").json()["games"] == 10
    assert client.get("/titles/1889/statistics/?format=json&players=people").json()["games"] == 9


def test_statistics_are_made_of_no_replay(client: Client, django_assert_max_num_queries: Any) -> None:
    counted_tables(10)
    client.get("/titles/1889/statistics/")
    with django_assert_max_num_queries(2):
        client.get("/titles/1889/statistics/")


def test_a_title_without_games_has_a_page(client: Client) -> None:
    assert "0 finished public games" in words(client.get("/titles/1890/statistics/?scenario=A").content)
    assert client.get("/titles/1890/statistics/?scenario=Q").status_code == 404
    assert client.get("/titles/9999/statistics/").status_code == 404
    assert client.get("/titles/1889-shikoku/statistics/")["Location"] == "/titles/1889/statistics/"


def test_statistics_of_games_that_are_gone_are_gone_after_the_next_count() -> None:
    counted_tables(10)
    Table.objects.update(is_listed=False)
    counting.make_statistics()
    assert not TitleStatistics.objects.exists()


def test_the_archive_is_offered_only_if_the_host_has_turned_it_on(client: Client, public: Path, settings: Any) -> None:
    finished_table()
    daily.count()
    said = words(client.get("/games/archive/").content)
    assert "1 finished public game of this site, as one file." in said
    settings.PUBLIC_ARCHIVE = False
    assert client.get(FILE).status_code == 404
    assert "This site does not publish its games as a file." in words(client.get("/games/archive/").content)
    settings.PUBLIC_ARCHIVE = True
    public.unlink()
    assert client.get(FILE).status_code == 404


def content_of(answer: Any) -> bytes:
    async def read() -> bytes:
        return b"".join([piece async for piece in answer.streaming_content])

    return asyncio.run(read())


def test_the_file_is_streamed_with_its_tag(client: Client, public: Path) -> None:
    table = finished_table()
    daily.count()
    answer = client.get(FILE, headers={"Accept-Encoding": "gzip"})
    assert getattr(answer, "is_async", False)
    assert answer["Content-Type"] == "application/gzip"
    assert "public" in answer["Cache-Control"]
    content = content_of(answer)
    assert len(content) == int(answer["Content-Length"])
    assert json.loads(gzip.decompress(content))["game"] == archive.game_id(table)
    again = client.get(FILE, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_downloads_are_limited(client: Client, public: Path, settings: Any) -> None:
    finished_table()
    daily.count()
    settings.RATES = {**settings.RATES, "archives": "1/minute"}
    settings.ADDRESS_RATE_FACTOR = 2
    rate_limits.reset_counters()
    answers = [client.get(FILE) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    for answer in answers[:2]:
        content_of(answer)
    assert 0 < int(answers[2]["Retry-After"]) <= 61


def test_a_file_that_is_not_there_counts_no_download(client: Client, public: Path, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "archives": "1/minute"}
    settings.ADDRESS_RATE_FACTOR = 1
    rate_limits.reset_counters()
    assert [client.get(FILE).status_code for _ in range(3)] == [404] * 3
    finished_table()
    daily.count()
    answers = [client.get(FILE), client.get(FILE)]
    assert [answer.status_code for answer in answers] == [200, 429]
    content_of(answers[0])


def test_a_person_can_leave_their_games_out(client: Client) -> None:
    finished_table()
    guest = Guest.objects.get(name=PEOPLE[0])
    own = browser(guest)
    assert "leave them out" in words(own.get("/settings/").content)
    assert "leave them out" not in words(client.get("/settings/").content)
    assert own.post("/settings/", {"archive": "out"}).status_code == 302
    assert wishes.is_left_out(guest)
    assert re.search(r'value="out"\s+checked', own.get("/settings/").content.decode())
    own.post("/settings/", {"sounds": "on"})
    assert wishes.is_left_out(guest)
    own.post("/settings/", {"archive": "in"})
    assert not wishes.is_left_out(guest)
    assert client.post("/settings/", {"archive": "out"}).status_code == 302
