"""Money and chips: holds, colours, claims about change, advances, series, players in company."""

from collections.abc import Callable

from casino.compliance.declared.entry import Entry, Told, clause_at, own_clause
from tables.play import events as e

EXCHANGE = clause_at("colour_chips", "colours", "exchange_clause")
LATE_CHIPS = clause_at("colour_chips", "colours", "late_clause")
SYMBOL = clause_at("colour_chips", "colours", "symbol_clause")
ADVANCES = clause_at("advances", "clause")
COMPANY = clause_at("limits", "company_clause")
UNDONE = {"another_number": "another number stands", "bets_put_back": "its bets were put back"}


def _held_clause(r: Told) -> str | None:
    clause: str = r.event.held.clause
    return clause


def _held(r: Told) -> str:
    held = r.event.held
    whose = f" of {held.player}" if held.player else ""
    what = "win" if held.kind == "win" else "abandoned stake"
    return f"{held.ref}, {what}{whose} on {held.bet}, coup {held.coup} of {held.day}, {r.money(held.amount)}"


def _hold(became: Callable[[Told], str]) -> Entry:
    """Of what is held: what it is, and what became of it."""
    return Entry(kind="Hold", clause=_held_clause, words=lambda r: f"{_held(r)}: {became(r)}")


def _chips(r: Told) -> str:
    return f"{r.event.colour}: {r.event.count} × {r.money(r.event.value)} = {r.money(r.event.amount)}"


def _presented(r: Told) -> str:
    late = ", late" if r.event.late else ""
    return f"{_chips(r)} handed back by {r.event.player}{late}; {r.event.outstanding} chips were out"


def _redeemed(r: Told) -> str:
    return f"{_chips(r)} redeemed and checked by {r.event.player}; {r.event.still_out} chips not handed back"


def _late_redeemed(r: Told) -> str:
    return f"{_chips(r)} presented late by {r.event.player}; {r.event.still_out} chips still out"


def _claimed(r: Told) -> str:
    time = "in time" if r.event.in_time else "out of time"
    return f"claim {r.event.claim} about {r.event.receipt}, {time}: “{r.event.what}”"


def _claim_clause(r: Told) -> str | None:
    return r.event.clause or (r.rulebook.change.clause if r.rulebook.change else None)


def _answered(r: Told) -> str:
    decided = "upheld" if r.event.upheld else "not upheld"
    return f"claim {r.event.claim} about {r.event.receipt} {decided}: {r.event.answer}"


def _repaid(r: Told) -> str:
    return f"{r.event.ref}: {r.event.player} repaid {r.money(r.event.amount)}; {r.money(r.event.left)} left"


def _old_series(r: Told) -> str:
    return f"chips of the ended series {r.event.series}, {r.money(r.event.amount)} of {r.event.player}, {r.event.where}"


def _series(r: Told) -> str:
    ended = f"; ended: {', '.join(r.event.ended)}" if r.event.ended else ""
    return f"in play from now on: {', '.join(r.event.in_play) or 'none'}{ended}"


def _counted(r: Told) -> str:
    pieces = sorted(r.event.held.pieces.items(), reverse=True)
    return ", ".join(f"{count} × {r.money(value)}" for value, count in pieces)


def _held_undone(r: Told) -> str:
    paid = "; what was claimed counts as paid" if r.event.ended == "claimed" else ""
    return f"{UNDONE[r.event.because]}, it is settled anew{paid}"


ENTRIES: dict[type[e.Event], Entry] = {
    e.WinUnclaimed: _hold(lambda r: "nobody claims it, it waits"),
    e.HeldSetAside: _hold(
        lambda r: f"set aside, receipt {r.event.held.receipt}" if r.event.held.receipt else "set aside"
    ),
    e.HeldReceipted: _hold(
        lambda r: (
            f"{'waits over the closing' if r.event.held.until_coup else 'held'}, receipt {r.event.held.receipt}"
        )
    ),
    e.HeldCounted: _hold(lambda r: f"its chips counted: {_counted(r)}"),
    e.HeldClaimed: _hold(lambda r: f"claimed by {r.event.by} and given back: {r.event.reason}"),
    e.HeldPaidIn: _hold(lambda r: "paid into the table's endowment"),
    e.HeldEnded: _hold(lambda r: f"ended as {r.event.outcome}: {r.event.reason}"),
    e.HeldUndone: _hold(_held_undone),
    e.ColourAssigned: Entry(
        kind="Colour", clause=EXCHANGE, words=lambda r: f"{_chips(r)} bought by {r.event.player}, now in play"
    ),
    e.ColourChipsBought: Entry(
        kind="Colour", clause=EXCHANGE, words=lambda r: f"{_chips(r)} more bought by {r.event.player}"
    ),
    e.ColourChipsPresented: Entry(kind="Colour", clause=EXCHANGE, words=_presented),
    e.ColourRedeemed: Entry(kind="Colour", clause=EXCHANGE, words=_redeemed),
    e.LateChipsRedeemed: Entry(kind="Colour", clause=LATE_CHIPS, words=_late_redeemed),
    e.ForeignChipsSeen: Entry(
        kind="Colour",
        clause=SYMBOL,
        words=lambda r: (
            f"{r.event.count} chips with the symbol {r.event.symbol} of {r.event.player}: {r.event.where}"
        ),
    ),
    e.ChangeClaimed: Entry(kind="Change claim", clause=_claim_clause, words=_claimed),
    e.ClaimAnswered: Entry(kind="Change claim", clause=clause_at("change", "clause"), words=_answered),
    e.ChipsAdvanced: Entry(
        kind="Advance",
        clause=own_clause,
        words=lambda r: f"{r.event.ref}: {r.money(r.event.amount)} advanced to {r.event.player}",
    ),
    e.AdvanceRepaid: Entry(kind="Advance", clause=ADVANCES, words=_repaid),
    e.AdvanceCarried: Entry(
        kind="Advance",
        clause=ADVANCES,
        words=lambda r: f"{r.event.ref}: {r.money(r.event.left)} of {r.event.player} open over the closing",
    ),
    e.ChipSeriesAnnounced: Entry(
        kind="Chip series", clause=clause_at("chip_series", "clause"), words=_series
    ),
    e.OldSeriesSeen: Entry(kind="Chip series", clause=clause_at("chip_series", "clause"), words=_old_series),
    e.CompanyDeclared: Entry(
        kind="Company",
        clause=COMPANY,
        words=lambda r: f"{', '.join(r.event.players)} play in company: limits hold for their sum",
    ),
    e.CompanyEnded: Entry(
        kind="Company",
        clause=COMPANY,
        words=lambda r: f"{', '.join(r.event.players)} play each for themselves",
    ),
}
