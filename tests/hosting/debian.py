"""An empty Debian in a folder, in which docs/hosting.md is followed word by word: `python -m tests.hosting.debian`.

The chroot shares the machine's network, so that ports 80, 443, 587, 8000 and 5432 must be free. Around it stands what a
host has elsewhere: a mail server with STARTTLS and a password, a DNS server for the mail domain, names in /etc/hosts.
Two things differ from a real machine: `systemctl` is a small reader of unit files (tests/hosting/units.py), and instead
of Let's Encrypt Caddy has a certificate of its own (`--tls internal`), which the chroot is made to trust.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import httpx

from tests.hosting import chapter
from tests.hosting.fakes import Letters, mail_server, name_server
from tests.server import ROOT
from tests.web.notices.certificates import write_certificate

SITE: Final = "games.example.org"
MAIL: Final = "mail.example.org"
PORTS: Final = (53, 80, 443, 587, 2019, 5432, 8000)
MIRROR: Final = "http://deb.debian.org/debian"
TEXTS: Final = {
    "example.org": ["v=spf1 mx -all"],
    "_dmarc.example.org": ["v=DMARC1; p=quarantine"],
}
PASSWORD: Final = "four tiny green ferries"
ADDRESS: Final = "you@example.org"


def missing() -> str:
    """Reason why this cannot run here; "" if it can."""
    if os.name != "posix" or os.geteuid() != 0:
        return "needs root, for a chroot"
    if shutil.which("debootstrap") is None:
        return "needs debootstrap, to make an empty Debian"
    busy = [str(port) for port in PORTS if _is_busy(port)]
    return f"needs these ports, on which something listens: {', '.join(busy)}" if busy else ""


def _is_busy(port: int) -> bool:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False


class Debian:
    """A Debian in a folder, made by debootstrap."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds: dict[str, float] = {}
        self.printed: list[str] = []

    @contextlib.contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Measure a step, and print its seconds."""
        began = time.monotonic()
        yield
        spent = time.monotonic() - began
        self.seconds[name] = self.seconds.get(name, 0) + spent
        print(f"{spent:7.1f} s  {name}", flush=True)

    def make(self, cache: Path | None) -> None:
        """Make it, or copy one made earlier."""
        if cache and (cache / "bin").exists():
            subprocess.run(["cp", "-a", f"{cache}/.", self.folder], check=True)
        else:
            command = ["debootstrap", "--variant=minbase", "bookworm", str(self.folder), MIRROR]
            subprocess.run(command, check=True, capture_output=True)
        (self.folder / "etc/hosts").write_text(f"127.0.0.1 localhost {SITE} {MAIL}\n")
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")
        (self.folder / "usr/sbin/policy-rc.d").unlink(missing_ok=True)
        self.install(ROOT / "tests/hosting/units.py", "usr/local/bin/systemctl", 0o755)
        subprocess.run(["mount", "-t", "proc", "proc", self.folder / "proc"], check=True)

    def install(self, file: Path, where: str, mode: int = 0o644) -> None:
        """Copy a file of this machine into it."""
        target = self.folder / where
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
        target.chmod(mode)

    def trust(self, certificate: Path, name: str) -> None:
        """Let all its programs trust a certificate, once it has a store of them."""
        self.install(certificate, f"usr/local/share/ca-certificates/{name}.crt")
        self.run("update-ca-certificates")

    def use_this_machines_index(self, wheels: Path) -> None:
        """Let pip find the wheels of this tree, and trust the authorities that this machine trusts."""
        self.install(Path("/etc/ssl/certs/ca-certificates.crt"), "srv/machine.pem")
        shutil.copytree(wheels, self.folder / "srv/wheels", dirs_exist_ok=True)
        (self.folder / "etc/pip.conf").write_text("[global]\ncert = /srv/machine.pem\nfind-links = /srv/wheels\n")

    def run(self, script: str) -> str:
        """Run commands by its shell, as root; what they print. Raises RuntimeError for the first that fails."""
        environment = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "DEBIAN_FRONTEND": "noninteractive",
            "LANG": "C.UTF-8",
            "TERM": "dumb",
        }
        with tempfile.TemporaryFile("w+") as printed:  # a service that keeps a pipe open would hold it up
            done = subprocess.run(
                ["chroot", self.folder, "/bin/sh", "-e", "-c", f"cd /root\n{script}"],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                check=False,
            )
            printed.seek(0)
            said = printed.read()
        self.printed.append(said)
        if done.returncode:
            raise RuntimeError(f"exit status {done.returncode} of:\n{script}\n{said}\n{self.logs()}")
        return said

    def logs(self) -> str:
        """Ends of its services' logs."""
        files = sorted((self.folder / "var/log/units").glob("*.log"))
        return "\n".join(f"== {file.name}\n{file.read_text(errors='replace')[-2000:]}" for file in files)

    def end(self) -> None:
        """Stop everything that runs in it, and unmount."""
        for number in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/{number}/root") == str(self.folder):
                    os.kill(int(number), signal.SIGKILL)
        subprocess.run(["umount", self.folder / "proc"], check=False)


def build_wheels(folder: Path) -> tuple[Path, Path]:
    """Folders with a wheel of this tree, and with one of a newer version."""
    made = []
    for name, ending in (("this", ""), ("newer", ".post1")):
        tree = folder / f"tree-{name}"
        tree.mkdir()
        for each in ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py"):
            shutil.copy(ROOT / each, tree / each)
        shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__"))
        version = tree / "src/tetsudo/__init__.py"
        version.write_text(re.sub(r'(__version__ = "[^"]*)', rf"\g<1>{ending}", version.read_text()))
        wheels = folder / f"wheels-{name}"
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(tree)]
        subprocess.run(command, check=True, capture_output=True)
        made.append(wheels)
    return made[0], made[1]


def follow(debian: Debian, letters: Letters, newer: Path) -> None:
    """Follow the chapter, with what a person does in a browser where it says so."""
    link = ""
    for step in chapter.steps():
        commands = step.commands.replace(f"--host-name {SITE}", f"--host-name {SITE} --tls internal")
        if "pip install --upgrade" in commands:
            debian.use_this_machines_index(newer)
        with debian.timed(step.heading):
            said = debian.run(commands)
            _go_on_as_systemd(debian, commands)
        link = next((line.strip() for line in said.splitlines() if "invitation=" in line), link)
        if "systemctl reload caddy" in commands:
            with debian.timed("In the browser: sign up, and play"):
                browser = Browser(debian)
                browser.sign_up(link, letters)
                browser.play()
        if step.heading in ("Restore a copy", "Upgrade"):
            with debian.timed("In the browser: the game is there"):
                browser.look()


def _go_on_as_systemd(debian: Debian, commands: str) -> None:
    """Start what Debian's packages start by themselves when they are installed, and trust Caddy's own authority."""
    if "apt-get install" in commands:
        debian.run("systemctl start postgresql@15-main caddy")
        debian.trust(debian.folder.parent / f"{MAIL}.pem", "mail")
    if "systemctl reload caddy" in commands:
        root = debian.folder / "var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
        wait_for(root.exists, "Caddy's own certificate")
        debian.trust(root, "caddy")


def wait_for(is_so: Callable[[], bool], what: str) -> None:
    """Wait at most a minute."""
    until = time.monotonic() + 60
    while not is_so():
        if time.monotonic() > until:
            raise RuntimeError(f"there is no {what} after a minute")
        time.sleep(0.2)


class Browser:
    """A browser of the first organiser, by HTTPS at the site's name."""

    def __init__(self, debian: Debian) -> None:
        context = ssl.create_default_context(cafile=str(debian.folder / "usr/local/share/ca-certificates/caddy.crt"))
        self._client = httpx.Client(base_url="https://127.0.0.1", verify=context, timeout=60)
        self._table = ""

    def ask(self, method: str, path: str, data: dict[str, str] | None = None) -> httpx.Response:
        """Send a request as a page of the site does."""
        token = self._client.cookies.get("csrftoken") or ""
        headers = {"Host": SITE, "Origin": f"https://{SITE}", "X-CSRFToken": token}
        asked = self._client.build_request(method, path, data=data, headers=headers, extensions={"sni_hostname": SITE})
        return self._client.send(asked)

    def sign_up(self, link: str, letters: Letters) -> None:
        """Sign up with the link that `host init` printed, confirm the address by the mail, and sign in."""
        assert link.startswith(f"https://{SITE}/account/signup/?invitation="), link
        path = link.removeprefix(f"https://{SITE}")
        wait_for(lambda: self.ask("GET", "/healthz").status_code == 200, "site")
        page = self.ask("GET", path)
        assert 'name="password1"' in page.text, page.text
        form = {"name": "Ann", "email": ADDRESS, "password1": PASSWORD, "invitation": path.rpartition("=")[2]}
        assert self.ask("POST", "/account/signup/", form).status_code == 302
        wait_for(lambda: any("/account/confirm-email/" in each for each in letters.contents), "mail to confirm")
        letter = next(each for each in letters.contents if "/account/confirm-email/" in each)
        confirm = re.search(rf"https://{SITE}(/account/confirm-email/\S+)", letter.replace("=\n", ""))
        assert confirm, letter
        self.ask("GET", confirm[1])
        self.ask("POST", confirm[1])
        self.ask("POST", "/account/login/", {"login": ADDRESS, "password": PASSWORD})
        assert self.ask("GET", "/organise/").status_code == 200, "an organiser"

    def play(self) -> None:
        """Open a table for three on one device, and make a move."""
        form = {"title": "1889", "players": "3", "undo": "own", "is_listed": "on"}
        for number, name in enumerate(("Ann", "Bo", "Cy")):
            form |= {f"seat-{number}-kind": "here", f"seat-{number}-name": name}
        opened = self.ask("POST", "/new/", form)
        assert opened.status_code == 302, opened.text
        self._table = opened.headers["Location"]
        made = self.ask("POST", f"{self._table}commands/", {"command": "bid TR 20", "version": "0"})
        assert made.status_code < 400, made.text
        self.look()

    def look(self) -> None:
        """See that the move is there, and that the browser is still signed in."""
        wait_for(lambda: self.ask("GET", "/healthz").status_code == 200, "site")
        assert self.ask("GET", "/organise/").status_code == 200
        record = self.ask("GET", f"{self._table}record/")
        assert record.status_code == 200, record.text
        assert "TR" in record.text


def main() -> None:
    """Make the Debian, follow the chapter in it, and print the seconds of each step."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--cache", type=Path, help="Debian made by debootstrap earlier, to be copied")
    options.add_argument("--keep", action="store_true", help="leave the folder")
    chosen = options.parse_args()
    if reason := missing():
        sys.exit(reason)
    folder = Path(tempfile.mkdtemp(prefix="debian-"))
    try:
        run(folder, chosen.cache)
    finally:
        if not chosen.keep:
            shutil.rmtree(folder)


def run(folder: Path, cache: Path | None = None) -> dict[str, float]:
    """Follow the chapter in a new Debian; the seconds of each step."""
    debian = Debian(folder / "root")
    debian.folder.mkdir()
    certificate = write_certificate(folder, MAIL)
    nameserver = re.search(r"nameserver (\S+)", Path("/etc/resolv.conf").read_text())
    with (
        mail_server(certificate, "password", 587) as (_port, letters),
        name_server(TEXTS, 53, forward=nameserver[1] if nameserver else ""),
    ):
        try:
            with debian.timed("(an empty Debian, and wheels of this tree)"):
                this, newer = build_wheels(folder)
                debian.make(cache)
                debian.use_this_machines_index(this)
                (debian.folder / "etc/resolv.conf").write_text("nameserver 127.0.0.1\n")
            follow(debian, letters, newer)
        except BaseException:
            print(debian.logs(), flush=True)
            raise
        finally:
            debian.end()
    told = {name: seconds for name, seconds in debian.seconds.items() if not name.startswith("(")}
    print(f"{sum(told.values()):7.1f} s  in all, from an empty Debian", flush=True)
    return told


if __name__ == "__main__":
    main()
