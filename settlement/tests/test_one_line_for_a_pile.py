"""What a player laid on one position in several touches is paid, opened and announced as one."""

from collections.abc import Callable
from typing import Any

import pytest

from settlement.models import PayoutSheet
from settlement.sheet_lines import SheetLine
from settlement.sheets import Sheet, sheet
from settlement.tests.conftest import TableInRecord
from tables.roulette.payout.stacks import PaidChips

pytestmark = pytest.mark.django_db


def sheet_of(table: TableInRecord) -> Sheet:
    found = sheet(table.casino_id, table.table, table.day, table.coup)
    assert found is not None
    return found


def paid(table: TableInRecord) -> list[SheetLine]:
    return [line for group in sheet_of(table).groups for line in group.lines]


def moved(table: TableInRecord) -> list[SheetLine]:
    return [line for line in sheet_of(table).others if line.outcome != "lost"]


@pytest.mark.clause("pt-americana/30")
@pytest.mark.clause("pt-americana/31")
def test_five_touches_of_a_number_are_one_stack_one_prize_and_one_announcement(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("pt-americana")
    touches = [(f"b{touch}", "P1", "plein:17", 500) for touch in range(1, 6)]
    table.bets(*touches, ("b6", "P1", "cheval:17-20", 500), chip=500, colour="yellow")
    table.fell(17)
    cavalo, number = paid(table)
    assert (number.ref, number.refs) == ("b1", ("b1", "b2", "b3", "b4", "b5"))
    # 25.00 at 35 to 1: 875.00 are 175 chips of 5.00, eight stacks of twenty and fifteen.
    assert (number.stake, number.prize, number.returned, number.paid_out) == (2_500, 87_500, 2_500, 87_500)
    assert (number.opens, number.stacks) == (5, PaidChips(stacks=8, size=20, ribbon=15, rest=0))
    assert number.announced == (
        "pleno de vinte e cinco euros, amarelo, total de oitocentos e setenta e cinco euros",
    )
    assert (cavalo.refs, cavalo.prize, cavalo.opens) == (("b6",), 8_500, None)
    assert (cavalo.turn, number.turn) == (1, 2)
    assert sheet_of(table).total_paid_out == 96_000
    stored = PayoutSheet.objects.get(casino_id=table.casino_id)
    assert [line["stake"] for line in stored.lines] == [500] * 6, "the record keeps a line for each bet"


@pytest.mark.clause("pt-francesa/20")
def test_pile_with_an_unknown_chip_value_counts_no_stacks(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("pt-francesa")
    table.bets(("b1", "P1", "plein:17", 500), ("b2", "P1", "plein:17", 1_000))
    table.happened(table.bet("b3", "P1", "plein:17", 500, chip=500))
    table.fell(17)
    (line,) = paid(table)
    assert (line.refs, line.stake, line.prize) == (("b1", "b2", "b3"), 2_000, 70_000)
    assert (line.opens, line.stacks, line.chip) == (None, None, None)


@pytest.mark.parametrize(
    "other",
    [
        {"layout": 2},
        {"colour": "blue"},
        {"on_behalf_of": "P2"},
        {"player": "P2"},
        {"bet": "tiers", "amount": 3_000},
        {"excess": True},
    ],
    ids=lambda other: next(iter(other)),
)
def test_bet_outside_the_pile_is_a_line_of_its_own(
    table_in_record: Callable[..., TableInRecord], other: dict[str, Any]
) -> None:
    table = table_in_record("it-venezia")
    table.bets()
    bet: dict[str, Any] = {"player": "P1", "bet": "cheval:5-8", "amount": 500, "colour": "yellow"}
    table.happened(*(table.bet(ref, **bet) for ref in ("b1", "b2")), table.bet("b3", **{**bet, **other}))
    table.fell(5)
    assert {line.refs: line.prize for line in paid(table)} == {("b1", "b2"): 17_000, ("b3",): 8_500}


@pytest.mark.clause("pt-americana/29")
def test_half_of_a_pile_goes_back_bet_by_bet(table_in_record: Callable[..., TableInRecord]) -> None:
    table = table_in_record("pt-americana")
    table.bets(*((f"b{touch}", "P1", "rouge", 505) for touch in range(3)))
    table.fell(0)
    (line,) = moved(table)
    # 2.525 each, rounded up to 2.53: three times that, and not half of 15.15.
    assert (line.refs, line.outcome, line.returned) == (("b0", "b1", "b2"), "halved", 759)


@pytest.mark.clause("it-venezia/prison")
def test_a_pile_in_prison_says_what_it_holds_and_parts_where_one_bet_of_it_is_split(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("it-venezia")
    table.bets(("b1", "P1", "rouge", 1_001), ("b2", "P1", "rouge", 1_001), ("b3", "P1", "rouge", 2_000))
    table.fell(0)
    (line,) = moved(table)
    # 5.01 and 5.01, each rounded up, and 10.00.
    assert (line.refs, line.held, line.in_play) == (("b1", "b2", "b3"), 4_002, 2_002)
    table.chose("b3", "partage")
    assert {line.refs: (line.held, line.returned) for line in moved(table)} == {
        ("b1", "b2"): (2_002, 0),
        ("b3",): (0, 1_000),
    }
