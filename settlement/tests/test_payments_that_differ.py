"""What was really paid moves in the ledger, whatever was worked out; the sheet says both until it is decided."""

import pytest
from django.db.models import Sum

from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry
from settlement.sheets import Sheet, line_of, sheet
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
WHY = "a chip less was handed out"


def decide(outcome: e.PaymentOutcome) -> c.DecidePaymentDifference:
    return c.DecidePaymentDifference(difference="x1", outcome=outcome, reason="camera 3", signatures=(BOSS,))


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """17 fell, with 5 on it twice and 5 on black: 350 and 5 to pay."""
    opened = OpenHouse(casino_id, "pt-francesa")
    opened.do(c.AnnounceBetsOpen())
    for bet in ("plein:17", "noir", "plein:17"):
        opened.do(c.PlaceBet(player="P1", bet=bet, amount=500))
    opened.do(c.CloseBets())
    opened.do(c.DeclareNumber(number=17, source="reader"))
    return opened


def the_sheet(house: OpenHouse) -> Sheet:
    found = sheet(house.casino_id, "T1", house.day, 1)
    assert found is not None
    return found


def paid_otherwise(house: OpenHouse, ref: str, paid: int) -> c.PayDifferently:
    """So much was paid for the line of this bet."""
    return c.PayDifferently(coup=1, refs=line_of(the_sheet(house), ref), paid=paid, reason=WHY)


def paid_out(house: OpenHouse) -> int:
    """What has left the float for the players."""
    of_float = LedgerEntry.objects.filter(casino_id=house.casino_id, account=Account.FLOAT)
    return -(of_float.aggregate(all=Sum("amount"))["all"] or 0)


@pytest.mark.parametrize(
    ("paid", "outcome", "at_last"),
    [
        (34_500, "stands", 34_500),
        (34_500, "made_good", 35_000),
        (36_000, "given_back", 35_000),
        (36_000, "stands", 36_000),
        (0, "made_good", 35_000),
    ],
)
def test_the_float_moves_by_what_was_paid_and_by_what_was_decided(
    house: OpenHouse, paid: int, outcome: e.PaymentOutcome, at_last: int
) -> None:
    house.do(c.PayLines(coup=1, refs=("b2",)))
    house.do(paid_otherwise(house, "b3", paid))
    house.do(c.ConfirmPayments())
    assert paid_out(house) == paid + 500
    (open_,) = the_sheet(house).differences
    assert (open_.refs, open_.worked_out, open_.paid, open_.reason) == (("b1", "b3"), 35_000, paid, WHY)
    assert open_.outcome == ""
    house.do(decide(outcome))
    assert paid_out(house) == at_last + 500
    (decided,) = the_sheet(house).differences
    assert (decided.outcome, decided.decision) == (outcome, "camera 3")


def test_each_movement_has_a_reason_of_its_own(house: OpenHouse) -> None:
    house.do(paid_otherwise(house, "b1", 34_500))
    house.do(decide("made_good"))
    reasons = LedgerEntry.objects.filter(casino_id=house.casino_id, account=Account.PLAYERS)
    assert list(reasons.values_list("reason", "amount").order_by("version", "line")) == [
        ("paid-otherwise:x1", -500),
        ("difference-decided:x1", 500),
    ]


@pytest.mark.clause("pt-francesa/20")
def test_a_line_paid_otherwise_has_its_turn_as_any_other(house: OpenHouse) -> None:
    outcome = house.do(paid_otherwise(house, "b1", 34_500))
    assert {event.type for event in outcome.events} == {"prizes_paid", "payment_differed", "violation_raised"}
    assert outcome.events[0].data["ahead"] == ["b2"]


@pytest.mark.parametrize(("ref", "code"), [("b9", "no-prize-for-bet"), ("", "no-prize-without-bet")])
def test_unknown_line_of_the_sheet_is_refused(house: OpenHouse, ref: str, code: str) -> None:
    with expect_refusal(code, coup=1):
        line_of(the_sheet(house), ref)


@pytest.mark.parametrize("one_by_one", [False, True])
def test_payment_on_another_number_remains_in_the_ledger(house: OpenHouse, one_by_one: bool) -> None:
    house.do(c.PayLines(coup=1, refs=("b2", "b1", "b3")) if one_by_one else c.ConfirmPayments())
    house.do(c.DeclareNumber(number=20, coup=1))
    house.do(c.ResolveDiscrepancy(number=20, reason="camera 3"))
    (differs,) = the_sheet(house).differences
    assert (differs.worked_out, differs.paid, differs.because) == (0, 35_000, "another_number")
    lost = 1_000
    house.do(c.ConfirmPayments())
    assert paid_out(house) == 35_000 + 500 - lost, "black is paid once"
    house.do(decide("given_back"))
    assert paid_out(house) == 500 - lost


def test_a_prize_that_differs_is_the_one_difference_of_its_line_on_another_number_too(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="plein:17", amount=500))
    house.do(c.CloseBets())
    house.do(c.DeclareNumber(number=17, source="reader"))
    house.do(paid_otherwise(house, "b1", 17_000))
    house.do(c.DeclareNumber(number=18, coup=1))
    house.do(c.ResolveDiscrepancy(number=18, reason="camera 3"))
    house.do(c.ConfirmPayments())
    assert paid_out(house) == 17_000 - 500
    on_sheet = [(each.outcome, each.worked_out, each.paid) for each in the_sheet(house).differences]
    assert on_sheet == [("undone", 17_500, 17_000), ("", 0, 17_000)]
