"""Acts of the demonstration's people away from the tables: the chip bank's side of slips, the count of boxes, and
answers to violations.
"""

from datetime import date, datetime, timedelta

from casino.compliance.models import Violation
from casino.one_machine.living.day_at_table import DayAtTable
from casino.one_machine.living.demonstration_people import DemonstrationPeople
from casino.people.demonstration_house import CASINO_ID
from settlement.box_aggregate import BoxAggregate
from settlement.boxes import commands as boxes
from settlement.boxes.state import BoxName
from settlement.models import Box, Slip
from settlement.simulation.bank_side import BACK_AFTER, CARRIER
from settlement.slip_aggregate import SlipAggregate
from settlement.slips import commands as slips
from tables.compliance import commands as answers
from tables.handling import handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.simulation.purses import in_notes
from tables.simulation.table_slips import CARRIED_AFTER, ISSUED_AFTER

ACKNOWLEDGED_AFTER_S, EXPLAINED_AFTER_S, DECIDED_AFTER_S = 180, 420, 900
COUNTED_AFTER_S = 1200
BREACH_EVERY_S = 3600
"""Longest time without a violation at the living tables; then somebody breaks a clause."""
EXPLANATION = "It was seen at once, and whoever did it was told (demonstration)"
DECISION = "Once in a night, and put right at once (demonstration)"


def see_to_slips(day: DayAtTable, people: DemonstrationPeople) -> None:
    """Issue a table's slips at the chip bank, send its fills, and take credits back, each after its time."""
    signed = (people.own("cash-desk"),)
    for slip in Slip.objects.filter(
        casino_id=CASINO_ID, table=day.table, status__in=("requested", "issued", "handed_over")
    ):
        requested, moved = day.passed(slip.requested_at), day.passed(slip.moved_at)
        command: slips.AnyOnSlip | None = None
        if slip.status == "requested" and requested >= ISSUED_AFTER:
            command = slips.IssueSlip(carrier=CARRIER, signatures=signed)
        elif slip.status == "issued" and slip.kind == "fill" and requested >= CARRIED_AFTER:
            command = slips.CarrySlip(signatures=signed)
        elif slip.status == "handed_over" and moved >= BACK_AFTER.total_seconds():
            command = slips.ReceiveSlip(signatures=signed)
        if command is not None:
            by = people.actor("cash-desk")
            handle(SlipAggregate(CASINO_ID, slip.number), command, by=by, now=day.now)


def count_boxes(day: DayAtTable, people: DemonstrationPeople) -> None:
    """Count full boxes of the day after a while, and boxes of the days before the last.

    Yesterday's boxes are left to the visitor. A table has a fixed number of boxes, and takes no uncounted box.
    """
    left = (date.fromisoformat(day.day) - timedelta(days=2)).isoformat()
    for box in Box.objects.filter(casino_id=CASINO_ID, table=day.table, status__in=("waiting", "counted")):
        full = box.day == day.day and box.reason == "full"
        waited = day.passed(box.removed_at) if box.removed_at else 0
        if not (box.day <= left or (full and waited > COUNTED_AFTER_S)):
            continue
        if box.status == "waiting":
            found = in_notes(box.recorded)
            counted_by = (people.own("cash-desk"), people.own("inspector"))
            teller = "cash-desk"
            command: boxes.AnyOnBox = boxes.CountBox(pieces=found, empty=not found, signatures=counted_by)
        else:
            teller = "controller"
            command = boxes.AcceptBox(signatures=(people.own("controller"),))
        name = BoxName(box.table, box.day, box.serial, box.use)
        handle(BoxAggregate(CASINO_ID, name), command, by=people.actor(teller), now=day.now)


def answer_violations(day: DayAtTable, people: DemonstrationPeople) -> None:
    """Acknowledge, explain and decide the table's violations of today, unless a visitor is first."""
    for each in Violation.objects.filter(casino_id=CASINO_ID, table=day.table, day=day.day).exclude(
        status__in=("upheld", "dismissed")
    ):
        if each.raised_at is None:
            continue
        age = day.passed(each.raised_at)
        step: tuple[str, answers.AnyViolationCommand] | None = None
        if each.status == "raised" and age >= ACKNOWLEDGED_AFTER_S:
            step = "pit-boss", answers.Acknowledge(signatures=(people.own("pit-boss"),))
        elif each.status == "acknowledged" and age >= EXPLAINED_AFTER_S:
            step = "chief", answers.Explain(words=EXPLANATION, signatures=(people.own("chief"),))
        elif each.status == "explained" and age >= DECIDED_AFTER_S:
            step = "inspector", answers.Dismiss(reason=DECISION, signatures=(people.own("inspector"),))
        if step is not None:
            teller, command = step
            violation = ViolationAggregate(CASINO_ID, day.table, day.day, each.name)
            handle(violation, command, by=people.actor(teller), now=day.now)


def breach_is_due(day: DayAtTable) -> bool:
    """Return True if nothing has gone against a clause today, anywhere in the house, for an hour."""
    raised = Violation.objects.filter(casino_id=CASINO_ID, day=day.day).order_by("-raised_at")
    last: datetime | None = raised.values_list("raised_at", flat=True).first()
    return last is None or day.passed(last) >= BREACH_EVERY_S
