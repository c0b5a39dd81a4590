"""The host's configuration file, in TOML. Its values are put into the environment, from which all settings are read; a
variable that is set there already wins.
"""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

from tetsudo.core.errors import BadInput
from tetsudo.core.unknown_names import unknown_name
from tetsudo.web.common.file_permissions import OTHERS_MASK
from tetsudo.web.common.renamed_variables import RENAMED
from tetsudo.web.server.commands.hosting.setting_names import KINDS, SECRETS, variable

VARIABLE: Final = "TETSUDO_CONFIG"
"""Environment variable that names the file; "" for none."""

FILE_NAME: Final = "tetsudo.toml"
FOLDER: Final = Path("/etc/tetsudo")
PLACES: Final = (Path(FILE_NAME), FOLDER / FILE_NAME)
"""Files that are read unless one is named: the first that is there."""

_places: Final[dict[str, str]] = {}
"""File and key of each variable that was read from a file, as refusals name them."""


def load(named: str = "") -> Path | None:
    """Read the configuration into the environment; the file, or None if there is none.

    `named`: the file; "": the one that `TETSUDO_CONFIG` names, or one of the usual places.
    """
    file = find(named)
    if file is None:
        return None
    values = read(file)
    _check_user(file)
    os.environ[VARIABLE] = str(file.absolute())  # for the processes that this one starts
    for key, value in values.items():
        if not _is_set(variable(key)):
            os.environ[variable(key)] = value
            _places[variable(key)] = f"{file}: {key}"
    return file


def find(named: str = "") -> Path | None:
    """The configuration file; BadInput if one is named that is not there."""
    name = named or os.environ.get(VARIABLE)
    if name is None:
        return next((place for place in PLACES if _is_there(place) and _is_trusted(place)), None)
    if name and not _is_there(Path(name)):
        raise BadInput("is not there; `tetsudo host init` writes one", name)
    return Path(name) if name else None


def _is_there(file: Path) -> bool:
    try:
        return file.is_file()
    except PermissionError:  # in a folder that this user may not enter: root's home is none to look for a file in
        return file.is_absolute()


def _is_trusted(file: Path) -> bool:
    """False for another user's file that no one named, with a line that says so.

    In a folder that all may write to, such as /tmp, it would be others who say which database and which keys are used.
    Only root writes to /etc; and root gets the refusal of `_check_user` instead.
    """
    if os.name != "posix" or os.geteuid() == 0 or file.absolute().parent == FOLDER:
        return True
    if file.stat().st_uid in (0, os.geteuid()):
        return True
    print(
        f"{file.absolute()} is another user's and is not read. --config {file} reads it.", file=sys.stderr, flush=True
    )
    return False


def read(file: Path) -> dict[str, str]:
    """Values of a file by key, as the environment would have them. Raises BadInput for the first that is wrong."""
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except PermissionError:
        raise BadInput(f"cannot be read by this user: run the command {_owner(file)}", str(file)) from None
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", str(file)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"is no TOML: {error}", str(file)) from None
    _restrict(file, found)
    return {key: _value(file, key, value) for key, value in found.items()}


def _check_user(file: Path) -> None:
    """Refuse to work as root on another user's site: that one could not use the files made by it."""
    if os.name == "posix" and os.geteuid() == 0 and file.stat().st_uid:
        raise BadInput(f"belongs to the user who runs the site: run the command {_owner(file)}", str(file))


def _owner(file: Path) -> str:
    """The way to become a file's owner, or the usual one if that cannot be seen."""
    try:
        name = file.owner()
    except (OSError, KeyError, NotImplementedError):
        name = "tetsudo"
    return f"as that one, by `runuser -u {name} -- tetsudo ...`"


def _restrict(file: Path, found: dict[str, Any]) -> None:
    """Remove other users' access to a file with secrets, or say that it is open to them."""
    if os.name != "posix" or not found.keys() & set(SECRETS):
        return
    mode = file.stat().st_mode & 0o777
    if not mode & OTHERS_MASK:
        return
    try:
        file.chmod(mode & ~OTHERS_MASK)
    except OSError:
        print(f"Others can read {file}, which has secrets: chmod 600 it.", file=sys.stderr, flush=True)


def _value(file: Path, key: str, value: Any) -> str:
    """A value as the environment would have it."""
    if key not in KINDS:
        raise unknown_name("key", key, KINDS, str(file), remedy=" docs/hosting.md lists them.")
    kind = KINDS[key]
    is_wrong = not isinstance(value, kind.types) or (isinstance(value, bool) and bool not in kind.types)
    if is_wrong or (isinstance(value, list) and not all(isinstance(each, str) for each in value)):
        raise BadInput(f"must be {kind.words}, not {value!r}", f"{file}: {key}")
    if isinstance(value, list):
        return kind.separator.join(value)
    return str(int(value)) if isinstance(value, bool) else str(value)


def _is_set(name: str) -> bool:
    """True if the environment has a variable, perhaps under its old name."""
    return name in os.environ or any(new == name and old in os.environ for old, new in RENAMED.items())


def place(name: str) -> str:
    """Place of a setting as its host wrote it: the file and the key, or the variable itself."""
    return _places.get(name, name)
