"""The desk's site: for organisers only, who have lately confirmed who they are. To everyone else it does not exist."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tetsudo.web.accounts.desk import limits
from tetsudo.web.accounts.desk.admins import ADMINS
from tetsudo.web.accounts.desk.models import Banner, Report, Trace
from tetsudo.web.accounts.models import User
from tetsudo.web.accounts.pages.access import confirmed


class DeskSite(AdminSite):
    """Django's admin without its own pages to sign in, its log and its deletions."""

    site_title = site_header = gettext_lazy("Organiser's desk")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """True for organisers."""
        return isinstance(request.user, User) and request.user.is_active and request.user.is_organiser

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        """A page of the desk: 404 for everyone but organisers, who are asked first who they are."""
        page = confirmed(super().admin_view(view, cacheable))

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if not self.has_permission(request):
                raise Http404
            return page(request, *args, **kwargs)

        return guarded

    def get_urls(self) -> list[Any]:
        """Addresses: the desk, its kinds of rows, and the limits."""
        kinds = [path(f"{part}/", include(self._registry[model].urls)) for part, (model, _admin) in ADMINS.items()]
        own = [
            path("", self.admin_view(self.overview), name="index"),
            path("limits/", self.admin_view(self.limits), name="limits"),
        ]
        return own + kinds

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Context of every page: the desk's menu too."""
        menu = [
            (f"desk:desk_{model._meta.model_name}_changelist", model._meta.verbose_name_plural)
            for model, _ in ADMINS.values()
        ]
        return {
            **super().each_context(request),
            "menu": menu,
            "open_reports": Report.objects.filter(closed=None).count(),
        }

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """None: the desk has a menu of its own."""
        return []

    def overview(self, request: HttpRequest) -> HttpResponse:
        """Show what is open, and the latest entries of the trace."""
        shown = {
            "title": self.site_header,
            "reports": Report.objects.filter(closed=None).select_related("about", "table")[:10],
            "banners": Banner.objects.filter(ends__gt=timezone.now()),
            "entries": Trace.objects.all()[:10],
            "has_second_factor": is_mfa_enabled(request.user),
        }
        return self._page(request, "desk/overview.html", shown)

    def limits(self, request: HttpRequest) -> HttpResponse:
        """Show every limit of the site."""
        return self._page(
            request, "desk/limits.html", {"title": gettext_lazy("Limits and quotas"), "groups": limits.groups()}
        )

    def _page(self, request: HttpRequest, template: str, shown: dict[str, Any]) -> HttpResponse:
        return require_safe(lambda asked: render(asked, template, {**self.each_context(asked), **shown}))(request)


desk: Final = DeskSite(name="desk")
for _model, _admin in ADMINS.values():
    desk.register(_model, _admin)
