"""The beginning of the registers: casinos, tables, pits and readers that exist as rows only come into streams, once.

The rows that other modules read are updated from the registers as well, so a casino with rows from an older copy
follows its record again.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction

from tables.handling.aggregates.register import RegisterAggregate, surroundings_of
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.models import Casino
from tables.handling.projections.register_entries import entries_of
from tables.handling.register_choices import follower_of
from tables.registers.entries.state import Entry


def begin_registers(now: datetime) -> Iterator[str]:
    """Register the entries that exist as rows only, and yield a line for each; a second run changes nothing."""
    for casino_id in Casino.objects.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            hold_casino(casino_id)
            _, older = surroundings_of(casino_id)
            for kind, entries in older.items():
                for code, values in entries.items():
                    RegisterAggregate(casino_id, kind, code).begin(Entry(kind=kind, code=code), values, now)
                    yield f"casino {casino_id}: {kind} {code} is in the register"
            _follow(casino_id, now)


def _follow(casino_id: int, now: datetime) -> None:
    for entry in entries_of(casino_id):
        follower = follower_of(entry.kind)
        if follower is not None:
            follower(casino_id, entry, now)
