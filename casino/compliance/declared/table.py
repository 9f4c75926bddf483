"""Table itself: its day, its staff, its ball, its limits, and decisions of the management."""

from collections.abc import Mapping
from functools import partial

from casino.compliance.declared.day import DayEvent, name_of
from casino.compliance.declared.entry import Entry, LimitLine, clause_at, with_reason
from casino.compliance.presenters import lateness
from casino.kit.colour_names import colour_within
from casino.kit.sentences import sentence_of
from casino.kit.sentences.lists import with_commas
from casino.kit.sentences.marks import gettext_noop as _
from tables.play import events as e
from tables.roulette.rulebook import Limits

BALL_CHANGE = clause_at("ball_change", "clause")
STAFF = clause_at("staff", "clause")
TIME_AT_BALL = clause_at("time_at_ball", "clause")
SUSPENSION = clause_at("suspension", "clause")
LAST_COUP = clause_at("last_coup", "clause")
NOT_COUNTED = _("its float is not counted")
COUNTED = {
    "opening": _("float at the opening: {total:money}"),
    "closing": _("float at the closing: {total:money}"),
}
DIFFERS = {
    ("opening", "more"): _("the float at the opening is {amount} more than was handed on"),
    ("opening", "less"): _("the float at the opening is {amount} less than was handed on"),
    ("opening", "other"): _("the float at the opening has other chips than were handed on: {chips}"),
    ("closing", "more"): _("the float at the closing is {amount} more than was handed on"),
    ("closing", "less"): _("the float at the closing is {amount} less than was handed on"),
    ("closing", "other"): _("the float at the closing has other chips than were handed on: {chips}"),
}
"""Words of a float variance, by moment and direction."""
BOXES = {
    "opening": _("the boxes of colours at the opening are other than the record has them: {boxes:names}"),
    "closing": _("the boxes of colours at the closing are other than the record has them: {boxes:names}"),
}


LIMITS_AGREED = _(
    "maximums agreed with {limits_agreement.body} ({limits_agreement.person}) on "
    "{limits_agreement.at:date_and_time}: “{limits_agreement.ground}”"
)


def _opened(r: DayEvent, *, whole: bool = True) -> str:
    labels = r.rulebook.staff.labels
    layout_2 = _("{position} of layout 2 {person.name}")
    seated = [f"{labels.get(at, at)} {person.name}" for at, person in r.event.staff.items()]
    seated += [
        r.sentence(layout_2, position=labels.get(at, at), person=person)
        for at, person in r.event.second_staff.items()
    ]
    parts = [
        r.sentence(_("opened with ball {ball}")),
        *(seated or [r.sentence(_("nobody seated"))]),
        r.sentence(_("{name} spins"), name=name_of(r.event.staff.get(r.event.spinner))),
        _limits(r, r.event.limits, whole=whole),
        *([r.sentence(LIMITS_AGREED)] if r.event.limits_agreement else []),
        *([] if r.event.counts_float else [r.sentence(NOT_COUNTED)]),
        *_held(r),
    ]
    return "; ".join(parts)


def _closed(r: DayEvent) -> str:
    forced = [_forced(r, r.event.forced)] if r.event.forced else []
    return "; ".join([r.sentence(_("closed with ball {ball}, coups: {coups}")), *_held(r), *forced])


def _reopened(r: DayEvent) -> str:
    """Return the words of a reopening: the ended closing, the reason, the signatories, and the float of further
    play.
    """
    words = r.sentence(
        _(
            "the closing of {closed_at:second} was a mistake, the table is open again: “{reason}”; ordered by "
            "{ordered_by.name}, signed by {signed_by.name}"
        )
    )
    if r.event.float_counted is None:
        return words
    return words + r.sentence(_("; the float as it was counted at the closing: {float_counted:money}"))


def _forced(r: DayEvent, forced: e.ForcedClose) -> str:
    """Return the sentence on an emergency close: the reason, the open items and the people.

    The day must be reconciled afterwards.
    """
    return r.sentence(
        _(
            "closed in an emergency, to be reconciled: “{forced.reason}”, {left} left open; ordered by "
            "{forced.ordered_by.name}, signed by {forced.signed_by.name}"
        ),
        left=with_commas([sentence_of(each, r.day.names) for each in forced.left]),
    )


def _held(r: DayEvent) -> list[str]:
    """Return a sentence on the stakes in safekeeping; empty without any.

    The report of each day lists them until they end (it-campione/19).
    """
    each_held = _("{each.ref} {each.amount:money} of {each.day:day}")
    held = [r.sentence(each_held, each=each) for each in r.event.held]
    return [r.sentence(_("held: {held:names}"), held=held)] if held else []


def _last_coup_announced(r: DayEvent) -> str:
    if r.event.first is None:
        return r.sentence(_("coup {coup} announced as the last one"))
    return r.sentence(_("coups {first} to {coup} announced as the last ones"))


def _ball_changed(r: DayEvent) -> str:
    announced = _("ball {previous} changed for ball {ball}, announced")
    return r.sentence(
        announced if r.event.announced else _("ball {previous} changed for ball {ball}, not announced")
    )


def _ball_replaced(r: DayEvent) -> str:
    rule = r.rulebook.ball_change
    words = r.sentence(_("ball {ball} replaced by one of {diameter_mm:measure} mm"))
    if r.event.serial:
        words += r.sentence(_(", {previous} for {serial}"), previous=r.event.previous_serial or "?")
    return f"{words}: {_reason(r, rule.replacement_reasons if rule else {})}"


def _reason(r: DayEvent, reasons: Mapping[str, str]) -> str:
    """Return the reason in the words of the rulebook, else as it is recorded."""
    return reasons.get(r.event.reason, r.event.reason)


def _unfit(r: DayEvent) -> str:
    letter = f" {r.event.ball}" if r.event.ball else ""
    found = r.sentence(
        _("wheel{letter} {serial} was found unfit")
        if r.event.what == "wheel"
        else _("ball{letter} {serial} was found unfit"),
        letter=letter,
    )
    return with_reason(found, r.event.remarks)


def _spinner_changed(r: DayEvent) -> str:
    words = r.sentence(_("{previous:person} passed the ball to {person:person}"))
    if r.event.at_ball_s is not None:
        words += r.sentence(_(" after {at_ball_s:minutes} min"))
    return with_reason(words, r.sentence(_("notice “{notice}”")) if r.event.notice else "")


def _staff_changed(r: DayEvent) -> str:
    return r.sentence(
        _("{seat} of layout {layout}: {person:person} for {previous:person}")
        if r.event.layout > 1
        else _("{seat}: {person:person} for {previous:person}"),
        seat=r.rulebook.staff.labels.get(r.event.position, r.event.position),
    )


def _excused(r: DayEvent) -> str:
    by_notice = _("{person:person} stays at the ball, by notice to the inspector: {words}")
    force_majeure = _("{person:person} stays at the ball, by force majeure, told to the inspectors: {words}")
    return r.sentence(by_notice if r.event.kind == "notice" else force_majeure)


def _limits_changed(r: DayEvent, *, whole: bool = True) -> str:
    words = r.sentence(
        _("{limits}, before: {previous}"),
        limits=_limits(r, r.event.limits, whole=whole),
        previous=_limits(r, r.event.previous, whole=whole),
    )
    if r.event.reopened:
        words += r.sentence(_("; the table was closed for them and opened again"))
    return with_reason(words, _granted(r)) + _sign(r)


def _limits_announced(r: DayEvent, *, whole: bool = True) -> str:
    limits = _limits(r, r.event.limits, whole=whole)
    words = r.sentence(_("the players were told of {limits}"), limits=limits)
    return with_reason(words, _granted(r)) + _sign(r)


def _sign(r: DayEvent) -> str:
    """Return the time of the sign after limits were announced first, as some rulebooks allow; otherwise empty."""
    sign = r.background.signs.get(r.version)
    if sign is None:
        return ""
    if sign.followed_at is None:
        return r.sentence(_("; the sign did not follow"))
    took_s = round((sign.followed_at - sign.announced_at).total_seconds())
    if isinstance(r.event, e.LimitsAnnounced):
        return r.sentence(
            _("; the sign followed at {sign.followed_at:second}, after {took}"),
            sign=sign,
            took=lateness(took_s),
        )
    return r.sentence(
        _("; the players were told at {sign.announced_at:second}, the sign followed after {took}"),
        sign=sign,
        took=lateness(took_s),
    )


def _limits(r: DayEvent, limits: Limits, *, whole: bool) -> str:
    """Return the minimum, and the maximums unless a table below the line has them."""
    words = r.sentence(_("minimum {minimum:money}"), minimum=limits.minimum)
    if not whole:
        return words
    maximums = [f"{r.day.names.bet(kind)} {r.money(amount)}" for kind, amount in limits.maximums.items()]
    return words + r.sentence(_(" (maximums {maximums:names})"), maximums=maximums) if maximums else words


def _maximums(r: DayEvent) -> tuple[LimitLine, ...]:
    """Return the maximums, with those before where they were changed; bets that have the same share a line."""
    now: Limits = r.event.limits
    previous: Limits | None = getattr(r.event, "previous", None)
    before = previous.maximums if previous else {}
    together: dict[tuple[int | None, int | None], list[str]] = {}
    for kind in dict.fromkeys((*now.maximums, *before)):
        same = now.maximums.get(kind), before.get(kind)
        together.setdefault(same, []).append(r.day.names.bet(kind))
    return tuple(
        LimitLine(
            with_commas(bets),
            "–" if maximum is None else r.money(maximum),
            "" if former in (None, maximum) else r.money(former),
        )
        for (maximum, former), bets in sorted(together.items(), key=lambda each: each[0][0] or 0)
    )


def _granted(r: DayEvent) -> str:
    """Return the derogation of posted limits, and the parties that agreed."""
    notice = _("by derogation of {derogation.authorisers:names}, notice “{derogation.notice}”")
    agreed = _(
        "agreed with {agreement.body} ({agreement.person}) on {agreement.at:date_and_time}: “{agreement.ground}”"
    )
    granted = [
        r.sentence(words)
        for words, there in ((notice, r.event.derogation), (agreed, r.event.agreement))
        if there
    ]
    return "; ".join(granted)


def _limits_clause(r: DayEvent) -> str:
    rule = r.rulebook.limits
    by_derogation = r.event.derogation is not None and rule.derogation_clause
    by_agreement = r.event.agreement is not None and rule.agreement_clause
    return by_derogation or by_agreement or rule.change_clause or rule.clause


def _suspended(r: DayEvent) -> str:
    rule = r.rulebook.suspension
    why = [each for each in (_reason(r, rule.reasons if rule else {}), r.event.detail) if each]
    suspended = _("play suspended: {why:names}") if why else _("play suspended: no reason")
    kept = _("; bets lie on") if r.event.bets == "kept" else _("; bets were given back")
    return r.sentence(suspended, why=why) + r.sentence(kept)


def _counted(r: DayEvent) -> str:
    words = r.sentence(COUNTED[r.event.moment])
    if r.event.expected is not None:
        words += r.sentence(_("; {expected:money} expected"))
    if r.event.colours:
        boxes = [f"{colour_within(colour)} {count}" for colour, count in sorted(r.event.colours.items())]
        words += r.sentence(_("; in the boxes of colours: {boxes:names}"), boxes=boxes)
    if r.event.counted_by and r.event.verified_by:
        words += r.sentence(_("; counted by {counted_by.name}, verified by {verified_by.name}"))
    return words


def _differs(r: DayEvent) -> str:
    """Return the discrepancy of a count in words, with its chips: `+2 x 5, -1 x 10`.

    Boxes of colours with a discrepancy follow.
    """
    boxes = [f"{count:+} {colour_within(colour)}" for colour, count in sorted(r.event.colours.items())]
    in_boxes = r.sentence(BOXES[r.event.moment], boxes=boxes) if boxes else ""
    if not (r.event.difference or r.event.pieces or r.event.by_series):
        return in_boxes
    return "; ".join(filter(None, (_float_differs(r), in_boxes)))


def _float_differs(r: DayEvent) -> str:
    pieces = sorted(r.event.pieces.items(), reverse=True)
    chips = ", ".join(f"{count:+} × {r.money(value)}" for value, count in pieces)
    if not r.event.difference:
        other = chips or r.sentence(_("of other series"))
        return r.sentence(DIFFERS[r.event.moment, "other"], chips=other)
    found = "more" if r.event.difference > 0 else "less"
    words = r.sentence(DIFFERS[r.event.moment, found], amount=r.money(abs(r.event.difference)))
    return with_reason(words, chips)


def _boxes_clause(r: DayEvent) -> str | None:
    """Return the clause on boxes of colours, if the count has colours. No clause governs the count of the float."""
    rule = r.rulebook.colour_chips.colours if r.rulebook.colour_chips else None
    return rule.boxes_clause if rule and r.event.colours else None


def _explained(r: DayEvent) -> str:
    in_money = _("the float's difference of {difference:money} is explained: “{reason}”")
    in_chips = _("the float's other chips are explained: “{reason}”")
    return r.sentence(in_money if r.event.difference else in_chips)


ENTRIES: dict[type[e.Event], Entry] = {
    e.TableOpened: Entry(
        kind=_("Opening"),
        clause=STAFF,
        words=_opened,
        beside_limits=partial(_opened, whole=False),
        limits=_maximums,
    ),
    e.TableClosed: Entry(kind=_("Closing"), clause=LAST_COUP, words=_closed),
    e.TableReopened: Entry(kind=_("Reopening"), words=_reopened),
    e.ForcedCloseExplained: Entry(
        kind=_("Closing"), words=_("the emergency close of {day:day} is explained: “{reason}”")
    ),
    e.BallChanged: Entry(
        kind=_("Ball change"), clause=BALL_CHANGE, words=_ball_changed, closes=("ball-change",)
    ),
    e.BallReplaced: Entry(
        kind=_("Ball replaced"), clause=clause_at("ball_change", "replacement_clause"), words=_ball_replaced
    ),
    e.EquipmentUnfit: Entry(kind=_("Equipment"), words=_unfit),
    e.SpinnerChanged: Entry(
        kind=_("Rotation"), clause=TIME_AT_BALL, words=_spinner_changed, closes=("time-at-ball",)
    ),
    e.StaffChanged: Entry(kind=_("Rotation"), clause=STAFF, words=_staff_changed),
    e.BreakBegun: Entry(kind=_("Rotation"), words=_("{person.name} went on a break")),
    e.BreakEnded: Entry(
        kind=_("Rotation"), words=_("{person.name} came back from a break of {lasted_s:minutes} min")
    ),
    e.TimeAtBallExcused: Entry(kind=_("Rotation"), clause=TIME_AT_BALL, words=_excused),
    e.LimitsChanged: Entry(
        kind=_("Limits"),
        clause=_limits_clause,
        words=_limits_changed,
        closes=("sign-confirmation",),
        beside_limits=partial(_limits_changed, whole=False),
        limits=_maximums,
    ),
    e.LimitsAnnounced: Entry(
        kind=_("Limits"),
        clause=_limits_clause,
        words=_limits_announced,
        closes=("sign-confirmation",),
        beside_limits=partial(_limits_announced, whole=False),
        limits=_maximums,
    ),
    e.TableSuspended: Entry(kind=_("Suspension"), clause=SUSPENSION, words=_suspended),
    e.TableResumed: Entry(kind=_("Suspension"), clause=SUSPENSION, words=_("play resumed")),
    e.ControlNotified: Entry(
        kind=_("Suspension"),
        clause=SUSPENSION,
        words=_("control was told: “{notice}”"),
        closes=("notice-to-control",),
    ),
    e.LastCoupAnnounced: Entry(kind=_("Last coup"), clause=LAST_COUP, words=_last_coup_announced),
    e.LastCoupRevoked: Entry(
        kind=_("Last coup"), clause=LAST_COUP, words=_("play goes on after all: {reason}")
    ),
    e.FloatCounted: Entry(kind=_("Float"), clause=_boxes_clause, words=_counted),
    e.FloatVarianceFound: Entry(kind=_("Float"), clause=_boxes_clause, words=_differs),
    e.FloatVarianceExplained: Entry(kind=_("Float"), words=_explained),
}
