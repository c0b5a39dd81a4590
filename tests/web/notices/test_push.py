"""Push messages: encrypted for the browser, signed by the site, and subscriptions that end."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from tests.web.builders import Party, open_party
from tests.web.notices.builders import NOON, make_due, notices, recipient, work
from tests.web.notices.receivers import Receiver, Subscriber, base64, point, receiving
from tetsudo.web.common.client_address import parse_networks
from tetsudo.web.notices.channels import push_keys
from tetsudo.web.notices.models import PushDevice
from tetsudo.web.tables.models import Guest

pytestmark = pytest.mark.django_db


def unbase64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser(Subscriber):
    """A browser that has subscribed to push messages."""

    def subscribe(self, guest: Guest, endpoint: str) -> PushDevice:
        """Its subscription, as the site keeps it."""
        return PushDevice.objects.create(guest=guest, endpoint=endpoint, public=self.public, secret=base64(self.secret))


@pytest.fixture
def site_key(settings: Any) -> ec.EllipticCurvePrivateKey:
    """The site's key."""
    key = ec.generate_private_key(ec.SECP256R1())
    settings.PUSH_KEY = base64(key.private_numbers().private_value.to_bytes(32, "big"))
    return key


@pytest.fixture
def service(settings: Any, site_key: object) -> Iterator[Receiver]:
    """A push service on this machine."""
    settings.WEBHOOK_NETWORKS = parse_networks("127.0.0.0/8")
    with receiving(201) as receiver:
        yield receiver


@pytest.fixture
def hall() -> Party:
    """Ann, Bo and Cy; Bo wants push messages."""
    hall = open_party()
    recipient(hall.guests["Bo"], push="always", webhook="never")
    return hall


def send(hall: Party, service: Receiver, browser: Browser) -> None:
    device = browser.subscribe(hall.guests["Bo"], f"{service.address}/push/{len(service.requests)}")
    make_due(hall.table, hall.guests["Bo"], channel="push", target=str(device.pk))
    work(NOON)


def test_only_the_browser_can_read_it(hall: Party, service: Receiver) -> None:
    browser = Browser()
    send(hall, service, browser)
    (request,) = service.requests
    assert browser.read(request.body) == {
        "title": "The game is over: Shikoku 1889",
        "body": "Shikoku 1889\nAuction",
        "url": f"https://t.example/t/{hall.table.key}/",
        "tag": f"over-{hall.table.key}",
        "count": 0,
    }
    assert hall.table.key.encode() not in request.body
    with pytest.raises(http_ece.ECEException):
        Browser().read(request.body)
    headers = {name.lower(): value for name, value in request.headers.items()}
    assert headers["content-encoding"] == "aes128gcm"
    assert int(headers["ttl"]) > 3600
    assert re.fullmatch(r"[\w-]{1,32}", headers["topic"])
    assert [notice.state for notice in notices()] == ["sent"]


def test_the_site_signs_it(hall: Party, service: Receiver, site_key: ec.EllipticCurvePrivateKey) -> None:
    send(hall, service, Browser())
    said = {name.lower(): value for name, value in service.requests[0].headers.items()}["authorization"]
    found = re.fullmatch(r"vapid t=([\w.-]+),\s*k=([\w-]+)", said)
    assert found, said
    assert unbase64(found[2]) == point(site_key.public_key()) == unbase64(push_keys.public_key())
    head, claims, signature = found[1].split(".")
    numbers = [int.from_bytes(part, "big") for part in (unbase64(signature)[:32], unbase64(signature)[32:])]
    signed = f"{head}.{claims}".encode()
    site_key.public_key().verify(utils.encode_dss_signature(*numbers), signed, ec.ECDSA(SHA256()))
    assert json.loads(unbase64(claims))["aud"] == service.address


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_ended_is_forgotten(hall: Party, service: Receiver, status: int) -> None:
    service.status = status
    send(hall, service, Browser())
    assert not PushDevice.objects.exists()
    assert [notice.state for notice in notices()] == ["failed"]


@pytest.mark.parametrize("status", [400, 413, 429, 500, 503])
def test_another_failure_is_tried_again(hall: Party, service: Receiver, status: int) -> None:
    service.status = status
    send(hall, service, Browser())
    assert PushDevice.objects.exists()
    assert [notice.state for notice in notices()] == ["due"]


def test_a_subscription_does_not_lead_to_a_private_network(hall: Party, site_key: object) -> None:
    device = Browser().subscribe(hall.guests["Bo"], "https://127.0.0.1/push")
    make_due(hall.table, hall.guests["Bo"], channel="push", target=str(device.pk))
    work(NOON)
    assert not PushDevice.objects.exists()
    assert [notice.reason for notice in notices()] == ["it is not a public address"]


def test_without_keys_it_waits(hall: Party) -> None:
    device = Browser().subscribe(hall.guests["Bo"], "https://p.example/")
    make_due(hall.table, hall.guests["Bo"], channel="push", target=str(device.pk))
    work(NOON)
    assert [(notice.state, notice.reason) for notice in notices()] == [("due", "the host has not set up push messages")]
