"""What is put right after the number: the coup settles on the bets as they were put back, and disputes adjust it."""

import pytest

from settlement.models import PayoutSheet
from settlement.sheets import Sheet, sheet
from tables.play import commands as c
from tables.play import events as e
from tables.play.dispute.commands import PutBack
from tables.stream.rebuilding import rebuild
from testkit.house import OpenHouse
from testkit.play import DIRECTOR

pytestmark = pytest.mark.django_db
CHEF = e.Person(id="p1", name="Croupier 1")
BOSS = e.Signature(person=CHEF, role="pit_boss")


def paying(casino_id: int, house: str) -> OpenHouse:
    table = OpenHouse(casino_id, house)
    table.do(c.AnnounceBetsOpen())
    table.do(c.PlaceBet(player="P1", bet="rouge", amount=500))
    table.do(c.CloseBets())
    table.do(c.DeclareNumber(number=20))
    return table


def sheet_of(table: OpenHouse) -> Sheet:
    found = sheet(table.casino_id, "T1", table.day, 1)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/23")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/33")),
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/general-2-3")),
    ],
)
def test_the_coup_settles_on_the_bets_as_they_were_put_back_and_shows_both_positions(
    casino_id: int, house: str
) -> None:
    table = paying(casino_id, house)
    assert sheet_of(table).total_prize == 0
    back = PutBack(ref="b1", bet="noir")
    table.do(c.ReconstituteBets(bets=(back,), basis="technical", decided_by=CHEF))
    row = PayoutSheet.objects.get(casino_id=casino_id, coup=1)
    assert row.total_prize == 500
    (shown,) = sheet_of(table).adjustments
    assert (shown.kind, shown.about, shown.basis) == ("reconstitution", ("b1",), "technical")
    assert shown.bets == (e.Displaced(ref="b1", before="rouge", after="noir"),)
    assert shown.amount == 1_000, "the stake that was lost, and the prize"
    assert shown.decided_by == "Croupier 1"
    assert shown.reference == table.rulebook.clauses[row.adjustments[0]["clause"]]


def test_restored_bets_are_settled_again_under_another_number(casino_id: int) -> None:
    table = paying(casino_id, "pt-francesa")
    for where in ("noir", "plein:20"):
        back = PutBack(ref="b1", bet=where)
        table.do(c.ReconstituteBets(bets=(back,), basis="technical", decided_by=CHEF))
    first, second = sheet_of(table).adjustments
    assert (first.amount, second.amount) == (1_000, 34 * 500), "each goes on from the one before it"
    table.do(c.DeclareNumber(number=1, coup=1))
    table.do(c.ResolveDiscrepancy(number=1, reason="camera 3"))
    first, second = sheet_of(table).adjustments
    assert (first.amount, second.amount) == (-1_000, 0), "on 1 red had won"


@pytest.mark.clause("it-venezia/general-12")
def test_a_decided_dispute_is_an_adjustment_of_its_coup(casino_id: int) -> None:
    table = paying(casino_id, "it-venezia")
    table.do(c.ConfirmPayments())
    table.do(c.OpenDispute(coup=1, player="P1", words="my chips lay on black"))
    decided = c.DecideDispute(
        dispute="d1", outcome="pay", amount=500, reason="camera 3", signatures=(DIRECTOR,)
    )
    table.do(decided)
    (adjusted,) = sheet_of(table).adjustments
    assert (adjusted.kind, adjusted.about) == ("dispute", ("d1",))
    assert (adjusted.player, adjusted.outcome, adjusted.amount) == ("P1", "pay", 500)
    assert adjusted.reference == table.rulebook.clauses["it-venezia/general-12"]


def test_derived_again_a_sheet_has_what_was_put_right(casino_id: int) -> None:
    table = paying(casino_id, "pt-francesa")
    back = PutBack(ref="b1", bet="noir")
    table.do(c.ReconstituteBets(bets=(back,), basis="staff", decided_by=CHEF))
    before = sheet(casino_id, "T1", table.day, 1)
    rebuild("payout_sheet", casino_id)
    assert sheet(casino_id, "T1", table.day, 1) == before
