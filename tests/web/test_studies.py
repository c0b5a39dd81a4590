"""Studies: which positions may be shown, who may change a study, variations, deleted tables, and the file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

import tetsudo
from tests.web.builders import Party, browser, open_party
from tests.web.filling import random_actions
from tetsudo.web.results.studies.models import Chapter, Study
from tetsudo.web.tables.games import from_record, removal
from tetsudo.web.tables.models import Guest, Table

pytestmark = pytest.mark.django_db

MOVES = 12


@pytest.fixture
def over() -> Party:
    """A table with some moves whose game counts as over."""
    party = open_party()
    party.act(*random_actions()[:MOVES])
    Table.objects.filter(pk=party.table.pk).update(status=Table.Status.FINISHED)
    party.table.refresh_from_db()
    return party


def post(client: Client, path: str, **sent: str) -> Any:
    """Answer to a form."""
    return client.post(path, sent, headers={"accept": "text/html"})


def add(client: Client, table: Table, version: int, heading: str, **sent: str) -> Any:
    """Answer to a new chapter, in a study called Lines unless one is named."""
    return post(client, f"/t/{table.key}/study/{version}/", heading=heading, **{"name": "Lines", **sent})


def test_a_position_becomes_a_chapter_that_anyone_with_the_link_reads(over: Party) -> None:
    ann = over.client("Ann")
    answer = add(ann, over.table, 5, "Too dear", comment="Ann pays <b>too</b> much.\n\nBetter to pass.")
    study = Study.objects.get()
    assert answer["Location"] == f"/studies/{study.key}/1/"
    read = Client().get(answer["Location"]).content.decode()
    assert "1. Too dear" in read
    assert "<p>Ann pays &lt;b&gt;too&lt;/b&gt; much.</p>" in read
    assert "<p>Better to pass.</p>" in read
    assert f'href="/t/{over.table.key}/at/5/"' in read
    assert "Change this chapter" not in read
    assert "Change this chapter" in ann.get(answer["Location"]).content.decode()


def test_a_running_game_is_not_studied(over: Party) -> None:
    Table.objects.update(status=Table.Status.RUNNING)
    answer = add(over.client("Ann"), over.table, 5, "Now")
    assert answer.status_code == 403
    assert "once its game is over" in answer.content.decode()
    assert not Study.objects.exists()


def test_only_an_own_branch_of_a_running_game_is_studied(over: Party) -> None:
    Table.objects.update(status=Table.Status.RUNNING)
    branch = from_record.create_branch(over.table, 5, over.guests["Ann"], "What if")
    assert add(over.client("Bo"), branch, 5, "Not mine").status_code == 403
    assert add(over.client("Ann"), branch, 5, "Mine").status_code == 302


def test_a_branch_is_a_variation_of_the_chapter_it_started_from(over: Party) -> None:
    ann = over.client("Ann")
    add(ann, over.table, 5, "The game")
    study = Study.objects.get()
    branch = from_record.create_branch(over.table, 5, over.guests["Ann"], "What if")
    again = from_record.create_branch(branch, 5, over.guests["Ann"], "What if of that")
    add(ann, again, 5, "Another way", study=study.key)
    first, second = study.chapters.all()
    assert (first.parent, second.parent) == (None, first)
    assert "Another way" in ann.get(f"/studies/{study.key}/1/").content.decode()
    assert "ariation of chapter 1" in ann.get(f"/studies/{study.key}/").content.decode()


@pytest.mark.parametrize("who", ["Bo", ""])
def test_only_its_author_changes_a_study(over: Party, who: str) -> None:
    add(over.client("Ann"), over.table, 5, "The game")
    study, client = Study.objects.get(), over.client(who) if who else Client()
    before = (list(Study.objects.values()), list(Chapter.objects.values()))
    for path, sent in (
        (f"/studies/{study.key}/", {}),
        (f"/studies/{study.key}/1/", {"heading": "Mine now"}),
        (f"/studies/{study.key}/1/", {"do": "delete"}),
    ):
        assert post(client, path, **sent).status_code == 403
    add(client, over.table, 6, "Into another's", study=study.key, name="")
    assert (list(Study.objects.values()), list(Chapter.objects.values())) == before


def test_chapters_are_changed_moved_and_deleted(over: Party) -> None:
    ann = over.client("Ann")
    add(ann, over.table, 1, "One")
    study = Study.objects.get()
    for number, heading in ((2, "Two"), (3, "Three")):
        add(ann, over.table, number, heading, study=study.key)

    def headings() -> list[tuple[int, str]]:
        return list(study.chapters.values_list("number", "heading"))

    post(ann, f"/studies/{study.key}/3/", do="up")
    assert headings() == [(1, "One"), (2, "Three"), (3, "Two")]
    post(ann, f"/studies/{study.key}/3/", do="down")
    post(ann, f"/studies/{study.key}/1/", do="up")
    assert headings() == [(1, "One"), (2, "Three"), (3, "Two")]
    post(ann, f"/studies/{study.key}/2/", do="delete")
    assert headings() == [(1, "One"), (2, "Two")]
    assert post(ann, f"/studies/{study.key}/2/", heading="Second", comment="why").status_code == 302
    assert headings() == [(1, "One"), (2, "Second")]
    assert post(ann, f"/studies/{study.key}/2/", heading="").status_code == 422
    assert headings() == [(1, "One"), (2, "Second")]
    post(ann, f"/studies/{study.key}/")
    assert not Study.objects.exists()


def test_a_deleted_table_stays_in_the_study_and_nowhere_else(over: Party) -> None:
    ann = over.client("Ann")
    add(ann, over.table, 5, "The game")
    key = over.table.key
    removal.hide(over.table)
    removal.clear(over.table)
    removal.sweep()
    read = ann.get(f"/studies/{Study.objects.get().key}/1/")
    assert read.status_code == 200
    assert f"/t/{key}/" not in read.content.decode()
    assert ann.get(f"/t/{key}/").status_code == 404
    Study.objects.all().delete()
    removal.sweep()
    assert not Table.everything.filter(pk=over.table.pk).exists()


def test_a_study_is_downloaded_as_one_file_whose_records_replay(over: Party) -> None:
    ann = over.client("Ann")
    add(ann, over.table, 5, "The game", comment="First.")
    study = Study.objects.get()
    answer = Client().get(f"/studies/{study.key}/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="lines.json"'
    found = json.loads(answer.content)
    assert (found["study"], found["author"]) == ("Lines", "Ann")
    (chapter,) = found["chapters"]
    assert (chapter["heading"], chapter["comment"], chapter["variation_of"]) == ("The game", "First.", None)
    assert tetsudo.load(json.dumps(chapter["record"])).length == 5


def test_positions_that_do_not_exist_are_not_found(over: Party) -> None:
    ann = over.client("Ann")
    assert add(ann, over.table, over.table.version + 1, "Later").status_code == 404
    assert ann.get(f"/t/{over.table.key}/study/99999/").status_code == 404
    assert ann.get("/studies/none/").status_code == 404


def test_a_new_study_needs_a_name(over: Party) -> None:
    answer = add(over.client("Ann"), over.table, 5, "The game", name="")
    assert answer.status_code == 422
    assert "Enter a name for the study." in answer.content.decode()
    assert not Study.objects.exists()


def test_own_studies_are_listed(over: Party) -> None:
    ann, stray = over.client("Ann"), browser(Guest.objects.create(name="Gus"))
    add(ann, over.table, 5, "The game")
    assert "Lines" in ann.get("/studies/").content.decode()
    assert "Lines" not in stray.get("/studies/").content.decode()
    assert Client().get("/studies/").status_code == 200
