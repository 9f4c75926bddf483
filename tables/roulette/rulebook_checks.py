"""What must hold between the parts of a rulebook, beyond the type of each value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, get_args

from tables.roulette.announced import NAMED_WITH_NUMBERS
from tables.roulette.announced_checks import Fault, announced_faults, not_among, replay_faults
from tables.roulette.cloth import HEADS, cloth_of
from tables.roulette.currency_check import no_currency
from tables.roulette.day_checks import day_faults
from tables.roulette.document_checks import document_faults
from tables.roulette.limits import check_posted
from tables.roulette.money import in_words
from tables.roulette.names import fold
from tables.roulette.reading_checks import reading_faults
from tables.roulette.refusal import LimitRefused
from tables.roulette.rulebook import KINDS, ClauseKind, ColoursRule, Rulebook
from tables.roulette.wheel import DOUBLE_ZERO, written

REDS = 18
"""Half of the numbers but zero, whatever the wheel."""


_CLAUSE = re.compile(r"[A-Za-z0-9]+([-.][A-Za-z0-9]+)*", re.ASCII)
_PERCENT = re.compile(r"(100|[1-9]?[0-9])(\.[0-9]{1,4})?", re.ASCII)


def faults_in(document: Mapping[str, Any], rulebook: Rulebook) -> Iterator[Fault]:
    """Everything in a file's document, and in the `rulebook` it was read into, that does not fit the rest of it."""
    yield from _clauses(document, rulebook)
    yield from reading_faults(document.get("readings", {}), rulebook)
    for check in _CHECKS:
        yield from check(rulebook)
    yield from document_faults(document)


def _clauses(document: Mapping[str, object], rulebook: Rulebook) -> Iterator[Fault]:
    """Clauses of another rulebook, and those that are named and not among the clauses."""
    for clause in rulebook.clauses:
        if not clause.startswith(f"{rulebook.id}/"):
            yield f'clauses."{clause}"', f"a clause of {rulebook.id} begins with {rulebook.id}/"
        elif not _CLAUSE.fullmatch(clause.removeprefix(f"{rulebook.id}/")):
            reason = f"is no clause: after {rulebook.id}/ come letters and digits, with hyphens or points between them"
            yield f'clauses."{clause}"', reason
        if not rulebook.clause_kinds[clause]:
            yield (
                f'clauses."{clause}".kinds',
                f"decides nothing; right would be {' or '.join(get_args(ClauseKind))}",
            )
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
        missing = [written(number) for number in rulebook.numbers if number not in times]
        doubled = [written(number) for number, count in times.items() if count > 1]
        if missing or doubled:
            wrong = [f"{_list(missing)} missing"] if missing else []
            wrong += [f"{_list(doubled)} more than once"] if doubled else []
            yield f"wheels.{name}.order", f"not every number once: {', '.join(wrong)}"
    yield from _head(rulebook)
    if 0 in rulebook.reds:
        yield "cloth.reds", "zero has no colour"
    elif len(rulebook.reds) != REDS:
        yield (
            "cloth.reds",
            f"{len(rulebook.reds)} different numbers are red; right would be {REDS}, each once",
        )
    cylinder = rulebook.cylinder
    if cylinder and cylinder.diameter_mm and cylinder.diameter_mm[0] > cylinder.diameter_mm[1]:
        yield "cylinder.diameter_mm", "the smallest comes first"


def _head(rulebook: Rulebook) -> Iterator[Fault]:
    """The positions at the head of a cloth with 0 and 00, and the bets that need them."""
    double = DOUBLE_ZERO in rulebook.numbers
    if double and rulebook.head is None:
        yield (
            "cloth.head",
            "missing key: the wheel has 00; say which positions join it and 0 with other numbers",
        )
    if not double and rulebook.head is not None:
        yield "cloth.head", "no wheel has 00: a cloth with one zero has its usual positions"
    for code, count in Counter(rulebook.head or ()).items():
        if code not in HEADS:
            yield "cloth.head", f"{code} lies at no head of a cloth; right would be {_list(HEADS)}"
        elif HEADS[code].kind not in rulebook.bets:
            yield "cloth.head", f"{HEADS[code].kind} of {code} is not among the bets"
        if count > 1:
            yield "cloth.head", f"{code} more than once"
    if "cinq-premiers" in rulebook.bets and "cinq-premiers" not in (rulebook.head or ()):
        yield "bets.cinq-premiers", "the head of the cloth has no such position: see cloth.head"
    if double and "quatre-premiers" in rulebook.bets:
        yield "bets.quatre-premiers", "a cloth with 0 and 00 has no such position"


def _currency(rulebook: Rulebook) -> Iterator[Fault]:
    if reason := no_currency(rulebook.currency):
        yield "currency", reason


def _bets(rulebook: Rulebook) -> Iterator[Fault]:
    by_ratio = rulebook.limits.kind != "posted"
    if not rulebook.bets:
        yield "bets", "there is no bet"
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
        yield from _amounts_of(rulebook, kind)
    for place, forbidden in enumerate(rulebook.forbidden, start=1):
        if not (forbidden.kinds or forbidden.names or forbidden.across_even_chances):
            yield f"forbidden[{place}]", "forbids nothing; right would be kinds, names or across_even_chances"
        for kind in forbidden.kinds:
            if kind in rulebook.bets or kind in rulebook.announced:
                yield f"forbidden[{place}].kinds", f"{kind} is also among the bets"


def _handing_over(rulebook: Rulebook) -> Iterator[Fault]:
    """Each kind of bet is handed over in one way."""
    rule = rulebook.payment.handing_over
    if rule is None:
        return
    key = "payment.handing_over"
    yield from not_among(f"{key}.at_stake", rule.at_stake, rulebook.bets, "bets")
    yield from not_among(f"{key}.with_rake", rule.with_rake, rulebook.bets, "bets")
    if missing := [kind for kind in rulebook.bets if kind not in (*rule.at_stake, *rule.with_rake)]:
        yield key, f"misses {_list(missing)}; right would be to name them in at_stake or in with_rake"
    if twice := [kind for kind in rule.with_rake if kind in rule.at_stake]:
        yield f"{key}.with_rake", f"{_list(twice)} also put down at the stake"


def _amounts_of(rulebook: Rulebook, kind: str) -> Iterator[Fault]:
    """Yield the maxima whose doubled amount, or whose amount by derogation, is not above them."""
    rule = rulebook.bets[kind]
    for name, amount in (("doubled", rule.doubled), ("derogation", rule.derogation)):
        if amount is None:
            continue
        if rule.maximum is None:
            yield f"bets.{kind}.maximum", f"missing key: {name} says what it may become"
        elif amount <= rule.maximum:
            money = partial(in_words, currency=rulebook.currency)
            yield f"bets.{kind}.{name}", f"{money(amount)} is not over the maximum {money(rule.maximum)}"
    if rule.derogation is not None and rulebook.limits.derogation_clause is None:
        yield "limits.derogation_clause", f"missing clause: bets.{kind} has a derogation"


def _zero(rulebook: Rulebook) -> Iterator[Fault]:
    if rulebook.zero.even == "prison" and rulebook.zero.prison is None:
        yield "zero.prison", 'missing key: even is "prison"'
    if rulebook.zero.even != "prison" and rulebook.zero.prison is not None:
        yield (
            "zero.prison",
            f'even is "{rulebook.zero.even}"; right would be even = "prison", or no such section',
        )
    prison = rulebook.zero.prison
    yield from _freed(rulebook)
    if prison and prison.at_last_coup and prison.at_last_coup_clause is None:
        yield (
            "zero.prison.at_last_coup_clause",
            "missing clause: every value names the clause that it comes from",
        )
    if prison and prison.at_last_coup_clause and prison.at_last_coup is None:
        yield (
            "zero.prison.at_last_coup",
            'missing key: right would be "divided", "returned", "kept" or "next-day", or no clause',
        )
    if prison and prison.release == "win-per-level" and prison.levels is None:
        # Without an end the return of such a stake would be no fraction, so no return could be stated.
        yield "zero.prison.levels", 'missing key: where release is "win-per-level", the levels have an end'


def _rounding(rulebook: Rulebook) -> Iterator[Fault]:
    """Parts are rounded to a coin or chip that a stake may be of."""
    rule, minimum = rulebook.rounding, rulebook.default_limits.minimum
    if rule and minimum % rule.unit:
        money = partial(in_words, currency=rulebook.currency)
        yield (
            "rounding.unit",
            f"{money(rule.unit)} is no part of the minimum {money(minimum)}; right would be one that makes it whole",
        )


def _freed(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults in the part that a win gives back of a stake under several zeros."""
    prison = rulebook.zero.prison
    if prison is None:
        return
    if prison.freed and prison.freed_clause is None:
        yield "zero.prison.freed_clause", "missing clause: every value names the clause that it comes from"
    if prison.freed_clause and prison.freed is None:
        yield "zero.prison.freed", 'missing key: right would be "whole" or "reduced", or no clause'
    if prison.freed == "reduced" and prison.release == "win-per-level":
        yield (
            "zero.prison.freed",
            '"reduced", but by release = "win-per-level" each win takes one imprisonment back; right would be "whole"',
        )
    elif prison.freed == "reduced" and prison.levels is None:
        # Without an end the return of such a stake would be no fraction, so no return could be stated.
        yield "zero.prison.levels", 'missing key: where freed is "reduced", the levels have an end'


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
        if payment.within:
            yield "payment.within", "nothing is paid by hand"
        return
    if payment.winning_stakes_stay is None:
        yield "payment.winning_stakes_stay", "missing key: say whether a stake that has won lies on"
    for place, group in enumerate(payment.order, start=1):
        if not group:
            yield (
                f"payment.order[{place}]",
                "names no kind of bet; right would be one or more, or no such group",
            )
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
    if payment.announcement and not payment.announcement.parts:
        yield (
            "payment.announcement.parts",
            "names nothing that is said; right would be bet, value, colour or prize",
        )
    for key in ("rakes_at_even", "pays_at_even"):
        if payment.roles and getattr(payment.roles, key) not in rulebook.staff.positions:
            yield f"payment.roles.{key}", f"{getattr(payment.roles, key)} is not among the staff's positions"
    roles = payment.roles
    if roles and roles.distance_from not in (None, roles.rakes_at_even, roles.pays_at_even):
        right = f"{roles.rakes_at_even} or {roles.pays_at_even}"
        yield (
            "payment.roles.distance_from",
            f"{roles.distance_from} neither rakes nor pays; right would be {right}",
        )
    if roles and roles.rakes_at_even == roles.pays_at_even:
        yield "payment.roles.pays_at_even", f"{roles.pays_at_even} rakes too: one rakes and another pays"
    if payment.table:
        if not payment.table.kinds:
            yield "payment.table.kinds", "names no kind of bet"
        yield from not_among("payment.table.kinds", payment.table.kinds, rulebook.bets, "bets")
        if payment.table.last < payment.table.first:
            yield "payment.table.last", "is before the first"
        elif beyond := (payment.table.last - payment.table.first) % payment.table.step:
            money = partial(in_words, currency=rulebook.currency)
            below_it = payment.table.last - beyond
            nearest = f"{money(below_it)} and {money(below_it + payment.table.step)} are"
            yield "payment.table.last", f"{money(payment.table.last)} is no step from the first; {nearest}"


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
            yield from _late_chips(colours)
            if rulebook.zero.even == "prison":
                yield (
                    "zero.even",
                    '"prison" where chips of colours are counted; right would be "lose" or "half"',
                )
    if rulebook.return_to_player:
        if not _PERCENT.fullmatch(rulebook.return_to_player.stated):
            yield "return_to_player.stated", 'is no per cent as it is printed; right would be such as "97.30"'
        for place, misprint in enumerate(rulebook.return_to_player.misprints, start=1):
            yield from not_among(
                f"return_to_player.misprints[{place}].kinds", misprint.kinds, rulebook.bets, "bets"
            )


def _late_chips(colours: ColoursRule) -> Iterator[Fault]:
    key = "colour_chips.colours"
    if colours.late and colours.late_clause is None:
        yield f"{key}.late_clause", "missing clause: every value names the clause that it comes from"
    if colours.late_clause and colours.late is None:
        yield f"{key}.late", 'missing key: right would be "minimum", or no clause'


def _names(rulebook: Rulebook) -> Iterator[Fault]:
    meant: dict[tuple[bool, str], str] = {}
    own = {kind: rule.names for kind, rule in rulebook.bets.items()}
    own |= {kind: rule.names for kind, rule in rulebook.announced.items()}
    for kind, by_language in own.items():
        with_numbers = kind in NAMED_WITH_NUMBERS
        for name in {fold(name) for names in by_language.values() for name in names}:
            other = meant.setdefault((with_numbers, name), kind)
            if other != kind:
                yield f"{'bets' if kind in KINDS else 'announced'}.{kind}.names", f"{name} also means {other}"
    legal = {bet.code for bet in cloth_of(rulebook)}
    for code in rulebook.position_names:
        if code not in legal:
            yield f'cloth.names."{code}"', "not a canonical code of the cloth"


def _sign(rulebook: Rulebook) -> Iterator[Fault]:
    try:
        check_posted(rulebook, rulebook.default_limits)
    except LimitRefused as refused:
        yield "limits.sign", str(refused)


def _list(things: Iterable[object]) -> str:
    return ", ".join(str(thing) for thing in things)


def _seats(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of seat rules: a win at a seat is credited with the number, so nobody pays by hand and no
    chip stays on the cloth.
    """
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
    _rounding,
    _payment,
    _roles_and_table,
    _handing_over,
    announced_faults,
    replay_faults,
    _chips_and_layouts,
    _names,
    day_faults,
    _sign,
    _seats,
)
