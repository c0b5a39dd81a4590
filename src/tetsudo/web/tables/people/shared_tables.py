"""Tables that people have shared: by these, and by nothing else, people know each other."""

from __future__ import annotations

from collections import Counter

from tetsudo.web.tables.models import Guest, Seat


def shared_tables(guest: Guest) -> Counter[int]:
    """Number of common tables by guest."""
    own = Seat.objects.filter(guest=guest).values("table")
    pairs = Seat.objects.filter(table__in=own, table__is_hidden=False).exclude(guest=None).exclude(guest=guest)
    return Counter(who for who, _table in pairs.order_by().values_list("guest", "table").distinct() if who is not None)
