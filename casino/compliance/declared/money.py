"""Money and chips: safekeeping, colours, claims about change, advances, series, players in groups."""

from casino.compliance.declared.day import DayEvent
from casino.compliance.declared.entry import Clause, Entry, Words, clause_at, own_clause
from casino.kit.adjustments import UNDONE_BECAUSE
from casino.kit.colour_names import colour_name
from casino.kit.sentences.marks import gettext_noop as _
from tables.play import events as e

EXCHANGE = clause_at("colour_chips", "colours", "exchange_clause")
LATE_CHIPS = clause_at("colour_chips", "colours", "late_clause")
SYMBOL = clause_at("colour_chips", "colours", "symbol_clause")
ADVANCES = clause_at("advances", "clause")
CHANGE = clause_at("change", "clause")
SERIES = clause_at("chip_series", "clause")
GROUP = clause_at("limits", "company_clause")


def _held(r: DayEvent) -> str:
    held = r.event.held
    if held.kind == "win":
        of, unowned = _("win of {held.player:player} on {held.bet:bet}"), _("win on {held.bet:bet}")
    else:
        of, unowned = (
            _("abandoned stake of {held.player:player} on {held.bet:bet}"),
            _("abandoned stake on {held.bet:bet}"),
        )
    what = r.sentence(of if held.player else unowned)
    return r.sentence(
        _("{held.ref}, {what}, coup {held.coup} of {held.day:day}, {held.amount:money}"), what=what
    )


def _hold(outcome: Words) -> Entry:
    """Return the entry of an event about safekeeping: the item and its course."""
    entry = Entry(kind="", words=outcome)
    return Entry(
        kind=_("Safekeeping"),
        clause=lambda r: r.event.held.clause,
        words=lambda r: f"{_held(r)}: {entry.text(r)}",
    )


def _set_aside(r: DayEvent) -> str:
    return r.sentence(_("set aside, receipt {held.receipt}") if r.event.held.receipt else _("set aside"))


def _receipted(r: DayEvent) -> str:
    waits = r.event.held.until_coup
    return r.sentence(
        _("waits over the closing, receipt {held.receipt}") if waits else _("held, receipt {held.receipt}")
    )


def _counted(r: DayEvent) -> str:
    return r.sentence(_("its chips counted: {counted}"), counted=r.chips(r.event.held.pieces))


def _undone(r: DayEvent) -> str:
    words = r.sentence(_("{why}, it is settled anew"), why=r.sentence(UNDONE_BECAUSE[r.event.because]))
    return words + r.sentence(_("; what was claimed counts as paid")) if r.event.ended == "claimed" else words


def _colour(words: str, clause: Clause = EXCHANGE) -> Entry:
    """Return chips of a colour in words: values, pieces, and the act."""
    return Entry(kind=_("Colour"), clause=clause, words=lambda r: f"{_chips(r)} {r.sentence(words)}")


def _chips(r: DayEvent) -> str:
    return f"{colour_name(r.event.colour)}: {r.event.count} × {r.money(r.event.value)} = {r.money(r.event.amount)}"


def _presented(r: DayEvent) -> str:
    handed_back = _("handed back by {player:player}; {outstanding} chips were out")
    late = _("handed back by {player:player}, late; {outstanding} chips were out")
    return f"{_chips(r)} {r.sentence(late if r.event.late else handed_back)}"


def _claimed(r: DayEvent) -> str:
    in_time = _("claim {claim} about {receipt}, in time: “{what}”")
    return r.sentence(
        in_time if r.event.in_time else _("claim {claim} about {receipt}, out of time: “{what}”")
    )


def _answered(r: DayEvent) -> str:
    upheld = _("claim {claim} about {receipt} upheld: {answer}")
    return r.sentence(upheld if r.event.upheld else _("claim {claim} about {receipt} not upheld: {answer}"))


def _series(r: DayEvent) -> str:
    if not r.event.in_play:
        words = r.sentence(_("in play from now on: none"))
    else:
        words = r.sentence(_("in play from now on: {in_play:names}"))
    return words + r.sentence(_("; ended: {ended:names}")) if r.event.ended else words


ENTRIES: dict[type[e.Event], Entry] = {
    e.WinUnclaimed: _hold(_("nobody claims it, it waits")),
    e.HeldSetAside: _hold(_set_aside),
    e.HeldReceipted: _hold(_receipted),
    e.HeldCounted: _hold(_counted),
    e.HeldClaimed: _hold(_("claimed by {by:player} and given back: {reason}")),
    e.HeldPaidIn: _hold(_("paid into the table's endowment")),
    e.HeldEnded: _hold(_("ended as {outcome}: {reason}")),
    e.HeldUndone: _hold(_undone),
    e.ColourAssigned: _colour(_("bought by {player:player}, now in play")),
    e.ColourChipsBought: _colour(_("more bought by {player:player}")),
    e.ColourChipsPresented: Entry(kind=_("Colour"), clause=EXCHANGE, words=_presented),
    e.ColourRedeemed: _colour(
        _("redeemed and checked by {player:player}; {still_out} chips not handed back")
    ),
    e.LateChipsRedeemed: _colour(
        _("presented late by {player:player}; {still_out} chips still out"), clause=LATE_CHIPS
    ),
    e.ForeignChipsSeen: Entry(
        kind=_("Colour"),
        clause=SYMBOL,
        words=_("{count} chips with the symbol {symbol} of {player:player}: {where}"),
    ),
    e.ChangeClaimed: Entry(
        kind=_("Change claim"), clause=lambda r: r.event.clause or CHANGE(r), words=_claimed
    ),
    e.ClaimAnswered: Entry(kind=_("Change claim"), clause=CHANGE, words=_answered),
    e.ChipsAdvanced: Entry(
        kind=_("Advance"), clause=own_clause, words=_("{ref}: {amount:money} advanced to {player:player}")
    ),
    e.AdvanceRepaid: Entry(
        kind=_("Advance"),
        clause=ADVANCES,
        words=_("{ref}: {player:player} repaid {amount:money}; {left:money} left"),
    ),
    e.AdvanceCarried: Entry(
        kind=_("Advance"),
        clause=ADVANCES,
        words=_("{ref}: {left:money} of {player:player} open over the closing"),
    ),
    e.ChipSeriesAnnounced: Entry(kind=_("Chip series"), clause=SERIES, words=_series),
    e.OldSeriesSeen: Entry(
        kind=_("Chip series"),
        clause=SERIES,
        words=_("chips of the ended series {series}, {amount:money} of {player:player}, {where}"),
    ),
    e.GroupDeclared: Entry(
        kind=_("Company"),
        clause=GROUP,
        words=_("{players:players} play in company: limits hold for their sum"),
    ),
    e.GroupEnded: Entry(
        kind=_("Company"), clause=GROUP, words=_("{players:players} play each for themselves")
    ),
}
