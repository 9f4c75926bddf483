"""What events make of a gaming day's own row: its rules and limits, who sits there, companies, change that is open."""

import msgspec

from settlement.models import GamingDay
from settlement.settled_coup import LyingStake
from settlement.sheet_models import no_colours
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
            limits=msgspec.to_builtins(event.limits),
            face_value_only=event.face_value_only,
            staff=msgspec.to_builtins(event.staff),
            spinner=event.spinner,
            colours={**no_colours(), "registered": dict(event.chip_colours), "late": dict(event.late_chips)},
        )
    )
    first = 1 - len(event.bound)
    day.lay(
        [
            LyingStake(
                place=place,
                ref=bound.ref,
                player=bound.player,
                bet=bound.bet,
                amount=bound.amount,
                level=bound.level,
                layout=bound.layout,
                chip=bound.chip,
                colour=bound.colour,
                on_behalf_of=bound.on_behalf_of,
            )
            for place, bound in enumerate(event.bound, first)
        ]
    )


def spinner_changed(day: TableDay, event: e.SpinnerChanged, recorded: RecordedEvent) -> None:
    """Somebody new takes the seat of the one who spun; between two who sit there already the ball changes hands."""
    row = day.row()
    seats = {holder["id"]: position for position, holder in row.staff.items()}
    if event.person.id in seats:
        row.spinner = seats[event.person.id]
    else:
        row.staff[row.spinner] = msgspec.to_builtins(event.person)
    day.row_changed()


def staff_changed(day: TableDay, event: e.StaffChanged, recorded: RecordedEvent) -> None:
    """Who rakes and who pays is told of the first layout, and by those who sit there when the number falls."""
    if event.layout != 1:
        return
    row = day.row()
    if event.person is None:
        row.staff.pop(event.position, None)
    else:
        row.staff[event.position] = msgspec.to_builtins(event.person)
    day.row_changed()


def limits_changed(day: TableDay, event: e.LimitsChanged, recorded: RecordedEvent) -> None:
    day.row().limits = msgspec.to_builtins(event.limits)
    day.row_changed()


def company_declared(day: TableDay, event: e.CompanyDeclared, recorded: RecordedEvent) -> None:
    row = day.row()
    row.companies.append(list(event.players))
    day.row_changed()


def company_ended(day: TableDay, event: e.CompanyEnded, recorded: RecordedEvent) -> None:
    row = day.row()
    row.companies = [members for members in row.companies if set(members) != set(event.players)]
    day.row_changed()


def change_asked(day: TableDay, event: e.ChangeAsked, recorded: RecordedEvent) -> None:
    day.row().change_open[str(event.number)] = [event.handed, event.total]
    day.row_changed()


def change_ended(day: TableDay, event: e.ChangeFinished | e.ChangeGivenBack, recorded: RecordedEvent) -> None:
    del day.row().change_open[str(event.number)]
    day.row_changed()
