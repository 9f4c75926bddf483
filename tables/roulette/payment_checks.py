"""Checks of payment: its order, the people who pay, the printed table, and chips of colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from tables.money import in_words
from tables.roulette.announced_checks import not_among
from tables.roulette.fault_path import Fault
from tables.roulette.fault_words import MISSING_CLAUSE, are, either
from tables.roulette.rulebook import ColoursRule, PaymentTableRule, RolesRule, Rulebook


def payment_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the order of payment and of the sorting within its groups."""
    payment = rulebook.payment
    if not payment.by_hand:
        for name in ("winning_stakes_stay", "order", "within"):
            if getattr(payment, name):
                yield (
                    f"payment.{name}",
                    "With by_hand = false a win is credited to a seat with its stake. Remove the key, or write "
                    "by_hand = true.",
                )
        return
    yield from _order(rulebook)
    if len(payment.within) != len(payment.order):
        yield (
            "payment.within",
            f"The list has {len(payment.within)} sortings, and payment.order has {len(payment.order)} groups. Write "
            "one sorting for each group.",
        )
    if payment.group_by_player and payment.group_clause is None:
        yield "payment.group_clause", MISSING_CLAUSE


def _order(rulebook: Rulebook) -> Iterator[Fault]:
    key, order = "payment.order", rulebook.payment.order
    for place, group in enumerate(order, start=1):
        if not group:
            yield f"{key}[{place}]", "The group names no kind of bet. Write one or more, or remove the group."
    paid = Counter(kind for group in order for kind in group)
    if missing := [kind for kind in rulebook.bets if kind not in paid]:
        yield key, f"{are(missing)} missing. List each kind of bet once."
    if foreign := [kind for kind in paid if kind not in rulebook.bets]:
        yield key, f"{are(foreign)} not in [bets]. Remove the name, or add the bet."
    if doubled := [kind for kind, count in paid.items() if count > 1]:
        yield key, f"{are(doubled)} listed more than once. List each kind of bet once."


def handing_over_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the kinds of bet that are handed over in no way or in two, and unknown ones."""
    rule, key = rulebook.payment.handing_over, "payment.handing_over"
    if rule is None:
        return
    yield from not_among(f"{key}.at_stake", rule.at_stake, rulebook.bets, "bets")
    yield from not_among(f"{key}.with_rake", rule.with_rake, rulebook.bets, "bets")
    if missing := [kind for kind in rulebook.bets if kind not in (*rule.at_stake, *rule.with_rake)]:
        yield key, f"{are(missing)} missing. Add each to at_stake or to with_rake."
    if twice := [kind for kind in rule.with_rake if kind in rule.at_stake]:
        yield f"{key}.with_rake", f"{are(twice)} in at_stake too. Remove each from one of the two."


def paying_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of the announcement of payments, of the people who pay, and of the printed table."""
    payment = rulebook.payment
    if payment.announcement and not payment.announcement.parts:
        yield "payment.announcement.parts", "The list is empty. Write bet, value, colour or prize."
    if payment.roles:
        yield from _roles(payment.roles, rulebook)
    if payment.table:
        yield from _table(payment.table, rulebook)


def _roles(roles: RolesRule, rulebook: Rulebook) -> Iterator[Fault]:
    for key in ("rakes_at_even", "pays_at_even"):
        yield from not_among(
            f"payment.roles.{key}", (getattr(roles, key),), rulebook.staff.positions, "positions of the staff"
        )
    if roles.distance_from not in (None, roles.rakes_at_even, roles.pays_at_even):
        right = either((roles.rakes_at_even, roles.pays_at_even))
        yield "payment.roles.distance_from", f"{roles.distance_from} neither rakes nor pays. Write {right}."
    if roles.rakes_at_even == roles.pays_at_even:
        yield (
            "payment.roles.pays_at_even",
            f"{roles.pays_at_even} rakes too. Name another position that pays.",
        )


def _table(table: PaymentTableRule, rulebook: Rulebook) -> Iterator[Fault]:
    key = "payment.table"
    if not table.kinds:
        yield f"{key}.kinds", "The list is empty. Write the kinds of bet in the columns of the table."
    yield from not_among(f"{key}.kinds", table.kinds, rulebook.bets, "bets")
    money = partial(in_words, currency=rulebook.currency)
    if table.last < table.first:
        yield (
            f"{key}.last",
            f"{money(table.last)} is below the first stake, {money(table.first)}. Write a larger stake.",
        )
    elif beyond := (table.last - table.first) % table.step:
        before = table.last - beyond
        yield (
            f"{key}.last",
            f"Steps of {money(table.step)} from {money(table.first)} do not reach {money(table.last)}. Write "
            f"{money(before)} or {money(before + table.step)}.",
        )


def chip_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of layouts and of chips of colours."""
    if rulebook.layouts and rulebook.layouts.at_most > 2:
        yield "layouts.at_most", f"A wheel cannot serve {rulebook.layouts.at_most} layouts. Write 1 or 2."
    chips = rulebook.colour_chips
    if chips is None:
        return
    yield from not_among("colour_chips.face_value_on", chips.face_value_on, rulebook.bets, "bets")
    if chips.colours is None:
        return
    key = "colour_chips.colours"
    yield from not_among(f"{key}.value_up_to", (chips.colours.value_up_to,), rulebook.bets, "bets")
    yield from _late_chips(key, chips.colours)
    if rulebook.zero.even == "prison":
        yield (
            "zero.even",
            '"prison" is not possible with chips of colours, which are counted. Write "lose" or "half".',
        )


def _late_chips(key: str, colours: ColoursRule) -> Iterator[Fault]:
    if colours.late and colours.late_clause is None:
        yield f"{key}.late_clause", MISSING_CLAUSE
    if colours.late_clause and colours.late is None:
        yield (
            f"{key}.late",
            'The key is missing, and its clause is there. Write "minimum", or remove the clause.',
        )


def seat_faults(rulebook: Rulebook) -> Iterator[Fault]:
    """Yield the faults of seat rules: a win at a seat is credited with the number, so nobody pays by hand and no
    chip stays on the cloth.
    """
    if rulebook.seats is None:
        return
    if rulebook.payment.by_hand:
        yield (
            "payment.by_hand",
            "Wins are credited to the seats of [seats]. Write by_hand = false, or remove [seats].",
        )
    if rulebook.zero.even != "lose":
        yield (
            "zero.even",
            f'"{rulebook.zero.even}" is not possible at a table with seats. Write even = "lose", or remove [seats].',
        )
    if rulebook.rounds is None:
        yield "rounds", "The section is missing, and players bet from seats. Write [rounds] with window_s."
