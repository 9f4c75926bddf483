"""Random days through the door, on PostgreSQL: whatever was handled, what is derived from the record agrees with it.

A smaller one beside `tables/handling/deadlines/tests/test_random_days.py`, which plays on without a database.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from random import Random

import msgspec
import pytest
from django.db.models import Sum
from hypothesis import settings

from settlement.day_ledger import ledgers_of
from settlement.kept_days import days_of
from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry, PayoutSheet
from settlement.tests.colours_owed import check_colours
from tables.handling.deadlines.sweep import sweep_casino
from tables.handling.observations import observe
from tables.handling.projections.table_snapshots import state_at
from tables.play import commands as c
from tables.play.decide import DECIDERS
from tables.play.payment.prizes import prizes_of
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.payout.lines import Line
from tables.stream import IdempotencyConflict, rebuild
from tables.stream.projections import asynchronous_projections, synchronous_projections
from testkit.house import OpenHouse
from testkit.random_days import DRAWN
from testkit.random_days.course import to_closing, usual
from testkit.random_days.drawing import COLOURS, Hand
from testkit.random_days.drawn_reports import drawn_observation
from testkit.rulebooks import SIXTH, known_folder
from testkit.stream import rows_of

THOROUGH = settings.get_current_profile_name() == "thorough"
DAYS, STEPS = (10, 12) if THOROUGH else (2, 10)
SEEDS = [Random().randrange(10**6) for _ in range(5)] if THOROUGH else [1]
"""In the name of the test, so that what failed can be played again."""
STEPS_TO_CLOSE = 60
KINDS: tuple[type[c.Command], ...] = (*DECIDERS, c.PassDeadline)


class RandomHouse:
    """A house with one table at which anything is handled, each command under a key of its own."""

    def __init__(self, casino_id: int, rulebook: str, seed: int) -> None:
        rule = get_rulebook(rulebook).colour_chips
        colours = COLOURS if rule and rule.colours else {}
        self.house = OpenHouse(casino_id, rulebook, chip_colours=colours)
        self.random = Random(f"{rulebook}/{seed}")
        self.handled = 0

    def hand(self) -> Hand:
        return Hand(self.random, self.house.state, self.house.rulebook, self.house.now)

    def say(self, command: c.Command) -> None:
        """Says it twice: the second time under the same key nothing more comes of it."""
        self.handled += 1
        key = f"said-{self.handled}"
        try:
            first = self.house.do(command, idempotency_key=key)
        except Refused:
            return
        again = self.house.do(command, idempotency_key=key)
        assert (again.events, again.version) == (first.events, first.version)
        assert again.state == first.state == self.house.state

    def play(self) -> None:
        """A step: on with the coup, a command of any kind, time, what the reader sees, and a sweep."""
        for _ in range(self.random.randrange(6)):
            self.say(usual(self.hand()))
        self.say(DRAWN[self.random.choice(KINDS)](self.hand()))
        self.house.now += timedelta(seconds=self.random.choice((1, 20, 700)))
        seen = drawn_observation(self.hand(), self.handled)
        observe(self.house.casino_id, self.house.reader, seen, self.house.now)
        sweep_casino(self.house.casino_id, self.house.now)

    def close(self) -> None:
        for _ in range(STEPS_TO_CLOSE):
            command = to_closing(self.hand())
            if command is None:
                return
            self.say(command)
        raise AssertionError(f"the day cannot be closed: {command}")

    def open_next_day(self) -> None:
        self.house.now += timedelta(days=1)
        self.house.open(f"{self.house.now:%Y-%m-%d}")


@pytest.fixture
def sixth() -> Iterator[None]:
    with known_folder(SIXTH.parent):
        yield


def check_board(house: OpenHouse) -> None:
    assert state_at(house.casino_id, house.table, house.day) == house.state


def check_sheets(house: OpenHouse) -> None:
    """Of every stake it is known where it went, and the sheet's sums are those of its lines."""
    for sheet in PayoutSheet.objects.filter(casino_id=house.casino_id):
        lines = msgspec.convert(sheet.lines, tuple[Line, ...])
        for line in lines:
            assert min(line.prize, line.returned, line.held) >= 0
            assert line.returned + line.held <= line.stake, "the bank takes the rest"
            assert line.prize == 0 or line.outcome in ("won", "freed")
        assert (
            sheet.total_stake == sum(line.stake for line in lines) == sum(s["amount"] for s in sheet.stakes)
        )
        assert sheet.total_prize == sum(line.prize for line in lines)
        assert sheet.total_returned == sum(line.returned for line in lines)
        assert sheet.total_held == sum(line.held for line in lines)
        assert set(sheet.order) <= {line.ref for line in lines}


def check_prizes(house: OpenHouse) -> None:
    """What the table takes for the prizes of its last coup is what the sheet has; and what waits there waits here."""
    state = house.state
    sheets = PayoutSheet.objects.filter(casino_id=house.casino_id, table=house.table, day=house.day)
    found = sheets.filter(coup=state.last_coup.coup).first() if state.last_coup else None
    if found is not None:
        prizes = {line["ref"]: line["prize"] for line in found.lines if line["prize"]}
        assert prizes_of(state, found.number, house.rulebook) == prizes
    waiting = {each["difference"] for sheet in sheets for each in sheet.differences if not each["outcome"]}
    assert waiting == {each.difference for each in state.differences.open}


def check_ledger(house: OpenHouse) -> None:
    """Nothing comes from nowhere, and what lies at the table's places is what the table itself knows of them."""
    at_places = (
        LedgerEntry.objects.filter(casino_id=house.casino_id)
        .order_by()
        .values_list("account")
        .annotate(amount=Sum("amount"))
    )
    lies = Counter(dict(at_places))
    assert sum(lies.values()) == 0
    state = house.state
    assert lies[Account.HELD] == sum(held.amount for held in state.held.items if held.until_coup is None)
    assert lies[Account.CHANGE] == sum(change.total for change in state.change.open)
    of_the_day = LedgerEntry.objects.filter(
        casino_id=house.casino_id, day=house.day, account=Account.CASH
    ).aggregate(cash=Sum("amount"))
    carried = (house.events()[0].data.get("box") or {}).get("recorded", 0)
    in_boxes = sum(box.recorded for box in state.cash.removed)
    assert (of_the_day["cash"] or 0) == state.cash.recorded + in_boxes - carried
    check_colours(house)
    seats = state.live.seats.values()
    assert lies[Account.SEATS] == sum(seat.balance + seat.unclaimed for seat in seats)


def check_kept(house: OpenHouse) -> None:
    """The kept figures of every day of the table are those that its ledger has, read anew."""
    found = days_of(house.casino_id, date.min, date.max)
    assert found[-1].day.isoformat() == house.day
    for kept in found:
        (ledger,) = ledgers_of(house.casino_id, kept.day.isoformat(), (house.table,))
        assert kept == ledger.for_sums(), kept.day


def check_rebuilt(casino_id: int) -> None:
    for projection in (*synchronous_projections(), *asynchronous_projections()):
        if projection.models:
            live = rows_of(projection.name, casino_id)
            (rebuilt,) = rebuild(projection.name, casino_id)
            assert (rebuilt.removed, rebuilt.added) == (0, 0), projection.name
            assert rows_of(projection.name, casino_id) == live


@pytest.mark.long_form
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("house", [*rulebooks(), "sixth", "double-zero"])
def test_derived_data_agrees_with_the_record(
    casino_id: int, house: str, seed: int, follow: Callable[[int], None], sixth: None
) -> None:
    random_house = RandomHouse(casino_id, house, seed)
    for _ in range(DAYS):
        for _ in range(STEPS):
            random_house.play()
            check_board(random_house.house)
            check_prizes(random_house.house)
            check_ledger(random_house.house)
            check_kept(random_house.house)
        random_house.close()
        check_board(random_house.house)
        check_sheets(random_house.house)
        check_ledger(random_house.house)
        check_kept(random_house.house)
        random_house.open_next_day()
    assert PayoutSheet.objects.filter(casino_id=casino_id).exists()
    follow(casino_id)
    check_rebuilt(casino_id)
    check_kept(random_house.house)


def test_a_key_that_was_used_says_nothing_else(casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.AnnounceBetsOpen(), idempotency_key="once")
    with pytest.raises(IdempotencyConflict):
        house.do(c.LaunchBall(), idempotency_key="once")
    assert house.state.phase == "betting"
