"""The rest of a day's usual course: change, cash, seats of a live table, slips, warnings, registrations, sign-in."""

from typing import Any

from casino.compliance.declared.day import DayEvent
from casino.compliance.declared.entry import Entry, Words, clause_at, own_clause, usual
from casino.compliance.rule_labels import rule_label
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from casino.people.sign_in import events as i
from settlement.slips import events as s
from tables.play import events as e
from tables.registers import balls as b
from tables.registers import wheels as w

CHANGE = _("Change")
SEAT = _("Seat")
SLIP = _("Slip")
ACCESS = _("Access")
BY_CHANGE = clause_at("change", "clause")
PROOFS = {
    "password": _("password"),
    "totp": _("authenticator app"),
    "passkey": _("passkey"),
    "recovery_code": _("recovery code"),
}
LOCKED = {
    "idle": _("the session of {person.name} locked: nobody acted in it"),
    "pressed": _("{person.name} locked the session"),
}


def _requested(r: DayEvent) -> str:
    chips = _("change {number}: {player:player} handed in chips, {given:chips}; receipt {receipt}")
    notes = _("change {number}: {player:player} handed in notes, {given:chips}; receipt {receipt}")
    words = r.sentence(notes if r.event.handed == "notes" else chips)
    return words + r.sentence(_("; wanted: {wanted:chips}")) if r.event.wanted else words


def _cash_taken(r: DayEvent) -> str:
    words = r.sentence(_("{total:money} in notes taken for chips"))
    if r.event.pieces:
        words += f": {r.chips(r.event.pieces)}"
    return words + _whom_for(r)


def _cash_taken_blind(r: DayEvent) -> str:
    return r.sentence(_("notes taken for chips; their count is blind")) + _whom_for(r)


def _whom_for(r: DayEvent) -> str:
    return r.sentence(_(", for {player:player}")) if r.event.player else ""


def _staked(r: DayEvent) -> str:
    confirmed = _("{seat:player} confirmed bets for coup {coup}, {amount:money}: {bets}")
    placed = _("bets placed for {seat:player} in coup {coup}, {amount:money}: {bets}")
    bets = ", ".join(r.sentence("{each.bet:bet} {each.amount:money}", each=each) for each in r.event.bets)
    return r.sentence(confirmed if r.event.confirmed else placed, bets=bets)


def _by_seat(r: DayEvent, amounts: dict[str, int]) -> str:
    return ", ".join(
        r.sentence("{seat:player} {amount:money}", seat=seat, amount=amount)
        for seat, amount in amounts.items()
    )


def _credited(r: DayEvent) -> str:
    words = [
        r.sentence(
            _("{number:number} in coup {coup}, credited: {wins}")
            if r.event.wins
            else _("{number:number} in coup {coup}, nothing credited"),
            wins=_by_seat(r, r.event.wins),
        )
    ]
    if r.event.taken_back:
        words.append(r.sentence(_("taken back: {wins}"), wins=_by_seat(r, r.event.taken_back)))
    if r.event.short:
        words.append(r.sentence(_("no longer there: {wins}"), wins=_by_seat(r, r.event.short)))
    return "; ".join(words)


def _left(r: DayEvent) -> str:
    words = r.sentence(_("{seat:player} left, {amount:money} cashed out"))
    return words + r.sentence(_("; {held:money} lies unclaimed")) if r.event.held else words


def _of_slip(words: str) -> Words:
    return lambda r: r.sentence(
        words,
        slip_kind=word("slip", r.event.kind),
        pieces=f"{r.chips(r.event.pieces)} = {r.money(r.event.total)}",
    )


def _signed_in(r: DayEvent) -> str:
    proofs = [r.sentence(PROOFS[each]) for each in r.event.proofs]
    return r.sentence(_("{person.name} signed in from {address}: {proofs:names}"), proofs=proofs)


def _registered(words: str) -> Words:
    def made(r: DayEvent) -> str:
        maker = getattr(r.event, "maker", "")
        found = r.sentence(words)
        if r.event.diameter_mm is not None:
            found += r.sentence(_(", {diameter_mm:measure} mm"))
        return found + r.sentence(_(", made by {maker}")) if maker else found

    return made


SLIP_RECEIVED = usual(SLIP, _of_slip(_("{slip_kind} {slip} received: {pieces}")))

ENTRIES: dict[type[Any], Entry] = {
    e.ChangeRequested: usual(CHANGE, _requested, clause=BY_CHANGE),
    e.ChangeBegun: usual(CHANGE, _("change {number} is being made; receipt {receipt}"), clause=BY_CHANGE),
    e.ChangeFinished: usual(
        CHANGE,
        _("change {number} paid out to {player:player}: {paid_out:chips}; receipt {receipt}"),
        clause=BY_CHANGE,
    ),
    e.ChangeGivenBack: usual(
        CHANGE,
        _("change {number} given back to {player:player} as it was; receipt {receipt}"),
        clause=BY_CHANGE,
    ),
    e.CashTaken: usual(_("Cash"), _cash_taken, blind_words=_cash_taken_blind),
    e.BoughtIn: usual(
        SEAT,
        _("{seat:player} bought in for {amount:money}"),
        clause=clause_at("seats", "participation_clause"),
    ),
    e.SeatStaked: usual(SEAT, _staked, clause=clause_at("seats", "confirm_clause")),
    e.StakesReturned: usual(
        SEAT,
        lambda r: r.sentence(
            _("stakes of coup {coup} returned: {returned}"), returned=_by_seat(r, r.event.stakes)
        ),
    ),
    e.WinsCredited: usual(SEAT, _credited),
    e.SeatLeft: usual(SEAT, _left, clause=clause_at("seats", "leave_clause")),
    e.UnclaimedCollected: usual(SEAT, _("{seat:player}: {amount:money} won and unclaimed, now collected")),
    e.DeadlineWarned: usual(
        _("Deadline"),
        lambda r: r.sentence(_("{rule}: due at {due_at:second}"), rule=rule_label(r.event.rule)),
        clause=own_clause,
    ),
    e.WarningAcknowledged: usual(
        _("Deadline"),
        lambda r: r.sentence(
            _("{by.name} has seen that it comes near: {rule}"),
            rule=rule_label(r.event.case.rpartition("-")[0] or r.event.case),
        ),
    ),
    s.SlipRequested: usual(SLIP, _of_slip(_("the cash desk has {slip_kind} {slip} to issue: {pieces}"))),
    s.SlipHandedOver: usual(SLIP, _of_slip(_("{slip_kind} {slip} left the table with {carrier}: {pieces}"))),
    s.SlipVoided: usual(SLIP, _of_slip(_("{slip_kind} {slip} voided at the cash desk: {reason}"))),
    w.WheelRegistered: usual(_("Wheel"), _registered(_("wheel {serial} registered"))),
    b.BallRegistered: usual(_("Ball"), _registered(_("ball {serial} registered"))),
    i.SignedIn: usual(ACCESS, _signed_in),
    i.SignedOut: usual(ACCESS, _("{person.name} signed out")),
    i.SessionLocked: usual(ACCESS, lambda r: r.sentence(LOCKED[r.event.why])),
    i.SessionUnlocked: usual(ACCESS, _("{person.name} opened the locked session again")),
}
