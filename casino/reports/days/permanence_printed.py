"""The permanence in the form of the trade: a column each for noir, zero and rouge, and columns for the even chances.

There are two versions. One has all that is known of a coup. The other, for customers, has no names of people and no
number that is still to be decided.
"""

from collections.abc import Iterator
from itertools import groupby

from casino.kit.columns import Column, Value
from casino.kit.dates import second
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from casino.people.casino_clock import zone_of_casino
from casino.reports.columns import DAY, TABLE, Report, Row
from settlement.models import GamingDay
from settlement.settled_coup import rules_of
from tables.handling.streams import table_and_day, table_stream
from tables.play.events import TABLE_EVENTS
from tables.play.permanence import TYPES, Spin, spins_of
from tables.roulette.announcements import shown_name
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import ZEROS, as_data, colour
from tables.stream import read_types

_PRINTED = (
    DAY,
    TABLE,
    Column(key="coup", heading=_("Coup"), kind="number", share=2),
    Column(key="clock", heading=_("Time (the casino's)"), share=3),
    Column(key="noir", heading=_("Noir"), kind="pocket", share=2),
    Column(key="zero", heading=_("Zero"), kind="pocket", share=2),
    Column(key="rouge", heading=_("Rouge"), kind="pocket", share=2),
    Column(key="parity", heading=_("Even or odd"), share=3),
    Column(key="half", heading=_("Low or high"), share=3),
)
_KNOWN = (
    Column(key="rotor_direction", heading=_("Wheel turned"), share=4),
    Column(key="ball_direction", heading=_("Ball ran"), share=4),
    Column(key="ball", heading=_("Ball"), share=2),
    Column(key="ball_serial", heading=_("Serial of the ball"), share=0),
    Column(key="wheel", heading=_("Serial of the wheel"), share=0),
    Column(key="spinner", heading=_("Spun by"), share=5),
    Column(key="fell_at", heading=_("Fell (UTC)"), kind="time", share=0),
    Column(key="disputed", heading=_("Disputed"), kind="flag", share=2),
)


def spins_of_day(casino_id: int, day: str, table: str | None) -> Iterator[tuple[str, Rulebook, list[Spin]]]:
    """The tables of a gaming day, or one of them, each with its rulebook and its spins. Two queries."""
    days = GamingDay.objects.filter(casino_id=casino_id, day=day).order_by("table")
    rules = {row.table: rules_of(row) for row in (days if table is None else days.filter(table=table))}
    events = read_types(casino_id, [table_stream(code, day) for code in rules], TYPES)
    read = {
        stream: [(TABLE_EVENTS.read(event), event.occurred_at) for event in of_stream]
        for stream, of_stream in groupby(events, key=lambda event: event.stream_id)
    }
    spins = {table_and_day(stream)[0]: list(spins_of(happened)) for stream, happened in read.items()}
    for code in sorted(rules):
        yield code, rules[code], spins.get(code, [])


def printed_chances(rulebook: Rulebook, number: int) -> tuple[str, str]:
    """Return the number's parity and half in the words of the table; two empty texts for a zero."""
    if number in ZEROS:
        return "", ""
    chances = ("impair" if number % 2 else "pair", "manque" if number <= 18 else "passe")
    parity, half = (shown_name(rulebook, chance, rulebook.announce_language) for chance in chances)
    return parity, half


def in_columns(rulebook: Rulebook, number: int) -> tuple[Value, Value, Value]:
    """The number in its column: noir, zero, rouge."""
    of, shown = colour(number, rulebook.reds), as_data(number)
    return (shown if of == "noir" else None, shown if of is None else None, shown if of == "rouge" else None)


def _with_all(casino_id: int, day: str, table: str | None) -> Iterator[Row]:
    for row, spin in _rows(casino_id, day, table, withhold=False):
        yield (
            *row,
            word("direction", spin.rotor_direction) if spin.rotor_direction else "",
            word("direction", spin.ball_direction) if spin.ball_direction else "",
            spin.ball,
            spin.ball_serial,
            spin.wheel,
            spin.spinner,
            spin.fell_at,
            spin.disputed,
        )


def _for_customers(casino_id: int, day: str, table: str | None) -> Iterator[Row]:
    yield from (row for row, _spin in _rows(casino_id, day, table, withhold=True))


def _rows(casino_id: int, day: str, table: str | None, *, withhold: bool) -> Iterator[tuple[Row, Spin]]:
    zone = zone_of_casino(casino_id)
    for code, rulebook, spins in spins_of_day(casino_id, day, table):
        for spin in spins:
            at = second(spin.fell_at.astimezone(zone))
            if withhold and spin.disputed:
                yield (day, code, spin.coup, at, None, None, None, "", ""), spin
            else:
                columns = in_columns(rulebook, spin.number)
                yield (day, code, spin.coup, at, *columns, *printed_chances(rulebook, spin.number)), spin


PERMANENCE_PRINTED = Report(
    name="permanence-printed",
    title=_("Permanence by columns"),
    tells=_(
        "The numbers of the day in the columns noir, zero and rouge, with their even chances, how wheel and ball ran, "
        "the ball and who spun it."
    ),
    columns=(*_PRINTED, *_KNOWN),
    rows_of=_with_all,
)
PERMANENCE_FOR_CUSTOMERS = Report(
    name="permanence-customers",
    title=_("Permanence for customers"),
    tells=_(
        "The numbers of the day in the columns noir, zero and rouge, with their even chances. It names nobody, and "
        "leaves a place free for a number that is not decided."
    ),
    columns=_PRINTED,
    rows_of=_for_customers,
)
