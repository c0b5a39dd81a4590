"""Checks of the running site: on this machine, and at its address as a visitor reaches it."""

from __future__ import annotations

import http.client
import json
import os
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from tetsudo.web.server import health
from tetsudo.web.server.commands.checks.findings import Finding, Part

SITE: Final = Part("site")
HTTPS: Final = Part("https")

TIMEOUT_SECONDS: Final = 10.0
RENEWAL: Final = 0.2
"""Rest of a certificate's life, as a part of all of it, below which it should have been renewed."""

START_SECONDS: Final = 5.0
"""Seconds for which a site that does not answer yet may still be starting."""


class Answer(NamedTuple):
    """Status of the health page, what it says, and the certificate's first and last moment (without HTTPS: 0)."""

    status: int
    parts: dict[str, Any]
    begins: float = 0
    ends: float = 0


def running() -> Iterator[Finding]:
    """Ask the site on this machine how it is."""
    port = int(os.environ.get("TETSUDO_PORT") or 8000)
    listening = os.environ.get("TETSUDO_LISTEN") or "127.0.0.1"
    host = "127.0.0.1" if listening in ("0.0.0.0", "::") else listening
    try:
        answer = _ask_once_started(host, port)
    except OSError as error:
        yield SITE.wrong(
            f"The site does not answer at {host}:{port} ({_reason(error)}): start it, or look why it stopped"
            " (systemctl status tetsudo)."
        )
        return
    yield from _health(answer, f"{host}:{port}")


def _ask_once_started(host: str, port: int) -> Answer:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            return _ask(http.client.HTTPConnection(host, port, timeout=TIMEOUT_SECONDS))
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def _health(answer: Answer, where: str) -> Iterator[Finding]:
    failing = [name for name, state in answer.parts.items() if isinstance(state, str) and state != health.OK]
    if answer.status == 200:
        yield SITE.ok(f"The site answers at {where}, and is well.")
    elif failing:
        yield SITE.wrong(
            f"The site at {where} is not well: {', '.join(sorted(failing))}. Its log says why (journalctl -u tetsudo)."
        )
    else:
        yield SITE.wrong(f"Something else than the site answers at {where}: choose another port, or stop it.")


def reachable() -> Iterator[Finding]:
    """Ask the site at its address: the certificate, and whether the proxy's headers arrive."""
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme != "https" or not parts.hostname:
        return
    where = settings.SITE_URL
    connection = http.client.HTTPSConnection(
        parts.hostname, parts.port or 443, timeout=TIMEOUT_SECONDS, context=ssl.create_default_context()
    )
    try:
        answer = _ask(connection)
    except ssl.SSLCertVerificationError as error:
        yield HTTPS.wrong(
            f"The certificate of {where} is not valid here ({error.verify_message}): see the proxy's log. For `--tls"
            " internal`, `caddy trust` makes this machine accept it."
        )
    except OSError as error:
        yield HTTPS.wrong(
            f"{where} cannot be reached ({_reason(error)}): look at its name in the DNS, ports 80 and 443 of the"
            " firewall, and the proxy."
        )
    else:
        yield from _https(answer, where)


def _https(answer: Answer, where: str) -> Iterator[Finding]:
    end = datetime.fromtimestamp(answer.ends, UTC)
    is_late = answer.ends - time.time() < RENEWAL * (answer.ends - answer.begins)
    said = f"The certificate of {where} is valid until {end:%Y-%m-%d %H:%M} UTC"
    yield HTTPS.hint(f"{said}: see that the proxy renews it.") if is_late else HTTPS.ok(f"{said}.")
    if "status" not in answer.parts:
        yield HTTPS.wrong(f"Something else than the site answers at {where}: see where the proxy sends requests.")
    elif not answer.parts.get("https"):
        yield HTTPS.wrong(
            f"The site does not learn that {where} was asked by HTTPS: let the proxy send X-Forwarded-Proto and"
            " X-Forwarded-For, and name its address in proxies (TETSUDO_PROXIES)."
        )
    else:
        yield HTTPS.ok("The proxy's headers arrive and are believed.")


def _ask(connection: http.client.HTTPConnection) -> Answer:
    """Ask for the health page. Raises OSError if there is no answer."""
    try:
        connection.connect()
        life = _life(connection.sock) if isinstance(connection, http.client.HTTPSConnection) else (0, 0)
        connection.request("GET", health.PATH)
        response = connection.getresponse()
        text = response.read(10_000)
    except http.client.HTTPException as error:
        raise OSError(f"no answer by HTTP: {error}") from None
    finally:
        connection.close()
    try:
        parts = json.loads(text)
    except ValueError:
        parts = {}
    return Answer(response.status, parts if isinstance(parts, dict) else {}, *life)


def _life(socket: Any) -> tuple[float, float]:
    """First and last moment of the certificate."""
    found = socket.getpeercert()
    return ssl.cert_time_to_seconds(found["notBefore"]), ssl.cert_time_to_seconds(found["notAfter"])


def _reason(error: OSError) -> str:
    """Reason of a failed connection in a few words."""
    return "no answer in time" if isinstance(error, TimeoutError) else error.strerror or str(error)
