"""The inline projection "deadlines": events open, note and close the cases of the shift rules."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db.models import F, QuerySet

from tables.play.events import DeadlineWarned, TableOpened, ViolationRaised
from tables.roulette.loader import get_rulebook
from tables.shift.models import Deadline
from tables.shift.rules import Rule, closed_by, event_type, event_types, opened_by, warn_and_due
from tables.stream import InlineProjection, RecordedEvent, read_stream

WARNED = event_type(DeadlineWarned)
VIOLATED = event_type(ViolationRaised)


class Deadlines(InlineProjection):
    """One row per case of a rule, in step with the record: no sweep sees a case that is already closed."""

    name = "deadlines"
    version = 1
    types = event_types() | {WARNED, VIOLATED}
    models = (Deadline,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for event in events:
            if event.type == WARNED:
                _note_warning(event)
            elif event.type == VIOLATED:
                _note_violation(event)
            else:
                _close_cases(event)
                _open_cases(event)


def _close_cases(event: RecordedEvent) -> None:
    for rule in closed_by(event.type):
        Deadline.objects.filter(
            casino_id=event.casino_id, stream_id=event.stream_id, rule=rule.name, closed_at=None
        ).update(closed_at=event.occurred_at, next_at=None)


def _open_cases(event: RecordedEvent) -> None:
    rules = opened_by(event.type)
    if rules:
        opening = _opening_of_the_day(event)
        for rule in rules:
            _open_case(rule, event, opening)


def _open_case(rule: Rule, event: RecordedEvent, opening: TableOpened) -> None:
    terms = rule.terms(get_rulebook(opening.rulebook, opening.rulebook_version))
    if terms is None:
        return
    warn_at, due_at = warn_and_due(terms, event.occurred_at)
    Deadline.objects.create(
        casino_id=event.casino_id,
        stream_id=event.stream_id,
        rule=rule.name,
        opened_version=event.version,
        table=opening.table,
        rulebook=opening.rulebook,
        rulebook_version=opening.rulebook_version,
        clause=terms.clause,
        opened_at=event.occurred_at,
        warn_at=warn_at,
        due_at=due_at,
        next_at=warn_at,
    )


def _opening_of_the_day(event: RecordedEvent) -> TableOpened:
    """The first event of the table's day, which names the rulebook in force. It never changes."""
    first = event if event.version == 1 else read_stream(event.casino_id, event.stream_id, to_version=1)[0]
    return msgspec.convert(first.data, TableOpened)


def _note_warning(event: RecordedEvent) -> None:
    warning = msgspec.convert(event.data, DeadlineWarned)
    case = _case_due(event, warning.rule, warning.due_at)
    case.filter(closed_at=None, overdue=False).update(warned=True, next_at=F("due_at"))


def _note_violation(event: RecordedEvent) -> None:
    """The case may be closed already: a change that comes late raises its violation itself, beside it."""
    violation = msgspec.convert(event.data, ViolationRaised)
    if violation.due_at is not None:
        _case_due(event, violation.rule, violation.due_at).update(overdue=True, next_at=None)


def _case_due(event: RecordedEvent, rule: str, due_at: datetime) -> QuerySet[Deadline]:
    return Deadline.objects.filter(
        casino_id=event.casino_id, stream_id=event.stream_id, rule=rule, due_at=due_at
    )
