"""The house as the gateway reaches it: through Django, from threads that each hold a connection of their own."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime

import msgspec
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, connection
from django.db.models import QuerySet
from django.db.models.functions import Now

from tables.handling.models import WheelReader
from tables.handling.observations import observe
from tables.play.reader.observation import Observation
from tables.registers.entries.kinds.readers import OVER_HTTP
from tables.stream import ConcurrencyError
from tables.wheels.delivery import HouseAway
from tables.wheels.gateway import RefusedReader, RegisteredReader, Report
from tables.wheels.models import GatewayReport
from tables.wheels.spool_keeper import SpoolReport


@contextmanager
def reached() -> Iterator[None]:
    """Trouble with the database itself (away, restarting, not migrated yet) means: later. A connection that saw it is
    dropped, and the next call makes a new one. What the database says of the values it was given is passed on.
    """
    try:
        yield
    except ConcurrencyError as busy:
        raise HouseAway(str(busy)) from busy
    except (DataError, IntegrityError):
        raise
    # Of every kind: where a line breaks in the middle of an answer, what libpq says has no SQLSTATE to tell it by.
    except (DatabaseError, InterfaceError) as trouble:
        connection.close()
        raise HouseAway(" ".join(str(trouble).split())) from trouble


def deliver_to_house(casino_id: int, reader: str, observation: Observation, now: datetime) -> None:
    """Have the house record one observation. Raises HouseAway, or what the house refuses it with."""
    with reached():
        observe(casino_id, reader, observation, now)


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

    def report(now: SpoolReport, refused: tuple[RefusedReader, ...]) -> None:
        trouble = now.trouble
        with reached():
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
