"""URLs of the organiser's desk, of reports, and of the bar of announcements."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.accounts.desk import banner, reporting
from tetsudo.web.accounts.desk.site import desk

urlpatterns = [
    path("desk/", desk.urls),
    path("announcements/<int:number>/close/", banner.dismiss, name="dismiss"),
    path("t/<slug:key>/report/message/<int:number>/", reporting.report_message, name="report-message"),
    path("t/<slug:key>/report/seat/<int:number>/", reporting.report_seat, name="report-seat"),
]
