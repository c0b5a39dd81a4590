"""A move a day: from sign-up to the first notice, the move on a phone, and the next game.

Two people in real browser profiles, one of them on two devices. Mail server, webhook and push service are the test's.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.request import Request, urlopen

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import chromium
from tests.browser.at_table import ADDRESS, TablePage, sit_down
from tests.browser.conftest import TIMEOUT_MS
from tests.browser.watch import Watch
from tests.server import Server
from tests.web.notices.receivers import Mailbox, Receiver, Subscriber, base64, mail_server, receiving

Found = TypeVar("Found")

PASSWORD: Final = "four tiny green ferries"
MAIL: Final = "ann@example.org"
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NOTICE_SECONDS: Final = 30.0
"""Timeout for a notice: the workers look every few seconds."""

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "subject": "Your turn: Friday, a move a day",
        "title": "Shikoku 1889",
        "task": "Auction: buy, bid or pass",
        "until": "Until ",
        "off": "No more mails: ",
        "next": "Next game",
    },
    "ja": {
        "subject": "あなたの手番です:Friday, a move a day",
        "title": "四国1889",
        "task": "競売: 購入・入札・パス",
        "until": "期限:",
        "off": "メールを停止:",
        "next": "次の卓",
    },
}
"""Words of notices and pages, by language."""

SUBSCRIPTION: Final = """
Notification.requestPermission = async () => "granted";
PushManager.prototype.subscribe = async () => ({ toJSON: () => (SUBSCRIBED) });
"""
"""A browser whose push service is the test's: a headless one has none."""


@dataclass
class Place:
    """The site, and what receives its notices."""

    server: Server
    mail: Mailbox
    hook: Receiver
    push: Receiver
    subscriber: Subscriber

    def messages(self) -> list[EmailMessage]:
        """The mails that have arrived."""
        return [message_from_bytes(each.content, policy=default) for each in self.mail.letters]

    def mail_with(self, words: str) -> EmailMessage:
        """The first mail whose subject or text has these words."""
        return wait_for(lambda: next((each for each in self.messages() if words in each["Subject"] + text(each)), None))


@pytest.fixture
def place(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """An open site with mail, which may send to this machine; each test signs up with the same address."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    with mail_server() as (box, port), receiving() as hook, receiving(201) as push:
        environment = {
            "TETSUDO_MAIL_URL": f"smtp://127.0.0.1:{port}",
            "TETSUDO_MAIL_FROM": "Tetsudo <games@t.example>",
            "TETSUDO_HOSTS": "localhost,127.0.0.1",
            "TETSUDO_WEBHOOK_NETWORKS": "127.0.0.0/8",
            "TETSUDO_PUSH_KEY": base64(number.to_bytes(32, "big")),
        }
        database = tmp_path_factory.mktemp("daily") / "site.db"
        with Server.start(database, "--sign-up", "open", environment=environment) as server:
            yield Place(server, box, hook, push, Subscriber())


@pytest.fixture
def profile(browser: Browser, place: Place, tmp_path: Path, language: str) -> Iterator[Callable[..., Page]]:
    """Factory of pages, each in a browser profile of its own on the disk; a fault of a page fails the test."""
    for kept in (place.mail.letters, place.hook.requests, place.push.requests):
        kept.clear()
    watching, contexts = Watch(), list[BrowserContext]()

    def open_profile(name: str, **settings: Any) -> Page:
        context = browser.browser_type.launch_persistent_context(
            tmp_path / name,
            executable_path=chromium.command(),
            args=["--no-sandbox", "--disable-gpu"],
            base_url=place.server.address,
            locale=language,
            **settings,
        )
        context.set_default_timeout(TIMEOUT_MS)
        watching.watch_context(context)
        contexts.append(context)
        return context.new_page()

    yield open_profile
    for context in contexts:
        context.close()
    assert not watching.faults


def wait_for(found: Callable[[], Found | None]) -> Found:
    """Wait until something is there."""
    until = time.monotonic() + NOTICE_SECONDS
    while (result := found()) is None:
        assert time.monotonic() < until, "it never came"
        time.sleep(0.05)
    return result


def text(message: EmailMessage) -> str:
    """Text of a mail."""
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def sign_up(page: Page, place: Place) -> None:
    """Sign up, open the link in the mail, confirm, and sign in."""
    page.goto("/account/signup/")
    page.locator("[name=name]").fill("Ann")
    page.locator("[name=email]").fill(MAIL)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/account/confirm-email/")
    link = re.search(r"http://\S+/account/confirm-email/\S+", text(place.mail_with("/account/confirm-email/")))
    assert link
    page.goto(link[0])
    page.locator("main form button").click()
    page.wait_for_url("**/account/login/")
    sign_in(page)


def sign_in(page: Page) -> None:
    """Sign in with the address."""
    page.goto("/account/login/")
    page.locator("[name=login]").fill(MAIL)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url(lambda address: "/account/" not in address)


def choose_notices(page: Page, place: Place) -> None:
    """Choose mails, push messages and a webhook, at once; the account's address is known already."""
    subscribed = {
        "endpoint": f"{place.push.address}/device",
        "keys": {"p256dh": place.subscriber.public, "auth": base64(place.subscriber.secret)},
    }
    page.add_init_script(SUBSCRIPTION.replace("SUBSCRIBED", json.dumps(subscribed)))
    page.goto("/notices/")
    expect(page.locator("[name=address]")).to_have_value(MAIL)
    for channel in ("mail", "push", "webhook"):
        page.locator(f"[name={channel}]").select_option("always")
    page.locator("[name=hook_address]").fill(f"{place.hook.address}/hook")
    page.locator("main .finish button").click()
    expect(page.locator("[name=hook_address]")).to_have_value(f"{place.hook.address}/hook")
    expect(page.locator("main .notice")).to_have_count(0)
    page.locator("#device button").click()
    expect(page.locator(".devices li")).to_have_count(1)


def open_table_by_turn(page: Page, name: str) -> None:
    """Open a table for two by the form: a move a day, and three days at most."""
    page.goto("/new/?title=1889&players=2")
    page.locator("[name=seat-0-name]").fill("Ann")
    page.locator("[name=seat-1-kind]").select_option("open")
    page.locator("#fold-policies summary").click()
    page.locator("[name=name]").fill(name)
    page.locator("[name=tempo]").select_option("daily")
    page.locator("[name=deadline]").select_option("3")
    page.locator("main button[type=submit].primary, main .finish button.primary").last.click()
    page.wait_for_url(ADDRESS)


def check_mail(message: EmailMessage, words: Mapping[str, str]) -> str:
    """Check the mail of a turn; returns the link to the table."""
    lines = text(message).splitlines()
    assert message["Subject"].strip() == words["subject"]
    assert message["To"] == MAIL
    assert lines[:3] == [words["title"], "Friday, a move a day", words["task"]]
    assert lines[3].startswith(words["until"])
    off = next(line for line in lines if line.startswith(words["off"])).removeprefix(words["off"])
    assert message["List-Unsubscribe"].strip() == f"<{off}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return next(line for line in lines if re.search(r"/t/[\w-]+/$", line))


def check_push(place: Place, words: Mapping[str, str], link: str) -> None:
    """Check the push message of a turn: encrypted for the device, and the same notice as the mail."""
    read = [place.subscriber.read(each.body) for each in list(place.push.requests)]
    found = next(each for each in read if each["title"] == words["subject"])
    assert found["body"].splitlines()[:3] == [words["title"], "Friday, a move a day", words["task"]]
    assert found["url"] == link
    assert found["tag"].startswith("turn-")


def check_webhook(place: Place, words: Mapping[str, str], link: str) -> None:
    """Check the message of a turn to the webhook."""
    found = next(each for each in map(json.loads, hook_bodies(place)) if each["kind"] == "turn")
    assert found["text"] == words["subject"]
    assert found["details"][:3] == [words["title"], "Friday, a move a day", words["task"]]
    assert (found["link"], found["title"], found["name"]) == (link, "1889", "Friday, a move a day")


def hook_bodies(place: Place) -> list[bytes]:
    """Bodies that the webhook got."""
    return [each.body for each in list(place.hook.requests)]


def play_on_the_phone(page: Page, link: str, words: Mapping[str, str]) -> None:
    """Open the mail's link, sign in, pass by touch, and go on to the next game."""
    sign_in(page)
    page.goto(link)
    table = TablePage(page)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    page.locator('#acts [data-action*=\'"pass"\'], #acts button:has-text("pass")').first.tap()
    table.wait_for_version(1)
    onward = page.locator("#acts .confirm .finish a")
    expect(onward).to_contain_text(words["next"])
    onward.tap()
    page.wait_for_url(lambda address: bool(ADDRESS.search(address)) and address != link)
    expect(page.locator("#turn")).to_be_visible()
    expect(page).to_have_title(re.compile(r"●"))
    expect(page).not_to_have_title(re.compile(r"^\("))  # no other table waits


def turn_mails_off(message: EmailMessage) -> None:
    """Unsubscribe as mail programs do: one post, without cookies."""
    address = message["List-Unsubscribe"].strip(" <>")
    sent = Request(address, b"List-Unsubscribe=One-Click", method="POST")
    with urlopen(sent, timeout=20) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.long)])
def test_from_sign_up_to_the_next_game(profile: Callable[..., Page], place: Place, language: str) -> None:
    words = WORDS[language]
    desk, bo = profile("desk", **DESK), profile("bo", **DESK)
    sign_up(desk, place)
    choose_notices(desk, place)
    for name in ("Friday, a move a day", "Saturday"):
        open_table_by_turn(desk, name)
        sit_down(bo, desk, 1, "Bo")
    desk.goto("about:blank")
    message = place.mail_with(words["subject"])
    link = check_mail(message, words)
    wait_for(lambda: any(b'"turn"' in each for each in hook_bodies(place)) or None)
    check_webhook(place, words, link)
    wait_for(lambda: len(place.push.requests) >= 2 or None)
    check_push(place, words, link)
    phone = profile("phone", **PHONE)
    play_on_the_phone(phone, link, words)
    turn_mails_off(message)
    desk.goto("/notices/")
    expect(desk.locator("[name=mail]")).to_have_value("never")
    desk.goto("/")
    expect(desk.locator(".waiting .card")).to_have_count(1)
    expect(desk).to_have_title(re.compile(r"^\(1\) "))
