"""URLs of studies."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.results.studies import pages

urlpatterns = [
    path("studies/", pages.studies, name="studies"),
    path("studies/<slug:key>/", pages.study, name="study"),
    path("studies/<slug:key>/file/", pages.file, name="study-file"),
    path("studies/<slug:key>/<int:number>/", pages.chapter, name="chapter"),
    path("t/<slug:key>/study/<int:version>/", pages.add, name="add-to-study"),
]
