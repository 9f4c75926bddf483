"""The videos of a month to be watched, as a document: the content of its page, dated by the record."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from casino.compliance.inspections.videos_to_see import ToSee
from casino.compliance.made_from import streams_of_day
from casino.compliance.models import InspectionSheet
from casino.kit.dates import long_day, moment, month_and_year
from casino.kit.documents.document import Column, Document, DocumentTable, casino_name
from casino.kit.documents.made_from import MadeFrom, made_from_streams
from tables.compliance.inspections.state import VideoPlan, plan_stream, sheet_stream


def plan_made_from(casino_id: int, month: str, plan: VideoPlan) -> MadeFrom:
    """Return the sources of a month's plan with its sheets: the draw, the sheets, and their days."""
    rows = InspectionSheet.objects.filter(casino_id=casino_id, kind="video", day__in=plan.chosen)
    streams = {plan_stream(month)}
    for row in rows:
        streams |= {sheet_stream(row.name), *streams_of_day(casino_id, row.day)}
    return made_from_streams(casino_id, streams)


def plan_document(
    casino_id: int,
    month: str,
    plan: VideoPlan,
    to_see: Iterable[ToSee],
    *,
    kept_back: bool,
    record: MadeFrom,
) -> Document:
    """Return the paper of a month's draw with the watched videos; `kept_back`: days to come are left out."""
    title = _("Drop on video")
    made_at = record.dated(f"{month}-01")
    drawn = _("Drawn: three days, and of each {share} per cent of {tables} tables.")
    return Document(
        title=title,
        subtitle=month_and_year(month),
        made_at=made_at,
        house=casino_name(casino_id),
        foot=_("{title}, as the record has it at {moment}").format(
            title=f"{title}, {month_and_year(month)}", moment=moment(made_at)
        ),
        hashes=(record.in_words,),
        lines=(
            drawn.format(share=plan.share, tables=len(plan.tables)),
            _("The seed is {seed}: whoever has it draws the same again.").format(seed=plan.seed),
            *([_("Days to come are shown to inspectors alone.")] if kept_back else ()),
        ),
        tables=(
            DocumentTable(
                caption=_("To be seen"),
                columns=(
                    Column(_("Gaming day"), share=2),
                    Column(_("Table")),
                    Column(_("Recording"), share=3),
                    Column(_("Minutes seen"), "right"),
                    Column(_("Drop seen"), "right", 2),
                    Column(_("Counted drop"), "right", 2),
                    Column(_("Difference"), "right", 2),
                ),
                rows=tuple(_rows(to_see)),
                nothing=_("No drawn day of this month has passed yet."),
            ),
        ),
        across=True,
    )


def _rows(to_see: Iterable[ToSee]) -> Iterator[tuple[str, ...]]:
    for each in to_see:
        result = each.result.words if each.result else ""
        yield long_day(each.day), each.table, each.recording, each.minutes, each.drop, each.counted, result
