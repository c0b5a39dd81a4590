"""Games brought as files: many at once, each made once, with the person in the seats of their names."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.web.builders import browser
from tests.web.test_import import played
from tetsudo.game.record import MAX_FILE_BYTES
from tetsudo.web.accounts.people.results import Results
from tetsudo.web.common import rate_limits
from tetsudo.web.lobby.files import pages
from tetsudo.web.lobby.files import sending as sendings
from tetsudo.web.tables.games import brought, from_record
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.replay_import import table_data
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.workers.async_results import PENDING
from tetsudo.web.tables.workers.process_pool import Outcome

pytestmark = pytest.mark.django_db(transaction=True)


def file(content: bytes, name: str = "my game.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def record(actions: int, *names: str) -> bytes:
    return played(actions, *names).record().to_json()


def stopped_record() -> bytes:
    """A record whose 26th action is illegal."""
    data = json.loads(record(30))
    data["actions"][25] = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}
    return json.dumps(data).encode()


def results(client: Client, *files: SimpleUploadedFile, **fields: str) -> list[tuple[str, str]]:
    """Names and states of the rows, once no file is being read any more, as a browser without scripts sees them."""
    page = client.post("/import/", {"file": list(files), **fields}).content.decode()
    for _attempt in range(100):
        found = re.findall(r'data-state="(\w+)"[^>]*>\s*<strong>([^<]*)</strong>', page)
        if "reading" not in dict(found):
            return [(name, state) for state, name in found]
        sent = {"token": re.findall(r'name="token" value="([^"]+)"', page)}
        sent["large"] = re.findall(r'name="large"\s+value="([^"]+)"', page)
        page = client.post("/import/", sent).content.decode()
    raise AssertionError(page)


def row(client: Client, content: bytes, **fields: str) -> str:
    """The row of a single file, as the script of the page gets it."""
    page = client.post("/import/", {"file": file(content), "row": "1", **fields}).content.decode()
    while again := re.search(r'data-again="([^"]+)"', page):
        page = client.post(again[1], {"row": "1"}).content.decode()
    return " ".join(page.split())


def seats_of(table: Table) -> list[tuple[str, bool]]:
    """Names of the seats, each with True if a person has it."""
    return [(seat.name, seat.guest is not None) for seat in table.seats.all()]


# Many files


def test_several_files_are_listed_with_what_became_of_them(client: Client) -> None:
    files = [file(record(20), "one.json"), file(b"hello", "broken.json"), file(stopped_record(), "half.json")]
    found = results(client, *files, file(record(25), "two.json"))
    assert found == [("one", "made"), ("broken", "refused"), ("half", "stopped"), ("two", "made")]
    assert sorted(Table.objects.values_list("name", "version", "is_listed")) == [("one", 20, False), ("two", 25, False)]


def test_the_reason_of_a_refusal_stands_in_its_row(client: Client) -> None:
    assert "Line 1" in row(client, b"hello")
    assert "neither a Tetsudo record nor an 18xx.games file" in row(client, b"{}")
    assert "Action 25" in row(client, stopped_record())
    assert not Table.objects.exists()


def test_the_part_that_could_be_read_is_opened_from_its_row(client: Client) -> None:
    shown = row(client, stopped_record())
    assert "Open the part that was read: 25 actions" in shown
    address = re.search(r'action="([^"]+)"', shown)
    assert address
    answer = client.post(address[1])
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.key}/"
    assert table.version == 25


def test_more_files_than_a_request_may_have_are_refused_as_a_whole(client: Client) -> None:
    files = [file(record(number), f"{number}.json") for number in range(pages.MAX_FILES + 1)]
    answer = client.post("/import/", {"file": files})
    assert answer.status_code == 422
    assert "at most 6 files at once" in answer.content.decode()
    assert not Table.objects.exists()


def test_a_file_that_is_too_large_keeps_no_other_out(client: Client) -> None:
    found = results(client, file(b" " * (MAX_FILE_BYTES + 1), "large.json"), file(record(10), "small.json"))
    assert sorted(found) == [("large", "refused"), ("small", "made")]
    assert "larger than 8,000,000 bytes" in row(client, b" " * (MAX_FILE_BYTES + 1))


def test_the_script_is_told_when_to_go_on_after_too_many_files(client: Client, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "imports": "2/minute"}
    rate_limits.reset_counters()
    client.post("/guest/", {"name": "Ann"})
    for number in (1, 2):
        assert 'data-state="made"' in row(client, record(number))
    answer = client.post("/import/", {"file": file(record(3)), "row": "1"}, headers={"HX-Request": "true"})
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 61


# The same file twice


def test_a_file_is_made_once_for_each_person(client: Client) -> None:
    content = record(20)
    assert results(client, file(content, "a.json"), file(content, "b.json")) == [("a", "made"), ("b", "there")]
    table = Table.objects.get()
    assert f'"/t/{table.key}/"' in row(client, content)
    page = client.post("/import/", {"file": file(content)})
    assert page.status_code == 200
    assert f'"/t/{table.key}/"' in page.content.decode()
    assert Table.objects.count() == 1
    assert 'data-state="made"' in row(Client(), content)
    assert Table.objects.count() == 2


def test_a_file_that_was_read_twice_before_it_was_written_is_written_once() -> None:
    """Two windows of a browser may send the same file."""
    ann, made = Guest.objects.create(name="Ann"), table_data(played(30))
    first, second = (brought.bring(made, ann, "mine", [], "digest") for _window in range(2))
    assert (first.is_new, second.is_new) == (True, False)
    assert first.key == second.key == Table.objects.get().key


class SlowWriter:
    """Writer that has written a table, and has not answered yet."""

    def peek(self, key: object) -> Outcome:
        """No answer."""
        return PENDING

    def ask(self, *_question: object) -> Outcome:
        """No answer."""
        return PENDING


def test_a_table_whose_writer_has_not_answered_is_not_an_older_one(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page asks again in between: it is told that the file is there already only by another sending of it."""
    content = record(20)
    assert 'data-state="made"' in row(client, content)
    here, other = (sendings.sending_of(content, "game") for _number in range(2))
    monkeypatch.setattr(sendings, "writer_questions", SlowWriter())
    assert 'data-state="reading"' in client.post(here.address, {"row": "1"}).content.decode()
    monkeypatch.undo()
    assert 'data-state="there"' in client.post(other.address, {"row": "1"}).content.decode()


def test_a_deleted_table_can_be_brought_again(client: Client) -> None:
    content = record(20)
    row(client, content)
    client.post(f"/t/{Table.objects.get().key}/delete/")
    assert not Table.objects.exists()
    assert 'data-state="made"' in row(client, content)


def test_a_writer_that_is_stopped_leaves_nothing_half_made(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Guest.objects.create(name="Ann")

    def stop(*_args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(from_record, "_publish", stop)
    with pytest.raises(KeyboardInterrupt):
        brought.bring(table_data(played(30)), ann, "mine", [], "digest")
    assert not Table.everything.exists()
    assert not Seat.objects.exists()
    monkeypatch.undo()
    assert brought.bring(table_data(played(30)), ann, "mine", [], "digest").is_new


# Players


@pytest.mark.parametrize(
    ("guest", "names", "mine"),
    [
        ("bo", None, [False, True, False]),
        ("BO ", None, [False, True, False]),
        ("Eve", "cy, ANN", [True, False, True]),
        ("Bo", "Cy", [False, False, True]),
        ("Bo", "", [True, True, True]),
        ("Eve", None, [True, True, True]),
        ("", None, [True, True, True]),
    ],
)
def test_a_person_gets_the_seats_of_their_names(guest: str, names: str | None, mine: list[bool]) -> None:
    client = browser(Guest.objects.create(name=guest))
    row(client, record(20, "Ann", "Bo", "Cy"), **({} if names is None else {"names": names}))
    assert seats_of(Table.objects.get()) == list(zip(("Ann", "Bo", "Cy"), mine, strict=True))


def test_a_seat_without_a_person_is_handed_on_by_its_link() -> None:
    ann = browser(Guest.objects.create(name="Ann"))
    row(ann, record(20, "Ann", "Bo", "Cy"))
    table = Table.objects.get()
    bo, cy = table.seats.all()[1:]
    shown = ann.get(f"/t/{table.key}/seats/").content.decode()
    assert f"/seat/{bo.key}/" in shown
    assert "Take this seat" in shown
    friend = browser(Guest.objects.create(name="Robert"))
    assert friend.post(f"/seat/{bo.key}/", {"name": "Robert"}).status_code == 302
    assert seats_of(table) == [("Ann", True), ("Bo", True), ("Cy", False)]
    games.clear()
    assert friend.get(f"/t/{table.key}/").status_code == 200
    assert cy.key not in Client().get(f"/t/{table.key}/seats/").content.decode()


def test_a_brought_game_counts_in_nobodys_results() -> None:
    ann, bo = Guest.objects.create(name="Ann"), Guest.objects.create(name="Bo")
    row(browser(ann), record(20, "Ann", "Bo"))
    Seat.objects.filter(name="Bo").update(guest=bo)
    Table.objects.update(status=Table.Status.FINISHED, result={"Ann": 900, "Bo": 100})
    assert Results(ann).outcomes == []
    Table.objects.update(file_digest="")
    assert len(Results(ann).outcomes) == 1


# Pages


@pytest.mark.shared("games/1889/104.json")
def test_a_finished_game_has_its_review_and_plots(client: Client, shared_file: Path) -> None:
    shown = row(client, shared_file.read_bytes())
    table = Table.objects.get()
    assert table.status == Table.Status.FINISHED
    assert f'"/t/{table.key}/end/"' in shown
    for page in ("", "end/", "plots/"):
        assert client.get(f"/t/{table.key}/{page}").status_code == 200


def test_the_page_says_what_happens_to_names(client: Client) -> None:
    client.post("/guest/", {"name": "Ann"})
    shown = client.get("/import/").content.decode()
    assert "If none of your names is in a game, or the field is empty, all its seats are yours." in " ".join(
        shown.split()
    )
    assert re.search(r'name="names" value="Ann"', shown)
    assert re.search(r'type="file"[^>]* multiple', shown)


def test_a_forged_token_is_nothing(client: Client) -> None:
    assert client.post("/import/", {"token": ["nonsense"]}).context["rows"] == []
    assert client.post("/import/nonsense/", {"row": "1"}).status_code == 404
