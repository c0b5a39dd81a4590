"""Page of a person's programs and keys."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.web.accounts.builders import account, confirmed, signed_in
from tests.web.api.builders import Program
from tetsudo.web.accounts.models import User
from tetsudo.web.api import keys
from tetsudo.web.api.models import ApiKey

pytestmark = pytest.mark.django_db

PAGE = "/account/programs/"


def new_key(browser: Client, holder: User, *scopes: str) -> str:
    """A new key made on the page, as it shows it."""
    sent = {"new-key": "", "holder": holder.pk, "name": "laptop", "scopes": scopes or ["read", "play"]}
    page = browser.post(PAGE, sent).content.decode()
    found = re.search(r'<code class="key">([^<]+)</code>', page)
    assert found, page
    return found[1]


def test_a_key_is_shown_once_and_works() -> None:
    ann = account("Ann")
    browser = confirmed(ann)
    key = new_key(browser, ann)
    assert Program(key).get("/me").data["scopes"] == ["read", "play"]
    page = browser.get(PAGE).content.decode()
    assert "laptop" in page
    assert key not in page


def test_a_program_gets_a_key_of_its_own() -> None:
    ann = account("Ann")
    browser = confirmed(ann)
    assert browser.post(PAGE, {"new-program": "", "name": "Robo"}).status_code == 302
    robo = User.objects.get(owner=ann)
    assert "Robo (program)" in browser.get(PAGE).content.decode()
    assert Program(new_key(browser, robo)).get("/me").data["name"] == "Robo (program)"
    browser.post(PAGE, {"delete-key": ApiKey.objects.get().pk})
    assert not ApiKey.objects.exists()
    browser.post(PAGE, {"delete-program": robo.pk})
    assert not User.objects.filter(owner=ann).exists()


def test_others_keys_and_programs_are_out_of_reach() -> None:
    ann, bo = account("Ann"), account("Bo")
    robo = keys.create_program(ann, "Robo")
    keys.create(ann, "Ann's", [keys.READ])
    keys.create(robo, "Robo's", [keys.READ])
    browser = confirmed(bo)
    for holder in (ann, robo):
        sent = {"new-key": "", "holder": holder.pk, "name": "stolen", "scopes": ["read"]}
        assert browser.post(PAGE, sent).status_code == 422
    for key in ApiKey.objects.all():
        browser.post(PAGE, {"delete-key": key.pk})
    browser.post(PAGE, {"delete-program": robo.pk})
    assert ApiKey.objects.count() == 2
    assert User.objects.filter(pk=robo.pk).exists()


def test_a_key_asks_who_you_are_first() -> None:
    ann = account("Ann")
    assert Client().get(PAGE).status_code == 302
    browser = signed_in(ann)
    assert browser.get(PAGE).status_code == 200
    session = browser.session
    session["account_authentication_methods"] = [
        {**each, "at": each["at"] - 3600} for each in session["account_authentication_methods"]
    ]
    session.save()
    sent = {"new-key": "", "holder": ann.pk, "name": "laptop", "scopes": ["read"]}
    answer = browser.post(PAGE, sent)
    assert answer.status_code == 302
    assert "reauthenticate" in answer["Location"]
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("sent", [{"name": ""}, {"scopes": []}, {"scopes": ["all"]}, {"holder": 0}, {"holder": "x"}])
def test_a_key_that_cannot_be_is_refused_on_the_page(sent: dict[str, object]) -> None:
    ann = account("Ann")
    usual = {"new-key": "", "holder": ann.pk, "name": "laptop", "scopes": ["read"]}
    assert confirmed(ann).post(PAGE, {**usual, **sent}).status_code == 422
    assert not ApiKey.objects.exists()


def test_the_description_of_the_api_is_a_page_of_this_site() -> None:
    page = Client().get("/api/docs").content.decode()
    assert "/api/v1/openapi.json" in page
    assert "https://" not in page, "nothing is loaded from elsewhere"
    assert "/ninja/swagger-ui-bundle.js" in page
    described = Client().get("/api/v1/openapi.json").json()
    assert described["openapi"].startswith("3.")
    for path, methods in described["paths"].items():
        assert path.startswith("/api/v1/")
        for what in methods.values():
            assert what["summary"], path
