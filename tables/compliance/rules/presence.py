"""The staff of a table is there while a coup is played: its chef, and the croupiers that its layout needs.

It may change seats and go on breaks between two coups, and while play is suspended (it-venezia/staff).
"""

from collections.abc import Iterator

from tables.compliance.rules.deadline import Deadline, DeadlineRule, gettext_noop
from tables.play.staff.questions import empty_seats
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def played_without_staff(state: State, rulebook: Rulebook) -> Iterator[Deadline]:
    """Yield a deadline for a coup that is played while a required person is missing: from its begin until all are
    there.

    The rulebooks give no time to find somebody, so there is no warning.
    """
    clause, incomplete = rulebook.staff.present_clause, state.roster.incomplete
    if clause is None or incomplete is None:
        return
    seats = empty_seats(state, rulebook.staff)
    labels = tuple(rulebook.staff.labels[position] for _, position in seats)
    yield Deadline(
        rule="staff-presence",
        key=str(incomplete.version),
        clause=clause,
        code="played-without-staff",
        parameters={"positions": labels, "coup": state.coup},
        opened_at=incomplete.since,
        warn_at=incomplete.since,
        due_at=incomplete.since,
        coup=state.coup,
    )


STAFF_PRESENCE = DeadlineRule(
    name="staff-presence",
    label=gettext_noop("Staff complete"),
    opened_by="a coup is played while a seat that must be filled is empty",
    closed_by="the seat is filled; the coup is over; a suspension; the table's closing",
    tell=("table", "floor", "inspectors"),
    deadlines=played_without_staff,
)
