"""The table itself: its day, its staff, its ball, its limits, and what the direction decides."""

from casino.compliance.declared.entry import Entry, Told, clause_at, name_of, no_clause, with_reason
from casino.kit.sentences import listed
from tables.play import events as e
from tables.roulette.rulebook import Limits

BALL_CHANGE = clause_at("ball_change", "clause")
STAFF = clause_at("staff", "clause")
TIME_AT_BALL = clause_at("time_at_ball", "clause")
SUSPENSION = clause_at("suspension", "clause")
LAST_COUP = clause_at("last_coup", "clause")


def _opened(r: Told) -> str:
    seats = "; ".join(
        f"{r.rulebook.staff.labels.get(at, at)} {who.name}" for at, who in r.event.staff.items()
    )
    second = "; ".join(
        f"{r.rulebook.staff.labels.get(at, at)} of layout 2 {who.name}"
        for at, who in r.event.second_staff.items()
    )
    spins = name_of(r.event.staff.get(r.event.spinner))
    told = "; ".join(filter(None, (seats, second)))
    began = f"opened with ball {r.event.ball}; {told or 'nobody seated'}; {spins} spins"
    uncounted = "" if r.event.counts_float else "; its float is not counted"
    return f"{began}; {_limits(r, r.event.limits)}{uncounted}{_held(r)}"


def _closed(r: Told) -> str:
    closed = f"closed after {r.event.coups} coups, ball {r.event.ball}{_held(r)}"
    return f"{closed}; {_under_pressure(r.event.forced)}" if r.event.forced else closed


def _under_pressure(forced: e.ForcedClose) -> str:
    """Who left what open, for the day to be reconciled."""
    by = f"ordered by {forced.ordered_by.name}, signed by {forced.signed_by.name}"
    return (
        f"closed under pressure, to be reconciled: “{forced.reason}”, {listed(forced.left)} left open; {by}"
    )


def _held(r: Told) -> str:
    """What is still held: it is told each day until it ends (it-campione/19)."""
    held = ", ".join(f"{each.ref} {r.money(each.amount)} of {each.day}" for each in r.event.held)
    return f"; held: {held}" if held else ""


def _ball_changed(r: Told) -> str:
    announced = "announced" if r.event.announced else "not announced"
    return f"ball {r.event.previous} changed for ball {r.event.ball}, {announced}"


def _ball_replaced(r: Told) -> str:
    rule = r.rulebook.ball_change
    reason = rule.replacement_reasons.get(r.event.reason, r.event.reason) if rule else r.event.reason
    serials = f", {r.event.previous_serial or '?'} for {r.event.serial}" if r.event.serial else ""
    return f"ball {r.event.ball} replaced by one of {r.event.diameter_mm:g} mm{serials}: {reason}"


def _unfit(r: Told) -> str:
    letter = f" {r.event.ball}" if r.event.ball else ""
    return with_reason(f"{r.event.what}{letter} {r.event.serial} was found unfit", r.event.remarks)


def _spinner_changed(r: Told) -> str:
    spun = f" after {r.event.at_ball_s // 60} min" if r.event.at_ball_s is not None else ""
    what = f"{name_of(r.event.previous)} passed the ball to {name_of(r.event.person)}{spun}"
    return with_reason(what, f"notice “{r.event.notice}”" if r.event.notice else "")


def _staff_changed(r: Told) -> str:
    seat = r.rulebook.staff.labels.get(r.event.position, r.event.position)
    layout = f" of layout {r.event.layout}" if r.event.layout > 1 else ""
    return f"{seat}{layout}: {name_of(r.event.person)} for {name_of(r.event.previous)}"


def _excused(r: Told) -> str:
    kind = "notice to the inspector" if r.event.kind == "notice" else "force majeure, told to the inspectors"
    return f"{name_of(r.event.person)} stays at the ball, by {kind}: {r.event.words}"


def _limits_changed(r: Told) -> str:
    changed = f"{_limits(r, r.event.limits)}, before: {_limits(r, r.event.previous)}"
    return with_reason(changed, _derogation(r))


def _limits_announced(r: Told) -> str:
    return with_reason(f"the players were told of {_limits(r, r.event.limits)}", _derogation(r))


def _limits(r: Told, limits: Limits) -> str:
    maximums = ", ".join(f"{kind} {r.money(amount)}" for kind, amount in limits.maximums.items())
    return f"minimum {r.money(limits.minimum)}" + (f" (maximums {maximums})" if maximums else "")


def _derogation(r: Told) -> str:
    given = r.event.derogation
    return f"by derogation of {', '.join(given.authorisers)}, notice “{given.notice}”" if given else ""


def _limits_clause(r: Told) -> str:
    rule = r.rulebook.limits
    given = r.event.derogation is not None and rule.derogation_clause
    return given or rule.change_clause or rule.clause


def _suspended(r: Told) -> str:
    rule = r.rulebook.suspension
    reason = rule.reasons.get(r.event.reason, r.event.reason) if rule else r.event.reason
    said = ", ".join(filter(None, (reason, r.event.detail)))
    return f"play suspended: {said or 'no reason'}; bets {r.event.bets}"


def _counted(r: Told) -> str:
    expected = f"; {r.money(r.event.expected)} expected" if r.event.expected is not None else ""
    by, verified = r.event.counted_by, r.event.verified_by
    people = f"; counted by {name_of(by)}, verified by {name_of(verified)}" if by and verified else ""
    return f"float at the {r.event.moment}: {r.money(r.event.total)}{expected}{people}"


def _differs(r: Told) -> str:
    """How much was found more or less, and which chips: `+2 x 5, -1 x 10`."""
    chips = ", ".join(
        f"{count:+} × {r.money(value)}" for value, count in sorted(r.event.pieces.items(), reverse=True)
    )
    if not r.event.difference:
        return f"the float at the {r.event.moment} has other chips than were handed on: {chips or 'of other series'}"
    more = "more" if r.event.difference > 0 else "less"
    amount = r.money(abs(r.event.difference))
    return with_reason(f"the float at the {r.event.moment} is {amount} {more} than was handed on", chips)


def _explained(r: Told) -> str:
    return f"the float's difference of {r.money(r.event.difference)} is explained: “{r.event.reason}”"


ENTRIES: dict[type[e.Event], Entry] = {
    e.TableOpened: Entry(kind="Opening", clause=STAFF, words=_opened),
    e.TableClosed: Entry(kind="Closing", clause=LAST_COUP, words=_closed),
    e.ForcedCloseExplained: Entry(
        kind="Closing",
        clause=no_clause,
        words=lambda r: f"the close under pressure of {r.event.day} is explained: “{r.event.reason}”",
    ),
    e.BallChanged: Entry(
        kind="Ball change", clause=BALL_CHANGE, words=_ball_changed, closes=("ball-change",)
    ),
    e.BallReplaced: Entry(
        kind="Ball replaced", clause=clause_at("ball_change", "replacement_clause"), words=_ball_replaced
    ),
    e.EquipmentUnfit: Entry(kind="Equipment", clause=no_clause, words=_unfit),
    e.SpinnerChanged: Entry(
        kind="Rotation", clause=TIME_AT_BALL, words=_spinner_changed, closes=("time-at-ball",)
    ),
    e.StaffChanged: Entry(kind="Rotation", clause=STAFF, words=_staff_changed),
    e.BreakBegun: Entry(
        kind="Rotation", clause=no_clause, words=lambda r: f"{r.event.person.name} went on a break"
    ),
    e.BreakEnded: Entry(
        kind="Rotation",
        clause=no_clause,
        words=lambda r: f"{r.event.person.name} came back from a break of {r.event.lasted_s // 60} min",
    ),
    e.TimeAtBallExcused: Entry(kind="Rotation", clause=TIME_AT_BALL, words=_excused),
    e.LimitsChanged: Entry(
        kind="Limits", clause=_limits_clause, words=_limits_changed, closes=("sign-confirmation",)
    ),
    e.LimitsAnnounced: Entry(
        kind="Limits", clause=_limits_clause, words=_limits_announced, closes=("sign-confirmation",)
    ),
    e.TableSuspended: Entry(kind="Suspension", clause=SUSPENSION, words=_suspended),
    e.TableResumed: Entry(kind="Suspension", clause=SUSPENSION, words=lambda r: "play resumed"),
    e.ControlNotified: Entry(
        kind="Suspension",
        clause=SUSPENSION,
        words=lambda r: f"control was told: “{r.event.notice}”",
        closes=("notice-to-control",),
    ),
    e.LastCoupAnnounced: Entry(
        kind="Last coup", clause=LAST_COUP, words=lambda r: f"coup {r.event.coup} announced as the last one"
    ),
    e.LastCoupRevoked: Entry(
        kind="Last coup", clause=LAST_COUP, words=lambda r: f"play goes on after all: {r.event.reason}"
    ),
    e.FloatCounted: Entry(kind="Float", clause=no_clause, words=_counted),
    e.FloatVarianceFound: Entry(kind="Float", clause=no_clause, words=_differs),
    e.FloatVarianceExplained: Entry(kind="Float", clause=no_clause, words=_explained),
}
