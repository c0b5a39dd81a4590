"""Chat messages: permission to write, and the author's name. A message records if its author was a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.tables import events
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Message, Seat, Table
from tetsudo.web.tables.people import announcements, blocks
from tetsudo.web.tables.people.display_names import check_name_free, likeness, valid_name


class ChatAuthor(NamedTuple):
    """Author's name in a table's chat."""

    name: str
    is_seated: bool


def chat_author(table: Table, guest: Guest | None, seats: Sequence[Seat]) -> ChatAuthor:
    """Author name of a guest: the names of their seats, or a spectator's own name; `NotAllowed` or BadInput if they
    may not write. `seats`: those of the table."""
    own = _seat_names(seats, guest)
    if own:
        return ChatAuthor(own, True)
    if not table.may_spectators_chat and not (guest and guest.pk == table.owner_id):
        raise NotAllowed(_("Only players can write at this table."))
    blocks.check_may_write(table, guest)
    if guest is None or not guest.name:
        raise BadInput(_("Choose a name first, then you can write here."))
    name = valid_name(guest.name)
    check_name_free(name, [seat.name for seat in seats if seat.name])
    check_chat_name(table, name, guest)
    return ChatAuthor(name, False)


def _seat_names(seats: Sequence[Seat], guest: Guest | None) -> str:
    names = ", ".join(seat.name for seat in seats if guest and seat.guest_id == guest.pk)
    return names[: Message._meta.get_field("name").max_length]


def name_of(table: Table, guest: Guest) -> str:
    """Name of a guest at a table: those of their seats, or their own."""
    return _seat_names(list(Seat.objects.filter(table=table)), guest) or guest.name


def check_chat_name(table: Table, name: str, guest: Guest | None = None) -> None:
    """Raise BadInput if another guest has written in the chat under a name that looks the same."""
    alike = likeness(name)
    spoken = Message.objects.filter(Q(seen=alike.seen) | Q(read=alike.read), table=table, guest__isnull=False, news="")
    other = (spoken.exclude(guest=guest) if guest else spoken).values_list("name", flat=True).first()
    check_name_free(name, [other] if other else [])


def is_chat_name_free(table: Table, name: str) -> bool:
    """True if no guest has written in the chat under a name that looks the same."""
    try:
        check_chat_name(table, name)
    except BadInput:
        return False
    return True


def say(table: Table, guest: Guest | None, text: str) -> Message:
    """Add a message to a table's chat; raises as `chat_author`."""
    with transaction.atomic():
        voice = chat_author(table, guest, list(table.seats.all()))
        alike = likeness(voice.name)
        message = Message.objects.create(
            table=table,
            guest=guest,
            name=voice.name,
            seen=alike.seen,
            read=alike.read,
            is_seated=voice.is_seated,
            text=text,
            version=table.version,
        )
        spoken = announcements.Announcement(
            table,
            announcements.CHAT,
            table.version,
            but_guest=guest.pk if guest else None,
            about=str(message.pk),
            facts={"who": voice.name, "message": message.pk},
        )
        announcements.announce(spoken)
    events.notify(table.pk, events.CHAT, message.pk)
    return message


def post_system_message(table: Table, news: str, by: Guest | None, **facts: str) -> None:
    """Add a system message to a table's chat, announced on commit; `by` caused it, and has it as read."""
    message = Message.objects.create(table=table, guest=by, news=news, facts=facts, version=table.version)
    transaction.on_commit(lambda: events.notify(table.pk, events.CHAT, message.pk))


def set_talk_permission(table: Table, guest: Guest, who: str) -> None:
    """Set who may write in the chat. Only the owner of the table may."""
    if guest.pk != table.owner_id:
        raise NotAllowed(_("Only the table's owner can set who may write here."))
    if who not in Table.Talk.values:
        raise BadInput(_("There is no such choice."), "talk")
    Table.objects.filter(pk=table.pk).update(talk=who)
    events.notify(table.pk, events.TABLE, table.version)
