"""Keys of the API: what they open, what they do not, and what is stored of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.web.accounts.builders import account, guest_of, signed_in
from tests.web.api.builders import Program, open_game, person, program_of
from tetsudo.core.errors import BadInput
from tetsudo.web.accounts import export
from tetsudo.web.accounts.deletion.former import delete_account
from tetsudo.web.accounts.models import User
from tetsudo.web.api import keys
from tetsudo.web.api.models import ApiKey
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Seat, Table

pytestmark = pytest.mark.django_db


def test_a_key_speaks_for_its_account() -> None:
    said = person("Ann").get("/me")
    assert said.status == 200
    assert said.data == {"name": "Ann", "is_program": False, "scopes": ["read", "play", "organise"], "waiting": []}


def test_no_key_and_a_wrong_one_are_told_what_is_missing() -> None:
    for asking in (Program(), Program("tetsudo_wrong"), Program(authorization="Basic YW5uOnB3")):
        said = asking.get("/me")
        assert said.status == 401
        assert said.data["kind"] == "no_key"
        assert "Authorization: Bearer" in said.data["sentence"]


def test_a_wrong_key_is_refused_even_where_none_is_needed() -> None:
    assert Program().get("/titles").status == 200
    assert Program("tetsudo_wrong").get("/titles").status == 401


def test_a_key_does_only_what_its_scopes_say() -> None:
    ann = account("Ann")
    reads, plays = program_of(ann, keys.READ), program_of(ann, keys.PLAY)
    assert reads.get("/me").status == 200
    assert reads.post("/tables", {"title": "1889", "seats": [{"kind": "me"}, {"kind": "open"}]}).status == 403
    assert plays.get("/me").status == 403
    key = open_game(plays)
    said = plays.ask("DELETE", f"/tables/{key}")
    assert (said.status, said.data["kind"]) == (403, "not_allowed")
    assert "organise" in said.data["sentence"]
    assert program_of(ann, keys.ORGANISE).ask("DELETE", f"/tables/{key}").status == 204
    assert not Table.objects.filter(key=key).exists()


def test_a_key_is_not_stored_and_its_use_is() -> None:
    ann = account("Ann")
    key = keys.create(ann, "laptop", [keys.READ])
    stored = ApiKey.objects.get()
    assert key.startswith("tetsudo_")
    assert key not in str(vars(stored))
    assert stored.used is None
    Program(key).get("/me")
    first = ApiKey.objects.get().used
    assert first is not None
    Program(key).get("/me")
    assert ApiKey.objects.get().used == first, "once an hour is enough"
    ApiKey.objects.update(used=timezone.now() - timedelta(hours=2))
    Program(key).get("/me")
    assert timezone.now() - ApiKey.objects.get().used < timedelta(minutes=1)  # type: ignore[operator]


def test_a_key_that_is_deleted_or_whose_owner_is_banned_opens_nothing() -> None:
    ann = account("Ann")
    robo = keys.create_program(ann, "Robo")
    own, its = program_of(ann), program_of(robo)
    assert own.get("/me").status == its.get("/me").status == 200
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert own.get("/me").status == its.get("/me").status == 401
    User.objects.filter(pk=ann.pk).update(is_active=True)
    ApiKey.objects.filter(account=ann).delete()
    assert (own.get("/me").status, its.get("/me").status) == (401, 200)


def test_cookies_open_nothing() -> None:
    browser = signed_in(account("Ann"))
    assert browser.get("/api/v1/me").status_code == 401
    assert browser.post("/api/v1/tables", {}, content_type="application/json").status_code == 401
    assert browser.get("/account/").status_code == 200, "and the browser stays signed in"


def test_a_program_sits_under_its_own_name_which_says_what_it_is() -> None:
    robo = keys.create_program(account("Ann"), "Robo")
    plays = program_of(robo)
    assert plays.get("/me").data["is_program"] is True
    key = open_game(plays, "me", "open", name="x")
    assert [seat.name for seat in Seat.objects.filter(table__key=key)] == ["Robo (program)", ""]
    other = open_game(person("Bo"), "me", "open")
    assert plays.post(f"/tables/{other}/seats/1/join", {"name": "Alice"}).status == 200
    assert Seat.objects.get(table__key=other, number=1).name == "Robo (program)"


def test_a_program_cannot_sign_in_and_has_no_programs() -> None:
    ann = account("Ann")
    robo = keys.create_program(ann, "Robo")
    assert not robo.has_usable_password()
    assert not robo.email
    assert robo.recovery_hash is None
    with pytest.raises(NotAllowed, match="no programs"):
        keys.create_program(robo, "Child")
    for name in ("", " ", "x" * 200):
        with pytest.raises(BadInput):
            keys.create_program(ann, name)


def test_keys_need_a_name_and_a_scope_and_there_are_not_too_many() -> None:
    ann = account("Ann")
    for name, scopes in (("", [keys.READ]), ("x" * 61, [keys.READ]), ("laptop", []), ("laptop", ["everything"])):
        with pytest.raises(BadInput):
            keys.create(ann, name, scopes)
    for number in range(keys.MAX_KEYS):
        keys.create(ann, str(number), [keys.READ])
    with pytest.raises(BadInput, match="at most 20"):
        keys.create(ann, "one more", [keys.READ])
    assert ApiKey.objects.count() == keys.MAX_KEYS


def test_an_account_takes_its_programs_along() -> None:
    ann = account("Ann")
    robo = keys.create_program(ann, "Robo")
    bo = person("Bo")
    key = open_game(bo, "me", "open")
    program_of(robo).post(f"/tables/{key}/seats/1/join")
    delete_account(ann)
    assert not User.objects.filter(pk__in=(ann.pk, robo.pk)).exists()
    assert not ApiKey.objects.filter(name="test").exclude(account__guest__name="Bo").exists()
    assert Seat.objects.get(table__key=key, number=1).name == "former player"
    assert not Guest.objects.filter(name="Robo (program)").exists()


def test_the_export_of_an_account_lists_keys_and_programs_but_no_secret() -> None:
    ann = account("Ann")
    key = keys.create(ann, "laptop", [keys.READ])
    keys.create_program(ann, "Robo")
    with export.archive(ann, guest_of(ann)) as file:
        text = file.read()
    assert key.encode() not in text
    rows = dict(keys.rows(ann))
    assert [row["name"] for row in rows["api_keys"]] == ["laptop"]
    assert [row["guest__name"] for row in rows["programs"]] == ["Robo (program)"]
