"""Pages of recovery codes: a new password by code, and the code itself, shown once."""

from __future__ import annotations

from allauth.account import views as account
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tetsudo.web.accounts import recovery
from tetsudo.web.accounts.forms import RecoveryForm
from tetsudo.web.accounts.models import User
from tetsudo.web.accounts.pages.access import account_page, confirmed
from tetsudo.web.tables.models import Guest


def reset(request: HttpRequest) -> HttpResponse:
    """Send a mail to set a new password; on a site without mail, ask for the recovery code."""
    if not settings.HAS_MAIL:
        return redirect("recover")
    response: HttpResponse = account.password_reset(request)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code", "password1")
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password with a recovery code, and show the next code. It signs no one in."""
    form, status = RecoveryForm(), 200
    if request.method == "POST":
        form, status = RecoveryForm(request.POST), 422
        if form.is_valid():
            found = recovery.account_of(form.cleaned_data["code"])
            if found is not None:
                get_adapter().set_password(found, form.cleaned_data["password1"])
                shown = {"code": recovery.new_code(found), "account": found}
                return render(request, "accounts/recovered.html", shown)
            User().set_password(form.cleaned_data["password1"])  # takes as long
            form.add_error("code", ValidationError(_("This recovery code is wrong, or has been used.")))
    return render(request, "accounts/recover.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_page
def code(request: HttpRequest, user: User, guest: Guest) -> HttpResponse:
    """Show a new recovery code until its owner says that it is saved, or offer to make one."""
    if request.method == "POST" and "saved" in request.POST:
        request.session.pop(recovery.IN_SESSION, None)
        return redirect("lobby")
    if request.method == "POST":
        made: HttpResponse = _make(request)
        return made
    shown = {"code": request.session.get(recovery.IN_SESSION, ""), "account": user}
    return render(request, "accounts/recovery_code.html", shown)


@confirmed
def _make(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    request.session[recovery.IN_SESSION] = recovery.new_code(request.user)
    return redirect("recovery-code")
