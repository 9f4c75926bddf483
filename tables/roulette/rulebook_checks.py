"""What must hold between the parts of a rulebook, beyond the type of each value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from tables.roulette.announced import ASKED_WITH_NUMBERS
from tables.roulette.cloth import positions
from tables.roulette.fault_path import below
from tables.roulette.limits import check_posted
from tables.roulette.names import fold
from tables.roulette.refusal import LimitRefused
from tables.roulette.rulebook import EVEN_CHANCES, KINDS, AnnouncedRule, Rulebook
from tables.roulette.wheel import NUMBERS

MOMENTS = ("faites_vos_jeux", "rien_ne_va_plus", "null_coup", "tout_va")

# The key that lays each bet that is asked for with numbers; every other is laid by `chips`.
_LAID_BY = {"voisins-de": "each_side", "finale": "digits", "finale-cheval": "pairs", "complete": "around"}

Fault = tuple[str, str]


def faults_in(document: Mapping[str, object], rulebook: Rulebook) -> Iterator[Fault]:
    """Everything in a file's document, and in the `rulebook` it was read into, that does not fit the rest of it."""
    yield from _clauses(document, rulebook)
    for check in _CHECKS:
        yield from check(rulebook)


def _clauses(document: Mapping[str, object], rulebook: Rulebook) -> Iterator[Fault]:
    """Clauses of another rulebook, and those that are named and not among the clauses."""
    for clause in rulebook.clauses:
        if not clause.startswith(f"{rulebook.id}/"):
            yield f'clauses."{clause}"', f"a clause of {rulebook.id} begins with {rulebook.id}/"
    for clause in rulebook.readings:
        if clause not in rulebook.clauses:
            yield f'readings."{clause}"', "is not among the clauses"
    for key, clause in _clauses_named_in(document):
        if clause not in rulebook.clauses:
            yield key, f"{clause} is not among the clauses"


def _clauses_named_in(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every clause id that the file names, with its key; a launch rule is nothing but its clause."""
    if isinstance(value, Mapping):
        for name, below in value.items():
            path = f"{key}.{name}".lstrip(".")
            if isinstance(below, str) and (name.endswith("clause") or key == "launch"):
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
        yield "zero.prison", f'even is "{rulebook.zero.even}"'


def _payment(rulebook: Rulebook) -> Iterator[Fault]:
    payment = rulebook.payment
    paid = Counter(kind for group in payment.order for kind in group)
    if not payment.by_hand:
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
    if payment.table:
        yield from _not_among("payment.table.kinds", payment.table.kinds, rulebook.bets, "bets")
        if payment.table.last < payment.table.first:
            yield "payment.table.last", "is before the first"


def _replays(rulebook: Rulebook) -> Iterator[Fault]:
    for kind, rule in rulebook.replays.items():
        yield from _not_among(f"replays.{kind}.bets", rule.bets, rulebook.announced, "announced bets")


def _chips_and_layouts(rulebook: Rulebook) -> Iterator[Fault]:
    if rulebook.layouts and rulebook.layouts.at_most > 2:
        yield "layouts.at_most", "a wheel serves one layout or two"
    if rulebook.colour_chips:
        yield from _not_among(
            "colour_chips.face_value_on", rulebook.colour_chips.face_value_on, rulebook.bets, "bets"
        )
    if rulebook.return_to_player:
        for place, misprint in enumerate(rulebook.return_to_player.misprints, start=1):
            yield from _not_among(
                f"return_to_player.misprints[{place}].kinds", misprint.kinds, rulebook.bets, "bets"
            )


def _not_among(key: str, named: Iterable[str], known: Mapping[str, object], what: str) -> Iterator[Fault]:
    for each in named:
        if each not in known:
            yield key, f"{each} is not among the {what}"


def _announced(rulebook: Rulebook) -> Iterator[Fault]:
    legal = {bet.code: bet.kind for bet in positions(rulebook.reds)}
    for kind, rule in rulebook.announced.items():
        key = f"announced.{kind}"
        wanted = _LAID_BY.get(kind, "chips")
        laid_by = [name for name in (*_LAID_BY.values(), "chips") if getattr(rule, name)]
        if laid_by != [wanted]:
            yield f"{key}.{wanted}", f"is laid by this and nothing else, not by {_list(laid_by) or 'nothing'}"
        for code in rule.chips:
            if code not in legal:
                yield f'{key}.chips."{code}"', "not a canonical code of the cloth"
            elif legal[code] not in rulebook.bets:
                yield f'{key}.chips."{code}"', f"{legal[code]} is not among the bets"
            elif legal[code] in EVEN_CHANCES and rulebook.zero.even == "prison":
                # The chips of an announced bet are settled together, and prison is chosen about stake by stake.
                yield f'{key}.chips."{code}"', "is imprisoned at zero, so it is a bet of its own"
        yield from _announced_details(rule, key, rulebook)


def _announced_details(rule: AnnouncedRule, key: str, rulebook: Rulebook) -> Iterator[Fault]:
    needed = {"plein"} if rule.kind in ASKED_WITH_NUMBERS - {"complete"} else set(rule.around)
    for kind in sorted(needed - set(rulebook.bets)):
        yield key, f"{kind} is not among the bets"
    for first, second in rule.pairs:
        if not first <= 9 or not first < second <= 12:
            yield f"{key}.pairs", f"[{first}, {second}] is not a final and a greater number up to 12"
    for each_side in rule.each_side:
        if 2 * each_side + 1 > len(NUMBERS):
            yield f"{key}.each_side", f"{each_side} goes around the wheel"
    for wheel in rule.wheels:
        if wheel not in rulebook.wheels:
            yield f"{key}.wheels", f"{wheel} is not among the wheels"
    if (rule.limit_ratio or rule.limit_step) and rule.limit_clause is None:
        yield f"{key}.limit_clause", "missing clause: every value names the clause that it comes from"


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
    balls = rulebook.ball_change
    if balls and balls.diameter_mm[0] > balls.diameter_mm[1]:
        yield "ball_change.diameter_mm", "the smallest comes first"
    if balls and balls.warn_before_s >= balls.every_s:
        yield "ball_change.warn_before_s", "is not before the change"
    if not rulebook.null_coup.reasons:
        yield "null_coup.reasons", "there is no reason"


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


_CHECKS = (
    _wheels,
    _bets,
    _zero,
    _payment,
    _roles_and_table,
    _announced,
    _replays,
    _chips_and_layouts,
    _names,
    _day,
    _staff,
    _sign,
)
