"""A simulated day put into the record, as if it had come through the door event by event; in batches, to be quick."""

from collections.abc import Iterable
from datetime import datetime
from itertools import islice

import msgspec
from django.db import transaction

from tables.house.door import day_to_open
from tables.house.models import GamingTable
from tables.house.streams import table_stream
from tables.house.table_equipment import by_the_register
from tables.play.commands import OpenTable, Signed
from tables.play.events import to_record
from tables.roulette.loader import get_rulebook
from tables.simulation.day_under_way import Told
from tables.simulation.lifelike_day import lifelike_day
from tables.stream import NewEvent, append

IN_ONE_APPEND = 500


def simulate_and_record(
    table: GamingTable,
    opening: OpenTable,
    *,
    opens_at: datetime,
    now: datetime,
    coups: int,
    seed: int,
    clean: bool = False,
) -> int:
    """Makes up a day at a registered table that has not played it yet, and records it; how many events there were.

    All of it is recorded or none. Raises Refused where the table cannot open so, ValueError where the day would reach
    beyond `now`.
    """
    with transaction.atomic():
        rulebook = get_rulebook(opening.rulebook, opening.rulebook_version)
        state = day_to_open(table.casino_id, table.code, opening)
        command = by_the_register(table.casino_id, table.code, opening, rulebook)
        if not isinstance(command, OpenTable):
            raise TypeError("the register made another command of an opening")
        told = lifelike_day(
            rulebook, command, opens_at=opens_at, coups=coups, seed=seed, clean=clean, after=state
        )
        return _record(table, opening.day, told, now)


def _record(table: GamingTable, day: str, told: Iterable[Told], now: datetime) -> int:
    left, version = iter(told), 0
    while batch := list(islice(left, IN_ONE_APPEND)):
        if batch[-1].dated.at > now:
            raise ValueError(
                f"the day would reach beyond {now:%H:%M} UTC: let it begin earlier, or play fewer coups"
            )
        appended = append(
            table.casino_id,
            table_stream(table.code, day),
            [_new_event(each) for each in batch],
            expected_version=version,
            now=now,
        )
        version = appended.version
    return version


def _new_event(told: Told) -> NewEvent:
    type_, data = to_record(told.dated.event)
    metadata: dict[str, object] = {"by": {"id": told.by.id, "name": told.by.name}, "simulated": True}
    if isinstance(told.command, Signed) and told.command.signatures:
        metadata["signed"] = msgspec.to_builtins(told.command.signatures)
    return NewEvent(type=type_, data=data, occurred_at=told.dated.at, metadata=metadata)
