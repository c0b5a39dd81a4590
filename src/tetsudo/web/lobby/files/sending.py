"""Files that a person sends: read in the worker processes, then written as a table."""

from __future__ import annotations

import secrets
from pathlib import PurePath
from typing import Final, NamedTuple, cast

from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.common.client_address import client_key
from tetsudo.web.common.language import language
from tetsudo.web.tables.games import brought, from_record, limits
from tetsudo.web.tables.games.brought import Brought
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.guests import ensure_guest, guest_of
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, writer_questions
from tetsudo.web.tables.workers.async_results import files as file_questions
from tetsudo.web.tables.workers.process_pool import BUSY, DONE, FAILED, REFUSED, TIMED_OUT, Outcome

SALT: Final = "import"
MAX_TABLE_NAME_LENGTH: Final = 80
TOKEN_SECONDS: Final = 3600


class Sending(NamedTuple):
    """A file that was sent, without its content. Two sendings of one file differ in `nonce`."""

    digest: str
    table_name: str
    own_names: tuple[str, ...]
    as_far: bool  # take what can be replayed of a game with an error
    language: str  # of the sentences about errors
    nonce: str

    @property
    def token(self) -> str:
        """Signed text, by which the sending is found again."""
        return signing.dumps([*self], salt=SALT, compress=True)

    @property
    def address(self) -> str:
        """Address to ask for the result."""
        return reverse("reading", args=[self.token])

    @property
    def question(self) -> tuple[str, str]:
        """Key of the question whose answer is the game."""
        return ("import", f"{self.digest} {self.language}")


def sending_of(content: bytes, table_name: str, own_names: tuple[str, ...] = (), *, as_far: bool = False) -> Sending:
    """Sending of a file that has just arrived."""
    return Sending(brought.digest_of(content), table_name, own_names, as_far, language(), secrets.token_hex(8))


def part_of(sending: Sending) -> Sending:
    """Sending of the same file that takes what could be replayed."""
    return sending._replace(as_far=True, nonce=secrets.token_hex(8))


def read_token(token: str) -> Sending | None:
    """Sending of a signed text; None if it is invalid or too old."""
    try:
        digest, table_name, own_names, as_far, spoken, nonce = signing.loads(token, salt=SALT, max_age=TOKEN_SECONDS)
    except (signing.BadSignature, ValueError):
        return None
    return Sending(digest, table_name, tuple(own_names), as_far, spoken, nonce)


def file_name_stem(name: str | None) -> str:
    """Name of a table after its file."""
    return PurePath(name or "").stem[:MAX_TABLE_NAME_LENGTH]


# Reading


def ask(request: HttpRequest, sending: Sending, content: bytes) -> Outcome:
    """Ask a worker process to read a file. The files of a person wait for each other."""
    guest = guest_of(request)
    group = ("import", guest.pk if guest else client_key(request.META.get("REMOTE_ADDR", "")))
    args = (content, limits.max_actions(), limits.too_long_message(), language())
    return file_questions.ask(sending.question, group, tasks.import_file, lambda: args)


def peek(sending: Sending) -> Outcome:
    """Answer to the question about a file that was sent before."""
    return file_questions.peek(sending.question) or Outcome(FAILED)


def result_of(outcome: Outcome) -> tasks.ImportResult | None:
    """Game of an answer; None while there is none, BadInput if the file could not be read."""
    if outcome.how == DONE:
        return cast("tasks.ImportResult", outcome.value)
    if outcome.how == REFUSED:
        raise cast("BadInput", outcome.value)
    if outcome.how == BUSY:
        raise BadInput(_("Other files of yours are still being read. Try again in a minute."))
    if outcome.how == TIMED_OUT:
        raise BadInput(_("Reading this file takes too long."))
    if outcome.how == FAILED:
        raise BadInput(_("This file could not be read."))
    return None


# Writing


def write(request: HttpRequest, sending: Sending, read: tasks.ImportResult, *, is_repeated: bool) -> Brought | None:
    """Table of a game; None while a long one is being written in the background.

    `is_repeated`: pages ask again and again for the same sending, which makes one table only, whoever asks.
    """
    made, names = read.found, sending.own_names
    if not is_repeated and len(made.moves) <= from_record.MAX_QUICK_MOVES:
        return brought.bring(made, _owner(request), sending.table_name, names, sending.digest)
    outcome = writer_questions.ask(
        sending.nonce,
        sending.nonce,
        brought.bring_in_background,
        lambda: (made, _owner(request).pk, sending.table_name, names, sending.digest),
    )
    if outcome.how == DONE:
        return cast("Brought", outcome.value)
    if outcome is PENDING or outcome.how == BUSY:
        return None
    writer_questions.forget(sending.nonce)
    raise BadInput(_("This file could not be read."))


def written(sending: Sending) -> Brought | None:
    """Table that was written in the background for a sending; None if there is none yet."""
    outcome = writer_questions.peek(sending.nonce)
    return cast("Brought", outcome.value) if outcome is not None and outcome.how == DONE else None


def is_being_written(sending: Sending) -> bool:
    """True while a sending's table is written in the background."""
    return writer_questions.peek(sending.nonce) is PENDING


def _owner(request: HttpRequest) -> Guest:
    """Guest of a request, created without a name if new: looking at a game needs none."""
    return guest_of(request) or ensure_guest(request)
