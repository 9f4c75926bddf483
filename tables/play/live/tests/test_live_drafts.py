"""Drafts of a live table: chips are judged as they are placed, and count for nothing before they are confirmed."""

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play.events import BetPlaced, SeatBet
from tables.play.live.drafts import Bets, add_chip, remove_chip, repeat, total
from tables.play.live.questions import Confirmation, judge_all
from tables.refusal import LimitRefused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


@pytest.fixture
def live() -> DayInHand:
    day = DayInHand(get_rulebook("it-live"))
    day.do(c.BuyIn(seat="P1", amount=5000), c.AnnounceBetsOpen())
    return day


def bet(code: str, amount: int) -> SeatBet:
    return SeatBet(bet=code, amount=amount)


def added(day: DayInHand, draft: Bets, *chips: SeatBet) -> Bets:
    for chip in chips:
        draft = add_chip(day.state, draft, "P1", chip, rulebook=day.rulebook, at=day.now)
    return draft


def removed(day: DayInHand, draft: Bets, chip: SeatBet) -> Bets:
    return remove_chip(day.state, draft, "P1", chip, rulebook=day.rulebook, at=day.now)


def played(day: DayInHand, *bets: SeatBet, number: int = 0) -> None:
    day.do(
        c.ConfirmBets(seat="P1", bets=bets),
        c.CloseBets(),
        c.DeclareNumber(number=number),
        c.AnnounceBetsOpen(),
    )


@pytest.mark.clause("it-live/confirm")
def test_left_adds_a_chip_to_the_position_and_right_removes_one(live: DayInHand) -> None:
    draft = added(live, (), bet("en plein 17", 100), bet("rouge", 50), bet("plein:17", 100))
    assert draft == (bet("plein:17", 200), bet("rouge", 50))
    draft = removed(live, draft, bet("plein:17", 100))
    assert draft == (bet("plein:17", 100), bet("rouge", 50))
    assert removed(live, draft, bet("plein:17", 100)) == (bet("rouge", 50),)
    assert (live.state.bets, live.state.live.seats["P1"].balance) == ((), 5000)


@pytest.mark.clause("it-live/confirm")
def test_a_chip_that_does_not_lie_there_is_not_removed(live: DayInHand) -> None:
    draft = added(live, (), bet("rouge", 100))
    for chip in (bet("rouge", 200), bet("noir", 100), bet("rouge", 0)):
        with expect_refusal("draft-chip-not-there") as refused:
            removed(live, draft, chip)
        assert refused.value.clause == "it-live/confirm"
    with expect_refusal("under-minimum", kind=LimitRefused, value=Money(30, "EUR")):
        removed(live, draft, bet("rouge", 70))


@pytest.mark.clause("it-live/minimum")
@pytest.mark.parametrize(
    ("chip", "limit", "value"),
    [("rouge", 50, 49), ("plein:17", 50, 1), ("tiers", 50, 49), ("rouge", 50, 0)],
)
def test_a_chip_below_the_minimum_is_refused_at_once_with_limit_and_stake(
    live: DayInHand, chip: str, limit: int, value: int
) -> None:
    amount = 6 * value if chip == "tiers" else value
    with pytest.raises(LimitRefused) as refused:
        added(live, (), bet(chip, amount))
    assert (refused.value.clause, refused.value.limit, refused.value.value) == (
        "it-live/minimum",
        limit,
        value,
    )


@pytest.mark.clause("it-live/minimum", "it-live/participation")
def test_chips_over_the_maximum_or_the_balance_are_refused_at_once(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=15_000))
    draft = added(live, (), bet("plein:17", 10_000))
    with expect_refusal("over-maximum", kind=LimitRefused, limit=Money(10_000, "EUR")):
        added(live, draft, bet("plein:17", 50))
    with expect_refusal("over-balance", kind=LimitRefused, seat="P1") as refused:
        added(live, draft, bet("plein:18", 10_000), bet("rouge", 50))
    assert refused.value.clause == "it-live/participation"


@pytest.mark.clause("it-live/betting-window")
def test_nothing_is_drafted_when_no_round_is_open_or_its_time_is_over(live: DayInHand) -> None:
    live.pass_time(seconds=31)
    with expect_refusal("round-closed", coup=1):
        added(live, (), bet("rouge", 100))
    live.do(c.CloseBets(), c.DeclareNumber(number=17))
    with expect_refusal("no-round-takes-bets"):
        added(live, (), bet("rouge", 100))


@pytest.mark.clause("it-live/repeat")
def test_repeat_places_the_last_rounds_bets_again_still_to_be_confirmed(live: DayInHand) -> None:
    bets = (bet("rouge", 500), bet("tiers", 600))
    played(live, *bets)
    draft = repeat(live.state, "P1", live.rulebook, live.now)
    assert (draft, live.state.bets) == (bets, ())
    live.do(c.ConfirmBets(seat="P1", bets=draft))
    assert total(draft) == sum(lying.amount for lying in live.state.bets) == 1100


@pytest.mark.clause("it-live/repeat")
def test_repeat_is_refused_whole_naming_the_bets_that_the_limits_no_longer_allow(live: DayInHand) -> None:
    played(live, bet("plein:17", 60), bet("rouge", 500))
    higher = replace(live.rulebook.default_limits, minimum=100)
    live.do(c.ChangeLimits(limits=higher, players_told=True, sign_changed=True))
    with expect_refusal("round-not-repeated", kind=LimitRefused, round=1, value=Money(60, "EUR")) as no:
        repeat(live.state, "P1", live.rulebook, live.now)
    (why,) = no.value.parameters["why"]
    assert (why.code, why.parameters["bet"]) == ("under-minimum", "plein:17")
    assert (no.value.clause, no.value.limit, no.value.value) == ("it-live/repeat", 100, 60)


@pytest.mark.clause("it-live/repeat")
def test_repeat_is_refused_whole_naming_the_bets_that_the_balance_no_longer_holds(live: DayInHand) -> None:
    played(live, bet("plein:17", 2000), bet("rouge", 1000))
    with expect_refusal("round-not-repeated-together", kind=LimitRefused, round=1) as refused:
        repeat(live.state, "P1", live.rulebook, live.now)
    named = [tuple(each.parameters.values()) for each in refused.value.parameters["bets"]]
    assert named == [("plein:17", Money(2_000, "EUR")), ("rouge", Money(1_000, "EUR"))]
    assert refused.value.parameters["why"].code == "over-balance"
    assert (refused.value.clause, refused.value.limit, refused.value.value) == ("it-live/repeat", 2000, 3000)


@pytest.mark.clause("it-live/repeat", "it-live/leave")
def test_new_player_of_a_seat_repeats_no_bets_of_the_former(live: DayInHand) -> None:
    played(live, bet("rouge", 500))
    live.do(c.LeaveSeat(seat="P1"), c.BuyIn(seat="P1", amount=5000))
    with expect_refusal("no-bets-to-repeat") as refused:
        repeat(live.state, "P1", live.rulebook, live.now)
    assert refused.value.clause == "it-live/repeat"


@pytest.mark.clause("it-live/confirm")
def test_confirmations_that_come_together_are_judged_each_for_itself(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P2", amount=5000))
    reds = (bet("rouge", 100),)
    asked = [
        Confirmation(coup=1, seat="P1", bets=reds, at=live.now),
        Confirmation(coup=1, seat="P3", bets=reds, at=live.now),
        Confirmation(coup=1, seat="P1", bets=reds, at=live.now),
        Confirmation(coup=1, seat="P2", bets=(bet("plein:17", 100), bet("rouge", 9000)), at=live.now),
        Confirmation(coup=1, seat="P2", bets=reds, at=live.now),
    ]
    judged = list(judge_all(live.state, asked, live.rulebook))
    assert [len(each.events) for each in judged] == [2, 0, 0, 0, 2]
    assert [each.refusal.clause if each.refusal else None for each in judged] == [
        None,
        "it-live/participation",
        None,
        "it-live/participation",
        None,
    ]
    assert [each.events[-1].event for each in judged if each.events] == [
        BetPlaced(coup=1, ref="b1", player="P1", bet="rouge", amount=100),
        BetPlaced(coup=1, ref="b2", player="P2", bet="rouge", amount=100),
    ]
