"""Who raked and who paid is recorded with the payment: by the parity of the number, unless somebody else is named."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand

pytestmark = pytest.mark.clause("it-venezia/roles-by-parity")
RELIEF = e.Person(id="r1", name="Relief")


@pytest.fixture
def day() -> DayInHand:
    return DayInHand(get_rulebook("it-venezia"))


def fell(day: DayInHand, number: int) -> None:
    bets = [c.PlaceBet(player="P1", bet=f"plein:{number}", amount=500)]
    day.do(c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))


def people(event: e.Event) -> tuple[str | None, str | None]:
    assert isinstance(event, e.PrizesPaid | e.PaymentsConfirmed)
    raked, paid = event.raked_by, event.paid_by
    return raked.name if raked else None, paid.name if paid else None


@pytest.mark.parametrize(
    ("number", "rakes", "pays"), [(20, "droite", "gauche"), (17, "gauche", "droite"), (0, "droite", "gauche")]
)
def test_the_right_rakes_at_even_and_pays_at_odd(day: DayInHand, number: int, rakes: str, pays: str) -> None:
    fell(day, number)
    who = day.state.staff[rakes].name, day.state.staff[pays].name
    (ticked,) = day.do(c.PayLines(coup=1, refs=("b1",)))
    confirmed, *_ = day.do(c.ConfirmPayments())
    assert (people(ticked), people(confirmed)) == (who, who)


def test_payment_records_the_seated_people(day: DayInHand) -> None:
    fell(day, 20)
    day.do(c.ChangeStaff(position="gauche", person=RELIEF))
    (ticked,) = day.do(c.PayLines(coup=1, refs=("b1",)))
    assert people(ticked)[1] == "Relief"


def test_payment_records_another_named_payer(day: DayInHand) -> None:
    fell(day, 20)
    (ticked,) = day.do(c.PayLines(coup=1, refs=("b1",), paid_by=RELIEF))
    assert people(ticked) == (day.state.staff["droite"].name, "Relief")


def test_different_payment_records_another_named_payer(day: DayInHand) -> None:
    fell(day, 20)
    command = c.PayDifferently(coup=1, refs=("b1",), paid=17_000, reason="a chip less", paid_by=RELIEF)
    ticked, differed = day.do(command)
    assert people(ticked) == (day.state.staff["droite"].name, "Relief")
    assert isinstance(differed, e.PaymentDiffered)


def test_payment_at_an_empty_seat_records_nobody(day: DayInHand) -> None:
    fell(day, 17)
    day.do(c.BeginBreak(person=day.state.staff["droite"]))
    (ticked,) = day.do(c.PayLines(coup=1, refs=("b1",)))
    assert people(ticked) == (day.state.staff["gauche"].name, None)


def test_a_rulebook_without_roles_records_nobody() -> None:
    other = DayInHand(get_rulebook("it-campione"))
    fell(other, 17)
    (ticked,) = other.do(c.PayLines(coup=1, refs=("b1",)))
    assert people(ticked) == (None, None)
