"""Download of everything that the site knows about a person."""

from __future__ import annotations

from django.http import FileResponse, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_POST

from tetsudo.web.accounts import export
from tetsudo.web.accounts.models import User
from tetsudo.web.accounts.pages.access import account_page, rate_limited
from tetsudo.web.tables.models import Guest


@account_page
def _download(request: HttpRequest, user: User, guest: Guest) -> HttpResponseBase:
    return FileResponse(export.archive(user, guest), as_attachment=True, filename="tetsudo.zip")


download = require_POST(rate_limited(_download, "exports"))
