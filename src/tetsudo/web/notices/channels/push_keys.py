"""Keys that sign push messages (VAPID): created once by `tetsudo push-keys`, in a file beside the database."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import lru_cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid

from tetsudo.core.errors import BadInput
from tetsudo.web.common import file_permissions
from tetsudo.web.common.database import location


def private_key() -> str:
    """Private key in base64, from the environment or the file; "" if the host has made none."""
    if settings.PUSH_KEY:
        return str(settings.PUSH_KEY)
    file = key_file()
    return file.read_text("ascii").strip() if file and file.is_file() else ""


def public_key() -> str:
    """Public key in base64, which browsers need to subscribe; "" without a private one."""
    key = private_key()
    return _public(key) if key else ""


@lru_cache(maxsize=4)
def _public(key: str) -> str:
    try:
        point = Vapid.from_string(key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    except ValueError:
        raise BadInput("is no key: remove it, and run `tetsudo push-keys`", "TETSUDO_PUSH_KEY") from None
    return _base64(point)


def key_file() -> Path | None:
    """File of the private key, beside that of the database; None for a database in memory."""
    base = location.key_base()
    return None if base is None else Path(f"{base}.push-key")


def create() -> Path:
    """Create the keys, unless there are some; returns their file."""
    file = key_file()
    assert file is not None, "commands use no database in memory"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)  # beside PostgreSQL nothing else may have made it
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        file_permissions.write_key(file, _base64(number.to_bytes(32, "big")))
    return file


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
