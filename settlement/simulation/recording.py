"""A simulated day put into the record, as if it had been handled event by event; in batches, to be quick.

With the table's own day come the slips as the chip bank had them, and the counts of the boxes on the next morning.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from django.db import transaction
from django.db.models import Max

from settlement.models import Slip
from settlement.simulation.bank_side import BankSide, Elsewhere
from settlement.simulation.soft_count import SoftCount
from tables.handling import record
from tables.handling.aggregates.table import TableAggregate, day_to_open
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.gaming_day import shifts_of
from tables.handling.models import Casino, GamingTable
from tables.handling.table_equipment import by_the_register
from tables.play.commands import OpenTable, Signed
from tables.play.events import Signature, SlipKind
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.simulation.day_under_way import SimulatedEvent, Teller
from tables.simulation.lifelike_day import lifelike_day
from tables.stream import NewEvent, append

IN_ONE_APPEND = 500
BOXES_COUNTED_AT = time(9)
"""On the casino's clock, the morning after the gaming day."""
Batch = Sequence[SimulatedEvent] | Sequence[Elsewhere]


def simulate_and_record(
    table: GamingTable,
    opening: OpenTable,
    *,
    opens_at: datetime,
    now: datetime,
    coups: int,
    seed: int,
    clean: bool = False,
    boxes_counted: bool = True,
) -> int:
    """Simulate a day at a registered table that has not played it yet, and record it. Return the number of events.

    All of it is recorded or none. Other requests for slips wait meanwhile, so that numbers have no gap. Events after
    `now` away from the table are left out. Unless `boxes_counted`, the boxes wait for their count. Raises Refused if
    the table cannot open like this, ValueError if its day would reach beyond `now`.
    """
    with transaction.atomic():
        hold_casino(table.casino_id)
        rulebook = get_rulebook(opening.rulebook, opening.rulebook_version)
        state = day_to_open(table.casino_id, table.code, opening)
        command = by_the_register(table.casino_id, table.code, opening, rulebook)
        if not isinstance(command, OpenTable):
            raise TypeError("the register made another command of an opening")
        day = date.fromisoformat(opening.day)
        simulated = lifelike_day(
            rulebook,
            command,
            opens_at=opens_at,
            coups=coups,
            seed=seed,
            clean=clean,
            after=state,
            slips=_slips_so_far(table.casino_id),
            shifts={shift.name: shift.begins for shift in shifts_of(table.casino_id, day)},
        )
        boxes = SoftCount(table.code, opening.day, rulebook.currency, clean=clean)
        bank = BankSide(table.code, opening.day, rulebook.currency)
        at_table = TableAggregate(table.casino_id, table.code, opens_any_day=True)
        at_table.day, at_table.rulebook = opening.day, rulebook
        recording = _Recording(at_table, state, now)
        made = sum(recording.take(batch) for batch in _with_the_house(simulated, bank, boxes))
        after = [*bank.until(now)]
        if boxes_counted:
            after += boxes.counted(_next_morning(table.casino_id, day))
        return made + recording.take([each for each in after if each.at <= now])


def _with_the_house(simulated: Iterator[SimulatedEvent], bank: BankSide, boxes: SoftCount) -> Iterator[Batch]:
    """Yield the day in batches, with the events at the bank in their place between them."""
    batch: list[SimulatedEvent] = []
    for each in simulated:
        before = list(bank.until(each.dated.at))
        if before:
            yield batch
            yield before
            batch = []
        batch.append(each)
        boxes.follow(each)
        beside = list(bank.follow(each))
        if beside or len(batch) == IN_ONE_APPEND:
            yield batch
            yield beside
            batch = []
    yield batch


class _Recording:
    """A table's day on its way into the record, batch by batch; `state` is the table before the next one."""

    def __init__(self, table: TableAggregate, state: State, now: datetime) -> None:
        self._table, self._state, self._now = table, state, now

    def take(self, batch: Batch) -> int:
        """Record a batch: the table's events in its stream, all others each in its own. Return the number of events."""
        at_the_table = [each for each in batch if isinstance(each, SimulatedEvent)]
        if at_the_table:
            self._append(at_the_table)
        for each in batch:
            if isinstance(each, Elsewhere):
                new = [_elsewhere(each)]
                append(self._table.casino_id, each.stream, new, expected_version=each.version, now=self._now)
        return len(batch)

    def _append(self, batch: Sequence[SimulatedEvent]) -> None:
        if batch[-1].dated.at > self._now:
            raise ValueError(
                f"the day would reach beyond {self._now:%H:%M} UTC: let it begin earlier, or play fewer coups"
            )
        events = ((each.dated, _metadata(each.by, _signed(each))) for each in batch)
        self._state = record(self._table, self._state, events, self._now)


def _signed(simulated: SimulatedEvent) -> Sequence[Signature]:
    return simulated.command.signatures if isinstance(simulated.command, Signed) else ()


def _elsewhere(each: Elsewhere) -> NewEvent:
    metadata = _metadata(each.by, each.signatures)
    return NewEvent(type=each.type, data=dict(each.data), occurred_at=each.at, metadata=metadata)


def _metadata(by: Teller, signed: Sequence[Signature]) -> dict[str, object]:
    metadata: dict[str, object] = {"by": {"id": by.id, "name": by.name}, "simulated": True}
    if signed:
        metadata["signed"] = msgspec.to_builtins(signed)
    return metadata


def _slips_so_far(casino_id: int) -> dict[SlipKind, int]:
    """Return the last number of the casino's fills and of its credits."""
    places = (
        Slip.objects.filter(casino_id=casino_id).order_by().values_list("kind").annotate(last=Max("place"))
    )
    return dict(places)


def _next_morning(casino_id: int, day: date) -> datetime:
    zone = ZoneInfo(Casino.objects.values_list("time_zone", flat=True).get(pk=casino_id))
    morning = day + timedelta(days=1)
    return datetime.combine(morning, BOXES_COUNTED_AT, tzinfo=zone).astimezone(UTC)
