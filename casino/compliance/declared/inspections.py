"""Inspection sheets, keyed in and corrected, and the draw of a month's videos."""

from typing import Any

from casino.compliance.declared.day import DayEvent
from casino.compliance.declared.entry import Entry
from casino.kit.dates import month_and_year
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from tables.compliance.inspections import events as n
from tables.compliance.inspections.figures import (
    AuditFigures,
    Content,
    FloatFigures,
    SignFigures,
    VideoFigures,
)
from tables.play.pieces import worth_of

SHEET = _("Inspection")


def _figures(r: DayEvent, content: Content, *, blind: bool) -> str:
    """Return the figures of the sheet; a drop that is to be counted blind is left out."""
    match content.figures:
        case FloatFigures() as of:
            return r.sentence(_("{total:money} counted"), total=worth_of(of.pieces))
        case SignFigures() as of:
            words = r.sentence(_("found {seen:found_table}"), seen=of.seen)
            if of.minimum is not None:
                words += r.sentence(_(", minimum {minimum:money}"), minimum=of.minimum)
            if of.maximum is not None:
                words += r.sentence(_(", maximum {maximum:money}"), maximum=of.maximum)
            return words
        case AuditFigures() as of:
            counted = _("balance {balance:money}, card drop {card_drop:money}")
            words = r.sentence(counted, balance=of.balance, card_drop=of.card_drop)
            if of.adjustment:
                adjusted = _(", adjusted by {adjustment:money}: {reason}")
                words += r.sentence(adjusted, adjustment=of.adjustment, reason=of.reason)
            return words
        case VideoFigures() as of:
            seen = _("{minutes} minutes of {recording} seen")
            words = r.sentence(seen, minutes=of.minutes, recording=of.recording)
            return words if blind else words + r.sentence(_(", drop {drop:money}"), drop=of.drop)


def _entered(r: DayEvent, *, blind: bool = False) -> str:
    content: Content = r.event.content
    words = r.sentence(
        _("{sheet} {number}, by {content.counted_by:person} at {content.done_at:date_and_time}: {said}"),
        sheet=word("inspection_sheet", r.event.kind),
        said=_figures(r, content, blind=blind),
    )
    return f"{words} ({content.remark})" if content.remark else words


def _corrected(r: DayEvent, *, blind: bool = False) -> str:
    before, after = (_figures(r, each, blind=blind) for each in (r.event.before, r.event.after))
    return r.sentence(
        _("{sheet} {number} corrected: {after}; before: {before}; {reason}"),
        sheet=word("inspection_sheet", r.event.kind),
        after=after,
        before=before,
    )


def _drawn(r: DayEvent) -> str:
    """Return the words without the days: a reader of the report must not learn those to come."""
    words = _("videos of {when} drawn: {share} per cent of the tables")
    return r.sentence(words, when=month_and_year(r.event.month))


ENTRIES: dict[type[Any], Entry] = {
    n.InspectionSheetEntered: Entry(
        kind=SHEET, words=_entered, blind_words=lambda r: _entered(r, blind=True)
    ),
    n.InspectionSheetCorrected: Entry(
        kind=SHEET, words=_corrected, blind_words=lambda r: _corrected(r, blind=True)
    ),
    n.VideoPlanOpened: Entry(
        kind=SHEET,
        words=_drawn,
    ),
}
