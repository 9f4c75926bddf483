"""Videos that an inspector must watch in a month, with the sheets of watched ones."""

from collections.abc import Iterator, Mapping

import msgspec

from casino.compliance.inspections.comparison import compare
from casino.compliance.inspections.presenters import Result, lines_of, result_of
from casino.compliance.inspections.record_of_day import RecordOfDay
from casino.compliance.models import InspectionSheet
from casino.kit.money import count, money
from casino.people.permissions import sight_by
from tables.compliance.inspections.figures import VideoFigures
from tables.compliance.inspections.state import VideoPlan


class ToSee(msgspec.Struct, frozen=True, kw_only=True):
    """Table of a day to watch, with its sheet and the counted drop."""

    day: str
    table: str
    number: int | None = None
    recording: str = ""
    minutes: str = ""
    drop: str = ""
    counted: str = ""
    result: Result | None = None
    may_be_keyed_in: bool = False


def to_see(
    casino_id: int, plan: VideoPlan, sees: frozenset[str], *, today: str, until: str = ""
) -> Iterator[ToSee]:
    """Yield the tables of the drawn days, each with its last sheet; only the days before `until` if it is given."""
    rows = InspectionSheet.objects.filter(casino_id=casino_id, kind="video", day__in=plan.chosen)
    last: Mapping[tuple[str, str], InspectionSheet] = {
        (row.day, row.table): row for row in rows.order_by("number")
    }
    for day, tables in sorted(plan.chosen.items()):
        if until and day >= until:
            continue
        record = RecordOfDay(casino_id, day, tables, sight_by(sees))
        for table in tables:
            row = last.get((day, table))
            if row is None:
                yield ToSee(day=day, table=table, may_be_keyed_in=day <= today)
            else:
                yield _seen(row, record)


def _seen(row: InspectionSheet, record: RecordOfDay) -> ToSee:
    content = row.read()
    comparison = compare(row.kind, row.table, content, record)
    assert isinstance(content.figures, VideoFigures), "it is a sheet of a video"
    return ToSee(
        day=row.day,
        table=row.table,
        number=row.number,
        recording=content.figures.recording,
        minutes=count(content.figures.minutes),
        drop=money(content.figures.drop, row.currency),
        counted=lines_of(content, comparison, row.currency)[-1].by_record,
        result=result_of(row.kind, comparison, row.currency),
    )
