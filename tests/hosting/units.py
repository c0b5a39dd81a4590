#!/usr/bin/env python3
"""Stand-in for `systemctl` in a chroot, where systemd cannot run: it reads unit files and runs what they start.

It knows what the manual uses: enable, start, stop, restart, reload, status, daemon-reload. It applies the user, the
environment, folders, the umask, NoNewPrivileges, ambient capabilities and Restart=on-failure; not the protection of the
system's folders, for which it has no namespaces. Only the standard library: it is copied into the chroot.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

FOLDERS = (Path("/etc/systemd/system"), Path("/lib/systemd/system"))
RUNNING = Path("/run/units")
LOGS = Path("/var/log/units")


class Unit:
    """A unit file, and the process that keeps its service running."""

    def __init__(self, name: str) -> None:
        self.name = name if "." in name else f"{name}.service"
        template = re.sub(r"@[^.]*", "@", self.name)
        found = [folder / each for folder in FOLDERS for each in (self.name, template) if (folder / each).exists()]
        if not found:
            sys.exit(f"Unit {self.name} could not be found.")
        instance = self.name.partition("@")[2].rpartition(".")[0]
        self.keys: dict[str, list[str]] = defaultdict(list)
        for line in found[0].read_text().splitlines():
            key, sign, value = line.partition("=")
            if sign and not line.startswith("#"):
                self.keys[key.strip()].append(value.strip().replace("%i", instance).replace("%I", instance))

    def get(self, key: str, usual: str = "") -> str:
        """The last value of a key."""
        return self.keys[key][-1] if self.keys.get(key) else usual

    @property
    def kept(self) -> Path:
        """File with the number of the process that keeps it running."""
        return RUNNING / f"{self.name}.pid"

    def command(self, key: str) -> list[list[str]]:
        """Commands of a key, run as the unit says."""
        user, rights = self.get("User", "root"), []
        if user != "root":
            rights += [f"--reuid={user}", f"--regid={self.get('Group', user)}", "--init-groups"]
        for right in self.get("AmbientCapabilities").lower().split():
            rights += [f"--inh-caps=+{right[4:]}", f"--ambient-caps=+{right[4:]}"]
        if self.get("NoNewPrivileges") == "yes":
            rights.append("--no-new-privs")
        before = ["setpriv", *rights] if rights else []
        return [[*before, *shlex.split(each.lstrip("-"))] for each in self.keys.get(key, ())]

    def environment(self) -> dict[str, str]:
        """Its environment."""
        home = pwd.getpwnam(self.get("User", "root"))
        words = [word for line in self.keys.get("Environment", ()) for word in shlex.split(line)]
        chosen = dict(word.partition("=")[::2] for word in words)
        return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": home.pw_dir, "USER": home.pw_name, **chosen}

    def folders(self) -> None:
        """Make the folders that it keeps its state in."""
        owner = self.get("User", "root")
        for name in self.get("StateDirectory").split():
            folder = Path("/var/lib", name)
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(int(self.get("StateDirectoryMode", "0755"), 8))
            shutil.chown(folder, owner, owner)

    def run(self, key: str) -> Iterator[subprocess.Popen[bytes]]:
        """Processes of a key's commands."""
        LOGS.mkdir(parents=True, exist_ok=True)
        umask, where = int(self.get("UMask", "0022"), 8), self.get("WorkingDirectory", "/")
        with (LOGS / f"{self.name}.log").open("ab") as log:
            for words in self.command(key):
                yield subprocess.Popen(
                    words,
                    cwd=where,
                    umask=umask,
                    env=self.environment(),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )

    def start(self) -> None:
        """Start it; a oneshot or forking service has then finished what it does."""
        if self.name.endswith(".timer") or self.is_active():
            return
        self.folders()
        if self.get("Type") in ("oneshot", "forking"):
            for process in self.run("ExecStart"):
                if process.wait():
                    sys.exit(f"Job for {self.name} failed: see {LOGS}/{self.name}.log")
            return
        RUNNING.mkdir(parents=True, exist_ok=True)
        if os.fork() == 0:
            os.setsid()
            null = os.open(os.devnull, os.O_RDWR)
            for number in range(3):
                os.dup2(null, number)
            self.kept.write_text(str(os.getpid()))
            self.keep()
            os._exit(0)
        until = time.monotonic() + 10
        while not self.kept.exists() and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(1 if self.get("Type") == "notify" else 0.2)

    def keep(self) -> None:
        """Run it until it is stopped, and again when it fails."""
        stopped: list[int] = []
        current: list[subprocess.Popen[bytes]] = []

        def stop(number: int, _frame: object) -> None:
            stopped.append(number)
            for process in current:
                process.terminate()

        signal.signal(signal.SIGTERM, stop)
        while not stopped:
            current[:] = list(self.run("ExecStart"))
            code = [process.wait() for process in current][-1]
            if stopped or not code or self.get("Restart") != "on-failure":
                break
            time.sleep(float(self.get("RestartSec", "0.1")))
        with contextlib.suppress(FileNotFoundError):
            self.kept.unlink()

    def is_active(self) -> bool:
        """True if it runs."""
        try:
            os.kill(int(self.kept.read_text()), 0)
        except (OSError, ValueError):
            return False
        return True

    def stop(self) -> None:
        """Stop it, and wait for it."""
        if not self.is_active():
            for process in self.run("ExecStop"):
                process.wait()
            return
        os.kill(int(self.kept.read_text()), signal.SIGTERM)
        until = time.monotonic() + float(self.get("TimeoutStopSec", "90").rstrip("s"))
        while self.is_active() and time.monotonic() < until:
            time.sleep(0.05)
        self.kept.unlink(missing_ok=True)

    def reload(self) -> None:
        """Let it read its files again."""
        if not self.is_active():
            sys.exit(f"{self.name} is not active, cannot reload.")
        for process in self.run("ExecReload"):
            if process.wait():
                sys.exit(f"Job for {self.name} failed: see {LOGS}/{self.name}.log")


def main() -> None:
    """Do what the words say."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    deed, names = words[0], words[1:]
    if deed == "daemon-reload":
        return
    for unit in [Unit(name) for name in names]:
        if deed in ("stop", "restart"):
            unit.stop()
        if deed in ("start", "restart") or (deed == "enable" and "--now" in sys.argv):
            unit.start()
        if deed == "reload":
            unit.reload()
        if deed == "status":
            print(f"{unit.name}: {'active' if unit.is_active() else 'inactive'}")


if __name__ == "__main__":
    main()
