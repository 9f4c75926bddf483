"""Other streams of a table's day: the answers to violations, the casino's close of the day, the wheel and the balls,
the screens of the seats, and the wrong PINs, passwords and codes of the day with people's changes of their sign-in.
"""

from typing import Any

from casino.compliance.declared.day import DayEvent
from casino.compliance.declared.entry import Entry, clause_at
from casino.compliance.declared.game import VIOLATION
from casino.kit.sentences import sentence_of
from casino.kit.sentences.alerts import alert_called, alert_label, alert_sentence
from casino.kit.sentences.marks import gettext_noop as _
from casino.people import access_events as a
from casino.people.sign_in import events as i
from casino.seats import screen_events as s
from tables.compliance import events as v
from tables.compliance.alerts import events as al
from tables.compliance.review import events as f
from tables.registers import balls as b
from tables.registers import wheels as w
from tables.registers.casino_day import events as h

CYLINDER = clause_at("cylinder", "clause")
BALLS = clause_at("ball_change", "clause")


def _place(r: DayEvent, table: str) -> str:
    return table or r.sentence(_("the store"))


def _inspected(r: DayEvent) -> str:
    fit = _("{serial} inspected and found fit")
    words = r.sentence(fit if r.event.condition == "fit" else _("{serial} inspected and found unfit"))
    remarks = f", {r.event.remarks}" if r.event.remarks else ""
    due = r.sentence(_("; next due {next_due:day}")) if r.event.next_due else ""
    return f"{words}{remarks}{due}"


def _wheel_moved(r: DayEvent) -> str:
    return r.sentence(
        _("wheel {serial} from {before} to {after}"),
        before=_place(r, r.event.previous),
        after=_place(r, r.event.table),
    )


def _ball_assigned(r: DayEvent) -> str:
    if r.event.letter:
        words = _("ball {serial} from {before} to {after} as ball {letter}")
    elif r.event.table:
        words = _("ball {serial} from {before} to {after} as a spare")
    else:
        words = _("ball {serial} from {before} to {after}")
    return r.sentence(words, before=_place(r, r.event.previous), after=_place(r, r.event.table))


def _day_closed(r: DayEvent) -> str:
    forced = r.event.forced
    if forced is None:
        return r.sentence(_("the casino closed the day"))
    return r.sentence(
        _("the casino closed the day in an emergency, to be reconciled: {forced.reason}; left open: {left}"),
        left="; ".join(sentence_of(each, r.day.names) for each in forced.left),
    )


def _with_lock(r: DayEvent, words: str) -> str:
    if r.event.locked_until is None:
        return r.sentence(words)
    everybody = _("; locked from there for everybody until {locked_until:date_and_time}")
    this_name = _("; locked from there for this name until {locked_until:date_and_time}")
    return r.sentence(words) + r.sentence(everybody if r.event.locked == "source" else this_name)


def _wrong_code(r: DayEvent) -> str:
    words = r.sentence(_("a wrong code was given for {person.name} at sign-in"))
    if r.event.locked_until is None:
        return words
    return words + r.sentence(_("; their codes are locked until {locked_until:date_and_time}"))


ADDED = {
    "totp": _("{person.name} set up an authenticator app"),
    "passkey": _("{person.name} set up the passkey {name}"),
}
REMOVED = {
    "totp": _("the authenticator app of {person.name} removed"),
    "passkey": _("the passkey {name} of {person.name} removed"),
}


def _finding_raised(r: DayEvent) -> str:
    words = (
        _("question {finding}: {words}") if r.event.kind == "question" else _("finding {finding}: {words}")
    )
    about = r.event.about
    of = (
        r.sentence(_(" (event {version} of {stream})"), version=about.version, stream=about.stream)
        if about
        else ""
    )
    return r.sentence(words) + of


def _finding_closed(r: DayEvent) -> str:
    return r.sentence(
        _("finding {finding} closed: {words}") if r.event.words else _("finding {finding} closed")
    )


def _of_alert(r: DayEvent, words: str) -> str:
    return r.sentence(words, called=alert_called(r.event.alert))


def _report_signed(r: DayEvent) -> str:
    control = _("the report of the day signed for control, hash {short}")
    words = (
        control
        if r.event.side == "control"
        else _("the report of the day signed for the casino, hash {short}")
    )
    return r.sentence(words, short=r.event.hash[:16])


ENTRIES: dict[type[Any], Entry] = {
    f.FindingRaised: Entry(kind=_("Finding"), words=_finding_raised),
    f.FindingAnswered: Entry(kind=_("Finding"), words=_("finding {finding} answered: {words}")),
    f.FindingClosed: Entry(kind=_("Finding"), words=_finding_closed),
    f.ReportSigned: Entry(kind=_("Signature"), words=_report_signed),
    al.AlertRaised: Entry(
        kind=_("Alert"),
        words=lambda r: f"{alert_label(r.event.kind)}: {alert_sentence(r.event.code, r.event.parameters)}",
    ),
    al.AlertEnded: Entry(kind=_("Alert"), words=lambda r: _of_alert(r, _("{called} is so no longer"))),
    al.AlertAcknowledged: Entry(
        kind=_("Alert"), words=lambda r: _of_alert(r, _("{called} acknowledged by {by.name}"))
    ),
    v.ViolationAcknowledged: Entry(kind=VIOLATION, words=_("acknowledged by the staff")),
    v.ViolationExplained: Entry(kind=VIOLATION, words=_("explained: {words}")),
    v.ViolationUpheld: Entry(kind=VIOLATION, words=_("upheld: {reason}")),
    v.ViolationDismissed: Entry(kind=VIOLATION, words=_("dismissed: {reason}")),
    v.ViolationReopened: Entry(kind=VIOLATION, words=_("opened again: {reason}")),
    h.HouseDayClosed: Entry(kind=_("Casino"), words=_day_closed),
    h.HouseCloseExplained: Entry(
        kind=_("Casino"), words=_("the casino's emergency close explained: {reason}")
    ),
    a.WrongPinGiven: Entry(
        kind=_("Access"), words=lambda r: _with_lock(r, _("a wrong PIN was given for {person.name}"))
    ),
    a.WrongPasswordGiven: Entry(
        kind=_("Access"),
        words=lambda r: _with_lock(r, _("a wrong password was given for {person.name} at sign-in")),
    ),
    i.WrongCodeGiven: Entry(kind=_("Access"), words=_wrong_code),
    i.SecondFactorAdded: Entry(kind=_("Access"), words=lambda r: r.sentence(ADDED[r.event.factor])),
    i.SecondFactorRemoved: Entry(kind=_("Access"), words=lambda r: r.sentence(REMOVED[r.event.factor])),
    i.RecoveryCodesMade: Entry(kind=_("Access"), words=_("{person.name} has new recovery codes")),
    i.RecoveryCodeUsed: Entry(
        kind=_("Access"), words=_("{person.name} used a recovery code; {left} are left")
    ),
    s.Made: Entry(kind=_("Seat"), words=_("a code for the screen of seat {seat} given out")),
    s.Opened: Entry(kind=_("Seat"), words=_("seat {seat}: its screen opened on a terminal")),
    s.Revoked: Entry(kind=_("Seat"), words=_("the screen of seat {seat} revoked")),
    w.WheelInspected: Entry(
        kind=_("Wheel"), clause=CYLINDER, words=lambda r: r.sentence(_("wheel {found}"), found=_inspected(r))
    ),
    w.WheelMoved: Entry(kind=_("Wheel"), clause=CYLINDER, words=_wheel_moved),
    w.WheelWithdrawn: Entry(
        kind=_("Wheel"), clause=CYLINDER, words=_("wheel {serial} withdrawn from play: {reason}")
    ),
    b.BallInspected: Entry(
        kind=_("Ball"), clause=BALLS, words=lambda r: r.sentence(_("ball {found}"), found=_inspected(r))
    ),
    b.BallAssigned: Entry(kind=_("Ball"), clause=BALLS, words=_ball_assigned),
    b.BallWithdrawn: Entry(
        kind=_("Ball"), clause=BALLS, words=_("ball {serial} withdrawn from play: {reason}")
    ),
}
