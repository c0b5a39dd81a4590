"""The addresses of the site."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("tetsudo.web.lobby.urls")),
    path("", include("tetsudo.web.whatif.urls")),
    path("", include("tetsudo.web.guide.urls")),
    path("t/<slug:key>/", include("tetsudo.web.table.urls")),
    path("t/<slug:key>/", include("tetsudo.web.plots.urls")),
    path("titles/", include("tetsudo.web.aids.urls")),
    path("language/", include("django.conf.urls.i18n")),
]
handler400 = "tetsudo.web.errors.bad_request"
handler403 = "tetsudo.web.errors.forbidden"
handler404 = "tetsudo.web.errors.not_found"
handler500 = "tetsudo.web.errors.failed"
