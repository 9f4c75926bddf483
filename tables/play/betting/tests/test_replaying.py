"""A won announced bet is played again from its payment: when, by whom, within which limits, and what undoes it."""

from typing import Any

import pytest

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.tests.replays import ANN, SERIE, fallen, lying
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.refusal import LimitRefused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


def with_recorded(placed: e.BetPlaced, *, house: str, number: int) -> DayInHand:
    """The first coup with a bet as the record has it, its number out and its payments open."""
    day = DayInHand(get_rulebook(house))
    day.do(c.AnnounceBetsOpen())
    day.state = evolve(day.state, Recorded(placed, day.state.version + 1, day.now), day.rulebook)
    day.do(c.CloseBets(), c.DeclareNumber(number=number))
    return day


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.parametrize(
    ("replay", "stays", "restaked", "paid_out", "placed"),
    [
        ("a-rifare", 500, 3_000, 5_500, [("b3", "tiers", 3_000, "b1"), ("b4", "cheval:5-8", 500, "b1")]),
        ("a-completare", 500, 2_500, 6_000, [("b3", "tiers", 3_000, "b1")]),
        ("per-il-tutto", 500, 8_500, 0, [("b3", "tiers", 9_000, "b1")]),
    ],
)
def test_the_serie_is_played_again_from_its_payment(
    replay: str, stays: int, restaked: int, paid_out: int, placed: list[tuple[str, str, int, str | None]]
) -> None:
    day = fallen(5, SERIE)
    told, *new = day.do(c.ReplayBet(ref="b1", replay=replay))
    assert told == e.BetReplayed(
        coup=1,
        ref="b1",
        replay=replay,
        won=8_500,
        stake=500,
        stays=stays,
        restaked=restaked,
        paid_out=paid_out,
    )
    assert [event.coup for event in new if isinstance(event, e.BetPlaced)] == [2] * len(placed)
    assert lying(day) == placed


@pytest.mark.clause("it-venezia/replay")
def test_replayed_bet_lies_in_the_next_coup() -> None:
    day = fallen(5, SERIE)
    day.do(c.ReplayBet(ref="b1", replay="a-rifare"), c.ConfirmPayments())
    assert day.state.phase == "idle"
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player=ANN, bet="rouge", amount=500), c.CloseBets())
    day.do(c.DeclareNumber(number=8))
    assert [bet.ref for bet in day.state.settled_bets] == ["b3", "b4", "b5"]
    # It may win again, and be replayed again; the chips that lay beside it are an ordinary bet.
    day.do(c.ReplayBet(ref="b3", replay="a-completare"))
    assert lying(day) == [("b4", "cheval:5-8", 500, None), ("b7", "tiers", 3_000, "b3")]
    with expect_refusal("replay-of-plain-bet", ref="b4", bet="cheval:5-8"):
        day.do(c.ReplayBet(ref="b4", replay="a-completare"))


@pytest.mark.clause("pt-americana/28")
def test_a_parol_keeps_its_player_its_chips_and_its_layout() -> None:
    placed = e.BetPlaced(
        coup=1,
        ref="b1",
        player="Seat 3",
        bet="tiers",
        amount=15_000,
        layout=2,
        chip=2_500,
        colour="yellow",
        on_behalf_of="Seat 2",
    )
    day = with_recorded(placed, house="pt-americana", number=11)
    day.do(c.ReplayBet(ref="b1", replay="parol"))
    (lies,) = day.state.bets
    assert (lies.bet, lies.amount, lies.player, lies.on_behalf_of) == ("tiers", 45_000, "Seat 3", "Seat 2")
    assert (lies.chip, lies.colour, lies.layout, lies.face_value) == (2_500, "yellow", 2, False)


@pytest.mark.clause("it-venezia/replay")
def test_over_limit_stake_is_settled_and_not_replayed() -> None:
    placed = e.BetPlaced(coup=1, ref="b1", player=ANN, bet="tiers", amount=300_000, excess=True)
    day = with_recorded(placed, house="it-venezia", number=5)
    with expect_refusal("replay-of-bet-over-maximum", ref="b1") as refused:
        day.do(c.ReplayBet(ref="b1", replay="a-completare"))
    assert refused.value.clause == "it-venezia/replay"


@pytest.mark.clause("it-venezia/replay")
def test_the_first_replay_does_not_close_the_payment_to_other_bets() -> None:
    day = fallen(5, SERIE, c.PlaceBet(player="Seat 2", bet="finale 5", amount=2_000))
    day.do(c.ReplayBet(ref="b1", replay="a-completare"), c.ReplayBet(ref="b2", replay="a completare"))
    assert lying(day) == [("b5", "tiers", 3_000, "b1"), ("b6", "finale:5", 2_000, "b2")]
    assert [(done.ref, done.paid_out) for done in day.state.replayed] == [("b1", 6_000), ("b2", 16_000)]


def test_a_replayed_bet_is_withdrawn_when_bets_are_open_again() -> None:
    day = fallen(5, SERIE)
    day.do(c.ReplayBet(ref="b1", replay="per-il-tutto"))
    with expect_refusal("taken-back-before-paid", coup=1):
        day.do(c.WithdrawBet(ref="b3"))
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.WithdrawBet(ref="b3"))
    assert day.state.bets == ()


def test_a_table_with_replayed_bets_lying_does_not_close() -> None:
    day = fallen(5, SERIE)
    day.do(c.ReplayBet(ref="b1", replay="a-completare"), c.ConfirmPayments())
    with expect_refusal("bets-on-cloth", count=1):
        day.do(c.CloseTable())


REFUSED: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "no such way": ("b1", "parol", "replay-unknown", {"way": "parol"}),
    "a bet that did not lie": (
        "b9",
        "a-rifare",
        "bet-was-not-settled",
        {"ref": "b9", "coup": 1, "refs": ("b1", "b2")},
    ),
    "a bet of the cloth": ("b2", "a-rifare", "replay-of-plain-bet", {"ref": "b2", "bet": "rouge"}),
}


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.parametrize("case", REFUSED)
def test_impossible_replay_is_refused_with_the_clause(case: str) -> None:
    ref, replay, code, parameters = REFUSED[case]
    day = fallen(5, SERIE, c.PlaceBet(player=ANN, bet="rouge", amount=500))
    before = day.state
    with expect_refusal(code, clause="it-venezia/replay", **parameters):
        day.do(c.ReplayBet(ref=ref, replay=replay))
    assert day.state == before


@pytest.mark.clause("it-venezia/replay")
def test_a_bet_is_replayed_once_and_only_if_it_won() -> None:
    day = fallen(5, SERIE, c.PlaceBet(player=ANN, bet="finale 4", amount=2_000))
    with expect_refusal("replay-of-lost-bet", bet="finale:4", number=5) as refused:
        day.do(c.ReplayBet(ref="b2", replay="a-completare"))
    assert refused.value.clause == "it-venezia/replay"
    day.do(c.ReplayBet(ref="b1", replay="a-completare"))
    with expect_refusal("replayed-already", ref="b1", way="a-completare"):
        day.do(c.ReplayBet(ref="b1", replay="a-rifare"))


@pytest.mark.clause("it-venezia/replay")
def test_a_replay_comes_before_its_payment_is_confirmed() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), SERIE)
    for step in (c.CloseBets(), c.DeclareNumber(number=5)):
        with expect_refusal("replay-before-first-number") as refused:
            day.do(c.ReplayBet(ref="b1", replay="a-completare"))
        assert refused.value.clause == "it-venezia/replay"
        day.do(step)
    day.do(c.ConfirmPayments())
    with expect_refusal("replay-after-payment"):
        day.do(c.ReplayBet(ref="b1", replay="a-completare"))


@pytest.mark.clause("it-venezia/replay")
def test_a_replay_stays_open_when_the_ball_is_launched_before_the_payment_is_confirmed() -> None:
    day = fallen(5, SERIE, c.PlaceBet(player="Seat 2", bet="finale 5", amount=2_000))
    day.do(c.ReplayBet(ref="b2", replay="a-completare"), c.LaunchBall())
    with expect_refusal("replayed-already", ref="b2", way="a-completare"):
        day.do(c.ReplayBet(ref="b2", replay="a-rifare"))
    told, _, placed = day.do(c.ReplayBet(ref="b1", replay="a-completare"))
    assert (told.coup, placed.coup) == (1, 2)  # type: ignore[attr-defined]
    day.do(c.CloseBets(), c.DeclareNumber(number=8))
    assert [bet.ref for bet in day.state.settled_bets] == ["b5", "b6"]
    assert (day.state.replayed, day.state.payments_open) == ((), (1, 2))


@pytest.mark.clause("it-venezia/phases")
def test_nothing_is_replayed_once_the_next_bets_are_closed() -> None:
    day = fallen(5, SERIE)
    day.do(c.LaunchBall(), c.CloseBets())
    with expect_refusal("replay-after-bets-closed", coup=2, last=1) as refused:
        day.do(c.ReplayBet(ref="b1", replay="a-completare"))
    assert refused.value.clause == "it-venezia/phases"
    null = c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons)))
    day.do(null, c.ReplayBet(ref="b1", replay="a-completare"))
    assert lying(day) == [("b3", "tiers", 3_000, "b1")]


@pytest.mark.clause("it-venezia/replay")
def test_a_bet_of_an_older_coup_is_not_replayed_while_the_last_one_is_paid() -> None:
    day = fallen(5, SERIE)
    day.do(c.LaunchBall(), c.PlaceBet(player=ANN, bet="finale 5", amount=2_000), c.CloseBets())
    day.do(c.DeclareNumber(number=5))
    with expect_refusal("bet-was-not-settled", ref="b1", coup=2):
        day.do(c.ReplayBet(ref="b1", replay="a-completare"))
    day.do(c.ConfirmPayments(coup=2))
    with expect_refusal("replay-after-payment", coup=2):
        day.do(c.ReplayBet(ref="b2", replay="a-completare"))


@pytest.mark.clause("pt-americana/34")
@pytest.mark.clause("pt-americana/28")
def test_a_parol_over_the_limit_of_series_is_refused_naming_it() -> None:
    day = fallen(11, c.PlaceBet(player=ANN, bet="tiers", amount=30_000), house="pt-americana")
    with expect_refusal(
        "over-maximum-of-whole-bet",
        kind=LimitRefused,
        bet="tiers",
        times=120,
        value=Money(90_000, "EUR"),
        limit=Money(60_000, "EUR"),
    ) as refused:
        day.do(c.ReplayBet(ref="b1", replay="parol"))
    assert (refused.value.clause, refused.value.limit, refused.value.value) == (
        "pt-americana/34",
        60_000,
        90_000,
    )
    assert [(bet.bet, bet.stays_of) for bet in day.state.bets] == [("cheval:10-11", "b1")], (
        "nothing is replayed"
    )


@pytest.mark.clause("it-venezia/replay")
def test_the_limits_hold_for_the_sum_of_all_that_a_player_replays() -> None:
    # The maximum of a cheval is 300 EUR: the bet again brings 200 EUR there, the winning chips beside it 200 more.
    day = fallen(5, c.PlaceBet(player=ANN, bet="tiers", amount=120_000))
    with expect_refusal(
        "over-maximum",
        kind=LimitRefused,
        bet="cheval:5-8",
        of="cheval",
        value=Money(40_000, "EUR"),
        limit=Money(30_000, "EUR"),
    ) as refused:
        day.do(c.ReplayBet(ref="b1", replay="a-rifare"))
    assert (refused.value.limit, refused.value.value) == (30_000, 40_000)
    assert lying(day) == [("b2", "cheval:5-8", 20_000, None)]
    day.do(c.ReplayBet(ref="b1", replay="a-completare"))
    with expect_refusal(
        "over-maximum",
        kind=LimitRefused,
        bet="cheval:5-8",
        of="cheval",
        value=Money(40_000, "EUR"),
        limit=Money(30_000, "EUR"),
    ):
        day.do(
            c.ConfirmPayments(),
            c.AnnounceBetsOpen(),
            c.PlaceBet(player=ANN, bet="cheval:5-8", amount=20_000),
        )


@pytest.mark.clause("it-venezia/replay")
def test_replays_of_two_bets_count_towards_one_limit() -> None:
    twice = c.PlaceBet(player=ANN, bet="tiers", amount=36_000)
    day = fallen(5, twice, twice)
    day.do(c.ReplayBet(ref="b1", replay="per-il-tutto"))
    with expect_refusal(
        "chip-over-maximum",
        kind=LimitRefused,
        chip="cheval:5-8",
        bet="tiers",
        of="cheval",
        value=Money(36_000, "EUR"),
        limit=Money(30_000, "EUR"),
    ):
        day.do(c.ReplayBet(ref="b2", replay="per-il-tutto"))


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.clause("it-venezia/general-9")
def test_stakes_of_third_parties_count_towards_the_limit_of_a_replay() -> None:
    own = c.PlaceBet(player=ANN, bet="tiers", amount=60_000)
    others = c.PlaceBet(player="Seat 2", on_behalf_of=ANN, bet="tiers", amount=120_000)
    day = fallen(5, own, others)
    day.do(c.ReplayBet(ref="b2", replay="a-completare"))
    with expect_refusal(
        "over-maximum-through-others",
        kind=LimitRefused,
        player="Seat 1",
        by=("Seat 2", "Seat 1"),
        limit=Money(30_000, "EUR"),
        value=Money(50_000, "EUR"),
    ) as refused:
        day.do(c.ReplayBet(ref="b1", replay="per-il-tutto"))
    assert refused.value.clause == "it-venezia/general-9"


def test_after_the_announced_last_coup_there_is_none_to_play_a_bet_again_in() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), SERIE, c.AnnounceLastCoup(), c.CloseBets(), c.DeclareNumber(number=5))
    with expect_refusal("last-coup-was-played", coup=1):
        day.do(c.ReplayBet(ref="b1", replay="a-completare"))
    day.do(c.RevokeLastCoup(reason="the players stay"), c.ReplayBet(ref="b1", replay="a-completare"))
    assert lying(day)
