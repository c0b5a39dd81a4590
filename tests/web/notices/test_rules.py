"""Quiet hours, daily mails, cool-downs and presence, against a plain reading minute by minute."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tetsudo.web.notices import rules
from tetsudo.web.notices.models import CHANNELS, When
from tetsudo.web.notices.rules import Wishes

ZONES = ("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia")
MINUTE = timedelta(minutes=1)

hours = st.integers(0, 23)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))
whole_minutes = moments.map(lambda at: at.replace(second=0, microsecond=0))
zones = st.sampled_from(ZONES).map(ZoneInfo)
quiets = st.none() | st.tuples(hours, hours)


def quiet_hours(quiet: tuple[int, int] | None) -> set[int]:
    """Quiet hours of the day, counted one by one on the clock."""
    found, hour = set(), quiet[0] if quiet else 0
    while quiet and hour != quiet[1]:
        found.add(hour)
        hour = (hour + 1) % 24
    return found


def first_loud_minute(quiet: tuple[int, int] | None, zone: ZoneInfo, at: datetime) -> datetime:
    """First minute that is not quiet."""
    quiet_ones = quiet_hours(quiet)
    while at.astimezone(zone).hour in quiet_ones:
        at += MINUTE
    return at


@given(quiets, zones, whole_minutes)
@example((2, 3), ZoneInfo("Europe/Berlin"), datetime(2026, 3, 29, 0, 30, tzinfo=UTC))
@example((22, 2), ZoneInfo("Europe/Berlin"), datetime(2026, 10, 24, 23, 30, tzinfo=UTC))
@example((1, 2), ZoneInfo("Australia/Lord_Howe"), datetime(2026, 4, 4, 14, 40, tzinfo=UTC))
def test_quiet_hours_are_those_on_the_clock(quiet: tuple[int, int] | None, zone: ZoneInfo, at: datetime) -> None:
    assert rules.end_of_quiet(quiet, zone, at) == first_loud_minute(quiet, zone, at)


@given(hours, zones, whole_minutes)
def test_the_daily_mail_comes_at_its_hour(hour: int, zone: ZoneInfo, created: datetime) -> None:
    """The first minute of that hour after the event; where the clock skips it, a day later."""
    at = created + MINUTE
    while (at.astimezone(zone).hour, at.astimezone(zone).minute) != (hour, 0):
        at += MINUTE
        if at > created + timedelta(hours=25):
            return
    assert rules.digest_time(hour, zone, created) == at


@given(
    whole_minutes,
    st.integers(0, 3000),
    st.sampled_from([5, 10, 30, 60, 240]),
    st.none() | st.integers(0, 300),
    st.booleans(),
    st.sampled_from([When.AWAY, When.ALWAYS]),
    quiets,
    zones,
)
def test_a_notice_never_comes_too_early(
    created: datetime,
    later: int,
    cool_down: int,
    ago: int | None,
    is_away: bool,
    when: When,
    quiet: object,
    zone: ZoneInfo,
) -> None:
    now = created + later * MINUTE
    tried = None if ago is None else now - ago * MINUTE
    wishes = Wishes(dict.fromkeys(CHANNELS, when), cool_down * MINUTE, zone, quiet)  # type: ignore[arg-type]
    at = rules.earliest("push", wishes, created, now, is_away=is_away, tried=tried)
    assert at >= now
    if at > now:
        if when == When.AWAY and not is_away:
            assert at >= now + MINUTE, "it is checked again, or too early anyway"
            return
        reasons = [
            tried is not None and now < tried + cool_down * MINUTE,
            when == When.AWAY and now < created + rules.GRACE,
            now.astimezone(zone).hour in quiet_hours(quiet),  # type: ignore[arg-type]
        ]
        assert any(reasons)
    else:
        assert when == When.ALWAYS or is_away
    assert tried is None or at >= tried + cool_down * MINUTE
    assert at.astimezone(zone).hour not in quiet_hours(quiet)  # type: ignore[arg-type]


def test_a_zone_that_is_gone_counts_as_utc() -> None:
    assert rules.zone_of("Nowhere/Else").key == rules.zone_of("../etc/passwd").key == rules.zone_of("").key == "UTC"


@pytest.mark.parametrize(("attempts", "minutes"), [(1, 1), (2, 2), (3, 4), (9, 256), (10, 360), (500, 360)])
def test_attempts_become_rarer(attempts: int, minutes: int) -> None:
    assert rules.retry_delay(attempts) == timedelta(minutes=minutes)
