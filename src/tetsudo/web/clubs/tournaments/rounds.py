"""Starting a round: pairing, and opening its tables with everyone in their seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.core.errors import BadInput
from tetsudo.core.player_names import MAX_NAME_LENGTH
from tetsudo.web.accounts.identity import guest_of_account
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs import club_tables
from tetsudo.web.clubs.models import Member
from tetsudo.web.clubs.tournaments import access, table_settings
from tetsudo.web.clubs.tournaments.models import NOT_OVER, Entrant, Place, RoundTable, Tournament
from tetsudo.web.clubs.tournaments.pairing.tables import missing_people, pair_round
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.games import chance
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.people.display_names import are_alike
from tetsudo.web.tables.seats.join import Chair, open_table

MAX_TABLE_NAME_LENGTH: Final = 80


def start_round(tournament: Tournament, member: Member, number: int) -> None:
    """Start round `number`. A repeated request does nothing.

    `NotAllowed` for others than organisers, while a table of the round before is running, and after the last round;
    BadInput if the entrants do not fill tables that the game allows.
    """
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        access.check_organiser(member)
        if number == rounds_begun(held) and number:
            return
        _check_next(held, number)
        people = {each.pk: each for each in access.active_entrants(held)}
        _check_sizes(held, len(people))
        paired = pair_round(list(people), held.players, past_rounds(held), f"{held.seed} {number}")
        seed = chance.new_seed()
        for at, table in enumerate(paired, 1):
            seated = [people[entrant] for entrant in table]
            own_seed = seed if held.same_deal else chance.new_seed()
            _open(held, number, at, seated, own_seed, member.account)


def rounds_begun(tournament: Tournament) -> int:
    """Number of rounds that have started."""
    last = tournament.tables.order_by("-round").first()
    return last.round if last else 0


def is_round_over(tournament: Tournament, number: int) -> bool:
    """True if every table of a round is over."""
    return not tournament.tables.filter(round=number, table__status__in=NOT_OVER).exists()


def stage_text(tournament: Tournament) -> str:
    """Progress of a tournament, in a few words."""
    begun = rounds_begun(tournament)
    if not begun:
        count = tournament.entrants.count()
        return ngettext("open, {count} entrant", "open, {count} entrants", count).format(count=count)
    if begun == tournament.rounds and is_round_over(tournament, begun):
        return _("finished")
    return _("round {number} of {count}").format(number=begun, count=tournament.rounds)


def past_rounds(tournament: Tournament) -> list[list[list[int]]]:
    """Entrants of earlier rounds, by table and seat."""
    found: dict[int, list[list[int]]] = {}
    for table in tournament.tables.prefetch_related("places"):
        found.setdefault(table.round, []).append([place.entrant_id for place in table.places.all()])
    return list(found.values())


def _check_next(tournament: Tournament, number: int) -> None:
    begun = rounds_begun(tournament)
    if begun == tournament.rounds:
        raise NotAllowed(_("All rounds of this tournament have been played."))
    if number != begun + 1:
        raise NotAllowed(_("The next round is round {number}. Reload the page.").format(number=begun + 1))
    if tournament.tables.filter(round=begun, table__status=Table.Status.CLOSED).exists():
        raise NotAllowed(_("A table of the round is closed: ask an organiser of this site to open it again."))
    if not is_round_over(tournament, begun):
        raise NotAllowed(_("A table of round {number} is still running: wait until it ends.").format(number=begun))


def _check_sizes(tournament: Tournament, people: int) -> None:
    """Raise BadInput unless so many people fill tables of allowed sizes."""
    seats = table_settings.allowed_players(tournament.settings)
    if not seats:
        raise BadInput(_("This game no longer exists."))
    missing = missing_people(people, tournament.players, seats)
    if missing:
        said = ngettext(
            "Tables of {players} need {count} more entrant: this game has {least} to {most} players.",
            "Tables of {players} need {count} more entrants: this game has {least} to {most} players.",
            missing,
        )
        raise BadInput(said.format(count=missing, players=tournament.players, least=seats[0], most=seats[-1]))


def _open(tournament: Tournament, number: int, at: int, seated: Sequence[Entrant], seed: int, organiser: User) -> None:
    """Open a table of a round. Its owner is the organiser, or its first player if the organiser plays too.

    An organiser who plays would otherwise own tables that are closed to them.
    """
    playing = tournament.entrants.filter(account=organiser).exists()
    guests = [guest_of_account(entrant.account) for entrant in seated if isinstance(entrant.account, User)]
    names = seat_names([guest.name for guest in guests])
    chairs = [Chair(name, guest=guest) for name, guest in zip(names, guests, strict=True)]
    end = _(" · round {round}, table {table}").format(round=number, table=at)
    wish = table_settings.settings_for(
        tournament.settings, chairs, tournament.name[: MAX_TABLE_NAME_LENGTH - len(end)] + end
    )
    made = open_table(replace(wish, seed=seed), guests[0] if playing else guest_of_account(organiser))
    club_tables.add_table(tournament.club, made)
    row = RoundTable.objects.create(tournament=tournament, round=number, number=at, table=made)
    Place.objects.bulk_create(Place(round_table=row, seat=seat, entrant=entrant) for seat, entrant in enumerate(seated))


def seat_names(names: Sequence[str]) -> list[str]:
    """Names for the seats of a table: people may have renamed themselves, so similar names get a number."""
    found: list[str] = []
    for name in names:
        plain = name or _("Guest")
        numbered = (f"{plain[: MAX_NAME_LENGTH - 3]} {number}" if number > 1 else plain for number in count(1))
        found.append(next(each for each in numbered if not any(are_alike(each, other) for other in found)))
    return found
