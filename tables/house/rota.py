"""The door to the rota of a gaming day: what is asked is decided on the plan and recorded in the stream of the day."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

import msgspec
from django.conf import settings
from django.db import transaction

from tables.house.boards import BoardView, boards
from tables.house.door import Actor
from tables.house.models import Casino
from tables.house.request_key import key_of
from tables.house.series_in_force import hold_house
from tables.house.streams import rota_stream
from tables.roulette.loader import get_rulebook
from tables.shift.rota.plan import HouseRules, Rota, RotaEvent, TableRules, evolve, from_record, to_record
from tables.shift.rota.planning import RotaCommand, decide
from tables.stream import IdempotencyKey, NewEvent, append, read_stream, recall


def change_rota(
    casino_id: int,
    day: date,
    command: RotaCommand,
    *,
    by: Actor,
    now: datetime,
    idempotency_key: str | None = None,
) -> Rota:
    """Carries `command` out and gives the day's rota after it: one transaction. The same idempotency key with the same
    command changes nothing a second time. Raises Refused, and then has recorded nothing; IdempotencyConflict for a key
    that was used for another command."""
    key = key_of(rota_stream(day.isoformat()), command, idempotency_key)
    rules = house_rules(casino_id, boards(casino_id))
    with transaction.atomic():
        return _decide_and_record(casino_id, day, command, rules, by=by, now=now, key=key)


def _decide_and_record(
    casino_id: int,
    day: date,
    command: RotaCommand,
    rules: HouseRules,
    *,
    by: Actor,
    now: datetime,
    key: IdempotencyKey | None,
) -> Rota:
    # Who presses the same at the same moment waits here, and hears the first outcome.
    hold_house(casino_id)
    if key is not None and recall(casino_id, key) is not None:
        return recorded_rota(casino_id, day)
    rota = recorded_rota(casino_id, day)
    decided = decide(rota, command, rules)
    if decided or key is not None:
        append(
            casino_id,
            rota_stream(day.isoformat()),
            [_new_event(event, by, now) for event in decided],
            expected_version=rota.version,
            now=now,
            idempotency=key,
        )
    for version, event in enumerate(decided, start=rota.version + 1):
        rota = evolve(rota, event, version)
    return rota


def _new_event(event: RotaEvent, by: Actor, now: datetime) -> NewEvent:
    type_, data = to_record(event)
    return NewEvent(type=type_, data=data, occurred_at=now, metadata={"by": msgspec.to_builtins(by)})


def recorded_rota(casino_id: int, day: date) -> Rota:
    """The rota of a gaming day, folded from its stream: what the next command is decided on."""
    rota = Rota()
    for record in read_stream(casino_id, rota_stream(day.isoformat())):
        rota = evolve(rota, from_record(record.type, record.data), record.version)
    return rota


def house_rules(casino_id: int, views: Sequence[BoardView]) -> HouseRules:
    """What the house's rota is judged by: each table by the rulebook of its open day, else by its own newest. `views`
    are the house's tables."""
    zone = Casino.objects.values_list("time_zone", flat=True).get(pk=casino_id)
    minutes = settings.ROTA_BREAK_AFTER_MINUTES
    return HouseRules(
        tables={view.table.code: _table_rules(view) for view in views},
        zone=ZoneInfo(zone),
        break_after_s=minutes * 60 if minutes else None,
    )


def _table_rules(view: BoardView) -> TableRules:
    state = view.state
    if state is None or state.phase == "closed":
        return TableRules(
            code=view.table.code, rulebook=get_rulebook(view.table.rulebook), double=view.table.double
        )
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    return TableRules(code=view.table.code, rulebook=rulebook, double=state.double)
