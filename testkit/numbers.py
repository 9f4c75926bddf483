"""Numbers of a wheel by the thousand, as tests of its statistics need them: in the permanence, or in the record."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
from django.db import transaction

from tables.codec import encode
from tables.handling.models import PermanenceEntry
from tables.handling.projections.wheel_watches import WATCHED, WheelWatches
from tables.handling.streams import table_stream
from tables.play import events as e
from tables.play.reader.observation import Rotation
from tables.stream import ANY, NewEvent, append
from tables.stream.following import follow_all
from testkit.house import OpenHouse
from testkit.stream import sequence_all

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
COUPS_A_DAY = 400


def bring(
    casino_id: int,
    numbers: np.ndarray,
    *,
    wheel: str = "",
    table: str = "T1",
    numbering: str = "french",
    rulebook: str = "pt-francesa",
) -> None:
    """The permanence of so many spins from 1 November 2026 on: 400 a day, a coup every minute and a half, the balls A
    and B and the ball's direction by turns, two who spin by days; and the watch over their wheel."""
    lines = []
    for place, number in enumerate(numbers.tolist()):
        day, coup = divmod(place, COUPS_A_DAY)
        at = NOON + timedelta(days=day, seconds=90 * coup)
        lines.append(
            PermanenceEntry(
                casino_id=casino_id,
                table=table,
                day=at.date().isoformat(),
                coup=coup + 1,
                number=number,
                fell_at=at,
                source="reader",
                rulebook=rulebook,
                rulebook_version=1,
                numbering=numbering,
                wheel=wheel,
                ball="AB"[coup % 2],
                spinner=("Ana Serra", "Bruno Reis")[day % 2],
                ball_direction=("clockwise", "anticlockwise")[coup % 2],
                previous=int(numbers[place - 1]) if coup else None,
                opened_at=at - timedelta(seconds=60),
                launched_at=at - timedelta(seconds=30),
                closed_at=at - timedelta(seconds=15),
                paid_at=at + timedelta(seconds=20),
            )
        )
    PermanenceEntry.objects.bulk_create(lines)
    watches = WheelWatches()
    for line in lines:
        watches.count({name: getattr(line, name) for name in WATCHED})
    watches.keep()


def record(
    house: OpenHouse,
    numbers: Sequence[int] | np.ndarray,
    *,
    every_s: int = 90,
    ways: Sequence[Rotation] = (),
    rpm: Sequence[float] = (),
) -> None:
    """Record so many coups of an open table, one after the other up to the casino's `now`, with all that follows
    from them.

    Of `ways` and `rpm`, the ball's and the rotor's, each coup has the next in turn; without them nobody saw a
    launch.
    """
    events: list[NewEvent] = []
    lines = PermanenceEntry.objects.filter(casino_id=house.casino_id, table=house.table, day=house.day)
    first, spins = lines.count() + 1, len(numbers)
    for place, number in enumerate(np.asarray(numbers).tolist()):
        at, coup = house.now - timedelta(seconds=every_s * (spins - 1 - place)), first + place
        told: list[e.Event] = []
        if ways or rpm:
            told.append(
                e.BallLaunched(
                    coup=coup,
                    launch=1,
                    source="reader",
                    ball_direction=ways[place % len(ways)] if ways else None,
                    rotor_speed_rpm=rpm[place % len(rpm)] if rpm else None,
                )
            )
        told.append(
            e.NumberFell(coup=coup, number=number, colour=None, source="reader", announcement=str(number))
        )
        for event in told:
            type_, data = encode(event)
            events.append(NewEvent(type=type_, data=data, occurred_at=at))
    stream = table_stream(house.table, house.day)
    with transaction.atomic():
        append(house.casino_id, stream, events, expected_version=ANY, now=house.now)
    sequence_all(house.casino_id)
    assert follow_all(house.casino_id)
