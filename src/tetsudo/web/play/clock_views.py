"""Views that ask for a pause of the clocks, answer such a request, and resume the game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tetsudo.web.play.actions import answer, requested_version
from tetsudo.web.play.scene.scene import table_or_404
from tetsudo.web.tables.clocks import pauses
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.guests import guest_of


def _player(request: HttpRequest) -> Guest:
    guest = guest_of(request)
    if guest is None:
        raise NotAllowed(_("Only players can pause and resume the clocks."))
    return guest


@require_POST
def ask_pause(request: HttpRequest, key: str) -> HttpResponse:
    """Ask the other players to agree to a pause."""
    table = table_or_404(key)
    return answer(request, table, lambda: pauses.ask(table, requested_version(request), _player(request)))


@require_POST
def agree_pause(request: HttpRequest, key: str) -> HttpResponse:
    """Agree to a pause. It begins once everybody has agreed."""
    table = table_or_404(key)
    return answer(request, table, lambda: pauses.agree(table, requested_version(request), _player(request)))


@require_POST
def decline_pause(request: HttpRequest, key: str) -> HttpResponse:
    """Withdraw or decline a request to pause."""
    table = table_or_404(key)
    return answer(request, table, lambda: pauses.decline(table, _player(request)))


@require_POST
def resume(request: HttpRequest, key: str) -> HttpResponse:
    """End a pause."""
    table = table_or_404(key)
    return answer(request, table, lambda: pauses.resume(table, _player(request)))
