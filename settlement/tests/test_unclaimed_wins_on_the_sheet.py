"""A win that nobody claims is on its payout sheet until the end, and not among what is to be paid there."""

import pytest

from settlement.sheets import Sheet, SheetLine, all_lines, sheet
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db

GENERAL_8 = pytest.mark.clause("it-venezia/general-8")
ARTICLE_19 = pytest.mark.clause("it-campione/19")

CHIEF = e.Signature(person=e.Person(id="c1", name="Anna"), role="chef_de_table")
CONTROLLER = e.Signature(person=e.Person(id="k1", name="Bruno"), role="public_controller")


def fell(house: OpenHouse, number: int, *bets: tuple[str, int]) -> None:
    house.do(c.AnnounceBetsOpen())
    for bet, amount in bets:
        house.do(c.PlaceBet(player="P1", bet=bet, amount=amount))
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number)):
        house.do(command)


def of_coup(house: OpenHouse, coup: int, day: str = "2026-11-20") -> Sheet:
    found = sheet(house.casino_id, house.table, day, coup)
    assert found is not None
    return found


def line_of(house: OpenHouse, ref: str, coup: int = 1) -> SheetLine:
    lines = (line for group in of_coup(house, coup).groups for line in group.lines)
    return next(line for line in lines if ref in line.refs)


@GENERAL_8
def test_unclaimed_win_is_not_to_be_paid(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    fell(house, 1, ("plein:1", 500), ("rouge", 1_000))
    assert of_coup(house, 1).total_paid_out == 18_500
    house.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    assert of_coup(house, 1).total_paid_out == 1_000
    line = line_of(house, "b1")
    assert (line.prize, line.paid_out) == (17_500, 0)
    assert line.unclaimed is not None
    assert (line.unclaimed.held, line.unclaimed.standing) == ("h1", "set aside")
    assert line.unclaimed.reference == "Regole generali, 8"
    assert line_of(house, "b2").unclaimed is None


@GENERAL_8
def test_unclaimed_part_of_a_pile_is_a_line_of_its_own(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    fell(house, 1, *[("plein:1", 500)] * 4)
    house.do(c.SeeUnclaimed(coup=1, refs=("b2",)))
    house.do(c.SeeUnclaimed(coup=1, refs=("b3",)))
    left, first, second = (line_of(house, ref) for ref in ("b1", "b2", "b3"))
    assert (left.refs, left.unclaimed, left.paid_out) == (("b1", "b4"), None, 35_000)
    assert [line.unclaimed and line.unclaimed.held for line in (first, second)] == ["h1", "h2"]
    house.do(c.PayLines(coup=1, refs=all_lines(of_coup(house, 1))))
    house.do(c.ConfirmPayments())
    assert of_coup(house, 1).total_paid_out == 35_000


@GENERAL_8
def test_unclaimed_win_offers_no_replay(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    fell(house, 7, ("voisins", 4_500))
    assert line_of(house, "b1").may_replay
    house.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    assert not line_of(house, "b1").may_replay


@GENERAL_8
def test_the_sheet_follows_what_waits_until_it_is_set_aside_and_ended(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    fell(house, 1, ("rouge", 1_000))
    house.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    house.do(c.ConfirmPayments())
    waiting = line_of(house, "b1").unclaimed
    assert waiting is not None
    assert (waiting.standing, waiting.until_coup) == ("waits", 4)
    for _ in range(3):
        house.coup(20)
    aside = line_of(house, "b1").unclaimed
    assert aside is not None
    assert (aside.standing, aside.until_coup) == ("set aside", None)
    house.do(c.CloseTable())
    house.open("2026-11-21")
    house.do(c.EndHeld(ref="h1", outcome="to the cash desk", reason="nobody came"))
    ended = line_of(house, "b1").unclaimed
    assert ended is not None
    assert ended.standing == "ended"
    assert of_coup(house, 1).total_paid_out == 0


@ARTICLE_19
@pytest.mark.parametrize(
    ("end", "standing"),
    [
        (c.ClaimHeld(ref="h1", by="P1", reason="back from the bar"), "claimed"),
        (c.PayIn(ref="h1", signatures=(CHIEF, CONTROLLER)), "paid in"),
    ],
)
def test_a_withdrawn_win_is_claimed_or_paid_in(casino_id: int, end: c.Command, standing: str) -> None:
    house = OpenHouse(casino_id, "it-campione")
    fell(house, 1, ("rouge", 1_000))
    house.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    house.do(end)
    noted = line_of(house, "b1").unclaimed
    assert noted is not None
    assert noted.standing == standing


@ARTICLE_19
def test_an_abandoned_stake_is_on_no_sheet(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-campione")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.SeeAbandoned(ref="b1"))
    for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=1)):
        house.do(command)
    assert of_coup(house, 1).total_stake == 0
    assert [held.ref for held in house.state.held.items] == ["h1"]


@GENERAL_8
def test_other_number_settles_an_unclaimed_line_again(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    fell(house, 1, ("rouge", 1_000))
    house.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    house.do(c.DeclareNumber(number=3, coup=1))
    house.do(c.ResolveDiscrepancy(number=3, reason="seen by the chief"))
    line = line_of(house, "b1")
    assert (line.unclaimed, line.paid_out) == (None, 1_000)


@GENERAL_8
def test_win_seen_uncollected_in_a_later_coup_leaves_what_was_paid(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-venezia")
    fell(house, 1, ("rouge", 1_000))
    house.do(c.ConfirmPayments())
    assert of_coup(house, 1).total_paid_out == 1_000
    house.coup(3)
    house.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    noted = line_of(house, "b1").unclaimed
    assert noted is not None and (noted.standing, noted.until_coup) == ("waits", 4)
    assert (of_coup(house, 1).total_paid_out, of_coup(house, 2).total_paid_out) == (0, 1_000)
    for _ in range(2):
        house.coup(20)
    aside = line_of(house, "b1").unclaimed
    assert aside is not None and aside.standing == "set aside"
    assert [(held.stake, held.prize) for held in house.state.held.items] == [(1_000, 1_000)]
