"""A simulated day in the record has what a real house has: fills, credits, counted boxes, tips for each shift."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from settlement.models import Box, BoxStep, LedgerEntry, Slip, SlipStep
from settlement.simulation.recording import simulate_and_record
from settlement.slips.state import WAYS
from tables.handling.models import Casino, GamingTable
from tables.handling.projections.table_snapshots import newest_state
from tables.handling.streams import table_stream
from tables.play.slips.questions import slip_number
from tables.roulette.loader import get_rulebook, rulebooks
from tables.stream import read_stream
from testkit.play import opening

pytestmark = pytest.mark.django_db
BEGINS = datetime(2026, 11, 20, 15, tzinfo=UTC)
LATER = BEGINS + timedelta(days=2)
WITH_CHIPS = [name for name in rulebooks() if get_rulebook(name).seats is None]


def recorded(casino_id: int, house: str, table: str = "T1", *, now: datetime = LATER, **how: object) -> int:
    """Records a day of 150 coups at a table of this rulebook; how many events there were."""
    rulebook = get_rulebook(house)
    command = replace(opening(rulebook, table=table, day="2026-11-20"), counts_float=True)
    Casino.objects.get_or_create(id=casino_id, defaults={"name": "Casino"})
    registered = GamingTable.objects.create(
        casino_id=casino_id,
        code=table,
        name=rulebook.title,
        rulebook=rulebook.id,
        limits={},
        balls=[{"name": ball.name, "diameter_mm": ball.diameter_mm} for ball in command.balls],
    )
    options: dict[str, Any] = {"opens_at": BEGINS, "coups": 150, "seed": 3, **how}
    return simulate_and_record(registered, command, now=now, **options)


@pytest.mark.parametrize("house", WITH_CHIPS)
def test_every_slip_goes_its_whole_way_and_each_step_is_signed(casino_id: int, house: str) -> None:
    recorded(casino_id, house)
    slips = list(Slip.objects.filter(casino_id=casino_id))
    assert slips
    for slip in slips:
        steps = list(SlipStep.objects.filter(casino_id=casino_id, number=slip.number).order_by("version"))
        assert tuple(step.step for step in steps) == WAYS[slip.kind]
        assert [step.at for step in steps] == sorted({step.at for step in steps})
        at_the_table = next(
            step for step in steps if step.step == ("received" if slip.kind == "fill" else "handed_over")
        )
        assert [signed["role"] for signed in at_the_table.signed] == ["croupier", "chef_de_table"]
        assert all(step.signed for step in steps)


def test_over_the_days_of_a_house_there_are_fills_and_credits_numbered_without_a_gap(casino_id: int) -> None:
    for place, house in enumerate(WITH_CHIPS):
        recorded(casino_id, house, f"T{place}")
    numbers = Slip.objects.filter(casino_id=casino_id).values_list("kind", "number").order_by("number")
    kinds = Counter(kind for kind, _ in numbers)
    assert min(kinds["fill"], kinds["credit"]) > 1
    assert [number for _, number in numbers] == [
        slip_number(kind, place) for kind in ("credit", "fill") for place in range(1, kinds[kind] + 1)
    ]


@pytest.mark.parametrize("house", WITH_CHIPS)
def test_the_boxes_are_counted_by_two_the_next_morning_and_accepted_by_a_third(
    casino_id: int, house: str
) -> None:
    recorded(casino_id, house)
    boxes = list(Box.objects.filter(casino_id=casino_id))
    assert boxes and {box.status for box in boxes} == {"accepted"}
    for box in boxes:
        counted, accepted = BoxStep.objects.filter(casino_id=casino_id, serial=box.serial).order_by("version")
        people = [{each["id"] for each in step.signed} for step in (counted, accepted)]
        people.append({each["id"] for each in box.removed_by})
        assert [len(each) for each in people] == [2, 1, 2]
        assert len(set.union(*people)) == 5
        assert counted.at.date() == BEGINS.date() + timedelta(days=1)


def test_box_of_the_night_waits_until_the_morning(casino_id: int) -> None:
    recorded(casino_id, "pt-francesa", now=BEGINS + timedelta(hours=10))
    assert set(Box.objects.filter(casino_id=casino_id).values_list("status", flat=True)) == {"waiting"}


def test_boxes_that_are_left_to_somebody_wait_for_their_count(casino_id: int) -> None:
    recorded(casino_id, "pt-francesa", boxes_counted=False)
    assert set(Box.objects.filter(casino_id=casino_id).values_list("status", flat=True)) == {"waiting"}


def test_now_and_then_a_note_is_missing_but_not_where_the_day_is_clean(casino_id: int) -> None:
    for place, clean in enumerate([False] * 5 + [True] * 5):
        recorded(casino_id, "pt-americana", f"T{place}", clean=clean, seed=place, coups=40)
    missing = Counter(
        int(box.table[1:]) >= 5
        for box in Box.objects.filter(casino_id=casino_id)
        if box.total != box.recorded
    )
    assert missing[False] and not missing[True]


def test_tips_are_counted_for_each_shift_that_the_table_was_open_in(casino_id: int) -> None:
    recorded(casino_id, "pt-francesa", coups=370)
    state = newest_state(casino_id, "T1")
    assert state is not None
    assert [tips.shift for tips in state.cash.tips] == ["afternoon", "night"]
    assert all(tips.total > 0 for tips in state.cash.tips)
    tips = [
        each for each in read_stream(casino_id, table_stream("T1", state.day)) if each.type == "tips_counted"
    ]
    assert all(len(event.metadata["signed"]) == 2 for event in tips)


def test_the_entries_of_such_a_day_come_to_nothing(casino_id: int) -> None:
    made = recorded(casino_id, "pt-americana")
    assert made > Slip.objects.filter(casino_id=casino_id).count() > 0
    assert sum(LedgerEntry.objects.filter(casino_id=casino_id).values_list("amount", flat=True)) == 0
