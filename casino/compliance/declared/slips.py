"""Fills and credits: what of them happened at the table, and what at the chip bank and on the way."""

from typing import Any

from casino.compliance.declared.entry import Entry, Told, no_clause
from settlement.slips import events as s
from tables.play import events as e


def _pieces(r: Told) -> str:
    counted = ", ".join(
        f"{count:,} × {r.money(value)}" for value, count in sorted(r.event.pieces.items(), reverse=True)
    )
    return f"{counted} = {r.money(r.event.total)}"


def _entry(kind: str, what: str) -> Entry:
    closing = {True: "closing ", False: ""}
    return Entry(
        kind=kind.capitalize(),
        clause=no_clause,
        words=lambda r: f"{closing[r.event.closing]}{kind} {r.event.slip} {what}: {_pieces(r)}",
    )


def _voided(r: Told) -> str:
    back = f"; back in the float: {_pieces(r)}" if r.event.pieces else ""
    return f"{r.event.kind} {r.event.slip} voided: {r.event.reason}{back}"


def _issued(r: Told) -> str:
    other = f", not as requested: {r.event.reason}" if r.event.reason else ""
    done = "sent for with" if r.event.kind == "credit" else "issued to"
    return f"{r.event.kind} {r.event.slip} {done} {r.event.carrier}: {_pieces(r)}{other}"


def _received(r: Told) -> str:
    other = f"; not what had left the table: {r.event.reason}" if r.event.expected else ""
    return f"credit {r.event.slip} received at the bank: {_pieces(r)}{other}"


ENTRIES: dict[type[Any], Entry] = {
    e.FillRequested: _entry("fill", "requested"),
    e.FillReceived: _entry("fill", "received"),
    e.CreditRequested: _entry("credit", "requested"),
    e.CreditHandedOver: _entry("credit", "handed over"),
    e.SlipVoidReported: Entry(kind="Slip", clause=no_clause, words=_voided),
    s.SlipIssued: Entry(kind="Slip", clause=no_clause, words=_issued),
    s.SlipReceived: Entry(
        kind="Slip", clause=no_clause, words=_received, only=lambda r: r.event.kind == "credit"
    ),
    s.SlipReprinted: Entry(
        kind="Slip",
        clause=no_clause,
        words=lambda r: f"{r.event.kind} {r.event.slip} printed again, reprint {r.event.copy}",
    ),
}
