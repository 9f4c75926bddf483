"""Neighbours of all numbers, for each numbering: printed as the Venetian house prints them
(it-venezia/neighbours), each number's sector ascending and clockwise, and all sectors in the order of the wheel."""

import msgspec
from django.utils.translation import gettext

from casino.kit.clauses import cited
from casino.rules.presenters.language import PageLanguage
from casino.rules.presenters.returns import Return, return_of, returns_by_kind
from casino.rules.presenters.shelf import numbering_in_words
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import along_the_cloth, colour, neighbours, written

WITHOUT_A_BET = 2
"""Neighbours each side where the rulebook has no such bet: the usual sector of five."""


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    number: str
    look: str
    middle: bool


class NeighboursRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the table: a number's sector ascending and clockwise, and the sector of the number at this place of
    the wheel, from zero clockwise.
    """

    number: str
    ascending: tuple[Spot, ...]
    clockwise: tuple[Spot, ...]
    at_this_place: tuple[Spot, ...]


class NeighboursTable(msgspec.Struct, frozen=True, kw_only=True):
    """All numbers on one numbering.

    The text has the number of sides on which the bet is taken, or the reason against it. `back` is the return of the
    bet, None if it is not taken.
    """

    title: str
    size: int
    says: str
    clause: str
    wheel_clause: str
    back: Return | None
    rows: tuple[NeighboursRow, ...]


def neighbours_tables(rulebook: Rulebook, language: PageLanguage) -> tuple[NeighboursTable, ...]:
    """One table for each numbering, with as many neighbours as the rulebook allows at most."""
    return tuple(_table(rulebook, wheel, language) for wheel in rulebook.wheels)


def _table(rulebook: Rulebook, wheel: str, language: PageLanguage) -> NeighboursTable:
    rule = next((rule for rule in rulebook.announced.values() if rule.each_side), None)
    each_side = max(rule.each_side) if rule else WITHOUT_A_BET
    order = rulebook.wheels[wheel].order
    back = None
    if rule is None:
        says = gettext("Not a bet of this rulebook: the table shows the wheel alone.")
    elif rule.wheels and wheel not in rule.wheels:
        says = gettext("Not a bet on this numbering: the table shows the wheel alone.")
    else:
        says = gettext("May be asked for with {sides} on each side.").format(
            sides=_listed(sorted(rule.each_side), gettext("or"))
        )
        back = return_of(returns_by_kind(rulebook, wheel)[rule.kind], language)
    # The wheel as it is printed: from zero on, wherever the rulebook's own list begins.
    start = order.index(0)
    turned = order[start:] + order[:start]

    def spots(numbers: tuple[int, ...], middle: int) -> tuple[Spot, ...]:
        return tuple(
            Spot(number=written(each), look=colour(each, rulebook.reds) or "zero", middle=each == middle)
            for each in numbers
        )

    rows = []
    for number, at_place in zip(along_the_cloth(rulebook.numbers), turned, strict=True):
        sector = neighbours(order, number, each_side)
        rows.append(
            NeighboursRow(
                number=written(number),
                ascending=spots(along_the_cloth(sector), number),
                clockwise=spots(sector, number),
                at_this_place=spots(neighbours(order, at_place, each_side), at_place),
            )
        )
    return NeighboursTable(
        title=numbering_in_words(wheel),
        size=2 * each_side + 1,
        says=says,
        clause=cited(rulebook, rule.clause if rule else None),
        wheel_clause=cited(rulebook, rulebook.wheels[wheel].clause),
        back=back,
        rows=tuple(rows),
    )


def _listed(numbers: list[int], last: str) -> str:
    """`2`, or `1, 2 or 3`."""
    *first, final = map(str, numbers)
    return f"{', '.join(first)} {last} {final}" if first else final
