"""Page of the people with whom someone has shared tables, and of those whom they have blocked."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tetsudo.web.accounts.models import User
from tetsudo.web.accounts.pages.access import account_page
from tetsudo.web.accounts.people import companions
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.people import blocks


@require_http_methods(["GET", "HEAD", "POST"])
@account_page
def people(request: HttpRequest, user: User, guest: Guest) -> HttpResponse:
    """Show the list, or block or unblock someone."""
    if request.method == "POST":
        return _change(request, guest)
    shown = {"companions": companions.companions_of(guest), "blocked": companions.blocked_by(guest)}
    return render(request, "accounts/people.html", shown)


def _change(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Block or unblock a person, named by the key of their profile or, for guests, by a shared table."""
    found = companions.find(guest, request.POST.get("person", ""))
    if found is None or found.pk == guest.pk:
        raise Http404
    if "unblock" in request.POST:
        blocks.unblock(guest, found)
    else:
        blocks.block(guest, found)
    return redirect("account-people")
