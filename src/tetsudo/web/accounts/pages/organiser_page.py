"""Page of the site's organisers: invitations, and a test of the mail."""

from __future__ import annotations

from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tetsudo.web.accounts.models import Invitation, User
from tetsudo.web.accounts.pages.access import account_page
from tetsudo.web.accounts.signing_up import invitations
from tetsudo.web.notices.channels import mail
from tetsudo.web.notices.texts import one_line
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.guests import check_rate_limit


class InvitationForm(forms.Form):
    """Form of a new invitation."""

    people = forms.IntegerField(
        label=gettext_lazy("People who may sign up with it"),
        min_value=1,
        max_value=invitations.MAX_PEOPLE,
        initial=1,
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days until it expires"), min_value=1, max_value=invitations.MAX_DAYS, initial=14
    )
    label = forms.CharField(label=gettext_lazy("Note for yourself"), max_length=80, required=False)


class MailForm(forms.Form):
    """Form of a test mail."""

    address = forms.EmailField(label=gettext_lazy("E-mail address"))


@require_http_methods(["GET", "HEAD", "POST"])
@account_page
def organise(request: HttpRequest, user: User, guest: Guest) -> HttpResponse:
    """Show the page, make or withdraw an invitation, or send a test mail. No one else is told that the page exists."""
    if not user.is_organiser:
        raise Http404
    invitation, address = InvitationForm(), MailForm(initial={"address": user.email})
    if request.method == "POST" and "withdraw" in request.POST:
        number = _number(request.POST["withdraw"])
        Invitation.objects.filter(pk__in=[each.pk for each in _usable() if each.pk == number]).delete()
        return redirect("organise")
    if request.method == "POST" and "address" in request.POST:
        address = MailForm(request.POST)
        if address.is_valid() and settings.HAS_MAIL:
            return _send_test(request, address.cleaned_data["address"])
    elif request.method == "POST":
        invitation = InvitationForm(request.POST)
        if invitation.is_valid():
            invitations.create(**invitation.cleaned_data)
            return redirect("organise")
    return _page(request, invitation, address)


def _page(request: HttpRequest, invitation: InvitationForm, address: MailForm) -> HttpResponse:
    shown = {
        "invitations": [(each, _link(request, each)) for each in _usable()],
        "invitation": invitation,
        "address": address,
        "sign_up": settings.SIGN_UP,
        "has_mail": settings.HAS_MAIL,
    }
    return render(request, "accounts/organise.html", shown, status=422 if request.method == "POST" else 200)


def _usable() -> list[Invitation]:
    """Invitations that have not expired, the latest first. Those that make an organiser are the host's alone."""
    found = Invitation.objects.filter(expires__gt=timezone.now()).order_by("-created", "-pk")
    return [each for each in found if not invitations.makes_organiser(each.key)]


def _link(request: HttpRequest, invitation: Invitation) -> str:
    query = urlencode({invitations.FIELD: invitation.key})
    return request.build_absolute_uri(f"{reverse('account_signup')}?{query}")


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _send_test(request: HttpRequest, address: str) -> HttpResponse:
    """Send a test mail, and say on the page what the mail server answered."""
    check_rate_limit(request, "test_mails")
    try:
        mail.send_test(address)
    except Exception as error:  # any fault of a mail server: the organiser reads it
        reason = one_line(f"{type(error).__name__}: {error}")
        messages.error(request, _("The mail was not accepted: {reason}").format(reason=reason))
    else:
        messages.success(request, _("The mail server accepted a mail to {address}.").format(address=address))
    return redirect("organise")
