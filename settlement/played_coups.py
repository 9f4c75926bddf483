"""Play at a table on a gaming day, as its payout sheets keep it: to be settled by another rulebook."""

from collections.abc import Collection

import msgspec

from settlement.blind_count import BLIND, Sight, blind_days
from settlement.models import GamingDay, PayoutSheet
from settlement.settled_coup import rules_of, stakes_of
from settlement.what_if.compared import ComparedCoup, Comparison
from settlement.what_if.coup import PlayedCoup, Rules, compare_coup
from settlement.what_if.day import compare_day
from tables.handling.streams import table_stream
from tables.refusal import Refused
from tables.roulette.limits import Limits
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import Rulebook
from tables.stream import read_types

MOST_COUPS = 2**31 - 1
"""Highest coup number of the database."""


class NothingPlayed(Refused):
    """A table that was not opened on a day, a coup that has no number, or a day with an uncounted drop."""


def what_if_day(casino_id: int, table: str, day: str, other: Rulebook, sight: Sight = BLIND) -> Comparison:
    """Return all coups of a table's day compared with the `other` rulebook, whose prison is followed from coup to
    coup.

    Four queries. Raises NothingPlayed, also where the sums of the day would reveal an uncounted drop to this reader.
    """
    opened = _opened(casino_id, table, day)
    if (table, day) in blind_days(casino_id, sight, day, day):
        raise NothingPlayed("what-if-before-count", table=table, day=day)
    rules = _rules(opened, other)
    return _comparison(opened, rules, compare_day(_played(opened), rules))


def what_if_coup(casino_id: int, table: str, day: str, coup: int, other: Rulebook) -> Comparison:
    """Return one coup by itself, with its recorded stakes. Raises NothingPlayed."""
    opened = _opened(casino_id, table, day)
    played = _played(opened, coup)
    if not played:
        raise NothingPlayed("coup-without-number", table=table, coup=coup, day=day)
    rules = _rules(opened, other)
    return _comparison(opened, rules, tuple(compare_coup(each, rules) for each in played))


def _opened(casino_id: int, table: str, day: str) -> GamingDay:
    opened = GamingDay.objects.filter(casino_id=casino_id, table=table, day=day).first()
    if opened is None:
        raise NothingPlayed("table-not-opened-that-day", table=table, day=day)
    return opened


def _rules(opened: GamingDay, other: Rulebook) -> Rules:
    return Rules(by=rules_of(opened), wheel=opened.wheel, other=other)


def _comparison(opened: GamingDay, rules: Rules, coups: tuple[ComparedCoup, ...]) -> Comparison:
    return Comparison(
        table=opened.table,
        day=opened.day,
        currency=opened.currency,
        by=rules.by,
        other=rules.other,
        wheel=opened.wheel,
        coups=coups,
    )


def _played(opened: GamingDay, coup: int | None = None) -> list[PlayedCoup]:
    """The coups of the day that have their number, in their order, or the one that is meant."""
    sheets = PayoutSheet.objects.filter(casino_id=opened.casino_id, table=opened.table, day=opened.day)
    if coup is not None:
        sheets = sheets.filter(coup=min(coup, MOST_COUPS))
    ends = _before_closing(opened)
    return [_played_coup(sheet, ends) for sheet in sheets.order_by("coup")]


def _played_coup(sheet: PayoutSheet, ends: Collection[int]) -> PlayedCoup:
    return PlayedCoup(
        coup=sheet.coup,
        number=sheet.number,
        stakes=stakes_of(sheet),
        lines=msgspec.convert(sheet.lines, tuple[Line, ...]),
        limits=msgspec.convert(sheet.limits, Limits),
        groups=sheet.companies,
        choices=sheet.choices,
        ends_prison=sheet.coup in ends,
        beside_the_sheet=_is_more_than_the_lines(sheet),
        withheld=sheet.withheld,
    )


def _is_more_than_the_lines(sheet: PayoutSheet) -> bool:
    """Return True if a dispute about the coup was decided or a payment differed.

    Restored bets are in the lines already.
    """
    disputes = (each for each in sheet.adjustments if each["kind"] == "dispute")
    standing = (each for each in sheet.differences if not each["undone_because"])
    return any((*disputes, *standing))


def _before_closing(opened: GamingDay) -> set[int]:
    """The coups after which the table closed, or its prison was ended for the closing count; more than one where it was
    opened again."""
    stream, last, ends = table_stream(opened.table, opened.day), None, set[int]()
    for event in read_types(opened.casino_id, [stream], ("number_fell", "prison_ended", "table_closed")):
        if event.type == "number_fell":
            last = event.data["coup"]
        elif last is not None:
            ends.add(last)
    return ends
