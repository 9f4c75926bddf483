"""A coup that is put right more than once: of each line one thing is true, and what was really paid is not lost."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand

BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
CROUPIER = e.Person(id="p1", name="Croupier 1")
PAID = 17_500
"""What 5 on a number win, in minor units."""


def fallen(*bets: str) -> DayInHand:
    """17 fell at a Portuguese table, with 5 on each of these bets."""
    day = DayInHand(get_rulebook("pt-francesa"))
    placed = [c.PlaceBet(player="P1", bet=bet, amount=500) for bet in bets]
    day.do(c.AnnounceBetsOpen(), *placed, c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=17, source="reader"))
    return day


def stands(day: DayInHand, number: int) -> list[e.Event]:
    """What follows for payments of it that this number stands."""
    day.do(c.DeclareNumber(number=number, coup=1))
    return of_payments(day.do(c.ResolveDiscrepancy(number=number, reason="seen by the chief"))[1:])


def lies(day: DayInHand, **where: str) -> list[e.Event]:
    """What follows for payments of it that these bets are put back there."""
    bets = tuple(c.PutBack(ref=ref, bet=bet) for ref, bet in where.items())
    return of_payments(day.do(c.ReconstituteBets(bets=bets, basis="staff", decided_by=CROUPIER))[1:])


def of_payments(events: list[e.Event]) -> list[e.Event]:
    """These without what becomes of the stakes that lie on."""
    return [each for each in events if not isinstance(each, e.BetPlaced | e.BetWithdrawn)]


def paid(day: DayInHand, ref: str, amount: int = PAID) -> None:
    """So much was paid for the bet on 17, as worked out or not."""
    if amount == PAID:
        day.do(c.PayLines(coup=1, refs=(ref,)))
    else:
        day.do(c.PayDifferently(coup=1, refs=(ref,), paid=amount, reason="miscounted"))


def decided(day: DayInHand, outcome: e.PaymentOutcome) -> None:
    """What waits is decided so."""
    (waits,) = day.state.differences.open
    day.do(
        c.DecidePaymentDifference(
            difference=waits.difference, outcome=outcome, reason="camera 3", signatures=(BOSS,)
        )
    )


def known(day: DayInHand) -> list[tuple[int, int]]:
    """The differences of the coup that are none of the past, decided or not: what was worked out, and what was paid."""
    return [(each.worked_out, each.paid) for each in day.state.differences.of(1)]


def ticked(day: DayInHand) -> set[str]:
    return {prize.ref for prize in day.state.course.paid}


@pytest.mark.parametrize("whole", [False, True])
def test_back_to_the_first_number_nothing_is_left_open(whole: bool) -> None:
    day = fallen("plein:17", "noir")
    day.do(c.ConfirmPayments() if whole else c.PayLines(coup=1, refs=("b1", "b2")))
    stands(day, 20)
    assert known(day) == [(0, PAID)]
    undone, kept = stands(day, 17)
    assert undone == e.PaymentDifferenceUndone(
        difference="x1", coup=1, player="P1", worked_out=0, paid=PAID, because="another_number"
    )
    assert kept == e.PrizesPaid(coup=1, refs=("b1", "b2"))
    assert known(day) == []
    day.do(c.ConfirmPayments())


def test_a_third_number_asks_once_for_what_was_paid_on_the_first() -> None:
    day = fallen("plein:17", "noir")
    paid(day, "b1")
    stands(day, 20)
    assert stands(day, 5) == [], "it is as much too much as it was"
    assert known(day) == [(0, PAID)]


def test_a_prize_that_changes_twice_has_one_difference_and_that_says_what_is_right_now() -> None:
    day = fallen("plein:17", "noir")
    day.do(c.PayLines(coup=1, refs=("b2",)))
    assert stands(day, 18)[-1].code == "paid-on-other-number"  # type: ignore[attr-defined]
    lies(day, b2="plein:18")
    assert known(day) == [(PAID, 500)] and "b2" in ticked(day)
    undone, differed = stands(day, 21)
    assert isinstance(undone, e.PaymentDifferenceUndone) and undone.difference == "x2"
    assert isinstance(differed, e.PaymentDiffered)
    assert (differed.difference, differed.worked_out, differed.paid) == ("x3", 0, 500)


@pytest.mark.parametrize("amount", [0, 17_000, 18_000])
def test_different_payment_counts_as_paid(amount: int) -> None:
    day = fallen("plein:17", "noir")
    paid(day, "b1", amount)
    stands(day, 20)
    assert known(day) == ([(0, amount)] if amount else []), "what is nothing is right where nothing is won"
    after = stands(day, 17)
    if amount:
        differed = after[-1]
        assert isinstance(differed, e.PaymentDiffered)
        assert (differed.code, differed.number) == ("paid-otherwise-on-number", 17)
        assert known(day) == [(PAID, amount)] and ticked(day) == {"b1"}
    else:
        assert after == [] and known(day) == [] and ticked(day) == set(), (
            "nothing was paid of it: it is to be paid"
        )


@pytest.mark.parametrize(
    ("amount", "outcome", "on_another", "back"),
    [
        (17_000, "stands", [(0, 17_000)], [(PAID, 17_000)]),
        (17_000, "made_good", [(0, PAID)], []),
        (18_000, "stands", [(0, 18_000)], [(PAID, 18_000)]),
        (18_000, "given_back", [(0, PAID)], []),
    ],
)
def test_earlier_decision_counts_with_its_movement(
    amount: int,
    outcome: e.PaymentOutcome,
    on_another: list[tuple[int, int]],
    back: list[tuple[int, int]],
) -> None:
    day = fallen("plein:17", "noir")
    paid(day, "b1", amount)
    decided(day, outcome)
    stands(day, 20)
    assert known(day) == on_another and len(day.state.differences.open) == 1
    stands(day, 17)
    assert known(day) == back
    assert "b1" in ticked(day)


@pytest.mark.parametrize(("outcome", "still_paid"), [("stands", True), ("given_back", False)])
def test_decision_on_the_second_number_counts_on_the_first(
    outcome: e.PaymentOutcome, still_paid: bool
) -> None:
    day = fallen("plein:17", "noir")
    paid(day, "b1")
    stands(day, 20)
    decided(day, outcome)
    after = stands(day, 17)
    assert known(day) == [] and day.state.differences.standing == ()
    assert ("b1" in ticked(day)) is still_paid, "what was given back is to be paid again"
    assert bool(after) is still_paid
    if not still_paid:
        paid(day, "b1")
    stands(day, 20)
    assert known(day) == [(0, PAID)]


def test_payment_made_good_on_the_second_number_is_excess_on_the_first() -> None:
    day = fallen("plein:17", "noir")
    day.do(c.PayLines(coup=1, refs=("b2",)))
    lies(day, b2="plein:20")
    stands(day, 20)
    assert known(day) == [(PAID, 500)]
    decided(day, "made_good")
    assert known(day) == []
    stands(day, 17)
    assert known(day) == [(0, PAID)]


def test_a_difference_that_stands_is_not_asked_again_while_it_is_as_it_was() -> None:
    day = fallen("plein:17", "noir")
    day.do(c.PayDifferently(coup=1, refs=("b2",), paid=400, reason="miscounted"))
    decided(day, "stands")
    assert stands(day, 20) == [e.PrizesPaid(coup=1, refs=("b2",))], "black on both numbers"
    assert known(day) == [(500, 400)] and day.state.differences.open == ()


def test_bets_put_back_twice_and_where_they_lay() -> None:
    day = fallen("plein:17", "noir")
    paid(day, "b1")
    lies(day, b1="cheval:17-20")
    assert known(day) == [(8_500, PAID)]
    undone, differed = lies(day, b1="plein:20")
    assert isinstance(undone, e.PaymentDifferenceUndone) and undone.because == "bets_put_back"
    assert isinstance(differed, e.PaymentDiffered) and differed.bet == "plein:20"
    assert known(day) == [(0, PAID)]
    (undone,) = lies(day, b1="plein:17")
    assert isinstance(undone, e.PaymentDifferenceUndone) and undone.difference == "x2"
    assert known(day) == [] and ticked(day) == {"b1"}


@pytest.mark.parametrize(
    ("outcome", "then", "back"),
    [
        ("stands", [(0, PAID)], []),
        ("given_back", [(0, 8_500)], [(PAID, 8_500)]),
    ],
)
def test_decision_about_restored_bets_counts_when_restored_again(
    outcome: e.PaymentOutcome, then: list[tuple[int, int]], back: list[tuple[int, int]]
) -> None:
    day = fallen("plein:17", "noir")
    paid(day, "b1")
    lies(day, b1="cheval:17-20")
    decided(day, outcome)
    lies(day, b1="plein:20")
    assert known(day) == then
    lies(day, b1="plein:17")
    assert known(day) == back


def test_a_bet_that_lay_on_nothing_and_was_paid_is_ticked_off_where_it_wins() -> None:
    day = fallen("plein:17", "noir")
    paid(day, "b1")
    stands(day, 20)
    undone, kept = lies(day, b1="plein:20")
    assert isinstance(undone, e.PaymentDifferenceUndone) and kept == e.PrizesPaid(coup=1, refs=("b1",))
    assert known(day) == []


def test_bets_of_one_line_share_what_was_paid_once_they_lie_apart() -> None:
    day = fallen("plein:17", "plein:17")
    day.do(c.PayDifferently(coup=1, refs=("b1", "b2"), paid=34_500, reason="miscounted"))
    undone, *differed = lies(day, b2="cheval:17-20")
    assert isinstance(undone, e.PaymentDifferenceUndone)
    assert [each.refs for each in differed if isinstance(each, e.PaymentDiffered)] == [("b2",)]
    assert known(day) == [(8_500, 17_000)], "the first has its whole prize"
    stands(day, 20)
    assert known(day) == [(8_500, 17_000), (0, PAID)], "34,500 in all"


def test_bets_that_come_to_lie_on_one_line_have_one_difference() -> None:
    day = fallen("plein:17", "noir")
    day.do(c.PayDifferently(coup=1, refs=("b2",), paid=400, reason="miscounted"))
    paid(day, "b1", 17_000)
    lies(day, b1="noir")
    (one,) = day.state.differences.of(1)
    assert (one.refs, one.worked_out, one.paid) == (("b1", "b2"), 1_000, 17_400)


def test_replayed_part_of_a_prize_has_not_left_the_table() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    bet = c.PlaceBet(player="P1", bet="tiers", amount=3_000)
    day.do(c.AnnounceBetsOpen(), bet, c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=5, source="reader"), c.ReplayBet(ref="b1", replay="a-completare"))
    left = day.state.replayed[0].paid_out
    day.do(c.ConfirmPayments(), c.CloseBets())
    stands(day, 0)
    assert known(day) == [(0, left)]
    stands(day, 5)
    assert known(day) == [], "bets were closed: it lies, and what was left of its prize was paid"


def test_a_difference_of_bets_that_lie_apart_now_is_said_of_the_one_that_has_it() -> None:
    day = fallen("plein:17", "plein:17")
    day.do(c.PayDifferently(coup=1, refs=("b1", "b2"), paid=400, reason="miscounted"))
    stands(day, 5)
    lies(day, b2="plein:20")
    (one,) = day.state.differences.of(1)
    assert (one.refs, one.worked_out, one.paid) == (("b1",), 0, 400)


def test_a_bet_found_over_the_maximum_is_put_right_as_every_bet() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    most = day.rulebook.default_limits.maximums["plein"]
    laid = c.PlaceBet(player="P1", bet="plein:17", amount=most)
    day.do(c.AnnounceBetsOpen(), laid, c.FindExcess(player="P1", bet="plein:17", amount=most), c.LaunchBall())
    day.do(c.CloseBets(), c.DeclareNumber(number=17, source="reader"), c.ConfirmPayments())
    stands(day, 20)
    assert known(day) == [(0, 35 * most)], "no prize was due of what lay over the maximum"
    stands(day, 17)
    assert known(day) == [] and ticked(day) == {"b1"}
    lies(day, b1="plein:20")
    day.do(c.PayLines(coup=1, refs=("b2",)))
    assert known(day) == [(0, 35 * most)], "where there is room it wins, and is paid"
    lies(day, b1="plein:17")
    assert known(day) == [(0, 35 * most)] and day.state.differences.of(1)[0].refs == ("b2",)
