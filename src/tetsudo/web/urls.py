"""URLs of the site."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("tetsudo.web.lobby.urls")),
    path("", include("tetsudo.web.api.urls")),
    path("", include("tetsudo.web.accounts.urls")),
    path("", include("tetsudo.web.accounts.desk.urls")),
    path("", include("tetsudo.web.clubs.tournaments.urls")),
    path("", include("tetsudo.web.notices.pages.urls")),
    path("", include("tetsudo.web.play.sandbox.urls")),
    path("", include("tetsudo.web.results.moments.urls")),
    path("", include("tetsudo.web.results.statistics.urls")),
    path("", include("tetsudo.web.results.studies.urls")),
    path("", include("tetsudo.web.tutorial.urls")),
    path("clubs/", include("tetsudo.web.clubs.urls")),
    path("t/<slug:key>/", include("tetsudo.web.play.urls")),
    path("t/<slug:key>/", include("tetsudo.web.results.urls")),
    path("titles/", include("tetsudo.web.reference.urls")),
    path("language/", include("django.conf.urls.i18n")),
]
handler400 = "tetsudo.web.common.error_pages.bad_request"
handler403 = "tetsudo.web.common.error_pages.forbidden"
handler404 = "tetsudo.web.common.error_pages.not_found"
handler429 = "tetsudo.web.common.error_pages.too_many_requests"  # django-allauth's own limits
handler500 = "tetsudo.web.common.error_pages.server_error"
