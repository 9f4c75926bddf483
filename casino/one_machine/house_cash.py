"""The chips and drop boxes of the demonstration house: a series that was issued, a chip bank that was counted, and a
box in its place at each table that takes cash."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from casino.people.acting import acting
from casino.people.demonstration_house import CASINO_ID, PEOPLE
from casino.people.models import Person as Colleague
from casino.people.signing import own_signature
from settlement.bank import commands as bank
from settlement.bank.pieces import NO_SERIES
from settlement.bank_aggregate import BankAggregate, bank_state, was_counted
from settlement.box_aggregate import handle_box_at_table
from tables.handling import Actor, handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.handling.chip_series_in_force import casino_currencies, casino_series, series_rule
from tables.handling.projections.table_snapshots import newest_state
from tables.play.commands import PlaceBox
from tables.play.events import Signature
from tables.refusal import Refused
from tables.registers.chip_series_commands import IntroduceSeries
from tables.roulette.loader import get_rulebook
from tables.simulation.table_cash import BOXES_OF_A_TABLE, box_of_the_day

SERIES = "2026-A"
ISSUED = {10_000: 1_000, 2_500: 1_800, 500: 4_000}
IN_THE_BANK = {10_000: 650, 2_500: 1_000, 500: 1_900}
COUNT, VERIFY = "cashdesk", "pitboss"


def issue_chips(now: datetime, *, by: Actor) -> Iterator[str]:
    """The first series, before any table opens, where a rulebook of the house has a rule on series."""
    if series_rule(CASINO_ID) is not None and not casino_series(CASINO_ID).series:
        handle(SeriesAggregate(CASINO_ID), IntroduceSeries(series=SERIES, pieces=ISSUED), by=by, now=now)
        yield f"chips of series {SERIES} are issued"


def count_the_bank(now: datetime) -> Iterator[str]:
    """The chip bank, once for each currency: the demonstration's cash desk counts, its pit boss verifies."""
    known = {person.sign_in for person in PEOPLE}
    people = {each.username: each for each in Colleague.objects.filter(username__in=known)}
    desk, boss = people[COUNT], people[VERIFY]
    for currency in casino_currencies(CASINO_ID):
        if was_counted(CASINO_ID, currency):
            continue
        series = bank_state(CASINO_ID, currency, now).in_play
        counted = bank.CountBank(
            currency=currency,
            by_series={series[0] if series else NO_SERIES: IN_THE_BANK},
            signatures=(own_signature(desk), own_signature(boss)),
        )
        by = acting(desk, "cash")
        handle(BankAggregate(CASINO_ID), counted, by=by, now=now)
        yield f"the chip bank is counted, {currency}"


def place_box(table: str, now: datetime, *, by: Actor, signed: tuple[Signature, ...]) -> None:
    """Put a box in its place at a table that was just opened: the one whose turn it is, or the next empty one.

    A table with seats has no box, and a table with a box keeps it. If no box is empty, one must be counted first.
    """
    state = newest_state(CASINO_ID, table)
    if state is None or state.cash.box is not None or get_rulebook(state.rulebook).seats is not None:
        return
    for turn in range(BOXES_OF_A_TABLE):
        box = PlaceBox(serial=box_of_the_day(table, state.day, turn), signatures=signed)
        with suppress(Refused):
            handle_box_at_table(CASINO_ID, table, box, by=by, now=now)
            return
