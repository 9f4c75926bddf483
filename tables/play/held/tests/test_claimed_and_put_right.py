"""A win that nobody claimed and that had ended, whose coup is put right: what was claimed was paid, and shows where it
differs; of the rest nothing was."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.result.tests.test_put_right_again import PAID, lies, stands, ticked
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

CHIEF = e.Signature(person=e.Person(id="c1", name="Anna"), role="chef_de_table")
CONTROLLER = e.Signature(person=e.Person(id="k1", name="Bruno"), role="public_controller")
CLAIMED = c.ClaimHeld(ref="h1", by="P1", reason="back from the bar")
ENDED = c.EndHeld(ref="h1", outcome="to the cash desk", reason="nobody came")
PAID_IN = c.PayIn(ref="h1", signatures=(CHIEF, CONTROLLER))


def left(rulebook: str = "it-venezia", *bets: str) -> DayInHand:
    """17 fell with 5 on each of these bets, and nobody claims the first: it is held as h1."""
    day = DayInHand(get_rulebook(rulebook))
    placed = [c.PlaceBet(player="P1", bet=bet, amount=500) for bet in bets or ("plein:17", "noir")]
    day.do(c.AnnounceBetsOpen(), *placed, c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=17, source="reader"), c.SeeUnclaimed(coup=1, refs=("b1",)))
    return day


def known(day: DayInHand) -> list[tuple[tuple[str, ...], int, int]]:
    """The differences of the coup: of which bets, what was worked out, and what was paid."""
    return [(each.refs, each.worked_out, each.paid) for each in day.state.differences.of(1)]


def undone_in(events: list[e.Event]) -> list[tuple[str, str, e.HeldOutcome | None]]:
    return [(each.held.ref, each.because, each.ended) for each in events if isinstance(each, e.HeldUndone)]


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("before", [False, True])
def test_claimed_win_of_another_number_is_a_discrepancy(whole: bool, before: bool) -> None:
    day = left()
    steps = [CLAIMED, c.ConfirmPayments()] if before else [c.ConfirmPayments(), CLAIMED]
    day.do(*(steps if whole else [CLAIMED]))
    undone, *after = stands(day, 20)
    assert undone_in([undone]) == [("h1", "another_number", "claimed")]
    differed = next(each for each in after if isinstance(each, e.PaymentDiffered))
    assert (differed.worked_out, differed.paid, differed.code, differed.parameters) == (
        0,
        PAID,
        "paid-on-other-number",
        {"number": 17},
    )
    assert known(day) == [(("b1",), 0, PAID)]
    with expect_refusal("payment-differences-undecided", differences=("x1",)):
        day.do(c.ConfirmPayments(), c.CloseTable())
    back = stands(day, 17)
    assert known(day) == [] and "b1" in ticked(day), "it was paid on 17"
    assert undone_in(back) == [], "it is an ordinary line by now"


def test_win_claimed_while_waiting_is_a_discrepancy() -> None:
    day = left("it-venezia", "noir")
    assert day.state.held.items[0].until_coup == 4
    day.do(CLAIMED)
    stands(day, 5)
    assert known(day) == [(("b1",), 0, 500)]


def test_claimed_win_of_equal_amount_is_paid() -> None:
    day = left("it-venezia", "noir")
    day.do(CLAIMED)
    assert undone_in(stands(day, 20)) == [("h1", "another_number", "claimed")]
    assert known(day) == [] and ticked(day) == {"b1"}
    with expect_refusal("unclaimed-win-was-paid", ref="b1"):
        day.do(c.SeeUnclaimed(coup=1, refs=("b1",)))


@pytest.mark.parametrize(
    ("rulebook", "end", "outcome"),
    [("it-venezia", ENDED, "ended"), ("it-campione", PAID_IN, "paid_in")],
)
def test_unclaimed_win_was_not_paid(rulebook: str, end: c.Command, outcome: str) -> None:
    day = left(rulebook, "cheval:17-20", "noir")
    day.do(end)
    assert undone_in(stands(day, 20)) == [("h1", "another_number", outcome)]
    assert known(day) == [] and ticked(day) == set()
    day.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    assert day.state.held.items[0].ref == "h2", "it wins on 20 too, and is to be paid or held"


def test_the_stake_that_was_claimed_is_its_owners_and_any_other_lies_again() -> None:
    claimed, ended = left("it-venezia", "cheval:17-20"), left("it-venezia", "cheval:17-20")
    claimed.do(CLAIMED)
    ended.do(ENDED)
    for day in (claimed, ended):
        stands(day, 20)
    assert claimed.state.bets == ()
    assert [bet.bet for bet in ended.state.bets] == ["cheval:17-20"]


def test_a_claimed_bet_that_is_put_back_differs_by_what_it_wins_there() -> None:
    day = left()
    day.do(CLAIMED)
    assert undone_in(lies(day, b2="rouge")) == [], "it lies where it lay, and wins what it won"
    assert known(day) == [] and ticked(day) == set()
    assert undone_in(lies(day, b1="cheval:17-20")) == [("h1", "bets_put_back", "claimed")]
    assert known(day) == [(("b1",), 8_500, PAID)] and ticked(day) == {"b1"}
    lies(day, b1="plein:17")
    assert known(day) == []


@pytest.mark.parametrize("claimed", [False, True])
def test_win_changed_by_a_restored_bet_is_settled_again(claimed: bool) -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    most = day.rulebook.default_limits.maximums["plein"]
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:20", amount=most))
    day.do(c.FindExcess(player="P1", bet="plein:17", amount=most + 500), c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=17, source="reader"), c.SeeUnclaimed(coup=1, refs=("b2",)))
    (held,) = day.state.held.items
    assert held.prize == 35 * most
    if claimed:
        day.do(CLAIMED)
    after = lies(day, b1="plein:17")
    assert undone_in(after) == [("h1", "bets_put_back", "claimed" if claimed else None)]
    assert known(day) == ([(("b2",), 0, 35 * most)] if claimed else []), "no room is left for what lay over"


def test_none_of_two_coups_is_held_or_paid_twice() -> None:
    """What ended of a coup is remembered beside what ends of another, as long as one of them can be paid."""
    day = left("it-venezia", "noir")
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.PlaceBet(player="P2", bet="plein:17", amount=500))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17, source="reader"))
    day.do(c.SeeUnclaimed(coup=2, refs=("b2",)))
    day.do(c.ClaimHeld(ref="h2", by="P2", reason="seen on the film"), CLAIMED)
    assert day.do(c.SeeUnclaimed(coup=2, refs=("b2",))) == []
    with expect_refusal("win-is-held", ref="b2"):
        day.do(c.PayLines(coup=2, refs=("b2",)))
