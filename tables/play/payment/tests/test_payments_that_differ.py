"""What was paid otherwise than worked out: only with a reason, and a difference until the direction decides it."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
OTHERWISE = c.PayDifferently(coup=1, refs=("b1",), paid=17_000, reason="a chip less was handed out")


def decision(outcome: e.PaymentOutcome, difference: str = "x1") -> c.DecidePaymentDifference:
    return c.DecidePaymentDifference(
        difference=difference, outcome=outcome, reason="counted with camera 3", signatures=(BOSS,)
    )


def fallen(number: int, *bets: str, source: e.Source = "staff") -> DayInHand:
    """Coup 1 of a Portuguese table with 5 on each of these bets."""
    day = DayInHand(get_rulebook("pt-francesa"))
    placed = [c.PlaceBet(player="P1", bet=bet, amount=500) for bet in bets]
    day.do(c.AnnounceBetsOpen(), *placed, c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=number, source=source))
    return day


@pytest.fixture
def day() -> DayInHand:
    return fallen(17, "plein:17", "noir", "rouge")


def another_number(day: DayInHand, number: int) -> list[e.Event]:
    """What follows for payments of it that another number stands than the one that was paid."""
    day.do(c.DeclareNumber(number=number, coup=1))
    return of_payments(day.do(c.ResolveDiscrepancy(number=number, reason="seen by the chief"))[1:])


def of_payments(events: list[e.Event]) -> list[e.Event]:
    """These without what becomes of the stakes that lie on."""
    return [each for each in events if not isinstance(each, e.BetPlaced | e.BetWithdrawn)]


def test_a_line_paid_otherwise_is_ticked_off_and_stands_as_a_difference(day: DayInHand) -> None:
    paid, differed = day.do(OTHERWISE)
    assert paid == e.PrizesPaid(coup=1, refs=("b1",), ahead=("b2",)), "black comes first"
    assert isinstance(differed, e.PaymentDiffered)
    assert (differed.difference, differed.player, differed.bet) == ("x1", "P1", "plein:17")
    (waits,) = day.state.differences.open
    assert (waits.difference, waits.worked_out, waits.paid, waits.over) == ("x1", 17_500, 17_000, -500)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (replace(OTHERWISE, reason=" "), "payment-difference-without-reason"),
        (replace(OTHERWISE, reason="x" * 201), "payment-difference-reason-too-long"),
        (replace(OTHERWISE, paid=17_500), "no-payment-difference"),
        (replace(OTHERWISE, paid=-1), "paid-amount-below-nothing"),
        (replace(OTHERWISE, paid=10**13), "paid-amount-below-nothing"),
        (replace(OTHERWISE, refs=("b3",)), "nothing-was-to-be-paid"),
        (replace(OTHERWISE, coup=2), "payments-not-open"),
        (replace(OTHERWISE, refs=("b9",)), "prize-of-no-bet"),
        (replace(OTHERWISE, refs=()), "payment-difference-not-one-line"),
        (replace(OTHERWISE, refs=("b1", "b2")), "payment-difference-not-one-line"),
    ],
)
def test_impossible_payment_is_refused(day: DayInHand, command: c.Command, code: str) -> None:
    before = day.state
    with expect_refusal(code):
        day.do(command)
    assert day.state == before


def test_a_line_is_ticked_off_once_as_it_was_or_otherwise(day: DayInHand) -> None:
    day.do(c.PayLines(coup=1, refs=("b1",)))
    with expect_refusal("difference-after-ticking-off", ref="b1"):
        day.do(OTHERWISE)


def test_nothing_is_paid_otherwise_while_two_numbers_are_reported() -> None:
    day = fallen(17, "plein:17", source="reader")
    day.do(c.DeclareNumber(number=18, coup=1))
    with expect_refusal("number-disputed"):
        day.do(OTHERWISE)


@pytest.mark.parametrize(
    ("paid", "outcome", "amount"),
    [
        (17_000, "stands", 0),
        (17_000, "made_good", 500),
        (18_000, "given_back", -500),
        (18_000, "stands", 0),
        (0, "made_good", 17_500),
    ],
)
def test_the_direction_decides_what_becomes_of_it(
    day: DayInHand, paid: int, outcome: e.PaymentOutcome, amount: int
) -> None:
    day.do(replace(OTHERWISE, paid=paid))
    (decided,) = day.do(decision(outcome))
    assert isinstance(decided, e.PaymentDifferenceDecided)
    assert (decided.difference, decided.player, decided.amount) == ("x1", "P1", amount)
    assert day.state.differences.open == ()


@pytest.mark.parametrize(
    ("paid", "command", "code"),
    [
        (18_000, decision("made_good"), "nothing-to-make-good"),
        (17_000, decision("given_back"), "nothing-to-give-back"),
        (17_000, decision("stands", "x2"), "payment-difference-unknown"),
        (17_000, replace(decision("stands"), reason=""), "difference-decided-without-reason"),
        (17_000, replace(decision("stands"), signatures=()), "signature-not-allowed"),
    ],
)
def test_a_decision_that_does_not_fit_is_refused(
    day: DayInHand, paid: int, command: c.Command, code: str
) -> None:
    day.do(replace(OTHERWISE, paid=paid))
    with expect_refusal(code):
        day.do(command)
    assert day.state.differences.open


def test_payment_discrepancy_is_decided_once(day: DayInHand) -> None:
    day.do(OTHERWISE, decision("stands"))
    with expect_refusal("payment-difference-unknown"):
        day.do(decision("made_good"))


def test_the_table_closes_once_it_is_decided(day: DayInHand) -> None:
    day.do(OTHERWISE, c.PayLines(coup=1, refs=("b2",)), c.ConfirmPayments())
    with expect_refusal("payment-differences-undecided", differences=("x1",)):
        day.do(c.CloseTable())
    day.do(decision("stands"), c.CloseTable())
    assert day.state.phase == "closed"


def test_payments_of_a_coup_before_the_last_are_complete_too() -> None:
    day = fallen(17, "plein:17", "noir", "impair")
    day.do(c.PayLines(coup=1, refs=("b1",)), c.LaunchBall(), c.DeclareNumber(number=30))
    assert (day.state.coup, day.state.payments_open) == (2, (1, 2)), "a ball was launched all the same"
    with expect_refusal("prizes-not-ticked-off", refs=("b2", "b3"), coup=1):
        day.do(c.ConfirmPayments(coup=1))
    day.do(c.PayLines(coup=1, refs=("b2", "b3")), c.ConfirmPayments(coup=1))
    assert (day.state.payments_open, day.state.course.due) == ((2,), ())


def test_payments_are_complete_all_at_once_or_line_by_line(day: DayInHand) -> None:
    day.do(c.PayLines(coup=1, refs=("b2",)))
    with expect_refusal("prizes-not-ticked-off", refs=("b1",), coup=1):
        day.do(c.ConfirmPayments())
    day.do(c.PayLines(coup=1, refs=("b1",)), c.ConfirmPayments())
    assert day.state.payments_open == ()
    whole = fallen(17, "plein:17", "noir")
    whole.do(c.ConfirmPayments())
    assert whole.state.payments_open == ()


@pytest.mark.parametrize("one_by_one", [False, True])
def test_payment_on_a_rejected_number_remains_paid(one_by_one: bool) -> None:
    day = fallen(17, "plein:17", "noir", "rouge", source="reader")
    day.do(c.PayLines(coup=1, refs=("b1", "b2")) if one_by_one else c.ConfirmPayments())
    kept, differed = another_number(day, 20)
    assert kept == e.PrizesPaid(coup=1, refs=("b2",)), "black on both numbers: its prize is paid"
    assert isinstance(differed, e.PaymentDiffered)
    assert (differed.refs, differed.worked_out, differed.paid) == (("b1",), 0, 17_500)
    assert (differed.because, differed.number) == ("another_number", 17)
    day.do(c.ConfirmPayments(), decision("given_back"))
    assert day.state.payments_open == ()


def test_unpaid_prize_is_no_discrepancy_under_another_number() -> None:
    day = fallen(17, "plein:17", "noir", source="reader")
    day.do(c.PayLines(coup=1, refs=("b2",)))
    assert another_number(day, 18) == [
        e.PaymentDiffered(
            difference="x1",
            coup=1,
            refs=("b2",),
            player="P1",
            bet="noir",
            worked_out=0,
            paid=500,
            because="another_number",
            code="paid-on-other-number",
            parameters={"number": 17},
            number=17,
        )
    ]


def test_a_bet_put_back_after_its_prize_was_paid_is_a_difference() -> None:
    day = fallen(17, "plein:17", "noir")
    day.do(c.PayLines(coup=1, refs=("b1",)))
    back = c.ReconstituteBets(
        bets=(c.PutBack(ref="b1", bet="cheval:17-20"),),
        basis="staff",
        decided_by=e.Person(id="p1", name="Croupier 1"),
    )
    differed = of_payments(day.do(back))[-1]
    assert isinstance(differed, e.PaymentDiffered)
    assert (differed.because, differed.worked_out, differed.paid) == ("bets_put_back", 8_500, 17_500)
    assert (differed.reason, differed.code) == ("", "paid-before-bets-put-back")
