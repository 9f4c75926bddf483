"""The door to the house's series of chips: decided, recorded in the house's stream, and told to every open table."""

from datetime import datetime

import msgspec
from django.db import transaction
from msgspec.structs import replace

from tables.house.boards import boards
from tables.house.door import Actor, carry_out
from tables.house.gaming_day import gaming_day
from tables.house.request_key import key_of
from tables.house.series_in_force import hold_house, house_series, series_rule
from tables.house.streams import HOUSE
from tables.play.commands import TellChipSeries
from tables.register.chip_series import HouseSeries, to_record
from tables.register.series_changes import SeriesCommand, decide
from tables.stream import NewEvent, append, recall


def change_series(
    casino_id: int, command: SeriesCommand, *, by: Actor, now: datetime, idempotency_key: str | None = None
) -> HouseSeries:
    """Carries `command` out, and gives the house's series after it: one transaction, in which the tables that are
    open hear which series are in play. Raises Refused, and then has recorded nothing; IdempotencyConflict for a key
    that was used for another command."""
    key = key_of(HOUSE, command, idempotency_key)
    with transaction.atomic():
        hold_house(casino_id)
        if key is not None and recall(casino_id, key) is not None:
            return house_series(casino_id)
        before = house_series(casino_id)
        decided = decide(before, command, series_rule(casino_id))
        day = gaming_day(casino_id, now).isoformat()
        events = [
            NewEvent(type=type_, data=data, occurred_at=now, metadata={"by": msgspec.to_builtins(by)})
            for type_, data in (to_record(replace(event, day=day)) for event in decided)
        ]
        append(casino_id, HOUSE, events, expected_version=before.version, now=now, idempotency=key)
        after = house_series(casino_id)
        if (after.in_play, after.ended) != (before.in_play, before.ended):
            _tell_tables(casino_id, after, by, now)
    return after


def _tell_tables(casino_id: int, series: HouseSeries, by: Actor, now: datetime) -> None:
    told = TellChipSeries(in_play=series.in_play, ended=series.ended)
    for view in boards(casino_id):
        if view.state is not None and view.state.phase != "closed":
            carry_out(casino_id, view.table.code, told, by=by, now=now)
