"""Page to delete one's account."""

from __future__ import annotations

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tetsudo.web.accounts.deletion.former import delete_account
from tetsudo.web.accounts.models import User
from tetsudo.web.accounts.pages.access import account_page, confirmed, signed_out
from tetsudo.web.tables.models import Guest


@require_http_methods(["GET", "HEAD", "POST"])
@signed_out
@account_page
def delete(request: HttpRequest, user: User, guest: Guest) -> HttpResponse:
    """Ask, or delete the account after its owner has confirmed who they are."""
    if request.method != "POST":
        return render(request, "accounts/delete.html", {"seats": guest.seats.count()})
    deleted: HttpResponse = _delete(request)
    return deleted


@confirmed
def _delete(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    delete_account(User.objects.get(pk=request.user.pk))
    logout(request)
    return redirect("lobby")
