"""The house that is asked: a hundred tables with open bets, of all rulebooks in turn, and a client with its token.

Inside `bench_database` alone: Django is set up there.
"""

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from casino.api.access.clients import NewClient

CASINO = 1
TABLES = 100
PLAYERS = tuple(f"P{number}" for number in range(1, 9))
BALANCE = 1_000_000_000
"""Buy-in of a player of a live table, in minor units: more than all rounds stake."""


class Asked(msgspec.Struct, frozen=True):
    """A table for the clients: its code, the key of its bare row, and an allowed stake, in minor units."""

    code: str
    row: int
    stake: int


def open_tables() -> list[Asked]:
    """Open the tables and their bets, each with a bare row of a bet's values."""
    from django.utils import timezone

    from bench.load.models import BareRow
    from tables.play import commands as c
    from tables.roulette.loader import rulebooks
    from testkit.house import OpenHouse

    known = [id for id, rules in rulebooks().items() if rules.seats is None]
    now = timezone.now()
    opened = []
    for place in range(TABLES):
        house = OpenHouse(CASINO, known[place % len(known)], table=f"T{place:03}", now=now)
        house.seat(*PLAYERS, balance=BALANCE)
        house.do(c.AnnounceBetsOpen())
        stake = house.rulebook.default_limits.minimum
        row = BareRow.objects.create(table=house.table, player=PLAYERS[0], bet="plein:17", amount=stake)
        opened.append(Asked(house.table, row.pk, stake))
    return opened


def bets_recorded() -> int:
    """Return the number of recorded bets at all tables together."""
    from tables.stream.models import Event

    return Event.objects.filter(casino_id=CASINO, type="bet_placed").count()


def make_client() -> "NewClient":
    """A client that may read and play the tables."""
    from casino.api.access.clients import create_client
    from casino.api.access.scopes import TABLES_READ, TABLES_WRITE
    from tables.handling.models import Casino

    return create_client(
        name="Load bench", casino=Casino.objects.get(pk=CASINO), scopes=[TABLES_READ, TABLES_WRITE]
    )
