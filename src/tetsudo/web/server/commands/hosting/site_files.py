"""The configuration of a new site, and the proxy's part of it."""

from __future__ import annotations

import json
import secrets
from string import Template
from typing import Any, Final

from tetsudo.web.server.commands.hosting.answers import STATE_FOLDER, Answers

COMPOSE_NETWORK: Final = "172.30.18.0/24"
"""Network of the containers, whose proxy is trusted."""

BACKUPS: Final = f"{STATE_FOLDER}/backups"
KEPT_COPIES: Final = 14
"""Folder of the nightly copies, and the number of them that are kept."""


class Text(Template):
    """Text of a file with @names: its own language has other signs."""

    delimiter = "@"


def configuration(answers: Answers, known: dict[str, Any]) -> str:
    """Text of `tetsudo.toml`. `known`: the values of an older file, whose secrets stay."""
    values: dict[str, Any] = {
        "site_url": answers.url,
        "hosts": [answers.name],
        "https": answers.tls != "none",
        **_listening(answers),
        "sign_up": answers.sign_up,
        "database": answers.database,
        "secret_key": known.get("secret_key") or secrets.token_urlsafe(50),
        "notice_workers": False,
        "backups": BACKUPS,
        **({"mail_url": answers.mail_url, "mail_from": answers.mail_from} if answers.mail_url else {}),
    }
    lines = [f"{NOTES[key]}{key} = {_toml(value)}" for key, value in values.items()]
    return "\n".join((HEAD, *lines, ""))


def _listening(answers: Answers) -> dict[str, Any]:
    """Settings of the address, and of the proxies in front of it."""
    if answers.runner == "compose":
        return {"listen": "0.0.0.0", "port": 8000, "proxies": [COMPOSE_NETWORK]}
    if answers.tls == "none":
        return {"listen": "0.0.0.0", "port": answers.port}
    return {"listen": "127.0.0.1", "port": answers.port, "proxies": [each.strip() for each in answers.proxy.split(",")]}


HEAD: Final = """\
# Settings of this site, read by every `tetsudo` command. docs/hosting.md lists all keys.
# It has secrets: only the site's own user may read it. `tetsudo check` says what is wrong with it.
"""

NOTES: Final = {
    "site_url": "# Address of the site, in mails and links\n",
    "hosts": "",
    "https": "",
    "listen": "\n# Address and port for the proxy, and the proxies that are believed\n",
    "port": "",
    "proxies": "",
    "sign_up": "\n# Accounts: closed (no one), invitation or open (anyone)\n",
    "database": "\n# Everything is in the database\n",
    "secret_key": "# Signs cookies: with another one everybody is signed out\n",
    "notice_workers": "# Notices are sent by `tetsudo worker`, a service of its own\n",
    "backups": "# Folder of the nightly copies\n",
    "mail_url": "\n# The mail server, and the sender of its mails\n",
    "mail_from": "",
}
"""Comment above each key."""


def _toml(value: Any) -> str:
    """A value in TOML, whose texts and lists are written as in JSON."""
    return json.dumps(value, ensure_ascii=False)


def caddyfile(answers: Answers) -> str:
    """Text of the `Caddyfile`."""
    where = "site:8000" if answers.runner == "compose" else f"127.0.0.1:{answers.port}"
    certificate = "\n    tls internal" if answers.tls == "internal" else ""
    return CADDY.substitute(name=answers.name, where=where, certificate=certificate)


def nginx(answers: Answers) -> str:
    """Text of the servers of nginx."""
    return NGINX.substitute(name=answers.name, port=answers.port)


CADDY: Final = Text("""\
# Caddy gets the certificate, redirects HTTP to HTTPS, and tells the site who asks.
@name {@certificate
    request_body {
        max_size 10MB
    }
    reverse_proxy @where
}
""")

NGINX: Final = Text("""\
server {
    listen 80;
    listen [::]:80;
    server_name @name;
    return 308 https://$host$request_uri;
}

server {
    listen 443 ssl;
    listen [::]:443 ssl;
    server_name @name;
    ssl_certificate /etc/letsencrypt/live/@name/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/@name/privkey.pem;
    client_max_body_size 10m;

    location / {
        proxy_pass http://127.0.0.1:@port;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Host $http_host;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_read_timeout 90s;
    }
}
""")
