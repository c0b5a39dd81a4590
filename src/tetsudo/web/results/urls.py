"""URLs of a table's plots, final page, review and rematch, below its key."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.results import pages, review
from tetsudo.web.results.moments import moment_page
from tetsudo.web.results.moments import pages as pages_of_moments

urlpatterns = [
    path("plots/", pages.plots, name="plots"),
    path("plots/<slug:name>.csv", pages.sheet, name="plot-csv"),
    path("plots/<slug:name>.svg", pages.picture, name="plot-svg"),
    path("end/", pages.end, name="end"),
    path("review/", review.review, name="review"),
    path("review/<int:move>/", review.review_maps, name="review-maps"),
    path("review/moments/", pages_of_moments.moments, name="moments"),
    path("review/moments/<int:move>/", moment_page.moment, name="moment"),
    path("rematch/", pages.rematch, name="rematch"),
]
