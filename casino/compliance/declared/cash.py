"""Cash at the table: drop boxes and the tips of its staff. What was taken note by note stands in the ledger."""

from typing import Any

from casino.compliance.declared.entry import Entry, Told, no_clause
from settlement.boxes import events as b
from tables.play import events as e

REASONS = {"full": "full", "closing": "the table closes", "other": "for another reason"}


def _removed(r: Told) -> str:
    before = f", {r.money(r.event.from_before)} of it from an earlier day" if r.event.from_before else ""
    why = REASONS[r.event.reason]
    return f"box {r.event.serial} removed ({why}); cash recorded for it: {r.money(r.event.recorded)}{before}"


def _removed_blind(r: Told) -> str:
    return f"box {r.event.serial} removed ({REASONS[r.event.reason]}); its count is blind"


def _corrected_blind(r: Told) -> str:
    return f"cash of event {r.event.taken} corrected: {r.event.reason}"


def _corrected(r: Told) -> str:
    to, before = r.money(r.event.total), r.money(r.event.before)
    return f"cash of event {r.event.taken} corrected: {to}, recorded {before}: {r.event.reason}"


def _tips(r: Told) -> str:
    again = f"; {r.money(r.event.before)} before: {r.event.reason}" if r.event.reason else ""
    return f"tips of {r.event.shift} counted: {r.money(r.event.total)}{again}"


def _counted(r: Told) -> str:
    event = r.event
    found = f"box {event.serial} counted: {r.money(event.total)}, recorded {r.money(event.recorded)}"
    again = f"; {r.money(event.before)} before: {event.reason}" if event.before is not None else ""
    return f"{found}{again}"


ENTRIES: dict[type[Any], Entry] = {
    e.CashCorrected: Entry(kind="Cash", clause=no_clause, words=_corrected, blind_words=_corrected_blind),
    e.BoxPlaced: Entry(kind="Drop box", clause=no_clause, words=lambda r: f"box {r.event.serial} placed"),
    e.BoxRemoved: Entry(kind="Drop box", clause=no_clause, words=_removed, blind_words=_removed_blind),
    b.BoxCounted: Entry(kind="Drop box", clause=no_clause, words=_counted),
    b.BoxAccepted: Entry(
        kind="Drop box",
        clause=no_clause,
        words=lambda r: f"count of box {r.event.serial} accepted: {r.money(r.event.total)}",
    ),
    e.TipsCounted: Entry(kind="Tips", clause=no_clause, words=_tips),
}
