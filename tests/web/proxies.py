"""Real proxies in front of a running site, configured as in docs/hosting.md."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

HOSTING: Final = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"
NAME: Final = "games.example.org"
PROXY_ADDRESS: Final = "127.0.0.7"
"""The address from which a proxy connects to the site; not one that the site trusts by default."""

NO_NGINX: Final = "needs nginx and openssl (on Debian: apt-get install nginx-light openssl)"
NO_CADDY: Final = "needs Caddy (on Debian: apt-get install caddy)"
START_TIMEOUT_SECONDS: Final = 20.0

NGINX_CONFIG: Final = """
daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    access_log off; proxy_bind {speaks_from};
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {example}
}}
"""


def example(language: str) -> str:
    """A proxy's configuration from the manual."""
    found = re.search(rf"^```{language}\n(.*?)^```$", HOSTING.read_text(), re.MULTILINE | re.DOTALL)
    assert found, language
    return found[1]


def adapted_example(text: str, changes: Sequence[tuple[str, str]]) -> str:
    """The example adapted to this machine: each value to replace must occur in it."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def command(name: str) -> str | None:
    """Path of a program, even if only root's PATH includes it; or None."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")


def certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for the site's name, and its key."""
    made, key = folder / "site.pem", folder / "site.key"
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    name = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(key), "-out", str(made)]
    subprocess.run(["openssl", "req", "-x509", *kind, *name, *files], check=True, capture_output=True)
    return made, key


def free_port() -> int:
    """An unused port."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def nginx(folder: Path, site: int, speaks_from: str = PROXY_ADDRESS) -> Iterator[tuple[int, ssl.SSLContext]]:
    """nginx in front of the site's port: its own port, and an SSL context that trusts it."""
    program = command("nginx")
    assert program
    made, key = certificate(folder)
    port = free_port()
    changes = [
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        (f"/etc/ssl/{NAME}.pem", str(made)),
        (f"/etc/ssl/{NAME}.key", str(key)),
        ("http://127.0.0.1:8000", f"http://127.0.0.1:{site}"),
    ]
    text = NGINX_CONFIG.format(
        folder=folder, speaks_from=speaks_from, example=adapted_example(example("nginx"), changes)
    )
    (folder / "nginx.conf").write_text(text)
    with _run_program(
        [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")], port
    ):
        yield port, ssl.create_default_context(cafile=str(made))


@contextmanager
def caddy(folder: Path, site: int) -> Iterator[tuple[int, ssl.SSLContext]]:
    """The same with Caddy, which issues its own certificate here and connects from the address it listens on."""
    program = command("caddy")
    assert program
    port = free_port()
    changes = [
        (f"{NAME} {{", f"{NAME}:{port} {{\n    bind 127.0.0.1\n    tls internal"),
        ("127.0.0.1:8000", f"127.0.0.1:{site}"),
    ]
    alone = (
        f"{{\n admin off\n auto_https disable_redirects\n skip_install_trust\n storage file_system {folder}/caddy\n}}\n"
    )
    (folder / "Caddyfile").write_text(alone + adapted_example(example("text"), changes))
    with _run_program([program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")], port):
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        yield port, _trusting_context(port, root)


def _trusting_context(port: int, root: Path) -> ssl.SSLContext:
    """An SSL context for a certificate authority that is still being created."""
    until = time.monotonic() + START_TIMEOUT_SECONDS
    while True:
        try:
            trust = ssl.create_default_context(cafile=str(root))
            trust.wrap_socket(socket.create_connection(("127.0.0.1", port), 5), server_hostname=NAME).close()
            return trust
        except OSError:  # includes TLS errors
            assert time.monotonic() < until
            time.sleep(0.1)


@contextmanager
def _run_program(command: Sequence[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        until = time.monotonic() + START_TIMEOUT_SECONDS
        while process.poll() is None and time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        assert process.poll() is None, process.communicate()[0]
        yield
    finally:
        process.terminate()
        process.wait(10)
