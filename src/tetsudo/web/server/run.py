"""Start of the site: preparation of the database, the bots' worker, uvicorn, and a browser on a desktop."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import IO, Any, Final

from tetsudo.core.errors import BadInput
from tetsudo.web.common import file_permissions
from tetsudo.web.common.client_address import parse_networks
from tetsudo.web.common.database import location, shared

try:
    import fcntl
except ImportError:  # not available on Windows
    fcntl = None  # type: ignore[assignment]

TERMINAL_BROWSERS: Final = ("", "www-browser", "w3m", "links", "lynx", "elinks")
"""Browsers that would take over the terminal."""

DESCRIPTORS: Final = 65_536
"""Number of file descriptors requested if there is no hard limit, and assumed on Windows."""

MAX_BACKLOGS: Final = 5
"""Number of full backlogs that asyncio may accept before the first connection is counted and closed."""

RESERVED_DESCRIPTORS: Final = 100
"""Number of descriptors reserved for other uses than connections: the database, and open files."""

_lock_files: list[IO[str]] = []
"""Lock file of this process, kept open as long as it lives."""


def prepare(database: str = "", *, alone: bool = False, makes: bool = True, checks: bool = True) -> None:
    """Set up Django with a database (a URL; "" for the default one), which is created or migrated.

    `alone`: refuse a database that another process serves. Without `makes`: refuse one that does not exist or, with
    `checks`, is not up to date. A database of a newer version is always refused.
    """
    if database:
        os.environ["TETSUDO_DATABASE"] = database
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tetsudo.web.settings")
    if not makes and not location.is_shared() and not location.file().is_file():
        raise BadInput(f"there is no {location.file()}", "--database")
    file_permissions.restrict_umask()
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError

    try:
        django.setup()
        if alone:
            lock()
        _fix_permissions()  # SQLite gives the files beside the database the same mode
        _check_not_newer()
        if makes:
            migrate()
        elif checks and pending_migrations():
            raise BadInput("is not up to date: run `tetsudo upgrade`, or start the site", "--database")
    except (DatabaseError, ImproperlyConfigured, OSError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise BadInput(f"the database cannot be used: {reason}", "--database") from None


def migrate() -> None:
    """Bring the database's tables up to date; processes that start at the same time do so one after another."""
    from django.core.management import call_command

    with shared.migration_lock():
        call_command("migrate", verbosity=0, interactive=False)


def pending_migrations() -> list[str]:
    """Names of the migrations that the database lacks."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def _check_not_newer() -> None:
    """Raise BadInput for a database that a newer version has migrated: this one would not know what is in it."""
    from django.apps import apps
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(connection)
    own = {each.label for each in apps.get_app_configs() if each.name.startswith("tetsudo.")}
    unknown = sorted(name for label, name in loader.applied_migrations.keys() - loader.disk_migrations if label in own)
    if unknown:
        raise BadInput(f"is of a newer version of Tetsudo ({unknown[-1]}): install that one", "--database")


def lock() -> None:
    """Lock the file beside a SQLite database, so that only one process serves it: it alone tells pages of moves."""
    if fcntl is not None and not location.is_shared():
        _lock(location.file())


def _lock(database: Path) -> None:
    file = open(f"{database}.lock", "w")  # noqa: SIM115 (closed when the process ends)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise BadInput(f"another process serves {database} already", "--database") from None
    _lock_files.append(file)


def _fix_permissions() -> None:
    """Remove other users' access to the database, which an earlier process may have created readable by all."""
    for file in file_permissions.fix_permissions(location.key_base() or Path()):
        print(f"Others can read {file}, which belongs to another user: chmod 600 it.", file=sys.stderr, flush=True)


def serve(
    database: str,
    host: str,
    port: int,
    *,
    opens_browser: bool,
    path: str = "/",
    proxies: Sequence[str] = (),
    logs_access: bool = False,
    sign_up: str = "",
) -> None:
    """Serve the site until it is stopped, and print its address. Port 0 means any free port.

    `proxies`: addresses and networks of trusted proxies, whose forwarding headers are used. `sign_up`: who may create
    an account ("": as the environment says).
    """
    if logs_access:
        os.environ["TETSUDO_ACCESS_LOG"] = "1"
    if sign_up:
        os.environ["TETSUDO_SIGN_UP"] = sign_up
    known = parse_networks(proxies, "--behind-proxy") or parse_networks(
        os.environ.get("TETSUDO_PROXIES", ""), "TETSUDO_PROXIES"
    )
    os.environ["TETSUDO_PROXIES"] = ",".join(map(str, known))
    prepare(database, alone=True)
    import uvicorn
    from django.conf import settings

    from tetsudo.web.accounts.deletion import former
    from tetsudo.web.accounts.signing_up import mail_domains
    from tetsudo.web.common import garbage, rate_limits
    from tetsudo.web.notices import worker as notices
    from tetsudo.web.server.network_address import network_lines
    from tetsudo.web.tables import events
    from tetsudo.web.tables.bots import worker
    from tetsudo.web.tables.games import cleanup, removal
    from tetsudo.web.tables.seats import absent_players
    from tetsudo.web.tables.workers.async_results import pool

    rate_limits.check_settings()
    mail_domains.refused_domains(settings.REFUSED_MAIL_DOMAINS)  # refused now, if it cannot be read
    listening = listen(host, port)
    address = f"http://{_browser_host(host)}:{listening.getsockname()[1]}{path}"
    print(f"Tetsudo is at {address}  (Ctrl+C stops it; games are kept)", flush=True)
    for line in network_lines(host, listening.getsockname()[1], path, sys.stdout):
        print(line, flush=True)
    removal.sweep(timedelta(hours=1) if location.is_shared() else timedelta())
    pool.begin()
    mover = worker.start(absent_players.DUTIES)
    notices.start()
    if location.is_shared():
        events.watch(former.forget_names, elsewhere=True)
        events.open_channel(mover.queue_all)
    if settings.TIDY:
        cleanup.start()
    sys.setswitchinterval(0.001)  # a move queries the database often, and waits behind page renders each time
    garbage.begin()
    if opens_browser:
        threading.Timer(0.7, open_browser, (address,)).start()
    config = uvicorn.Config("tetsudo.web.server.asgi:application", **_connection_config())

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            events.end()
            await super().shutdown(sockets)

    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])


def _connection_config() -> dict[str, Any]:
    """Configuration of uvicorn's connections: the protocol and the backlog, so that descriptors never run out."""
    from django.conf import settings

    from tetsudo.web.server.connection_limits import ConnectionLimiter, protocol_factory

    descriptors = _raise_descriptors()
    waiting = min(1024, descriptors // 16)
    whole = max(2, min(settings.MAX_CONNECTIONS, descriptors - MAX_BACKLOGS * waiting - RESERVED_DESCRIPTORS))
    limiter = ConnectionLimiter(whole, min(settings.MAX_ADDRESS_CONNECTIONS, -(-whole // 2)), settings.PROXIES)
    return {
        "http": protocol_factory(limiter),
        "ws": "none",
        "backlog": waiting,
        "server_header": False,
        "proxy_headers": False,  # `request_limits.Proxies` knows which to trust
        "log_config": None,
        "access_log": False,
        "log_level": "warning",
        "lifespan": "off",
        "timeout_graceful_shutdown": 1,
    }


def _raise_descriptors() -> int:
    """Raise this process's limit of file descriptors as far as allowed, and return it."""
    if sys.platform == "win32":
        return DESCRIPTORS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY:
        return wanted
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def listen(host: str, port: int) -> socket.socket:
    """Listening socket; raise BadInput if the address or the port cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Explicitly TCP: only then asyncio disables Nagle's algorithm, which delays small answers by 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # before the address is printed, so that it works at once
    except OSError as error:
        listening.close()
        raise BadInput(f"nothing can be served at {host}:{port}: {error.strerror}", "--port") from None
    listening.set_inheritable(True)
    return listening


def _browser_host(host: str) -> str:
    """Host part of the address for a browser on this machine."""
    if host in ("0.0.0.0", "127.0.0.1", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def open_browser(address: str) -> None:
    """Open the site in a graphical browser, if there is one."""
    is_desktop = sys.platform in ("win32", "darwin")
    if not is_desktop and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return
    with contextlib.suppress(webbrowser.Error):
        if webbrowser.get().name not in TERMINAL_BROWSERS:
            webbrowser.open(address)
