"""A table with an open alert, for tests of the faces."""

from datetime import timedelta

from django.utils import timezone

from tables.handling.alerts.models import Alert
from tables.handling.alerts.watch import look_at_casino
from tables.play import commands as c
from testkit.house import OpenHouse


def silent_table(casino_id: int, *, table: str = "T1", rulebook: str = "it-venezia") -> OpenHouse:
    """A table whose reader has been silent for half an hour, which is an alert by now."""
    now = timezone.now()
    house = OpenHouse(casino_id, rulebook, table=table, now=now - timedelta(minutes=30))
    house.do(c.ChangeReader(reader=house.reader, state="silent"))
    house.now = now
    look_at_casino(casino_id, now)
    return house


def idle_table(casino_id: int, *, minutes: int = 60) -> OpenHouse:
    """Return a table that has been open for so many minutes without a coup, which is an alert by now."""
    now = timezone.now()
    house = OpenHouse(casino_id, "it-venezia", now=now - timedelta(minutes=minutes))
    house.now = now
    look_at_casino(casino_id, now)
    return house


def alert_of(house: OpenHouse) -> Alert:
    """The only alert of the table."""
    return Alert.objects.get(casino_id=house.casino_id, table=house.table)
