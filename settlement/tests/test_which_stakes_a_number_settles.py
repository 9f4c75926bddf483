"""Which stakes take part in a coup, by what limits, and whose a winning stake is."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from settlement.sheet_lines import SheetLine
from settlement.sheets import Sheet, sheet
from settlement.tests.conftest import TableInRecord
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


def sheet_of(table: TableInRecord, coup: int = 1) -> Sheet:
    found = sheet(table.casino_id, table.table, table.day, coup)
    assert found is not None
    return found


def lines_of(table: TableInRecord, coup: int = 1) -> dict[str, SheetLine]:
    read = sheet_of(table, coup)
    paid = [line for group in read.groups for line in group.lines]
    return {line.ref: line for line in (*paid, *read.others)}


@pytest.mark.django_db
@pytest.mark.clause("it-venezia/general-2-3")
def test_stakes_at_the_closing_of_bets_decide(
    table_in_record: Callable[..., TableInRecord],
) -> None:
    table = table_in_record("it-venezia")
    table.bets(("b1", "P1", "plein:17", 500), ("b2", "P2", "plein:17", 500))
    table.happened(
        e.BetWithdrawn(coup=1, ref="b2"),
        e.BetsClosed(coup=1, source="staff"),
        e.LateBetSeen(coup=1, player="P3", bet="plein:17", amount=500),
    )
    table.fell(17)
    assert list(lines_of(table)) == ["b1"]


@pytest.mark.clause("it-venezia/general-2-3")
def test_after_bets_are_closed_no_chip_is_taken_off_or_put_elsewhere() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="plein:17", amount=500),
        c.LaunchBall(),
        c.CloseBets(),
    )
    for late, code in (
        (c.WithdrawBet(ref="b1"), "taken-off-after-close"),
        (c.PlaceBet(player="P1", bet="plein:18", amount=500), "placed-after-close"),
    ):
        with expect_refusal(code, coup=1) as refused:
            day.do(late)
        assert refused.value.clause == "it-venezia/phases"
    assert [bet.ref for bet in day.state.bets] == ["b1"]


@pytest.mark.django_db
@pytest.mark.clause("it-venezia/general-5")
@pytest.mark.parametrize("bet", ["plein:17", "cheval:17-20", "noir", "orphelins"])
def test_a_winning_stake_goes_back_to_its_owner_whole(
    table_in_record: Callable[..., TableInRecord], bet: str
) -> None:
    table = table_in_record("it-venezia")
    table.bets(("b1", "P1", bet, 2_500))
    table.fell(17)
    line = lines_of(table)["b1"]
    won = [chip for chip in line.chips if chip.outcome == "won"] or [line]
    assert all(chip.returned == chip.stake and chip.prize for chip in won)
    assert line.returned == sum(chip.stake for chip in won)


@pytest.mark.clause("it-venezia/general-5")
def test_a_winning_stake_is_not_withdrawn_before_payments_are_done() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="plein:17", amount=500),
        c.LaunchBall(),
        c.CloseBets(),
    )
    day.do(c.DeclareNumber(number=17))
    with expect_refusal("taken-back-before-paid") as refused:
        day.do(c.WithdrawBet(ref="b1"))
    assert refused.value.clause == "it-venezia/general-5"


HOUSE = get_rulebook("it-venezia")
POSTED = HOUSE.default_limits
LOWER = replace(POSTED, maximums={**POSTED.maximums, "plein": 10_000})
"""The house posts a maximum of 150 on a plein, and may lower it to 100."""


@pytest.fixture
def table(new_table: type[TableInRecord], casino_id: int, db: None) -> TableInRecord:
    opened = new_table(casino_id, HOUSE.id)
    opened.opened(limits=POSTED)
    opened.bets()
    return opened


def found_over(table: TableInRecord, ref: str = "b1", player: str = "P1", **more: Any) -> e.BetPlaced:
    """200 on a plein, found on the cloth."""
    return table.bet(ref, player, "plein:17", 20_000, excess=True, **more)


@pytest.mark.clause("it-venezia/general-9")
def test_an_excess_found_on_the_cloth_wins_as_the_maximum_would_and_goes_back(table: TableInRecord) -> None:
    table.happened(found_over(table))
    table.fell(17)
    line = lines_of(table)["b1"]
    assert (line.prize, line.returned, line.clause) == (35 * 15_000, 20_000, "it-venezia/general-9")


@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.clause("it-venezia/general-10")
def test_the_limits_in_force_when_the_number_falls_cap_an_excess(table: TableInRecord) -> None:
    table.happened(found_over(table), e.LimitsChanged(limits=LOWER, previous=POSTED))
    table.fell(17)
    assert lines_of(table)["b1"].prize == 35 * 10_000


@pytest.mark.clause("it-venezia/general-10")
def test_a_sheet_settled_anew_is_settled_by_the_limits_of_its_time(table: TableInRecord) -> None:
    table.happened(found_over(table))
    table.fell(18)
    table.happened(
        e.LimitsChanged(limits=LOWER, previous=POSTED),
        e.DiscrepancyFound(coup=1, recorded=18, other=17, source="staff"),
        e.DiscrepancyResolved(coup=1, number=17, colour="noir", announcement="17", reason="seen"),
    )
    assert lines_of(table)["b1"].prize == 35 * 15_000
    table.bets()
    table.happened(found_over(table, "b2"))
    table.fell(17)
    assert lines_of(table, 2)["b2"].prize == 35 * 10_000


@pytest.mark.clause("it-venezia/general-9")
def test_stake_of_a_third_party_leaves_less_room_under_the_maximum(
    table: TableInRecord,
) -> None:
    table.happened(
        table.bet("b1", "P2", "plein:17", 10_000, on_behalf_of="P1"),
        table.bet("b2", "P3", "plein:17", 10_000),
        found_over(table, "b3"),
    )
    table.fell(17)
    assert [line.prize for line in lines_of(table).values()] == [35 * 10_000, 35 * 10_000, 35 * 5_000]


@pytest.mark.clause("it-campione/7")
@pytest.mark.clause("it-campione/8")
def test_players_in_a_group_have_one_maximum_between_them_until_it_ends(
    new_table: type[TableInRecord], casino_id: int, db: None
) -> None:
    table = new_table(casino_id, "it-campione")
    table.opened(limits=get_rulebook("it-campione").default_limits)
    for ended, prize in ((False, 35 * 20_000), (True, 35 * 50_000)):
        table.bets()
        if ended:
            table.happened(e.GroupEnded(players=("P2", "P1")))
        else:
            table.happened(e.GroupDeclared(players=("P1", "P2")))
        table.happened(
            table.bet("b1", "P1", "plein:17", 30_000),
            table.bet("b2", "P2", "plein:17", 60_000, excess=True),
        )
        table.fell(17)
        assert lines_of(table, table.coup)["b2"].prize == prize


def test_chips_found_over_the_maximum_at_a_table_are_settled_by_the_rule_for_an_excess(
    new_table: type[TableInRecord], casino_id: int, db: None
) -> None:
    day = DayInHand(HOUSE)
    day.do(
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="plein:17", amount=10_000),
        c.FindExcess(player="P1", bet="plein:17", amount=10_000),
        c.FindExcess(player="P2", bet="plein:17", amount=10_000),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=17),
    )
    table = new_table(casino_id, HOUSE.id, day=day.state.day)
    table.happened(*(recorded.event for recorded in day.events))
    assert [line.prize for line in lines_of(table, 1).values()] == [35 * 10_000, 35 * 5_000, 35 * 10_000]
