"""Placeholder views while the pages are being built."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tetsudo.web.tables.guests import welcome
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.seating import Chair, Wish, open_table


def lobby(request: HttpRequest) -> HttpResponse:
    return render(request, "lobby/lobby.html", {"tables": Table.objects.all()})


def play(request: HttpRequest) -> HttpResponse:
    guest = welcome(request, "Player")
    table = open_table(Wish("1889", [Chair("Player"), Chair(bot="simple"), Chair(bot="simple")]), guest)
    return redirect("table", table.key)


def nothing(request: HttpRequest, **rest: object) -> HttpResponse:
    return HttpResponse("")


new = import_game = seat = guest = be_guest = palette = seats = branch = download = nothing
