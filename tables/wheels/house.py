"""The house as the gateway reaches it: through Django, from threads that each hold a connection of their own."""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

import msgspec
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, connection
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from tables.handling.models import WheelReader
from tables.handling.observation_batches import observe_many
from tables.handling.observations import observe
from tables.play.reader.observation import Observation
from tables.play.reader.timing import TOLERANCE
from tables.registers.entries.kinds.readers import OVER_HTTP
from tables.stream import ConcurrencyError
from tables.wheels.delivery import HouseAway
from tables.wheels.gateway import RefusedReader, RegisteredReader, Report
from tables.wheels.models import GatewayReport
from tables.wheels.spool_keeper import SpoolReport

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


@contextmanager
def reached() -> Iterator[None]:
    """Turn trouble with the database itself (away, restarting, not migrated yet) into HouseAway, which means later.
    A connection with trouble is dropped, and the next call makes a new one. Errors about the given values are passed
    on.
    """
    try:
        yield
    except ConcurrencyError as busy:
        raise HouseAway(str(busy)) from busy
    except (DataError, IntegrityError):
        raise
    # Any DatabaseError: if a line breaks in the middle of an answer, libpq gives no SQLSTATE.
    except (DatabaseError, InterfaceError) as trouble:
        connection.close()
        raise HouseAway(" ".join(str(trouble).split())) from trouble


def deliver_to_house(
    casino_id: int, reader: str, observation: Observation, now: datetime, *, clock: Clock = timezone.now
) -> None:
    """Have the house record one observation. Raises HouseAway, or the refusal of the house.

    `clock` is the gateway's. If it is wrong, the observation has the house's time and its number is in doubt.
    """
    with reached():
        right = _right_time(clock)
        observe(casino_id, reader, observation, right or now, by_wrong_clock=right is not None)


def deliver_many_to_house(
    casino_id: int,
    reader: str,
    observations: Sequence[Observation],
    now: datetime,
    *,
    clock: Clock = timezone.now,
) -> None:
    """Have the house record observations of one reader and lease in one transaction. Raises as `deliver_to_house`."""
    with reached():
        right = _right_time(clock)
        observe_many(casino_id, reader, observations, right or now, by_wrong_clock=right is not None)


def _right_time(clock: Clock) -> datetime | None:
    """Return the time by the house's clock, which is the database's, if the gateway's clock is wrong; else None.

    A gateway stamps observations by its own clock, and its spool may deliver them minutes later: a clock that is
    minutes ahead would put a number into a later coup. The gateway's clock is read before and after the database's, so
    a slow answer makes no clock wrong.
    """
    before = clock()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        house: datetime = cursor.fetchone()[0]
    within = before - TOLERANCE <= house <= clock() + TOLERANCE
    return None if within else house.astimezone(UTC)


def read_register(casino_id: int | None = None, readers: Collection[str] = ()) -> list[RegisteredReader]:
    """Return the enabled readers to which a line is kept: of one casino or all, with these codes or any.

    Raises HouseAway.
    """
    dialled = _dialled_readers()
    if casino_id is not None:
        dialled = dialled.filter(casino_id=casino_id)
    if readers:
        dialled = dialled.filter(code__in=readers)
    with reached():
        return [
            RegisteredReader(
                casino_id=reader.casino_id,
                code=reader.code,
                protocol=reader.protocol,
                url=reader.url,
                options=reader.options,
            )
            for reader in dialled.order_by("casino_id", "code")
        ]


def count_dialled_readers() -> int:
    """Return the number of enabled readers, of all casinos, to which a gateway has to keep a line."""
    return _dialled_readers().count()


def _dialled_readers() -> QuerySet[WheelReader]:
    return WheelReader.objects.filter(enabled=True).exclude(protocol=OVER_HTTP)


def reports_from(gateway: str) -> Report:
    """Return the function that stores this gateway's reports. /readyz and the floor read them."""

    clock_was_wrong = False

    def report(now: SpoolReport, refused: tuple[RefusedReader, ...]) -> None:
        nonlocal clock_was_wrong
        trouble = now.trouble
        with reached():
            right = _right_time(timezone.now)
            if right is not None and not clock_was_wrong:
                log.warning(
                    "the clock of this gateway is wrong by %.0f s (the database says %s): set it, its numbers are in "
                    "doubt until then",
                    (timezone.now() - right).total_seconds(),
                    right.isoformat(timespec="seconds"),
                )
            clock_was_wrong = right is not None
            GatewayReport.objects.update_or_create(
                gateway=gateway,
                defaults={
                    "reported_at": Now(),  # the database's clock: /readyz compares with it
                    "waiting": now.waiting,
                    "oldest_waiting_at": now.oldest_at,
                    "since": trouble.since if trouble else None,
                    "reason": trouble.reason if trouble else "",
                    "held": trouble.held if trouble else 0,
                    "refused_readers": msgspec.to_builtins(refused),
                },
            )

    return report


def forget_gateway(gateway: str) -> bool:
    """Delete the last report of a gateway that ended. Return False if there is none; raise HouseAway."""
    with reached():
        return bool(GatewayReport.objects.filter(gateway=gateway).delete()[0])
