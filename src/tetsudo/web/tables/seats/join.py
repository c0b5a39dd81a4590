"""Opening tables and taking seats. A game starts by itself once no seat is open."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.web.tables import events
from tetsudo.web.tables.bot_levels import NAMES
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.chat import unread
from tetsudo.web.tables.chat.messages import check_chat_name, is_chat_name_free
from tetsudo.web.tables.clocks import budgets, running
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.games import chance, removal, storage, summary
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.own_seats import may_claim
from tetsudo.web.tables.people import announcements, blocks, invitations
from tetsudo.web.tables.people.display_names import are_alike, check_name_free, valid_name
from tetsudo.web.tables.seats import leave as vacating


@dataclass(frozen=True)
class Chair:
    """A seat as the owner sets it up: a person's with a name, a bot's, or open (neither)."""

    name: str = ""
    bot: str = ""
    guest: Guest | None = None  # the person; None: the owner


@dataclass(frozen=True)
class TableSettings:
    """Settings of a table to be opened."""

    title: str
    chairs: Sequence[Chair]
    name: str = ""
    scenario: str = ""
    variants: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    random_seating: bool = False
    undo: str = Table.Undo.OWN
    best_routes: bool = True
    is_listed: bool = True
    talk: str = Table.Talk.USUAL
    deadline: int = 0
    advice: str = Table.Advice.USUAL
    pace: int = 0
    auto_pass: str = Table.AutoPass.USUAL
    cardboard: str = Table.Cardboard.NO
    tempo: str = Table.Tempo.UNSAID
    starts_at: datetime | None = None
    language: str = ""
    clock_minutes: int = 0
    clock_end: str = Table.ClockEnd.SHOWN
    clock_penalty: int = budgets.DEFAULT_PENALTY
    vacation_days: int = 0
    deadline_end: str = Table.DeadlineEnd.PLAYERS
    seed: int | None = None

    @property
    def rules(self) -> dict[str, Any]:
        """Options of the game: the house rules, and `automatic_passes` off if the table does not pass by itself."""
        passes = Table(auto_pass=self.auto_pass, deadline=self.deadline).has_auto_pass
        return {**self.options} if passes else {**self.options, "automatic_passes": False}


def trial_game(wish: TableSettings) -> Game:
    """Game of a plan, with placeholder names in the open seats; BadInput for an invalid choice."""
    return record.new(  # report errors now, not when the last guest sits down
        wish.title,
        _placeholder_names(_names(wish.chairs)),
        seed=wish.seed or 0,
        scenario=wish.scenario or None,
        variants=wish.variants,
        options=wish.rules,
    )


def open_table(wish: TableSettings, owner: Guest) -> Table:
    """Open a table; BadInput for an invalid choice."""
    names = _names(wish.chairs)
    seed = chance.new_seed() if wish.seed is None else wish.seed
    chosen = trial_game(wish).setup
    if any(chair.bot for chair in wish.chairs):
        worker.check_bot_limit(owner)
    with transaction.atomic():
        table = Table.objects.create(
            owner=owner,
            name=wish.name.strip(),
            title=wish.title,
            scenario=chosen.scenario,
            variants=list(chosen.variants),
            options=wish.rules,
            random_seating=wish.random_seating,
            seed=seed,
            undo=wish.undo,
            best_routes=wish.best_routes,
            is_listed=wish.is_listed,
            talk=wish.talk,
            deadline=wish.deadline,
            advice=wish.advice,
            pace=wish.pace,
            auto_pass=wish.auto_pass,
            cardboard=wish.cardboard,
            tempo=wish.tempo,
            starts_at=wish.starts_at,
            language=wish.language,
            clock_minutes=wish.clock_minutes,
            clock_end=wish.clock_end,
            clock_penalty=wish.clock_penalty,
            vacation_days=wish.vacation_days,
            deadline_end=wish.deadline_end,
        )
        for number, (chair, name) in enumerate(zip(wish.chairs, names, strict=True)):
            guest = (chair.guest or owner) if name and not chair.bot else None
            Seat.objects.create(table=table, number=number, name=name, bot=chair.bot, guest=guest)
        _begin_if_full(table)
    events.notify(table.pk, events.TABLE, table.version)
    return table


def _names(chairs: Sequence[Chair]) -> list[str]:
    """Names of the seats: bots get unique names, open seats have none."""
    names: list[str] = []
    for number, chair in enumerate(chairs):
        name = chair.name.strip()
        if chair.bot:
            vacating.check_bot(chair.bot)
            name = name or _bot_name(chair.bot, lambda name: not any(are_alike(name, other) for other in names))
        if name:
            with _errors_at(f"players[{number}]"):
                name = valid_name(name)
                check_name_free(name, filter(None, names))
        names.append(name)
    return names


@contextmanager
def _errors_at(where: str) -> Iterator[None]:
    """Add the place of the fault to any BadInput raised within."""
    try:
        yield
    except BadInput as error:
        raise BadInput(error.template, where, **error.facts) from None


def _bot_name(bot: str, is_free: Callable[[str], bool]) -> str:
    """Name of a bot with its level: the first free name, numbered once all are taken."""
    called, label = _("{name} ({bot})"), str(worker.label_of(bot))
    numbered = ((name, number) for number in count(1) for name in map(str, NAMES))
    names = (called.format(name=f"{name} {number}" if number > 1 else name, bot=label) for name, number in numbered)
    return next(name for name in names if is_free(name))


def _placeholder_names(names: Sequence[str]) -> list[str]:
    """Names for all seats, with placeholders, so that the game can be validated before all players are there."""
    found, taken = list(names), {name.casefold() for name in names}
    for number, name in enumerate(found):
        if not name:
            found[number] = next(
                each
                for each in (f"{number + 1}", f"seat {number + 1}", f"seat {number + 1}, open")
                if each not in taken
            )
    return found


def name_for(seat: Seat, name: str, guest: Guest | None = None) -> str:
    """Name of a guest who takes a seat; `NotAllowed` or BadInput if the seat cannot be taken under it.

    Once a game has begun, seats keep their names, since these are in its record.
    """
    if vacating.may_come_back(seat, guest):
        return seat.name
    if may_claim(seat, guest):
        return seat.name
    if not seat.is_open:
        raise NotAllowed(_("This seat is taken."))
    blocks.check_may_sit(seat.table, guest)
    invitations.check_not_reserved(seat, guest)
    if seat.table.status != Table.Status.WAITING:
        vacating.check_taker(seat, guest)
        return seat.name
    name = valid_name(name)
    check_name_free(name, [other.name for other in seat.table.seats.exclude(pk=seat.pk) if other.name])
    check_chat_name(seat.table, name, guest)
    return name


def sit_down(seat: Seat, guest: Guest, name: str) -> Table:
    """Take an open seat; the game starts if it was the last one. Raises as `name_for`."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=seat.table_id)
        seat = Seat.objects.select_for_update().select_related("table").get(pk=seat.pk)
        seat.name = name_for(seat, name, guest)
        if vacating.may_come_back(seat, guest):
            vacating.come_back(seat, guest)
        else:
            seat.guest, seat.since, seat.is_barred = guest, timezone.now(), False
            with running.seats_change(table):
                seat.save()
            unread.mark_earlier_read(table, guest)
            invitations.forget(table, [guest])
            _begin_if_full(table)
    events.notify(table.pk, events.TABLE, table.version)
    return table


def leave(seat: Seat, guest: Guest) -> None:
    """Vacate a seat, which gets a new link: allowed for its guest, and for the owner until the game starts."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=seat.table_id)
        seat.refresh_from_db()
        has_begun = table.status != Table.Status.WAITING
        is_hosts = guest.pk == table.owner_id and (not has_begun or table.is_on_cardboard)
        if guest.pk != seat.guest_id and not is_hosts:
            raise NotAllowed(_("This seat is another player's."))
        vacating.vacate(seat, keeps_name=has_begun)
    events.notify(table.pk, events.TABLE, table.version)


def is_alone(table: Table, guest: Guest) -> bool:
    """True if a guest opened the table and no other guest has a seat."""
    return table.owner_id == guest.pk and not table.seats.exclude(guest=None).exclude(guest=guest).exists()


def may_delete(table: Table, guest: Guest) -> bool:
    """True if a guest may delete a table: their own, without other people, unless an organiser has closed it."""
    return table.status != Table.Status.CLOSED and is_alone(table, guest)


def delete(table: Table, guest: Guest) -> None:
    """Delete a guest's own table with its game, if no other person sits there, and no organiser has closed it."""
    with transaction.atomic():
        held = Table.objects.select_for_update().get(pk=table.pk)
        if not is_alone(held, guest):
            raise NotAllowed(_("You can only delete a table of your own without other people."))
        if held.status == Table.Status.CLOSED:
            raise NotAllowed(_("An organiser has closed this table, and keeps it."))
        removal.hide(held)
    removal.clear(held)


def give_to_bot(seat: Seat, bot: str, guest: Guest) -> Table:
    """Give a seat to a bot: the guest's own seat, or, for the owner before the game starts, one without a person.

    In a running game, the players agree to give another seat to a bot (`leave.ask`).
    """
    vacating.check_bot(bot)
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=seat.table_id)
        seat = Seat.objects.select_related("table", "guest", "left_by").get(pk=seat.pk)
        is_waiting = table.status == Table.Status.WAITING
        is_hosts = guest.pk == table.owner_id and seat.guest_id is None and is_waiting
        if guest.pk != seat.guest_id and not is_hosts:
            raise NotAllowed(_("Only the table's owner can give open seats to bots."))
        invitations.check_not_reserved(seat, None)
        worker.check_bot_limit(table.owner)
        if is_waiting:
            others = [other.name for other in table.seats.exclude(pk=seat.pk)]
            seat.name = _bot_name(
                bot, lambda name: not any(are_alike(name, other) for other in others) and is_chat_name_free(table, name)
            )
        vacating.hand_to_bot(seat, bot, guest)
        _begin_if_full(table)
    events.notify(table.pk, events.TABLE, table.version)
    return table


def _begin_if_full(table: Table) -> None:
    """Start the game once no seat is open."""
    seats = list(table.seats.all())
    if table.status != Table.Status.WAITING or any(seat.is_open for seat in seats):
        return
    if table.random_seating:
        _shuffle(table, seats)
    hot = storage.initial_game(table)
    table.deal = list(hot.game.setup.dealt) or None
    table.save(update_fields=["deal"])
    invitations.forget(table)
    summary.update(table, summary.summary_of(hot))
    running.begin(table)
    announcements.announce_start(table, hot)


def _shuffle(table: Table, seats: list[Seat]) -> None:
    """Seat the players at random. Numbers are changed via unused ones, since they are unique at a table."""
    order = list(range(len(seats)))
    random.Random(table.seed).shuffle(order)
    for step in (len(seats), 0):
        for seat, number in zip(seats, order, strict=True):
            seat.number = number + step
            seat.save(update_fields=["number"])
