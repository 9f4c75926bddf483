"""The house as the gateway reaches it: through Django, from threads that each hold a connection of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import msgspec
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, connection

from tables.handling.models import WheelReader
from tables.handling.observations import observe
from tables.play.reader.observation import Observation
from tables.registers.entries.kinds.readers import OVER_HTTP
from tables.stream import ConcurrencyError
from tables.wheels.delivery import HouseAway
from tables.wheels.gateway import RegisteredReader, Report
from tables.wheels.models import SpoolAlarm
from tables.wheels.spool_keeper import SpoolTrouble


@contextmanager
def _reached() -> Iterator[None]:
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
    with _reached():
        observe(casino_id, reader, observation, now)


def read_register() -> list[RegisteredReader]:
    """All enabled readers of all casinos to which a line is kept. Raises HouseAway."""
    with _reached():
        return [
            RegisteredReader(
                casino_id=reader.casino_id,
                code=reader.code,
                protocol=reader.protocol,
                url=reader.url,
                options=reader.options,
            )
            for reader in WheelReader.objects.filter(enabled=True)
            .exclude(protocol=OVER_HTTP)
            .order_by("casino_id", "code")
        ]


def reports_from(gateway: str) -> Report:
    """How this gateway tells the house of its disk: a row while it is in trouble, none while all is well."""

    def report(trouble: SpoolTrouble | None) -> None:
        with _reached():
            if trouble is None:
                SpoolAlarm.objects.filter(gateway=gateway).delete()
            else:
                SpoolAlarm.objects.update_or_create(gateway=gateway, defaults=msgspec.structs.asdict(trouble))

    return report
