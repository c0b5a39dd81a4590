"""Keys for a running site: `key_for(database, "Robo")`, made by a separate process (see `tests.web.filling`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.web.filling import ROOT


def key_for(database: Path, name: str) -> str:
    """A key with all scopes of a new account."""
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    environment = {each: value for each, value in os.environ.items() if each != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.api.new_key", str(database), name],
        env={**environment, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def _main() -> None:
    from tetsudo.web.server.run import prepare

    prepare(f"sqlite:///{sys.argv[1]}")
    from tests.web.accounts.builders import account
    from tetsudo.web.api import keys

    print(keys.create(account(sys.argv[2]), "test", tuple(keys.SCOPES)))


if __name__ == "__main__":
    _main()
