"""What must hold of the rules of a table's day: announcements, launches, balls, what is held, staff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tables.roulette.announced_checks import Fault, not_among
from tables.roulette.fault_path import below
from tables.roulette.rulebook import Rulebook

MOMENTS = ("faites_vos_jeux", "rien_ne_va_plus", "null_coup", "tout_va")
LONGEST_POSITION = 40


def day_faults(rulebook: Rulebook) -> Iterator[Fault]:
    for check in (
        _in_force,
        _opening_float,
        _day,
        _result,
        _balls_and_ball,
        _agreements,
        _advances,
        _held,
        _deputies,
        _staff,
    ):
        yield from check(rulebook)


def _in_force(rulebook: Rulebook) -> Iterator[Fault]:
    rule = rulebook.in_force
    if rule and rule.until is not None and rule.until < rule.since:
        yield (
            "in_force.until",
            f"{rule.until} is before {rule.since}, the first day; right would be that day or later",
        )


def _opening_float(rulebook: Rulebook) -> Iterator[Fault]:
    rule = rulebook.opening_float
    if rule and (rule.minimums is None) == (rule.amount is None):
        fault = "says both" if rule.amount else "says nothing"
        yield (
            "opening_float",
            f"{fault}; right would be minimums, a multiple of the table's minimum, or amount",
        )


def _day(rulebook: Rulebook) -> Iterator[Fault]:
    announcements = rulebook.phases.announcements
    for moment in MOMENTS:
        if moment not in announcements:
            yield f"phases.announcements.{moment}", "missing key"
    for moment in announcements:
        if moment not in MOMENTS:
            yield f"phases.announcements.{moment}", "unknown key"
    launch = rulebook.launch
    if launch.min_turns and launch.min_turns_clause is None:
        yield "launch.min_turns_clause", "missing clause: every value names the clause that it comes from"
    reason = launch.min_turns_reason
    if launch.min_turns and reason is None:
        known = " or ".join(rulebook.null_coup.reasons) or "one of null_coup.reasons"
        yield (
            "launch.min_turns_reason",
            f"missing key: a launch with fewer turns is null by a reason, {known}",
        )
    if launch.min_turns is None and (reason or launch.min_turns_clause):
        yield "launch.min_turns", "missing key: its reason or its clause is there, and not how many turns"
    if reason is not None:
        yield from not_among(
            "launch.min_turns_reason", (reason,), rulebook.null_coup.reasons, "reasons of a null coup"
        )
    if rulebook.repetition and not rulebook.repetition.repeated_by:
        yield "repetition.repeated_by", "names nobody; right would be employee, chief or both"
    if not rulebook.null_coup.reasons:
        yield "null_coup.reasons", "there is no reason"


def _result(rulebook: Rulebook) -> Iterator[Fault]:
    """The combinations that are announced after a number."""
    result = rulebook.phases.result
    yield from not_among("phases.result.multiples", result.multiples, rulebook.bets, "bets")
    if result.multiples and result.multiples_clause is None:
        yield (
            "phases.result.multiples_clause",
            "missing clause: every value names the clause that it comes from",
        )
    if result.multiples_clause and not result.multiples:
        yield "phases.result.multiples", "names none; right would be kinds of bet, or no clause"


def _balls_and_ball(rulebook: Rulebook) -> Iterator[Fault]:
    """The balls of a table, and the time that one person may hold one."""
    balls = rulebook.ball_change
    if balls and balls.diameter_mm[0] > balls.diameter_mm[1]:
        yield "ball_change.diameter_mm", "the smallest comes first"
    if balls and balls.weight_g and balls.weight_g[0] > balls.weight_g[1]:
        yield "ball_change.weight_g", "the smallest comes first"
    if balls and balls.warn_before_s >= balls.every_s:
        yield "ball_change.warn_before_s", "is not before the change"
    time = rulebook.time_at_ball
    if time and rulebook.rotation:
        yield "rotation", "time_at_ball says when the ball is passed on; right would be one of the two"
    if time and time.warn_before_s >= time.at_most_s:
        yield (
            "time_at_ball.warn_before_s",
            f"{time.warn_before_s} s is not before the end of {time.at_most_s} s; right would be less",
        )
    if time and (time.counts == "table") != (time.away_s is not None):
        reason = "missing key" if time.away_s is None else 'means something only where counts = "table"'
        yield "time_at_ball.away_s", reason
    if time and time.counts == "table" and (time.excused_by or time.early_by_s):
        yield "time_at_ball.counts", "table knows neither an excuse nor a custom of passing the ball"
    if time and time.early_by_s is not None and time.early_by_s >= time.at_most_s:
        yield (
            "time_at_ball.early_by_s",
            f"is not less than the {time.at_most_s} s of at_most_s; right would be less",
        )
    if rulebook.reconstitution and not rulebook.reconstitution.bases:
        yield "reconstitution.bases", "names none; right would be staff, technical or player"


def _agreements(rulebook: Rulebook) -> Iterator[Fault]:
    """With whom a change of maximums, or a derogation, is agreed: by a clause, and where there are derogations."""
    rule = rulebook.limits
    agreed = {
        "limits.maximums_agreed_with": rule.maximums_agreed_with,
        "limits.derogation_agreed_with": rule.derogation_agreed_with,
    }
    for key, body in agreed.items():
        if body is not None and not body.strip():
            yield key, "names nobody; right would be the body's name, or no such key"
    if any(body is not None for body in agreed.values()) and rule.agreement_clause is None:
        yield "limits.agreement_clause", "missing clause: every value names the clause that it comes from"
    if rule.agreement_clause and all(body is None for body in agreed.values()):
        yield "limits.agreement_clause", "nothing is agreed; right would be a body, or no clause"
    if rule.derogation_agreed_with is not None and rule.derogation_clause is None:
        yield (
            "limits.derogation_agreed_with",
            "there is no derogation here; right would be a derogation_clause",
        )


def _advances(rulebook: Rulebook) -> Iterator[Fault]:
    if rulebook.advances and not rulebook.advances.signed_by:
        yield "advances.signed_by", "names nobody; right would be the roles that sign an advance"


def _held(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of unclaimed wins: a win on any kind of bet is set aside either at once or later."""
    rule = rulebook.held
    if rule is None:
        return
    yield from not_among("held.at_once", rule.at_once, rulebook.bets, "bets")
    yield from not_among("held.later", rule.later, rulebook.bets, "bets")
    missing = [kind for kind in rulebook.bets if kind not in (*rule.at_once, *rule.later)]
    if missing:
        yield "held.at_once", f"misses {_list(missing)}; right would be to name them here, or in later"
    if doubled := [kind for kind in rule.later if kind in rule.at_once]:
        yield "held.later", f"{_list(doubled)} also set aside at once"
    if rule.later and rule.after_coups is None:
        yield "held.after_coups", "missing key: after how many coups those of later are set aside"
    if rule.after_coups and not rule.later:
        yield "held.after_coups", "nothing waits; right would be kinds of bet in later, or no such key"


def _deputies(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the roles that act for another: nobody to act for, the same role, no reading."""
    late = rulebook.late_bets
    for section, rule, role in (
        ("null_coup", rulebook.null_coup, rulebook.null_coup.decided_by),
        ("time_at_ball", rulebook.time_at_ball, rulebook.time_at_ball and rulebook.time_at_ball.decided_by),
        ("held", rulebook.held, rulebook.held and rulebook.held.decided_by),
        ("late_bets", late, late and late.accepted_by),
    ):
        if rule is None or not rule.deputies:
            continue
        if role is None:
            yield f"{section}.decided_by", "missing key: it names the role for which the deputies act"
        if role in rule.deputies:
            yield f"{section}.deputies", f"{role} is its own deputy; right would be other roles"
        if rule.clause not in rulebook.readings:
            yield (
                below("readings", rule.clause),
                f"missing key: {section}.deputies act for another role, and the reading explains why",
            )


def _staff(rulebook: Rulebook) -> Iterator[Fault]:
    staff = rulebook.staff
    if not staff.required:
        yield (
            "staff.required",
            "names nobody; right would be the positions without which the table does not open",
        )
    yield from _second_layout(rulebook)
    for position in staff.positions:
        if not position.strip() or len(position) > LONGEST_POSITION:
            yield "staff.positions", f"a position has a name of 1 to {LONGEST_POSITION} characters"
    for position in staff.required:
        if position not in staff.positions:
            yield "staff.required", f"{position} is not among the positions"
    for position in staff.positions:
        if position not in staff.labels:
            yield below("staff.labels", position), "missing key: every position has a label"
    for label in staff.labels:
        if label not in staff.positions:
            yield below("staff.labels", label), f"unknown key: the positions are {_list(staff.positions)}"


def _second_layout(rulebook: Rulebook) -> Iterator[Fault]:
    """Who must be at the second layout of a double table: somebody on what the table requires for each layout, and on
    what the second one alone requires in addition."""
    staff = rulebook.staff
    yield from _of_a_layout(rulebook, "staff.each_layout", staff.each_layout, staff.each_layout_clause)
    yield from _of_a_layout(rulebook, "staff.second_layout", staff.second_layout, staff.second_layout_clause)
    for position in staff.each_layout:
        if position in staff.positions and position not in staff.required:
            required = _list(staff.required)
            yield "staff.each_layout", f"{position} is not required; right would be some of {required}"
    for place, position in enumerate(staff.second_layout):
        if position in staff.second_layout[:place]:
            yield "staff.second_layout", f"{position} is required there already; right would be each once"
        elif position in staff.required:
            yield (
                "staff.second_layout",
                f"{position} is required already; right would be each_layout, if each layout has one of its own",
            )


def _of_a_layout(
    rulebook: Rulebook, key: str, positions: tuple[str, ...], clause: str | None
) -> Iterator[Fault]:
    if positions and clause is None:
        yield f"{key}_clause", "missing clause: every value names the clause that it comes from"
    if clause and not positions:
        yield key, "names nobody, though it has a clause; right would be positions, or no clause"
    if positions and (rulebook.layouts is None or rulebook.layouts.at_most < 2):
        yield key, "no table has a second layout; right would be [layouts] with at_most = 2"
    for position in positions:
        if position not in rulebook.staff.positions:
            yield key, f"{position} is not among the positions; they are {_list(rulebook.staff.positions)}"


def _list(things: Iterable[object]) -> str:
    return ", ".join(str(thing) for thing in things)
