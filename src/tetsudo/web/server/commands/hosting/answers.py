"""Questions to a host about a new site. Each answer is checked when it is given."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from tetsudo.core.errors import BadInput
from tetsudo.web.common.client_address import parse_networks
from tetsudo.web.common.mail_settings import SENDER, URL, mail_settings

TLS: Final = {
    "caddy": "Caddy on this machine, with a certificate from Let's Encrypt",
    "internal": "Caddy on this machine, with a certificate of its own, for a network at home",
    "nginx": "nginx on this machine, with a certificate that you have",
    "proxy": "a proxy that you have already",
    "none": "no HTTPS, for a network at home",
}
"""Ways to HTTPS, with words for them."""

RUNNERS: Final = {
    "systemd": "services of systemd",
    "compose": "containers by Docker Compose: site, worker, PostgreSQL and Caddy",
}
"""Ways to run the site."""

SIGN_UP: Final = {
    "invitation": "people whom you invite",
    "open": "anyone",
    "closed": "no one",
}
"""Answers to: who may create an account?"""

PRIVATE_ENDS: Final = ("localhost", ".local", ".lan", ".home", ".internal", ".test", ".home.arpa", ".invalid")
"""Ends of names for which no public authority gives a certificate."""

STATE_FOLDER: Final = "/var/lib/tetsudo"


class Answers(NamedTuple):
    """Everything that the files of a site depend on."""

    name: str = ""
    runner: str = "systemd"
    tls: str = "caddy"
    proxy: str = "127.0.0.1"
    port: int = 8000
    database: str = f"sqlite:///{STATE_FOLDER}/tetsudo.db"
    mail_url: str = ""
    mail_from: str = ""
    sign_up: str = "invitation"
    user: str = "tetsudo"

    @property
    def url(self) -> str:
        """Address of the site."""
        return f"http://{self.name}:{self.port}" if self.tls == "none" else f"https://{self.name}"

    @property
    def has_caddy(self) -> bool:
        """True if Caddy is the proxy."""
        return self.tls in ("caddy", "internal")


class Question(NamedTuple):
    """A question: the answer's field, the option that answers it too, its words, and the check of an answer.

    `is_needed`: False where earlier answers leave no choice.
    """

    field: str
    option: str
    words: str
    check: Callable[[str, Answers], Any]
    is_needed: Callable[[Answers], bool] = lambda _: True


def _name(said: str, _: Answers) -> str:
    """Host name, without the parts of an address that do not belong to it."""
    found = re.sub(r"^https?://|/$", "", said.strip().lower())
    label = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
    if not re.fullmatch(rf"(?=.{{1,253}}$)({label}\.)*{label}", found):
        raise BadInput(f"must be a host name, such as games.example.org, not {said!r}", "--host-name")
    return found


def _one_of(choices: Mapping[str, str], option: str) -> Callable[[str, Answers], str]:
    """Check of an answer that is one of a few words."""

    def check(said: str, _: Answers) -> str:
        if said not in choices:
            raise BadInput(f"must be {', '.join(choices)}, not {said!r}", option)
        return said

    return check


def _tls(said: str, answers: Answers) -> str:
    """Way to HTTPS that can work for the site's name, by the way it is run."""
    _one_of(TLS, "--tls")(said, answers)
    if answers.runner == "compose" and said not in ("caddy", "internal"):
        raise BadInput("must be caddy or internal: Caddy is one of the containers", "--tls")
    name = answers.name
    if said == "caddy" and (_is_address(name) or "." not in name or name.endswith(PRIVATE_ENDS)):
        raise BadInput(
            f"Let's Encrypt gives no certificate for {name}: take a public name, or `--tls internal`", "--tls"
        )
    return said


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _proxy(said: str, _: Answers) -> str:
    parse_networks(said, "--proxy")
    return said


def _port(said: str, _: Answers) -> int:
    """Port on which nothing listens yet."""
    port = int(said) if said.isascii() and said.isdecimal() else 0
    if not 0 < port < 65536:
        raise BadInput(f"must be a number from 1 to 65535, not {said!r}", "--port")
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError as error:
            raise BadInput(f"port {port} cannot be used ({error.strerror}): choose another one", "--port") from None
    return port


def _database(said: str, _: Answers) -> str:
    """URL of a database. It may contain a password, which is not repeated."""
    if not re.match(r"sqlite:///.|postgres(ql)?://", said):
        raise BadInput("must be sqlite:////FILE or postgresql://USER:PASSWORD@HOST/NAME", "--database")
    if said.startswith("sqlite:") and not said.startswith("sqlite:////"):
        raise BadInput("must name the file from the root on, with four slashes: sqlite:////srv/games.db", "--database")
    return said


def _mail_url(said: str, _: Answers) -> str:
    return _mail(said, "games@example.org", said)


def _mail_from(said: str, answers: Answers) -> str:
    """Sender of the mails; "" for the usual one."""
    sender = said.strip() or f"Tetsudo <games@{answers.name}>"
    return _mail(answers.mail_url, sender, sender)


def _mail(url: str, sender: str, answer: str) -> str:
    """An answer about mail, if the settings made of both are right."""
    try:
        mail_settings({URL: url, SENDER: sender})
    except BadInput as error:
        raise BadInput(error.sentence, "--mail-url" if error.where == URL else "--mail-from") from None
    return answer


def _user(said: str, _: Answers) -> str:
    if not re.fullmatch(r"[a-z_][a-z0-9_-]{0,30}", said):
        raise BadInput(f"must be the name of a user, such as tetsudo, not {said!r}", "--user")
    return said


QUESTIONS: Final = (
    Question("name", "--host-name", "Host name of the site, such as games.example.org", _name),
    Question("runner", "--run-by", "How shall it run?", _one_of(RUNNERS, "--run-by")),
    Question("tls", "--tls", "How do browsers reach it by HTTPS?", _tls),
    Question("proxy", "--proxy", "Addresses of the proxy", _proxy, lambda answers: answers.tls == "proxy"),
    Question("port", "--port", "Port that the site listens on", _port, lambda answers: answers.runner == "systemd"),
    Question("database", "--database", "Database", _database, lambda answers: answers.runner == "systemd"),
    Question("mail_url", "--mail-url", "Mail server: smtp+tls://USER:PASSWORD@HOST, or nothing", _mail_url),
    Question("mail_from", "--mail-from", "Sender of the mails", _mail_from, lambda answers: bool(answers.mail_url)),
    Question("sign_up", "--sign-up", "Who may create an account?", _one_of(SIGN_UP, "--sign-up")),
    Question("user", "--user", "User who runs the site", _user, lambda answers: answers.runner == "systemd"),
)
"""Questions in their order."""

CHOICES: Final[Mapping[str, Mapping[str, str]]] = {"runner": RUNNERS, "tls": TLS, "sign_up": SIGN_UP}
"""Words that answer a question, with their meanings, by the question's field."""
