"""URLs of the API, and of the page with its keys."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.api.api import api
from tetsudo.web.api.programs_page import PAGE, programs

urlpatterns = [
    path("account/programs/", programs, name=PAGE),
    path("api/", api.urls),
]
