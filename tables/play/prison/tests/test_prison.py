"""Stakes in prison stay on the cloth, their owners choose, and the next day inherits them."""

import pytest

from tables.money import Money
from tables.play import commands as c
from tables.refusal import LimitRefused
from tables.roulette.loader import get_rulebook
from tables.roulette.payout.bound_stake import ChoiceRefused
from tables.roulette.rulebook import Limits
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


def imprisoned(rulebook: str) -> DayInHand:
    day = DayInHand(get_rulebook(rulebook))
    day.seat("Seat 1")
    stake = 10 * (day.rulebook.default_limits.minimum)
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=stake))
    day.do(c.CloseBets(), c.DeclareNumber(number=0))
    return day


@pytest.mark.clause("it-campione/3")
@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("rulebook", ["it-campione", "it-venezia"])
def test_zero_leaves_even_chances_in_prison_and_a_win_frees_them(rulebook: str) -> None:
    day = imprisoned(rulebook)
    assert [(bet.ref, bet.level) for bet in day.state.bets] == [("b1", 1)]
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.CloseBets(), c.DeclareNumber(number=32))
    assert all(bet.level == 0 for bet in day.state.bets)


@pytest.mark.parametrize("rulebook", ["pt-francesa", "pt-americana", "it-live"])
def test_rulebook_without_prison_keeps_no_stake(rulebook: str) -> None:
    day = imprisoned(rulebook)
    assert day.state.bets == ()
    with expect_refusal("choice-without-prison", kind=ChoiceRefused, ref="b1"):
        day.do(c.ChoosePrison(ref="b1", choice="partage"))


@pytest.mark.clause("it-venezia/prison")
def test_a_stake_imprisoned_twice_must_win_twice() -> None:
    day = imprisoned("it-venezia")
    for number, level in ((0, 2), (32, 1)):
        day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.CloseBets(), c.DeclareNumber(number=number))
        assert [bet.level for bet in day.state.bets] == [level]


@pytest.mark.clause("it-venezia/prison")
def test_a_split_stake_leaves_the_cloth_and_a_moved_one_stays_bound() -> None:
    day = imprisoned("it-venezia")
    day.do(c.ChoosePrison(ref="b1", choice="move:pari"))
    assert [(bet.bet, bet.level) for bet in day.state.bets] == [("pair", 1)]
    with expect_refusal("bet-in-prison-is-bound"):
        day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.WithdrawBet(ref="b1"))
    day.do(c.ChoosePrison(ref="b1", choice="partage"))
    assert day.state.bets == ()
    with expect_refusal("already-split"):
        day.do(c.ChoosePrison(ref="b1", choice="stay"))


@pytest.mark.clause("it-campione/3")
def test_the_choice_ends_when_the_next_bets_are_closed() -> None:
    day = imprisoned("it-campione")
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.CloseBets())
    with expect_refusal("prison-choice-after-close"):
        day.do(c.ChoosePrison(ref="b1", choice="partage"))


def test_an_imprisoned_stake_moves_to_even_chances_only() -> None:
    day = imprisoned("it-campione")
    with expect_refusal("prison-move-to-no-even-chance", kind=ChoiceRefused, ref="b1", to="plein:17"):
        day.do(c.ChoosePrison(ref="b1", choice="move:plein:17"))


def test_a_number_that_stands_after_all_decides_again_who_is_in_prison() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=10_000), c.CloseBets())
    day.do(c.DeclareNumber(number=0, source="reader"), c.DeclareNumber(number=26))
    assert [bet.level for bet in day.state.bets] == [1]
    day.do(c.ResolveDiscrepancy(number=26, reason="seen by the chief"))
    assert day.state.bets == ()


def test_the_next_day_inherits_the_prison() -> None:
    day = imprisoned("it-venezia")
    day.do(c.ConfirmPayments(), c.ChoosePrison(ref="b1", choice="stay"), c.CloseTable())
    assert [(stake.ref, stake.level) for stake in day.state.carried] == [("b1", 1)]
    heir = DayInHand(day.rulebook, after=day.state)
    assert [(bet.ref, bet.level) for bet in heir.state.bets] == [("b1", 1)]
    heir.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 2", bet="noir", amount=10_000))
    assert [bet.ref for bet in heir.state.bets] == ["b1", "b2"], (
        "a carried stake keeps its reference to itself"
    )


@pytest.mark.clause("it-venezia/prison")
def test_a_stake_that_was_split_does_not_come_back_when_the_zero_stands_after_all() -> None:
    day = imprisoned("it-venezia")
    day.do(c.ChoosePrison(ref="b1", choice="partage"), c.DeclareNumber(number=5))
    day.do(c.ResolveDiscrepancy(number=0, reason="the chief saw it"))
    assert day.state.bets == ()
    with expect_refusal("already-split"):
        day.do(c.ChoosePrison(ref="b1", choice="stay"))


def test_a_void_launch_locks_stakes_in_prison_too() -> None:
    day = imprisoned("it-venezia")
    day.do(c.ConfirmPayments(), c.LaunchBall(source="reader"), c.SeeVoid(reader="W", reasons=("ball_lost",)))
    with expect_refusal("prison-choice-after-close"):
        day.do(c.ChoosePrison(ref="b1", choice="partage"))


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.parametrize("choice", ["partage", "move:noir", "stay"])
def test_nothing_is_chosen_before_the_chief_has_decided_which_number_stands(choice: str) -> None:
    day = imprisoned("it-venezia")
    day.do(c.DeclareNumber(number=26))
    with expect_refusal("number-disputed", numbers=(0, 26), coup=1):
        day.do(c.ChoosePrison(ref="b1", choice=choice))
    day.do(c.ResolveDiscrepancy(number=0, reason="seen by the chief"))
    day.do(c.ChoosePrison(ref="b1", choice=choice))


@pytest.mark.clause("it-campione/3")
def test_nothing_is_chosen_on_a_zero_that_is_doubted_before_a_person_confirms_it() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=10_000), c.CloseBets())
    day.do(c.DeclareNumber(number=0, source="reader", doubts=("recovered",)))
    with expect_refusal("number-not-certain", number=0, coup=1):
        day.do(c.ChoosePrison(ref="b1", choice="partage"))
    day.do(c.DeclareNumber(number=0, coup=1), c.ChoosePrison(ref="b1", choice="partage"))
    assert day.state.bets == ()


MAXIMUM = 270_000
"""Of an even chance at it-venezia, in cents."""


def two_in_prison(red: int, black: int, player: str = "Seat 1", *, house: str = "it-venezia") -> DayInHand:
    """A stake of Seat 1 on rouge (b1) and one of `player` for Seat 1 on noir (b2), after zero."""
    day = DayInHand(get_rulebook(house))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=red))
    day.do(c.PlaceBet(player=player, on_behalf_of="Seat 1", bet="noir", amount=black))
    day.do(c.CloseBets(), c.DeclareNumber(number=0))
    return day


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.parametrize("player", ["Seat 1", "Seat 2"])
def test_a_stake_moves_out_of_its_prison_to_no_more_than_the_maximum(player: str) -> None:
    day = two_in_prison(270_000, 270_000, player)
    code = "over-maximum" if player == "Seat 1" else "over-maximum-through-others"
    with expect_refusal(code, kind=LimitRefused) as refused:
        day.do(c.ChoosePrison(ref="b1", choice="move:noir"))
    over = refused.value.parameters.get("over", refused.value.refusal)
    assert over.parameters["bet"] == "noir"
    assert (refused.value.limit, refused.value.value) == (MAXIMUM, 540_000)
    assert refused.value.clause == "it-venezia/general-9"
    assert [bet.bet for bet in day.state.bets] == ["rouge", "noir"]
    day.do(c.ChoosePrison(ref="b1", choice="move:pair"), c.ChoosePrison(ref="b2", choice="partage"))
    day.do(c.ChoosePrison(ref="b1", choice="move:noir"))
    assert [bet.bet for bet in day.state.bets] == ["noir"]


@pytest.mark.clause("it-venezia/prison")
def test_a_stake_that_moved_goes_back_to_no_more_than_the_maximum() -> None:
    day = two_in_prison(170_000, 100_000)
    day.do(c.ChoosePrison(ref="b1", choice="move:noir"), c.ConfirmPayments(), c.AnnounceBetsOpen())
    day.do(c.PlaceBet(player="Seat 1", bet="rouge", amount=200_000))
    for choice in ("stay", "move:rouge"):
        with expect_refusal(
            "over-maximum",
            kind=LimitRefused,
            bet="rouge",
            of="rouge",
            value=Money(370_000, "EUR"),
            limit=Money(270_000, "EUR"),
        ):
            day.do(c.ChoosePrison(ref="b1", choice=choice))
    day.do(c.WithdrawBet(ref="b3"), c.ChoosePrison(ref="b1", choice="stay"))
    assert [bet.bet for bet in day.state.bets] == ["rouge", "noir"]


@pytest.mark.clause("it-venezia/general-10")
def test_a_stake_stays_where_it_lies_also_over_a_maximum_that_came_later() -> None:
    day = two_in_prison(170_000, 100_000)
    limits = Limits(minimum=500, maximums={"rouge": 150_000})
    day.do(c.ChangeLimits(limits=limits, players_told=True, sign_changed=True))
    day.do(c.ChoosePrison(ref="b1", choice="stay"))
    assert [bet.bet for bet in day.state.bets] == ["rouge", "noir"]


@pytest.mark.parametrize("house", ["it-venezia", "it-campione"])
@pytest.mark.clause("it-venezia/general-9", "it-campione/5")
def test_stake_in_prison_makes_no_minimum_for_chips_on_its_field(house: str) -> None:
    day = two_in_prison(170_000, 100_000, house=house)
    minimum = day.rulebook.default_limits.minimum
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen())
    for amount in (1, 50, minimum - 50):
        with expect_refusal("under-minimum", kind=LimitRefused, bet="rouge") as refused:
            day.do(c.PlaceBet(player="Seat 1", bet="rouge", amount=amount))
        assert refused.value.clause == day.rulebook.limits.minimum_clause
        assert (refused.value.limit, refused.value.value) == (minimum, amount)
    day.do(c.PlaceBet(player="Seat 1", bet="rouge", amount=minimum))
    day.do(c.PlaceBet(player="Seat 1", bet="rouge", amount=50))
    assert [bet.amount for bet in day.state.bets if not bet.level] == [minimum, 50]


@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.parametrize("choice", ["partage", "move:pair"])
def test_stake_in_prison_leaves_a_field_whatever_free_chips_lie_there(choice: str) -> None:
    day = two_in_prison(170_000, 100_000)
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=500))
    day.do(c.ChoosePrison(ref="b1", choice=choice))
    assert [bet.ref for bet in day.state.bets if bet.bet == "rouge"] == ["b3"]
