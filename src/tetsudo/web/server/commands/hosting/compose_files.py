"""Files for Docker Compose: site, worker, nightly copies, PostgreSQL and Caddy, each in a container."""

from __future__ import annotations

import secrets
from typing import Final

from tetsudo import __version__
from tetsudo.web.server.commands.hosting.site_files import BACKUPS, COMPOSE_NETWORK, KEPT_COPIES, Text

USER: Final = 10018
"""Number of the user in the containers, who owns the configuration."""


def database_url(known: str) -> str:
    """URL of the database's container; an older one stays, with its password."""
    if "@database/" in known:
        return known
    return f"postgresql://tetsudo:{secrets.token_urlsafe(24)}@database/tetsudo"


def files(database: str) -> dict[str, str]:
    """Text of each file by its name. `database`: URL, whose password the database's container gets."""
    password = database.removeprefix("postgresql://tetsudo:").partition("@")[0]
    return {
        "compose.yaml": COMPOSE.substitute(network=COMPOSE_NETWORK, user=USER, backups=BACKUPS, keep=KEPT_COPIES),
        "Dockerfile": DOCKERFILE.substitute(version=__version__, user=USER),
        "postgres.env": f"POSTGRES_USER=tetsudo\nPOSTGRES_PASSWORD={password}\nPOSTGRES_DB=tetsudo\n",
    }


COMPOSE: Final = Text("""\
name: tetsudo

x-tetsudo: &tetsudo
  build: .
  image: tetsudo-site
  user: "@user:@user"
  restart: unless-stopped
  stop_grace_period: 30s
  read_only: true
  tmpfs: [/tmp]
  cap_drop: [ALL]
  security_opt: ["no-new-privileges:true"]
  volumes:
    - ./tetsudo.toml:/etc/tetsudo/tetsudo.toml:ro
    - state:/var/lib/tetsudo
  depends_on:
    database:
      condition: service_healthy

services:
  site:
    <<: *tetsudo
    command: [tetsudo, serve]
  worker:
    <<: *tetsudo
    command: [tetsudo, worker]
    depends_on: [site]
  backup:
    <<: *tetsudo
    command: [sh, -c, "while sleep 86400; do tetsudo backup @backups --keep @keep; done"]
    depends_on: [site]
  database:
    image: postgres:15
    restart: unless-stopped
    env_file: postgres.env
    volumes:
      - database:/var/lib/postgresql/data
    healthcheck:
      test: [CMD-SHELL, pg_isready --username tetsudo]
      interval: 5s
      retries: 12
  caddy:
    image: caddy:2
    restart: unless-stopped
    ports: ["80:80", "443:443", "443:443/udp"]
    volumes:
      - ./Caddyfile:/etc/caddy/Caddyfile:ro
      - certificates:/data
    depends_on: [site]

networks:
  default:
    ipam:
      config:
        - subnet: @network

volumes:
  state:
  database:
  certificates:
""")

DOCKERFILE: Final = Text("""\
FROM python:3.13-slim-bookworm
RUN apt-get update \\
    && apt-get install --yes --no-install-recommends postgresql-client \\
    && rm -rf /var/lib/apt/lists/*
RUN pip install --no-cache-dir "tetsudo[site,postgres,host]==@version"
RUN useradd --uid @user --home-dir /var/lib/tetsudo --create-home tetsudo \\
    && install --directory --owner tetsudo --mode 700 /var/lib/tetsudo/backups
USER tetsudo
WORKDIR /var/lib/tetsudo
""")
