"""Checks of the rules of a table's day: announcements, launches, balls, safekeeping, staff."""

from __future__ import annotations

from collections.abc import Iterator

from tables.roulette.announced_checks import not_among
from tables.roulette.fault_path import Fault, below
from tables.roulette.fault_words import MISSING_CLAUSE, are, quoted, unknown_key
from tables.roulette.holes import until_hole
from tables.roulette.rulebook import Rulebook

MOMENTS = ("faites_vos_jeux", "rien_ne_va_plus", "null_coup", "tout_va")
LONGEST_POSITION = 40
SMALLEST_FIRST = "The first number is the larger one. Write the smallest value first."


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
        yield from until_hole(check(rulebook))


def _in_force(rulebook: Rulebook) -> Iterator[Fault]:
    rule = rulebook.in_force
    if rule and rule.until is not None and rule.until < rule.since:
        yield (
            "in_force.until",
            f"{rule.until} is before {rule.since}, the first day. Write that day or a later one.",
        )


def _opening_float(rulebook: Rulebook) -> Iterator[Fault]:
    rule = rulebook.opening_float
    if rule and (rule.minimums is None) == (rule.amount is None):
        fault = (
            "minimums and amount are both there" if rule.amount else "minimums and amount are both missing"
        )
        yield "opening_float", f"{fault}. Write one: a multiple of the table's minimum, or an amount."


def _day(rulebook: Rulebook) -> Iterator[Fault]:
    announcements = rulebook.phases.announcements
    for moment in MOMENTS:
        if moment not in announcements:
            yield f"phases.announcements.{moment}", "The key is missing. Write its text and its clause."
    for moment in announcements:
        if moment not in MOMENTS:
            yield below("phases.announcements", moment), unknown_key(moment, MOMENTS)
    launch = rulebook.launch
    if launch.min_turns and launch.min_turns_clause is None:
        yield "launch.min_turns_clause", MISSING_CLAUSE
    reason = launch.min_turns_reason
    if launch.min_turns is None and (reason or launch.min_turns_clause):
        yield (
            "launch.min_turns",
            "The key is missing, and its reason or its clause is there. Write the number of turns.",
        )
    if reason is not None:
        yield from not_among(
            "launch.min_turns_reason", (reason,), rulebook.null_coup.reasons, "reasons of a null coup"
        )
    if rulebook.repetition and not rulebook.repetition.repeated_by:
        yield "repetition.repeated_by", "The list is empty. Write employee, chief or both."
    if not rulebook.null_coup.reasons:
        yield "null_coup.reasons", "The section is empty. Write a reason with its label."


def _result(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the combinations that are announced after a number."""
    result = rulebook.phases.result
    yield from not_among("phases.result.multiples", result.multiples, rulebook.bets, "bets")
    if result.multiples and result.multiples_clause is None:
        yield (
            "phases.result.multiples_clause",
            MISSING_CLAUSE,
        )
    if result.multiples_clause and not result.multiples:
        yield (
            "phases.result.multiples",
            "The list is empty, and its clause is there. Write kinds of bet, or remove it.",
        )


def _balls_and_ball(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the balls of a table, and of the time that one person may hold one."""
    balls = rulebook.ball_change
    if balls and balls.diameter_mm[0] > balls.diameter_mm[1]:
        yield "ball_change.diameter_mm", SMALLEST_FIRST
    if balls and balls.weight_g and balls.weight_g[0] > balls.weight_g[1]:
        yield "ball_change.weight_g", SMALLEST_FIRST
    if balls and balls.warn_before_s >= balls.every_s:
        yield (
            "ball_change.warn_before_s",
            f"{balls.warn_before_s} s is not less than every_s, {balls.every_s} s. Write a shorter time.",
        )
    time = rulebook.time_at_ball
    if time and rulebook.rotation:
        yield (
            "rotation",
            "[time_at_ball] limits the time at the ball already. Remove one of the two sections.",
        )
    if time and time.warn_before_s >= time.at_most_s:
        yield (
            "time_at_ball.warn_before_s",
            f"{time.warn_before_s} s is not less than at_most_s, {time.at_most_s} s. Write a shorter time.",
        )
    if time and (time.counts == "table") != (time.away_s is not None):
        reason = (
            'The key is missing, and counts = "table". Write the longest absence in seconds.'
            if time.away_s is None
            else 'The key holds only with counts = "table". Write that, or remove the key.'
        )
        yield "time_at_ball.away_s", reason
    if time and time.counts == "table" and (time.excused_by or time.early_by_s):
        yield (
            "time_at_ball.counts",
            '"table" has neither excused_by nor early_by_s. Remove these keys, or write counts = "ball".',
        )
    if time and time.early_by_s is not None and time.early_by_s >= time.at_most_s:
        yield (
            "time_at_ball.early_by_s",
            f"{time.early_by_s} s is not less than at_most_s, {time.at_most_s} s. Write a shorter time.",
        )
    if rulebook.reconstitution and not rulebook.reconstitution.bases:
        yield "reconstitution.bases", "The list is empty. Write staff, technical or player."


def _agreements(rulebook: Rulebook) -> Iterator[Fault]:
    """With whom a change of maximums, or a derogation, is agreed: by a clause, and where there are derogations."""
    rule = rulebook.limits
    agreed = {
        "limits.maximums_agreed_with": rule.maximums_agreed_with,
        "limits.derogation_agreed_with": rule.derogation_agreed_with,
    }
    for key, body in agreed.items():
        if body is not None and not body.strip():
            yield key, "The text is empty. Write the name of the body, or remove the key."
    if any(body is not None for body in agreed.values()) and rule.agreement_clause is None:
        yield "limits.agreement_clause", MISSING_CLAUSE
    if rule.agreement_clause and all(body is None for body in agreed.values()):
        yield (
            "limits.agreement_clause",
            "No key names a body to agree with. Add maximums_agreed_with or derogation_agreed_with.",
        )
    if rule.derogation_agreed_with is not None and rule.derogation_clause is None:
        yield (
            "limits.derogation_agreed_with",
            "The rulebook has no derogation. Add limits.derogation_clause, or remove the key.",
        )


def _advances(rulebook: Rulebook) -> Iterator[Fault]:
    if rulebook.advances and not rulebook.advances.signed_by:
        yield "advances.signed_by", "The list is empty. Write the roles that sign an advance."


def _held(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of unclaimed wins: a win on any kind of bet is set aside either at once or later."""
    rule = rulebook.held
    if rule is None:
        return
    yield from not_among("held.at_once", rule.at_once, rulebook.bets, "bets")
    yield from not_among("held.later", rule.later, rulebook.bets, "bets")
    missing = [kind for kind in rulebook.bets if kind not in (*rule.at_once, *rule.later)]
    if missing:
        yield "held.at_once", f"{are(missing)} missing. Add each to at_once or to later."
    if doubled := [kind for kind in rule.later if kind in rule.at_once]:
        yield "held.later", f"{are(doubled)} in at_once too. Remove each from one of the two."
    if rule.later and rule.after_coups is None:
        yield "held.after_coups", "The key is missing, and later has kinds of bet. Write the number of coups."
    if rule.after_coups and not rule.later:
        yield "held.after_coups", "No bet waits. Add kinds of bet to later, or remove the key."


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
            yield (
                f"{section}.decided_by",
                "The key is missing, and there are deputies. Write the role that they replace.",
            )
        if role in rule.deputies:
            yield f"{section}.deputies", f"{role} is its own deputy. Remove {role} from the list."
        if rule.clause not in rulebook.readings:
            yield (
                below("readings", rule.clause),
                f"The reading is missing, and {section} has deputies. Explain there why they act for another role.",
            )


def _staff(rulebook: Rulebook) -> Iterator[Fault]:
    staff = rulebook.staff
    if not staff.required:
        yield (
            "staff.required",
            "The list is empty. Write the positions without which the table does not open.",
        )
    yield from _second_layout(rulebook)
    for position in staff.positions:
        if not position.strip() or len(position) > LONGEST_POSITION:
            yield (
                "staff.positions",
                f"{quoted(position)} is not a name of a position. Write 1 to {LONGEST_POSITION} characters.",
            )
    yield from not_among("staff.required", staff.required, staff.positions, "positions")
    for position in staff.positions:
        if position not in staff.labels:
            yield below("staff.labels", position), "The key is missing. Write the label of the position."
    for label in staff.labels:
        if label not in staff.positions:
            yield below("staff.labels", label), unknown_key(label, staff.positions)


def _second_layout(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the staff at a double table: `staff.each_layout`, and `staff.second_layout` in addition to
    it.
    """
    staff = rulebook.staff
    yield from _of_a_layout(rulebook, "staff.each_layout", staff.each_layout, staff.each_layout_clause)
    yield from _of_a_layout(rulebook, "staff.second_layout", staff.second_layout, staff.second_layout_clause)
    for position in staff.each_layout:
        if position in staff.positions and position not in staff.required:
            yield (
                "staff.each_layout",
                f"{position} is not in staff.required. Add it there, or remove it here.",
            )
    for position in staff.second_layout:
        if position in staff.each_layout:
            yield (
                "staff.second_layout",
                f"{position} is in each_layout already. Remove it from one of the two.",
            )


def _of_a_layout(
    rulebook: Rulebook, key: str, positions: tuple[str, ...], clause: str | None
) -> Iterator[Fault]:
    if positions and clause is None:
        yield f"{key}_clause", MISSING_CLAUSE
    if clause and not positions:
        yield key, "The list is empty, and its clause is there. Write positions, or remove the clause."
    if positions and (rulebook.layouts is None or rulebook.layouts.at_most < 2):
        yield key, "No table has a second layout. Write [layouts] with at_most = 2, or remove the key."
    yield from not_among(key, positions, rulebook.staff.positions, "positions")
