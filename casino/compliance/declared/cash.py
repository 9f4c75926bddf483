"""Cash at the table and transports: drop boxes, tips, fills and credits, from the table to bank and count room.

`course.py` has the lines of the usual course.
"""

from typing import Any

from casino.compliance.declared import course
from casino.compliance.declared.day import DayEvent
from casino.compliance.declared.entry import Entry
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from settlement.boxes import events as b
from settlement.slips import events as s
from tables.play import events as e

REASONS = {"full": _("full"), "closing": _("the table closes"), "other": _("for another reason")}


def _removed(r: DayEvent) -> str:
    words = r.sentence(
        _("box {serial} removed ({why}); cash recorded for it: {recorded:money}"), why=_reason(r)
    )
    before = r.sentence(_(", {from_before:money} of it from an earlier day"))
    return words + before if r.event.from_before else words


def _removed_blind(r: DayEvent) -> str:
    return r.sentence(_("box {serial} removed ({why}); its count is blind"), why=_reason(r))


def _reason(r: DayEvent) -> str:
    return r.sentence(REASONS[r.event.reason])


def _tips(r: DayEvent) -> str:
    words = r.sentence(_("tips of {shift} counted: {total:money}"))
    return words + r.sentence(_("; {before:money} before: {reason}")) if r.event.reason else words


def _counted(r: DayEvent) -> str:
    words = r.sentence(_("box {serial} counted: {total:money}, recorded {recorded:money}"))
    again = r.event.before is not None
    return words + r.sentence(_("; {before:money} before: {reason}")) if again else words


def _pieces(r: DayEvent) -> str:
    return f"{r.chips(r.event.pieces)} = {r.money(r.event.total)}"


def _of_slip(kind: str, words: str, of_closing: str) -> Entry:
    return Entry(
        kind=kind, words=lambda r: r.sentence(of_closing if r.event.closing else words, pieces=_pieces(r))
    )


def _slip(r: DayEvent) -> str:
    return word("slip", r.event.kind)


def _voided(r: DayEvent) -> str:
    words = r.sentence(_("{slip_kind} {slip} voided: {reason}"), slip_kind=_slip(r))
    back = r.sentence(_("; back in the float: {pieces}"), pieces=_pieces(r)) if r.event.pieces else ""
    return words + back


def _issued(r: DayEvent) -> str:
    done = (
        _("credit {slip} sent for with {carrier}: {pieces}")
        if r.event.kind == "credit"
        else _("fill {slip} issued to {carrier}: {pieces}")
    )
    other = r.sentence(_(", not as requested: {reason}")) if r.event.reason else ""
    return r.sentence(done, pieces=_pieces(r)) + other


def _received(r: DayEvent) -> str:
    words = r.sentence(_("credit {slip} received at the bank: {pieces}"), pieces=_pieces(r))
    other = r.sentence(_("; not what had left the table: {reason}")) if r.event.expected else ""
    return words + other


ENTRIES: dict[type[Any], Entry] = {
    e.CashCorrected: Entry(
        kind=_("Cash"),
        words=_("cash of event {taken} corrected: {total:money}, recorded {before:money}: {reason}"),
        blind_words=_("cash of event {taken} corrected: {reason}"),
    ),
    e.BoxPlaced: Entry(kind=_("Drop box"), words=_("box {serial} placed")),
    e.BoxRemoved: Entry(kind=_("Drop box"), words=_removed, blind_words=_removed_blind),
    b.BoxCounted: Entry(kind=_("Drop box"), words=_counted),
    b.BoxAccepted: Entry(kind=_("Drop box"), words=_("count of box {serial} accepted: {total:money}")),
    e.TipsCounted: Entry(kind=_("Tips"), words=_tips),
    e.FillRequested: _of_slip(
        _("Fill"), _("fill {slip} requested: {pieces}"), _("closing fill {slip} requested: {pieces}")
    ),
    e.FillReceived: _of_slip(
        _("Fill"), _("fill {slip} received: {pieces}"), _("closing fill {slip} received: {pieces}")
    ),
    e.CreditRequested: _of_slip(
        _("Credit"), _("credit {slip} requested: {pieces}"), _("closing credit {slip} requested: {pieces}")
    ),
    e.CreditHandedOver: _of_slip(
        _("Credit"),
        _("credit {slip} handed over: {pieces}"),
        _("closing credit {slip} handed over: {pieces}"),
    ),
    e.SlipVoidReported: Entry(kind=_("Slip"), words=_voided),
    s.SlipIssued: Entry(kind=_("Slip"), words=_issued),
    s.SlipCarried: Entry(
        kind=_("Slip"),
        words=lambda r: r.sentence(
            _("fill {slip} on its way to the table with {carrier}: {pieces}"), pieces=_pieces(r)
        ),
    ),
    s.SlipReceived: Entry(
        kind=_("Slip"),
        words=_received,
        only=lambda r: r.event.kind == "credit",
        otherwise=course.SLIP_RECEIVED,
    ),
    s.SlipReprinted: Entry(
        kind=_("Slip"),
        words=lambda r: r.sentence(_("{slip_kind} {slip} printed again, reprint {copy}"), slip_kind=_slip(r)),
    ),
}
