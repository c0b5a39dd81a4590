"""Pages of notices: wishes, what was sent, confirmation of an address, and turning mails off."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import available_timezones

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tetsudo.web.common.error_pages import page
from tetsudo.web.notices import addresses, outbox, texts
from tetsudo.web.notices.channels import pinned_http, push_keys
from tetsudo.web.notices.kinds import ALL_KINDS
from tetsudo.web.notices.models import MAX_ENDPOINT_LENGTH, Notice, PushDevice, Recipient, TableWish, When
from tetsudo.web.notices.pages.forms import CHANNEL_LABELS, TableForm, WishesForm, available_channels
from tetsudo.web.notices.rules import zone_of
from tetsudo.web.notices.waiting import title_name
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of

PAGE_SIZE: Final = 100
MAX_DEVICES: Final = 10
KEY: Final = re.compile(r"[\w-]{10,100}=*")
"""A browser's key in base64."""


def recipient_of(request: HttpRequest, guest: Guest) -> Recipient:
    """Wishes of a guest, saved or not yet. Takes over the language and the site's address from the request."""
    found = Recipient.objects.filter(guest=guest).first() or Recipient(guest=guest)
    found.language = get_language() or "en"
    found.site = request.build_absolute_uri("/")[: Recipient._meta.get_field("site").max_length]
    return found


def _required_guest(request: HttpRequest) -> Guest:
    """Guest of a request. Raises `Http404` for a visitor who has done nothing yet."""
    guest = guest_of(request)
    if guest is None:
        raise Http404
    return guest


# Wishes


@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: HttpRequest) -> HttpResponse:
    """Show a guest's wishes, or save them."""
    guest = guest_of(request)
    if guest is None:
        return render(request, "notices/wishes.html", {"form": None})
    recipient, status = recipient_of(request, guest), 200
    form = WishesForm(recipient)
    if request.method == "POST":
        form = WishesForm(recipient, request.POST)
        if form.is_valid():
            return _save(request, form)
        status = 422
    return render(request, "notices/wishes.html", _shown(form, recipient), status=status)


def _save(request: HttpRequest, form: WishesForm) -> HttpResponse:
    if form.cleaned_data.get("address", "") not in ("", form.initial["address"]):
        check_rate_limit(request, "mails")
    if form.save():
        addresses.ask_to_confirm(form.recipient)
    return redirect("notices")


def _shown(form: WishesForm, recipient: Recipient) -> dict[str, Any]:
    return {
        "form": form,
        "recipient": recipient,
        "channels": available_channels(),
        "push_key": push_keys.public_key(),
        "devices": PushDevice.objects.filter(guest=recipient.guest_id).order_by("pk"),
        "zones": sorted(available_timezones()),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def table_wishes(request: HttpRequest, key: str) -> HttpResponse:
    """Show a guest's wishes for one table, or save them."""
    guest, table = _required_guest(request), Table.objects.filter(key=key).first()
    if table is None:
        raise Http404
    wish = TableWish.objects.filter(guest=guest, table=table).first() or TableWish(guest=guest, table=table)
    form, status = TableForm(wish), 200
    if request.method == "POST":
        form = TableForm(wish, request.POST)
        if form.is_valid():
            form.save(recipient_of(request, guest))
            return redirect("table-notices", key)
        status = 422
    shown = {"form": form, "table": table, "name": table.name or title_name(table)}
    return render(request, "notices/table.html", shown, status=status)


# Devices


@require_POST
def add_device(request: HttpRequest) -> HttpResponse:
    """Add this browser's subscription to push messages."""
    guest = _required_guest(request)
    sent = {name: request.POST.get(name, "") for name in ("endpoint", "public", "secret")}
    if not _is_subscription(**sent):
        return page(request, _("This browser did not say how to reach it. Try again."), 422)
    recipient = recipient_of(request, guest)
    if PushDevice.objects.filter(guest=guest).exclude(endpoint=sent["endpoint"]).count() >= MAX_DEVICES:
        return page(request, _("You already have {count} devices. Remove one first.").format(count=MAX_DEVICES), 422)
    values = {"guest": guest, "public": sent["public"], "secret": sent["secret"], "name": _name_of_browser(request)}
    PushDevice.objects.update_or_create(endpoint=sent["endpoint"], defaults=values)
    if recipient.push == When.NEVER:
        recipient.push, recipient.is_active = When.AWAY, True
    recipient.save()
    return redirect("notices")


def _is_subscription(endpoint: str, public: str, secret: str) -> bool:
    try:
        pinned_http.check_address(endpoint)
    except pinned_http.Forbidden:
        return False
    are_keys = KEY.fullmatch(public) and KEY.fullmatch(secret) and len(secret) <= 40
    return bool(are_keys) and len(endpoint) <= MAX_ENDPOINT_LENGTH


BROWSERS: Final = ("Firefox", "Edg", "OPR", "Chrome", "Safari")
SYSTEMS: Final = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")
"""Names in the User-Agent header, the more special first."""


def _name_of_browser(request: HttpRequest) -> str:
    """Name of a device in the list, such as "Firefox, Linux"."""
    said = request.headers.get("User-Agent", "")
    found = (next((name for name in names if name in said), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))


@require_POST
def remove_device(request: HttpRequest, number: int) -> HttpResponse:
    """Remove one of the guest's devices."""
    PushDevice.objects.filter(pk=number, guest=_required_guest(request)).delete()
    return redirect("notices")


# Sent notices


@dataclass(frozen=True)
class Line:
    """A notice in the list of what was sent."""

    notice: Notice
    subject: str

    @property
    def channel(self) -> object:
        """Label of the channel."""
        return CHANNEL_LABELS[self.notice.channel]

    @property
    def why(self) -> object:
        """Label of the wish that it comes from."""
        return ALL_KINDS[self.notice.kind].label

    @property
    def at(self) -> datetime:
        """Time when it was settled, or when it is tried."""
        return self.notice.done or self.notice.not_before


@require_safe
@never_cache
def sent(request: HttpRequest) -> HttpResponse:
    """Show what was sent to a guest, by which wish, and what could not be delivered."""
    guest = _required_guest(request)
    recipient = recipient_of(request, guest)
    rows = Notice.objects.filter(guest=guest, kind__in=ALL_KINDS).exclude(channel="").select_related("table")
    lines = [Line(row, texts.text_of(row, recipient).subject) for row in rows.order_by("-created", "-pk")[:PAGE_SIZE]]
    shown = {"lines": lines, "zone": recipient.zone, "missed": outbox.undelivered(guest.pk).exists()}
    with timezone.override(zone_of(recipient.zone)):
        return render(request, "notices/sent.html", shown)


@require_POST
def seen(request: HttpRequest) -> HttpResponse:
    """Mark undelivered notices as seen."""
    outbox.mark_seen(_required_guest(request).pk)
    return redirect("lobby")


# Links in mails


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address. Only the form does, since mail programs open links by themselves."""
    found = addresses.confirmed_by(token)
    if found is None:
        return page(request, _("This link is too old, or another address was entered since."), 404)
    recipient, address = found
    if request.method == "POST":
        Recipient.objects.filter(pk=recipient.pk, address=address).update(is_confirmed=True)
        recipient.is_confirmed = True
    return render(request, "notices/confirm.html", {"recipient": recipient})


@csrf_exempt  # mail programs post it, without a page before
@require_http_methods(["GET", "HEAD", "POST"])
def turn_off(request: HttpRequest, token: str) -> HttpResponse:
    """Turn a guest's mails off, without signing in."""
    recipient = addresses.turned_off_by(token)
    if recipient is None:
        raise Http404
    if request.method == "POST":
        Recipient.objects.filter(pk=recipient.pk).update(mail=When.NEVER)
        TableWish.objects.filter(guest=recipient.guest_id).exclude(mail="").update(mail=When.NEVER)
    return render(request, "notices/off.html", {"is_done": request.method == "POST"})
