"""A win that nobody claims is set aside by rule: on multiples at once, on the others after the third coup."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.held.questions import coups_left
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

GENERAL_8 = pytest.mark.clause("it-venezia/general-8")


@pytest.fixture
def day() -> DayInHand:
    return DayInHand(get_rulebook("it-venezia"))


def fell(day: DayInHand, number: int, *bets: tuple[str, int], player: str = "P1") -> int:
    """Plays a coup to its number, with these bets; gives which coup it was."""
    placed = [c.PlaceBet(player=player, bet=bet, amount=amount) for bet, amount in bets]
    day.do(c.AnnounceBetsOpen(), *placed, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
    return day.state.coup


def unclaimed(day: DayInHand, coup: int, *refs: str) -> e.HeldStake:
    event, *_ = day.do(c.SeeUnclaimed(coup=coup, refs=refs))
    assert isinstance(event, e.WinUnclaimed | e.HeldSetAside)
    return event.held


@GENERAL_8
@pytest.mark.parametrize(
    ("bet", "stake", "prize"),
    [("plein:17", 500, 17_500), ("cheval:14-17", 500, 8_500), ("sixain:13-14-15-16-17-18", 500, 2_500)],
)
def test_on_multiples_win_and_stake_are_set_aside_at_once(
    day: DayInHand, bet: str, stake: int, prize: int
) -> None:
    coup = fell(day, 17, (bet, stake))
    event, taken_off = day.do(c.SeeUnclaimed(coup=coup, refs=("b1",)))
    assert isinstance(event, e.HeldSetAside)
    assert taken_off == e.BetWithdrawn(coup=2, ref="b1")
    held = event.held
    assert (held.ref, held.coup, held.bet, held.player) == ("h1", 1, bet, "P1")
    assert (held.stake, held.prize, held.clause) == (stake, prize, "it-venezia/general-8")
    assert day.state.held.items == (held,)


@GENERAL_8
@pytest.mark.parametrize("bet", ["rouge", "pair", "manque", "douzaine:1", "colonne:34"])
def test_on_even_chances_columns_and_dozens_they_are_set_aside_after_the_third_coup(
    day: DayInHand, bet: str
) -> None:
    number = {"pair": 2, "colonne:34": 1}.get(bet, 1)
    coup = fell(day, number, (bet, 500))
    (event,) = day.do(c.SeeUnclaimed(coup=coup, refs=("b1",)), c.ConfirmPayments())[:1]
    assert isinstance(event, e.WinUnclaimed)
    assert event.held.until_coup == 4
    for left in (3, 2, 1):
        assert coups_left(day.state, day.state.held.items[0]) == left
        assert not day.of_type(e.HeldSetAside)
        day.coup(20)
    (aside,) = day.of_type(e.HeldSetAside)
    assert isinstance(aside, e.HeldSetAside)
    assert (aside.held.ref, aside.held.until_coup) == ("h1", None)
    assert coups_left(day.state, day.state.held.items[0]) == 0
    told = [type(recorded.event) for recorded in day.events]
    assert told[told.index(e.HeldSetAside) - 1] is e.NumberFell, "with the number, and nobody asked for it"


@GENERAL_8
def test_a_null_coup_is_none_of_the_three(day: DayInHand) -> None:
    unclaimed(day, fell(day, 1, ("rouge", 500)), "b1")
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.LaunchBall(), c.AnnulCoup(reason="foreign-object"))
    assert coups_left(day.state, day.state.held.items[0]) == 3


@GENERAL_8
def test_the_next_day_counts_on_and_sets_aside(day: DayInHand) -> None:
    unclaimed(day, fell(day, 1, ("rouge", 500)), "b1")
    day.do(c.ConfirmPayments())
    day.coup(20)
    day.do(c.CloseTable())
    assert [held.ref for held in day.state.held.items] == ["h1"]
    later = DayInHand(day.rulebook, after=day.state)
    assert coups_left(later.state, later.state.held.items[0]) == 2
    later.coup(20)
    later.coup(20)
    (aside,) = later.of_type(e.HeldSetAside)
    assert isinstance(aside, e.HeldSetAside)
    assert (aside.held.ref, aside.held.day, aside.held.coup) == ("h1", "2026-11-20", 1)
    assert unclaimed(later, fell(later, 17, ("plein:17", 500)), "b1").ref == "h2"


@GENERAL_8
def test_its_stake_is_no_bet_of_the_coups_between(day: DayInHand) -> None:
    unclaimed(day, fell(day, 1, ("rouge", 500)), "b1")
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen())
    assert day.state.bets == ()


@GENERAL_8
def test_an_announced_bet_that_won_on_multiples_is_set_aside_with_its_winning_chips(day: DayInHand) -> None:
    held = unclaimed(day, fell(day, 7, ("voisins", 4_500)), "b1")
    assert (held.stake, held.prize, held.until_coup) == (500, 8_500, None)


@GENERAL_8
def test_the_bets_of_one_line_are_held_together(day: DayInHand) -> None:
    coup = fell(day, 17, ("plein:17", 500), ("plein:17", 500), ("rouge", 500))
    held = unclaimed(day, coup, "b1", "b2")
    assert (held.bets, held.stake, held.prize) == (("b1", "b2"), 1_000, 35_000)


@GENERAL_8
def test_bets_of_two_lines_are_not(day: DayInHand) -> None:
    coup = fell(day, 17, ("plein:17", 500), ("noir", 500))
    with expect_refusal("unclaimed-win-not-one-line"):
        day.do(c.SeeUnclaimed(coup=coup, refs=("b1", "b2")))


@GENERAL_8
def test_payments_are_confirmed_while_a_win_is_unclaimed(day: DayInHand) -> None:
    unclaimed(day, fell(day, 1, ("rouge", 500)), "b1")
    day.do(c.ConfirmPayments())
    assert day.state.payments_open == ()


@GENERAL_8
def test_said_twice_it_is_held_once_also_after_it_was_claimed(day: DayInHand) -> None:
    coup = fell(day, 1, ("rouge", 500))
    unclaimed(day, coup, "b1")
    assert day.do(c.SeeUnclaimed(coup=coup, refs=("b1",))) == []
    day.do(c.ClaimHeld(ref="h1", by="P1"))
    assert day.do(c.SeeUnclaimed(coup=coup, refs=("b1",))) == []
    assert day.state.held.items == ()


@GENERAL_8
def test_before_it_is_set_aside_the_player_claims_it_without_a_reason(day: DayInHand) -> None:
    unclaimed(day, fell(day, 1, ("rouge", 500)), "b1")
    (event,) = day.do(c.ClaimHeld(ref="h1", by="P1"))
    assert isinstance(event, e.HeldClaimed)
    assert (event.by, event.held.amount) == ("P1", 1_000)


@GENERAL_8
def test_once_set_aside_it_needs_a_reason_and_then_ends(day: DayInHand) -> None:
    unclaimed(day, fell(day, 17, ("plein:17", 500)), "b1")
    with expect_refusal("claim-without-reason", held="h1") as refused:
        day.do(c.ClaimHeld(ref="h1", by="P1"))
    assert refused.value.clause == "it-venezia/general-8"
    with expect_refusal("claim-by-nobody"):
        day.do(c.ClaimHeld(ref="h1", by=" ", reason="seen on the film"))
    day.do(c.ClaimHeld(ref="h1", by="P1", reason="seen on the film"))
    assert day.state.held.items == ()
    with expect_refusal("nothing-held-as", held="h1"):
        day.do(c.ClaimHeld(ref="h1", by="P1", reason="once more"))


@GENERAL_8
def test_the_house_ends_it_as_it_decides_and_says_why(day: DayInHand) -> None:
    unclaimed(day, fell(day, 17, ("plein:17", 500)), "b1")
    with expect_refusal("no-endowment"):
        day.do(c.PayIn(ref="h1"))
    with expect_refusal("held-stake-ended-without-words", held="h1"):
        day.do(c.EndHeld(ref="h1", outcome="to the cash desk", reason=""))
    (event,) = day.do(c.EndHeld(ref="h1", outcome="to the cash desk", reason="a month has passed"))
    assert isinstance(event, e.HeldEnded)
    assert day.state.held.items == ()


@GENERAL_8
def test_waiting_win_cannot_be_ended_by_the_casino(day: DayInHand) -> None:
    unclaimed(day, fell(day, 1, ("rouge", 500)), "b1")
    with expect_refusal("held-stake-not-set-aside", coup=4):
        day.do(c.EndHeld(ref="h1", outcome="to the cash desk", reason="nobody came"))


@GENERAL_8
def test_unclaimed_win_ends_under_another_number(day: DayInHand) -> None:
    coup = fell(day, 17, ("plein:17", 500), ("noir", 500))
    unclaimed(day, coup, "b1")
    unclaimed(day, coup, "b2")
    day.do(c.DeclareNumber(number=20, coup=coup), c.ResolveDiscrepancy(number=20, reason="seen by the chief"))
    assert [event.held.ref for event in day.of_type(e.HeldUndone)] == ["h1", "h2"]
    assert day.state.held.items == ()
    assert unclaimed(day, coup, "b2").ref == "h3", "noir has won on 20 as well, and still nobody claims it"


@GENERAL_8
def test_impossible_unclaimed_win_is_refused(day: DayInHand) -> None:
    coup = fell(day, 7, ("plein:17", 500), ("voisins", 4_500))
    for refs, code in (
        (("b1",), "nothing-to-claim"),
        (("b9",), "bet-was-not-settled"),
        ((), "unclaimed-win-without-bets"),
    ):
        with expect_refusal(code, clause="it-venezia/general-8"):
            day.do(c.SeeUnclaimed(coup=coup, refs=refs))
    day.do(c.ReplayBet(ref="b2", replay="a-completare"))
    with expect_refusal("unclaimed-win-was-replayed"):
        day.do(c.SeeUnclaimed(coup=coup, refs=("b2",)))


@GENERAL_8
def test_nor_is_one_before_it_is_certain_on_which_number(day: DayInHand) -> None:
    coup = fell(day, 17, ("plein:17", 500))
    day.do(c.DeclareNumber(number=20, coup=coup))
    with expect_refusal("number-disputed"):
        day.do(c.SeeUnclaimed(coup=coup, refs=("b1",)))


@GENERAL_8
@pytest.mark.parametrize("next_coup", [(c.LaunchBall(),), (c.AnnounceBetsOpen(), c.CloseBets())])
def test_win_on_a_multiple_is_unclaimed_only_before_the_next_launch(
    day: DayInHand, next_coup: tuple[c.Command, ...]
) -> None:
    coup = fell(day, 17, ("plein:17", 500))
    day.do(c.ConfirmPayments(), *next_coup)
    with expect_refusal("unclaimed-win-not-in-time", ref="b1", coup=1, count=3):
        day.do(c.SeeUnclaimed(coup=coup, refs=("b1",)))


@GENERAL_8
def test_a_stake_in_prison_that_is_freed_wins_nothing_to_be_claimed(day: DayInHand) -> None:
    fell(day, 0, ("rouge", 500))
    day.do(c.ConfirmPayments())
    coup = fell(day, 1)
    with expect_refusal("nothing-to-claim"):
        day.do(c.SeeUnclaimed(coup=coup, refs=("b1",)))


def test_a_rulebook_without_the_rule_holds_nothing() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    coup = fell(day, 17, ("plein:17", 500))
    with expect_refusal("no-rule-on-held-stakes"):
        day.do(c.SeeUnclaimed(coup=coup, refs=("b1",)))


@GENERAL_8
def test_a_prize_that_was_paid_was_claimed_and_one_that_is_held_is_not_paid_singly(day: DayInHand) -> None:
    coup = fell(day, 17, ("plein:17", 500), ("noir", 500))
    day.do(c.PayLines(coup=coup, refs=("b1",)))
    with expect_refusal("unclaimed-win-was-paid", ref="b1"):
        day.do(c.SeeUnclaimed(coup=coup, refs=("b1",)))
    unclaimed(day, coup, "b2")
    with expect_refusal("win-is-held", ref="b2", held="h1"):
        day.do(c.PayLines(coup=coup, refs=("b2",)))


@GENERAL_8
def test_bet_restored_to_its_place_is_settled_again() -> None:
    rulebook = get_rulebook("it-venezia")
    assert rulebook.reconstitution is not None
    day = DayInHand(rulebook)
    coup = fell(day, 17, ("plein:17", 500))
    unclaimed(day, coup, "b1")
    put_back = c.ReconstituteBets(
        bets=(c.PutBack(ref="b1", bet="cheval:14-17"),),
        basis=rulebook.reconstitution.bases[0],
        decided_by=e.Person(id="c1", name="Anna"),
    )
    (undone,) = [event for event in day.do(put_back) if isinstance(event, e.HeldUndone)]
    assert (undone.held.ref, undone.because) == ("h1", "bets_put_back")
    assert unclaimed(day, coup, "b1").prize == 8_500
