"""Making of a new site's files, of the system's user that runs it, and of the first organiser's invitation."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from tetsudo.core.errors import BadInput
from tetsudo.web.server.commands.hosting import compose_files, site_files, unit_files
from tetsudo.web.server.commands.hosting.answers import STATE_FOLDER, Answers
from tetsudo.web.server.commands.hosting.configuration import FILE_NAME

PRIVATE: Final = (FILE_NAME, "postgres.env")
"""Files with passwords."""

MayReplace: TypeAlias = Callable[[Path], bool]


class Written(NamedTuple):
    """A file, and a word about it."""

    file: Path
    state: str


def known_values(folder: Path) -> dict[str, Any]:
    """Values of an older configuration in a folder, whose secrets stay; {} without a readable one."""
    try:
        return tomllib.loads((folder / FILE_NAME).read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def usual_answers(folder: Path) -> Answers:
    """Answers if the host gives none: those of an older configuration, so far as it has them."""
    known = known_values(folder)
    fields = ("database", "mail_url", "mail_from", "sign_up", "port")
    found = {field: known[field] for field in fields if isinstance(known.get(field), str | int)}
    name = str(known.get("site_url", "")).partition("://")[2].partition(":")[0]
    return Answers()._replace(**found, name=name)


def files(answers: Answers, folder: Path) -> dict[str, str]:
    """Text of each file of a site by its name."""
    known = known_values(folder)
    if answers.runner == "compose":
        answers = answers._replace(database=compose_files.database_url(known.get("database", "")))
    found = {FILE_NAME: site_files.configuration(answers, known)}
    if answers.has_caddy:
        found["Caddyfile"] = site_files.caddyfile(answers)
    if answers.tls == "nginx":
        found["nginx.conf"] = site_files.nginx(answers)
    if answers.runner == "compose":
        return {**found, **compose_files.files(answers.database)}
    return {**found, **unit_files.units(answers, folder / FILE_NAME, shlex.join(program()))}


def program() -> list[str]:
    """Words that run `tetsudo` from anywhere."""
    installed = Path(sys.executable).parent / "tetsudo"
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "tetsudo"]


def write(answers: Answers, folder: Path, may_replace: MayReplace) -> Iterator[Written]:
    """Write the files of a site. A file that is there and differs is replaced only if `may_replace` says so."""
    folder = folder.absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files(answers, folder).items():
            yield Written(folder / name, _write(folder / name, text, may_replace))
        _give_away(answers, folder)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", str(error.filename or folder)) from None


def _write(file: Path, text: str, may_replace: MayReplace) -> str:
    """Write a file; a word about it."""
    is_there = file.exists()
    if is_there and file.read_text("utf-8") == text:
        return "unchanged"
    if is_there and not may_replace(file):
        return "kept as it was"
    made = file.with_name(f".{file.name}.new")
    made.unlink(missing_ok=True)
    mode = 0o600 if file.name in PRIVATE else 0o644
    with open(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "w", encoding="utf-8") as opened:
        opened.write(text)
    made.chmod(mode)  # whatever the umask
    os.replace(made, file)
    return "replaced" if is_there else "written"


def _give_away(answers: Answers, folder: Path) -> None:
    """Give the configuration to the user that runs the site, if this one may do so."""
    if not is_root():
        return
    user: str | int = compose_files.USER if answers.runner == "compose" else answers.user
    with contextlib.suppress(LookupError):  # no such user yet
        shutil.chown(folder / FILE_NAME, user, user)


def is_root() -> bool:
    """True if this process may do everything."""
    return os.name == "posix" and os.geteuid() == 0


def make_user(answers: Answers) -> str:
    """Make the system's user that runs the site; a sentence about it, or "" if there is nothing to do."""
    if answers.runner != "systemd" or not is_root() or _has_user(answers.user):
        return ""
    command = ("useradd", "--system", "--create-home", "--home-dir", STATE_FOLDER, "--shell", "/usr/sbin/nologin")
    done = subprocess.run([*command, answers.user], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BadInput(f"cannot be made: {done.stderr.strip()}", f"user {answers.user}")
    Path(STATE_FOLDER).chmod(0o700)
    return f"User {answers.user}, who runs the site: made, with {STATE_FOLDER}."


def _has_user(name: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def organiser_link(answers: Answers, folder: Path) -> str:
    """Link by which the first organiser signs up. Raises BadInput if the database cannot be used yet."""
    command = [*program(), "invite", "--organiser", "--config", str(folder.absolute() / FILE_NAME)]
    as_user: dict[str, Any] = {"user": answers.user, "group": answers.user, "extra_groups": []} if is_root() else {}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TETSUDO_", "DJANGO_"))}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd="/", env={**kept, "HOME": STATE_FOLDER}, **as_user
        )
    except (OSError, LookupError, ValueError) as error:
        raise BadInput(f"cannot be run as {answers.user}: {error}", shlex.join(command)) from None
    if done.returncode:
        raise BadInput(done.stderr.strip() or "failed", "")
    return str(done.stdout).strip()


def next_commands(answers: Answers, folder: Path) -> Iterator[str]:
    """Commands to type next."""
    where = shlex.quote(str(folder.absolute()))
    if answers.runner == "compose":
        if not is_root():
            yield f"sudo chown {compose_files.USER} {where}/{FILE_NAME}"
        yield f"cd {where} && docker compose up --detach --build"
        yield "docker compose exec site tetsudo invite --organiser"
        yield "docker compose exec site tetsudo check"
        return
    services = f"{unit_files.SITE} {unit_files.WORKER} {unit_files.TIMER}"
    yield f"cp {where}/*.service {where}/*.timer /etc/systemd/system/ && systemctl enable --now {services}"
    if answers.has_caddy:
        yield f"cp {where}/Caddyfile /etc/caddy/Caddyfile && systemctl reload caddy"
    if answers.tls == "nginx":
        yield f"cp {where}/nginx.conf /etc/nginx/sites-enabled/tetsudo && systemctl reload nginx"
    yield f"runuser -u {answers.user} -- tetsudo check"
