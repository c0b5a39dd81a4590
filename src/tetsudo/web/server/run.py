"""Starting the site: the database made ready, the bots' hand, and uvicorn; a browser where there is one."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from typing import IO, Any, Final

from tetsudo.core.errors import BadInput
from tetsudo.web.common import database_path, file_permissions
from tetsudo.web.common.client_address import networks

try:
    import fcntl
except ImportError:  # there is none on Windows
    fcntl = None  # type: ignore[assignment]

NO_SCREEN: Final = ("", "www-browser", "w3m", "links", "lynx", "elinks")
"""Browsers that would take the terminal."""

DESCRIPTORS: Final = 65_536
"""How many are asked for where there is no limit, and taken for granted where it cannot be asked."""

GOES: Final = 5
"""asyncio accepts all that wait in one go, and so many times before the first of them is counted and ended."""

KEPT_FREE: Final = 100
"""Descriptors that are not for connections: the database, and files that are being read and written."""

_held: list[IO[str]] = []
"""The lock of this process, open as long as it lives."""


def prepare(database: str = "", *, alone: bool = False, makes: bool = True) -> None:
    """Set Django up on a database (a URL; "" for the default one), which is made or brought up to date.

    `alone`: refuse one that another process serves; without `makes` one that is not there, or not up to date.
    """
    if database:
        os.environ["TETSUDO_DATABASE"] = database
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tetsudo.web.settings")
    if not makes and not database_path.file().is_file():
        raise BadInput(f"there is no {database_path.file()}", "--database")
    file_permissions.keep()
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import call_command
    from django.db import DatabaseError

    try:
        django.setup()
        if alone and fcntl is not None:
            _lock()
        _mend()  # what SQLite puts beside the database gets the same mode
        if makes:
            call_command("migrate", verbosity=0, interactive=False)
        else:
            _check_made()
    except (DatabaseError, ImproperlyConfigured, OSError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise BadInput(f"the database cannot be used: {reason}", "--database") from None


def _check_made() -> None:
    """BadInput if the database was not made by this version: that is for the site to do, when it starts."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise BadInput("is not up to date: start the site once with `tetsudo serve`", "--database")


def _lock() -> None:
    """Hold the file beside the database that says that it is served: games are kept in one process's memory."""
    database = database_path.file()
    file = open(f"{database}.lock", "w")  # noqa: SIM115 (closed when the process ends)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise BadInput(f"another process serves {database} already", "--database") from None
    _held.append(file)


def _mend() -> None:
    """Let nobody else read the database, which an earlier process may have made for all."""
    for file in file_permissions.mend(database_path.file()):
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
) -> None:
    """Serve the site until it is stopped. Port 0 means any free one; the address is printed.

    `proxies`: addresses and networks that are believed when they say for whom they ask.
    """
    if logs_access:
        os.environ["TETSUDO_ACCESS_LOG"] = "1"
    known = networks(proxies, "--behind-proxy") or networks(os.environ.get("TETSUDO_PROXIES", ""), "TETSUDO_PROXIES")
    os.environ["TETSUDO_PROXIES"] = ",".join(map(str, known))
    prepare(database, alone=True)
    import uvicorn
    from django.conf import settings

    from tetsudo.web.common import rate_limits
    from tetsudo.web.tables import events
    from tetsudo.web.tables.bots import worker
    from tetsudo.web.tables.games import cleanup, removal
    from tetsudo.web.tables.workers.async_results import pool

    rate_limits.check_settings()
    listening = _listen(host, port)
    address = f"http://{_named(host)}:{listening.getsockname()[1]}{path}"
    print(f"Tetsudo is at {address}  (Ctrl+C stops it; games are kept)", flush=True)
    removal.sweep()
    pool.begin()
    worker.start()
    if settings.TIDY:
        cleanup.start()
    sys.setswitchinterval(0.001)  # a move asks the database often, and each time waits behind pages being made
    gc.freeze()  # modules and titles stay: nobody need look for garbage among them
    if opens_browser:
        threading.Timer(0.7, _open, (address,)).start()
    config = uvicorn.Config("tetsudo.web.asgi:application", **_doors())

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            events.end()
            await super().shutdown(sockets)

    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])


def _doors() -> dict[str, Any]:
    """How uvicorn lets people in: the protocol and how many may wait outside, so that descriptors never run out."""
    from django.conf import settings

    from tetsudo.web.server.connection_limits import Door, guarded

    descriptors = _raise_descriptors()
    waiting = min(1024, descriptors // 16)
    whole = max(2, min(settings.CONNECTIONS, descriptors - GOES * waiting - KEPT_FREE))
    door = Door(whole, min(settings.ADDRESS_CONNECTIONS, -(-whole // 2)), settings.PROXIES)
    return {
        "http": guarded(door),
        "ws": "none",
        "backlog": waiting,
        "server_header": False,
        "proxy_headers": False,  # `gate.Proxies` knows whom to believe
        "log_config": None,
        "access_log": False,
        "log_level": "warning",
        "lifespan": "off",
        "timeout_graceful_shutdown": 1,
    }


def _raise_descriptors() -> int:
    """Let this process have as many descriptors as it may; how many these are."""
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


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Said to be TCP: only then asyncio sends small answers at once, not 40 ms later.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # now, so that whoever reads the address is answered
    except OSError as error:
        listening.close()
        raise BadInput(f"nothing can be served at {host}:{port}: {error.strerror}", "--port") from None
    listening.set_inheritable(True)
    return listening


def _named(host: str) -> str:
    """A host as it stands in an address that leads a browser of this machine there."""
    if host in ("0.0.0.0", "127.0.0.1", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open(address: str) -> None:
    """Show the site in a browser, if there is one with a window."""
    is_desktop = sys.platform in ("win32", "darwin")
    if not is_desktop and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return
    with contextlib.suppress(webbrowser.Error):
        if webbrowser.get().name not in NO_SCREEN:
            webbrowser.open(address)
