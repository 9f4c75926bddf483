"""What was paid of chips found over the maximum, and a number or a bet put right after it: table and sheet agree."""

import pytest

from settlement.sheets import Sheet, all_lines, sheet
from tables.play import commands as c
from tables.play import events as e
from tables.play.payment.prizes import prizes_of, unticked
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
CHEF = e.Person(id="p1", name="Croupier 1")
BOSS = e.Signature(person=CHEF, role="pit_boss")
HOUSES = [
    pytest.param("it-campione", marks=pytest.mark.clause("it-campione/8")),
    pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/general-9")),
    pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/24")),
]


def sheet_of(house: OpenHouse) -> Sheet:
    found = sheet(house.casino_id, "T1", house.day, 1)
    assert found is not None
    return found


def paid_on_17(casino_id: int, house: str) -> OpenHouse:
    """Twice the maximum on the plein (b1) and on the cheval (b2), and on 17 all of it is ticked off."""
    opened = OpenHouse(casino_id, house)
    most = opened.rulebook.default_limits.maximums
    opened.do(c.AnnounceBetsOpen())
    for code in ("plein:17", "cheval:17-20"):
        opened.do(c.FindExcess(player="P1", bet=code, amount=2 * most[code.partition(":")[0]]))
    opened.do(c.CloseBets())
    opened.do(c.DeclareNumber(number=17, source="reader"))
    opened.do(c.PayLines(coup=1, refs=all_lines(sheet_of(opened))))
    return opened


def agree(house: OpenHouse) -> None:
    found, state = sheet_of(house), house.state
    lines = (line for group in found.groups for line in group.lines)
    assert prizes_of(state, found.number, house.rulebook) == {line.ref: line.prize for line in lines}
    waiting = {
        (each.difference, each.worked_out, each.paid) for each in found.differences if not each.outcome
    }
    assert waiting == {(each.difference, each.worked_out, each.paid) for each in state.differences.open}


@pytest.mark.parametrize("house", HOUSES)
def test_its_number_put_right_leaves_the_difference_of_what_the_maximum_had_paid(
    casino_id: int, house: str
) -> None:
    opened = paid_on_17(casino_id, house)
    opened.do(c.DeclareNumber(number=20, coup=1))
    opened.do(c.ResolveDiscrepancy(number=20, reason="camera 3"))
    (found,) = sheet_of(opened).differences
    most = opened.rulebook.default_limits.maximums["plein"]
    assert (found.refs, found.worked_out, found.paid) == (("b1",), 0, 35 * most)
    agree(opened)
    assert unticked(opened.state, 1, opened.rulebook) == (), "the cheval wins on both, and was paid"
    opened.do(
        c.DecidePaymentDifference(
            difference=found.difference, outcome="given_back", reason="camera 3", signatures=(BOSS,)
        )
    )
    opened.do(c.ConfirmPayments())
    assert opened.state.payments_open == ()
    agree(opened)


@pytest.mark.clause("pt-francesa/23")
@pytest.mark.clause("pt-francesa/24")
def test_a_bet_put_back_beside_it_takes_room_from_what_was_paid(casino_id: int) -> None:
    """On the plein of the same player, in front of it: no room is left there, and what was paid is too much."""
    opened = OpenHouse(casino_id, "pt-francesa")
    most = opened.rulebook.default_limits.maximums["plein"]
    opened.do(c.AnnounceBetsOpen())
    opened.do(c.PlaceBet(player="P1", bet="plein:20", amount=most))
    opened.do(c.FindExcess(player="P1", bet="plein:17", amount=2 * most))
    opened.do(c.CloseBets())
    opened.do(c.DeclareNumber(number=17))
    opened.do(c.PayLines(coup=1, refs=all_lines(sheet_of(opened))))
    back = c.PutBack(ref="b1", bet="plein:17")
    opened.do(c.ReconstituteBets(bets=(back,), basis="technical", decided_by=CHEF))
    (found,) = sheet_of(opened).differences
    assert (found.refs, found.worked_out, found.paid) == (("b2",), 0, 35 * most)
    agree(opened)
    assert unticked(opened.state, 1, opened.rulebook) == ("b1",)
