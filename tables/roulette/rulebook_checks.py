"""What must hold between the parts of a rulebook, beyond the type of each value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from tables.roulette.announced import ASKED_WITH_NUMBERS
from tables.roulette.announced_checks import Fault, announced_faults, not_among, replay_faults
from tables.roulette.cloth import positions
from tables.roulette.fault_path import below
from tables.roulette.limits import check_posted
from tables.roulette.money import in_words
from tables.roulette.names import fold
from tables.roulette.reading_checks import reading_faults
from tables.roulette.refusal import LimitRefused
from tables.roulette.rulebook import KINDS, Rulebook
from tables.roulette.wheel import NUMBERS

MOMENTS = ("faites_vos_jeux", "rien_ne_va_plus", "null_coup", "tout_va")


def faults_in(document: Mapping[str, Any], rulebook: Rulebook) -> Iterator[Fault]:
    """Everything in a file's document, and in the `rulebook` it was read into, that does not fit the rest of it."""
    yield from _clauses(document, rulebook)
    yield from reading_faults(document.get("readings", {}), rulebook)
    for check in _CHECKS:
        yield from check(rulebook)


def _clauses(document: Mapping[str, object], rulebook: Rulebook) -> Iterator[Fault]:
    """Clauses of another rulebook, and those that are named and not among the clauses."""
    for clause in rulebook.clauses:
        if not clause.startswith(f"{rulebook.id}/"):
            yield f'clauses."{clause}"', f"a clause of {rulebook.id} begins with {rulebook.id}/"
    for key, clause in _clauses_named_in(document):
        if clause not in rulebook.clauses:
            yield key, f"{clause} is not among the clauses"


def _clauses_named_in(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every clause id that the file names, with its key; a launch rule is nothing but its clause."""
    if isinstance(value, Mapping):
        for name, below in value.items():
            path = f"{key}.{name}".lstrip(".")
            if isinstance(below, str) and (
                name.endswith("clause") or (key == "launch" and name != "min_turns_reason")
            ):
                yield path, below
            else:
                yield from _clauses_named_in(below, path)
    elif isinstance(value, list):
        for place, below in enumerate(value, start=1):
            yield from _clauses_named_in(below, f"{key}[{place}]")


def _wheels(rulebook: Rulebook) -> Iterator[Fault]:
    if not rulebook.wheels:
        yield "wheels", "there is no wheel"
    for name, wheel in rulebook.wheels.items():
        times = Counter(wheel.order)
        missing = [number for number in NUMBERS if number not in times]
        doubled = [number for number, count in times.items() if count > 1]
        if missing or doubled:
            wrong = [f"{_list(missing)} missing"] if missing else []
            wrong += [f"{_list(doubled)} more than once"] if doubled else []
            yield f"wheels.{name}.order", f"not every number once: {', '.join(wrong)}"
    if 0 in rulebook.reds:
        yield "cloth.reds", "zero has no colour"
    cylinder = rulebook.cylinder
    if cylinder and cylinder.diameter_mm[0] > cylinder.diameter_mm[1]:
        yield "cylinder.diameter_mm", "the smallest comes first"


def _currency(rulebook: Rulebook) -> Iterator[Fault]:
    if not re.fullmatch("[A-Z]{3}", rulebook.currency):
        yield "currency", f'"{rulebook.currency}" is no code of ISO 4217: three capital letters such as EUR'


def _bets(rulebook: Rulebook) -> Iterator[Fault]:
    by_ratio = rulebook.limits.kind != "posted"
    for kind, rule in rulebook.bets.items():
        if kind not in KINDS:
            yield f"bets.{kind}", f"not a kind of bet; they are {_list(KINDS)}"
        if by_ratio and rule.ratio is None:
            yield f"bets.{kind}.ratio", f"missing key: the limits are {rulebook.limits.kind}"
        if not by_ratio and rule.ratio is not None:
            yield f"bets.{kind}.ratio", "the limits are posted, not ratios"
        if (rule.ratio or rule.maximum) and rule.limit_clause is None:
            yield (
                f"bets.{kind}.limit_clause",
                "missing clause: every value names the clause that it comes from",
            )
    for place, forbidden in enumerate(rulebook.forbidden, start=1):
        for kind in forbidden.kinds:
            if kind in rulebook.bets or kind in rulebook.announced:
                yield f"forbidden[{place}].kinds", f"{kind} is also among the bets"


def _zero(rulebook: Rulebook) -> Iterator[Fault]:
    if rulebook.zero.even == "prison" and rulebook.zero.prison is None:
        yield "zero.prison", 'missing key: even is "prison"'
    if rulebook.zero.even != "prison" and rulebook.zero.prison is not None:
        yield (
            "zero.prison",
            f'even is "{rulebook.zero.even}"; right would be even = "prison", or no such section',
        )
    prison = rulebook.zero.prison
    if prison and prison.release == "win-per-level" and prison.levels is None:
        # Endless, what such a stake brings back would be no fraction, and no return could be stated.
        yield "zero.prison.levels", 'missing key: where release is "win-per-level", the levels have an end'


def _payment(rulebook: Rulebook) -> Iterator[Fault]:
    payment = rulebook.payment
    paid = Counter(kind for group in payment.order for kind in group)
    if not payment.by_hand:
        if payment.winning_stakes_stay:
            yield (
                "payment.winning_stakes_stay",
                "nothing is paid by hand: a stake that wins is credited with its prize",
            )
        if paid:
            yield "payment.order", "nothing is paid by hand"
        return
    missing = [kind for kind in rulebook.bets if kind not in paid]
    foreign = [kind for kind in paid if kind not in rulebook.bets]
    doubled = [kind for kind, count in paid.items() if count > 1]
    if missing:
        yield "payment.order", f"misses {_list(missing)}"
    if foreign:
        yield "payment.order", f"{_list(foreign)} not among the bets"
    if doubled:
        yield "payment.order", f"{_list(doubled)} more than once"
    if len(payment.within) != len(payment.order):
        yield "payment.within", f"says {len(payment.within)} sortings for {len(payment.order)} groups"
    if payment.group_by_player and payment.group_clause is None:
        yield "payment.group_clause", "missing clause: every value names the clause that it comes from"


def _roles_and_table(rulebook: Rulebook) -> Iterator[Fault]:
    payment = rulebook.payment
    for key in ("rakes_at_even", "pays_at_even"):
        if payment.roles and getattr(payment.roles, key) not in rulebook.staff.positions:
            yield f"payment.roles.{key}", f"{getattr(payment.roles, key)} is not among the staff's positions"
    roles = payment.roles
    if roles and roles.rakes_at_even == roles.pays_at_even:
        yield "payment.roles.pays_at_even", f"{roles.pays_at_even} rakes too: one rakes and another pays"
    if payment.table:
        yield from not_among("payment.table.kinds", payment.table.kinds, rulebook.bets, "bets")
        if payment.table.last < payment.table.first:
            yield "payment.table.last", "is before the first"
        elif beyond := (payment.table.last - payment.table.first) % payment.table.step:
            said = partial(in_words, currency=rulebook.currency)
            below_it = payment.table.last - beyond
            nearest = f"{said(below_it)} and {said(below_it + payment.table.step)} are"
            yield "payment.table.last", f"{said(payment.table.last)} is no step from the first; {nearest}"


def _chips_and_layouts(rulebook: Rulebook) -> Iterator[Fault]:
    if rulebook.layouts and rulebook.layouts.at_most > 2:
        yield "layouts.at_most", "a wheel serves one layout or two"
    if rulebook.colour_chips:
        yield from not_among(
            "colour_chips.face_value_on", rulebook.colour_chips.face_value_on, rulebook.bets, "bets"
        )
        if colours := rulebook.colour_chips.colours:
            key = "colour_chips.colours.value_up_to"
            yield from not_among(key, (colours.value_up_to,), rulebook.bets, "bets")
            if rulebook.zero.even == "prison":
                yield (
                    "zero.even",
                    '"prison" where chips of colours are counted; right would be "lose" or "half"',
                )
    if rulebook.return_to_player:
        for place, misprint in enumerate(rulebook.return_to_player.misprints, start=1):
            yield from not_among(
                f"return_to_player.misprints[{place}].kinds", misprint.kinds, rulebook.bets, "bets"
            )


def _names(rulebook: Rulebook) -> Iterator[Fault]:
    meant: dict[tuple[bool, str], str] = {}
    own = {kind: rule.names for kind, rule in rulebook.bets.items()}
    own |= {kind: rule.names for kind, rule in rulebook.announced.items()}
    for kind, by_language in own.items():
        asked_with_numbers = kind in ASKED_WITH_NUMBERS
        for name in {fold(name) for names in by_language.values() for name in names}:
            other = meant.setdefault((asked_with_numbers, name), kind)
            if other != kind:
                yield f"{'bets' if kind in KINDS else 'announced'}.{kind}.names", f"{name} also means {other}"
    legal = {bet.code for bet in positions(rulebook.reds)}
    for code in rulebook.position_names:
        if code not in legal:
            yield f'cloth.names."{code}"', "not a canonical code of the cloth"


def _day(rulebook: Rulebook) -> Iterator[Fault]:
    said = rulebook.phases.announcements
    for moment in MOMENTS:
        if moment not in said:
            yield f"phases.announcements.{moment}", "missing key"
    for moment in said:
        if moment not in MOMENTS:
            yield f"phases.announcements.{moment}", "unknown key"
    if rulebook.launch.min_turns and rulebook.launch.min_turns_clause is None:
        yield "launch.min_turns_clause", "missing clause: every value names the clause that it comes from"
    reason = rulebook.launch.min_turns_reason
    if reason is not None:
        yield from not_among(
            "launch.min_turns_reason", (reason,), rulebook.null_coup.reasons, "reasons of a null coup"
        )
    if rulebook.repetition and not rulebook.repetition.repeated_by:
        yield "repetition.repeated_by", "names nobody; right would be employee, chief or both"
    balls = rulebook.ball_change
    if balls and balls.diameter_mm[0] > balls.diameter_mm[1]:
        yield "ball_change.diameter_mm", "the smallest comes first"
    if balls and balls.warn_before_s >= balls.every_s:
        yield "ball_change.warn_before_s", "is not before the change"
    if not rulebook.null_coup.reasons:
        yield "null_coup.reasons", "there is no reason"


def _advances(rulebook: Rulebook) -> Iterator[Fault]:
    if rulebook.advances and not rulebook.advances.signed_by:
        yield "advances.signed_by", "names nobody; right would be the roles that sign an advance"


def _held(rulebook: Rulebook) -> Iterator[Fault]:
    """An unclaimed win is set aside at once or later, whatever kind of bet it is on, and never both."""
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


def _staff(rulebook: Rulebook) -> Iterator[Fault]:
    staff = rulebook.staff
    for position in staff.required:
        if position not in staff.positions:
            yield "staff.required", f"{position} is not among the positions"
    for position in staff.positions:
        if position not in staff.labels:
            yield below("staff.labels", position), "missing key: every position has a label"
    for label in staff.labels:
        if label not in staff.positions:
            yield below("staff.labels", label), f"unknown key: the positions are {_list(staff.positions)}"


def _sign(rulebook: Rulebook) -> Iterator[Fault]:
    try:
        check_posted(rulebook, rulebook.default_limits)
    except LimitRefused as refused:
        yield "limits.sign", refused.detail


def _list(things: Iterable[object]) -> str:
    return ", ".join(str(thing) for thing in things)


def _seats(rulebook: Rulebook) -> Iterator[Fault]:
    """What a seat wins is credited with the number, so nobody pays it by hand and nothing stays on the cloth."""
    if rulebook.seats is None:
        return
    if rulebook.payment.by_hand:
        yield "payment.by_hand", "wins are credited to the seats; right would be by_hand = false"
    if rulebook.zero.even != "lose":
        yield "zero.even", f'"{rulebook.zero.even}" at a table with seats; right would be even = "lose"'
    if rulebook.rounds is None:
        yield "rounds", "missing key: where players bet from seats, a round has its time"


_CHECKS = (
    _currency,
    _wheels,
    _bets,
    _zero,
    _payment,
    _roles_and_table,
    announced_faults,
    replay_faults,
    _chips_and_layouts,
    _names,
    _day,
    _advances,
    _held,
    _staff,
    _sign,
    _seats,
)
