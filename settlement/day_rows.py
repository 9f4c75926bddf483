"""Row of a gaming day, kept up to date by its events: its rules, and the people in its seats."""

import msgspec

from settlement.models import GamingDay
from settlement.table_day import TableDay
from tables.play import events as e
from tables.stream.event import RecordedEvent


def table_opened(day: TableDay, event: e.TableOpened, recorded: RecordedEvent) -> None:
    day.open(
        GamingDay(
            **day.key,
            rulebook=event.rulebook,
            rulebook_version=event.rulebook_version,
            wheel=event.wheel,
            currency=event.currency,
            face_value_only=event.face_value_only,
            staff=msgspec.to_builtins(event.staff),
            spinner=event.spinner,
        )
    )


def spinner_changed(day: TableDay, event: e.SpinnerChanged, recorded: RecordedEvent) -> None:
    """Somebody new takes the seat of the one who spun; between two who sit there already the ball changes hands."""
    if event.person is None:
        return
    row = day.row()
    seats = {holder["id"]: position for position, holder in row.staff.items()}
    if event.person.id in seats:
        row.spinner = seats[event.person.id]
    else:
        row.staff[row.spinner] = msgspec.to_builtins(event.person)
    day.row_changed()


def staff_changed(day: TableDay, event: e.StaffChanged, recorded: RecordedEvent) -> None:
    """Update the staff of the first layout; they rake and pay when the number falls."""
    if event.layout != 1:
        return
    row = day.row()
    if event.person is None:
        row.staff.pop(event.position, None)
    else:
        row.staff[event.position] = msgspec.to_builtins(event.person)
    day.row_changed()
