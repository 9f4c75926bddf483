"""Permissions to enter and correct an inspection sheet, and its permitted content.

Inspectors enter what somebody else counted or saw: each sheet has two people. Its content is a fact and is compared
with the record where it is shown; only content that is not a sheet at all is refused.
"""

from collections.abc import Set
from datetime import datetime

import msgspec

from tables.compliance.decide import INSPECTORS
from tables.compliance.inspections.commands import AnySheetCommand, CorrectSheet, EnterSheet, OpenVideoPlan
from tables.compliance.inspections.drawing import drawn, month_before
from tables.compliance.inspections.events import (
    AnySheetEvent,
    InspectionSheetCorrected,
    InspectionSheetEntered,
    VideoPlanOpened,
)
from tables.compliance.inspections.figures import (
    KINDS,
    AuditFigures,
    Content,
    Figures,
    FloatFigures,
    SignFigures,
    VideoFigures,
)
from tables.compliance.inspections.state import Sheet, SheetName, VideoPlan
from tables.money import Money
from tables.play.events import Person
from tables.play.signatures import check_any_signed
from tables.refusal import Refused
from tables.text import as_compared

REMARK_AT_MOST = 1000
NAME_AT_MOST = 80


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """Values by which a sheet is judged: the present gaming day (ISO date), the table's currency, and the chip
    values (minor units).
    """

    today: str
    currency: str
    values: frozenset[int]


def decide(
    sheet: Sheet, command: AnySheetCommand, name: SheetName, there: Surroundings, at: datetime
) -> AnySheetEvent:
    """Return the event of `command` at the moment `at`. Raises Refused."""
    check_any_signed(command, INSPECTORS, Refused("inspection-sheet-unsigned", roles=INSPECTORS))
    keyed_by = next(each.person for each in command.signatures if each.role in INSPECTORS)
    content = _judged(command.content, name, there, at)
    _check_two_people(content.counted_by, keyed_by)
    match command:
        case EnterSheet():
            return InspectionSheetEntered(
                kind=name.kind,
                day=name.day,
                table=name.table,
                number=name.number,
                currency=there.currency,
                content=content,
            )
        case CorrectSheet():
            if sheet.content is None:
                raise Refused("inspection-unknown", number=name.number, table=name.table, day=name.day)
            # Nor does who counted correct it, whoever the correction names.
            _check_two_people(sheet.content.counted_by, keyed_by)
            if content == sheet.content:
                raise Refused("inspection-correction-changes-nothing")
            return InspectionSheetCorrected(
                kind=name.kind,
                day=name.day,
                table=name.table,
                number=name.number,
                currency=sheet.currency,
                before=sheet.content,
                after=content,
                reason=_words(command.reason, Refused("inspection-correction-without-reason")),
            )


def decide_plan(
    plan: VideoPlan, command: OpenVideoPlan, *, seed: str, tables: tuple[str, ...], today: str
) -> VideoPlanOpened:
    """Return the draw of a month from a fresh `seed`, among the `tables` that the casino has. Raises Refused."""
    check_any_signed(command, INSPECTORS, Refused("inspection-sheet-unsigned", roles=INSPECTORS))
    if plan.version:
        raise Refused("video-plan-drawn-already")
    if command.month not in (today[:7], month_before(today[:7])):
        raise Refused("video-plan-of-another-month")
    if not 1 <= command.share <= 100:
        raise Refused("video-plan-share", limit=100, value=command.share)
    if not tables:
        raise Refused("video-plan-without-tables")
    return VideoPlanOpened(
        month=command.month,
        day=today,
        seed=seed,
        share=command.share,
        tables=tables,
        chosen=drawn(command.month, seed, command.share, tables),
    )


def _judged(content: Content, name: SheetName, there: Surroundings, at: datetime) -> Content:
    """Return the content as it is recorded. Raises Refused for impossible content of a sheet of this kind."""
    if name.day > there.today:
        raise Refused("inspection-of-a-day-to-come")
    if content.done_at > at:
        raise Refused("inspection-done-later")
    if type(content.figures) is not KINDS[name.kind]:
        raise Refused("inspection-of-another-kind")
    return Content(
        counted_by=content.counted_by,
        done_at=content.done_at,
        figures=_judged_figures(content.figures, there),
        remark=_short(content.remark, REMARK_AT_MOST),
    )


def _judged_figures(figures: Figures, there: Surroundings) -> Figures:
    match figures:
        case FloatFigures():
            if not figures.pieces:
                raise Refused("inspection-not-counted")
            _check_values(figures.pieces.keys() - there.values, there)
            return FloatFigures(pieces=dict(sorted(figures.pieces.items(), reverse=True)))
        case SignFigures():
            if figures.seen == "open" and figures.minimum is None:
                raise Refused("inspection-minimum-missing")
            if figures.minimum and figures.maximum and figures.minimum > figures.maximum:
                raise Refused(
                    "inspection-minimum-over-maximum",
                    minimum=Money(figures.minimum, there.currency),
                    maximum=Money(figures.maximum, there.currency),
                )
            return figures
        case AuditFigures():
            reason = _short(figures.reason, REMARK_AT_MOST)
            if figures.adjustment and not reason:
                raise Refused("inspection-adjustment-without-reason")
            return msgspec.structs.replace(figures, reason=reason)
        case VideoFigures():
            recording = _short(figures.recording, NAME_AT_MOST)
            if not recording:
                raise Refused("inspection-recording-missing")
            if figures.minutes < 1:
                raise Refused("inspection-minutes-missing")
            return msgspec.structs.replace(figures, recording=recording)


def _check_values(unknown: Set[int], there: Surroundings) -> None:
    if unknown:
        raise Refused(
            "inspection-value-unknown",
            value=Money(min(unknown), there.currency),
            known=tuple(Money(value, there.currency) for value in sorted(there.values)),
        )


def _check_two_people(counted_by: Person, keyed_by: Person) -> None:
    """Raise Refused unless one person counted and another enters the sheet; an unregistered one counts by name."""
    name = " ".join(counted_by.name.split())
    if not name:
        raise Refused("inspection-counter-missing")
    if len(name) > NAME_AT_MOST:
        raise Refused("inspection-words-too-long", limit=NAME_AT_MOST, value=len(name))
    same_name = not counted_by.id and as_compared(name) == as_compared(keyed_by.name)
    if counted_by.id == keyed_by.id or same_name:
        raise Refused("inspection-keyed-in-by-counter", name=keyed_by.name)


def _words(entered: str, missing: Refused) -> str:
    words = _short(entered, REMARK_AT_MOST)
    if not words:
        raise missing
    return words


def _short(entered: str, at_most: int) -> str:
    words = entered.strip()
    if len(words) > at_most:
        raise Refused("inspection-words-too-long", limit=at_most, value=len(words))
    return words
