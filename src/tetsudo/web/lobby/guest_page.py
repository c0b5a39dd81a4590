"""A guest's own page: the name, and the secret link to sign in another browser."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tetsudo.web.lobby.waiting_room.room import NameForm
from tetsudo.web.tables.seats.guests import ensure_guest, guest_by_key, guest_of, sign_in, sign_out


@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """Show the guest's name and secret link; change the name, or sign this browser out."""
    known, status = guest_of(request), 200
    if known and known.account_id and "forget" not in request.POST:
        return redirect("account")
    form = NameForm(initial={"name": known.name if known else ""})
    if request.method == "POST" and "forget" in request.POST:
        sign_out(request)
        return redirect("lobby")
    if request.method == "POST":
        form = NameForm(request.POST)
        if form.is_valid():
            ensure_guest(request, form.cleaned_data["name"])
            return redirect("guest")
        status = 422
    link = request.build_absolute_uri(reverse("be-guest", args=[known.key])) if known else ""
    shown = {"form": form, "link": link, **_account_context()}
    return render(request, "lobby/guest.html", shown, status=status)


def _account_context() -> dict[str, bool]:
    """Ways to an account that the page offers: none on a site without any account."""
    is_open = settings.SIGN_UP == "open"
    return {"may_sign_up": is_open, "may_sign_in": is_open or get_user_model()._default_manager.exists()}


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page of a guest's secret link, or sign this browser in. Only the form does, since link previews load the
    page too."""
    found = guest_by_key(key)
    if found is None:
        raise Http404
    if request.method == "POST":
        sign_in(request, found)
        return redirect("lobby")
    known = guest_of(request)
    other = known if known and known.pk != found.pk else None
    return render(request, "lobby/be_guest.html", {"found": found, "other": other})
