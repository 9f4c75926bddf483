"""Bets with chips of colours, and how many chips a number leaves with their player."""

from typing import Any

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.chips_out import chips_in_bank, chips_in_hand, chips_out, liability
from tables.play.colours.tests.test_colours import opened, yellow
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


def bet(position: str = "plein:17", amount: int = 2_000, **said: object) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet=position, amount=amount, **said)  # type: ignore[arg-type]


@pytest.fixture
def day() -> DayInHand:
    """P1 plays yellow, 60 chips of 10, and bets are open."""
    table = opened()
    table.do(yellow(), c.AnnounceBetsOpen())
    return table


def out(day: DayInHand) -> int:
    return chips_out(day.state, day.state.colours.in_play[0], day.rulebook)


def fall(day: DayInHand, number: int) -> None:
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))


def lifted(day: DayInHand) -> list[c.Command]:
    """P1 takes up what has won and lies on, if anything does."""
    return [c.LiftStakes(player="P1")] if any(bet.stays_of for bet in day.state.bets) else []


@pytest.mark.clause("pt-americana/13")
def test_a_bet_is_of_the_players_own_colour_and_its_chips_have_its_value(day: DayInHand) -> None:
    (laid, named) = day.do(bet(), bet("cheval:17-20", colour="yellow", chip=1_000))
    for each in (laid, named):
        assert isinstance(each, e.BetPlaced)
        assert (each.colour, each.chip, each.face_value) == ("yellow", 1_000, False)


def minimum_is_doubled(day: DayInHand) -> None:
    posted = day.rulebook.default_limits
    doubled = {kind: 2 * most for kind, most in posted.maximums.items()}
    limits = replace(posted, minimum=2 * posted.minimum, maximums=doubled)
    day.do(c.ChangeLimits(limits=limits, players_told=True, sign_changed=True))


@pytest.mark.clause("pt-americana/9-11")
def test_chips_worth_less_than_a_raised_minimum_are_not_played_until_they_have_another_value() -> None:
    """Yellow is worth 5, the minimum of the table, until that becomes 10; a colour of 10 is played on."""
    day = opened()
    day.do(yellow(value=500, count=20), c.AnnounceBetsOpen(), bet(amount=1_000))
    fall(day, 18)
    day.do(c.ConfirmPayments())
    minimum_is_doubled(day)
    day.do(c.AnnounceBetsOpen())
    before = day.state
    with expect_refusal(
        "colour-below-minimum",
        clause="pt-americana/9-11",
        colour="yellow",
        value=Money(500, "EUR"),
        limit=Money(1_000, "EUR"),
    ):
        day.do(bet(amount=1_000))
    assert day.state == before
    day.do(
        c.PresentChips(colour="yellow", count=18), c.RedeemColour(colour="yellow", count=18, accepted=True)
    )
    day.do(yellow(value=1_000, count=10), bet(amount=1_000))
    assert [(each.colour, each.chip) for each in day.state.bets] == [("yellow", 1_000)]


@pytest.mark.clause("pt-americana/13")
@pytest.mark.parametrize(
    ("asked", "code", "parameters"),
    [
        (c.PlaceBet(player="P2", bet="plein:17", amount=500), "player-without-colour", {"player": "P2"}),
        (
            c.PlaceBet(player="P2", bet="plein:17", amount=500, colour="blue"),
            "colour-without-value",
            {"colour": "blue", "in_play": ("yellow",)},
        ),
        (
            c.PlaceBet(player="P2", bet="plein:17", amount=1_000, colour="yellow"),
            "colour-of-another",
            {"colour": "yellow", "owner": "P1", "player": "P2"},
        ),
        (
            bet(chip=500),
            "colour-has-other-value",
            {"colour": "yellow", "value": Money(500, "EUR"), "limit": Money(1_000, "EUR")},
        ),
        (
            c.FindExcess(player="P2", bet="plein:17", amount=500, colour="blue"),
            "colour-without-value",
            {"colour": "blue"},
        ),
    ],
)
def test_a_bet_with_a_colour_that_has_no_registered_value_is_refused(
    day: DayInHand, asked: c.PlaceBet, code: str, parameters: dict[str, Any]
) -> None:
    with expect_refusal(code, **parameters) as refused:
        day.do(asked)
    assert refused.value.clause == "pt-americana/13"


def test_a_bet_is_made_of_whole_chips_of_its_colour(day: DayInHand) -> None:
    with expect_refusal("not-made-up-of-chips", chip=Money(1_000, "EUR"), limit=Money(1_000, "EUR")):
        day.do(bet(amount=2_500))


@pytest.mark.clause("pt-americana/14")
def test_nobody_bets_more_chips_than_were_bought(day: DayInHand) -> None:
    day.do(*(bet(f"plein:{n}", 5_000) for n in range(1, 13)))
    with expect_refusal("more-chips-than-in-hand", colour="yellow", player="P1", limit=0, value=1) as refused:
        day.do(bet("plein:13", 1_000))
    assert (refused.value.clause, refused.value.limit) == ("pt-americana/14", 0)
    day.do(c.BuyMoreChips(colour="yellow", count=1), bet("plein:13", 1_000))


@pytest.mark.clause("pt-americana/15")
def test_a_player_without_a_colour_plays_even_chances_with_face_value_chips(day: DayInHand) -> None:
    (laid,) = day.do(c.PlaceBet(player="P2", bet="rouge", amount=500, face_value=True))
    assert isinstance(laid, e.BetPlaced) and (laid.colour, laid.chip) == (None, None)


@pytest.mark.clause("pt-americana/7")
def test_a_bet_with_chips_of_another_table_is_refused(day: DayInHand) -> None:
    day.do(bet(symbol="RA1"))
    with expect_refusal("chips-with-other-symbol", own="RA1") as refused:
        day.do(bet(symbol="RA2"))
    assert refused.value.clause == "pt-americana/7"


def test_a_third_party_lays_chips_of_whom_it_plays_for(day: DayInHand) -> None:
    (laid,) = day.do(replace(bet(), player="P9", on_behalf_of="P1"))
    assert isinstance(laid, e.BetPlaced) and laid.colour == "yellow"


@pytest.mark.clause("pt-americana/16")
@pytest.mark.parametrize(
    ("bets", "number", "left"),
    [
        ([("plein:17", 1_000)], 17, 60 + 35),
        ([("plein:17", 1_000)], 5, 59),
        ([("plein:17", 1_000), ("cheval:17-20", 2_000), ("rouge", 3_000)], 17, 60 + 35 + 34 - 3),
        ([("rouge", 3_000)], 0, 58),
        ([("rouge", 2_000), ("rouge", 2_000), ("noir", 1_000)], 0, 57),
        ([("douzaine:1", 1_000)], 0, 59),
    ],
)
def test_chips_out_are_those_bought_and_paid_less_those_lost(
    day: DayInHand, bets: list[tuple[str, int]], number: int, left: int
) -> None:
    """Of a half that is no whole chip the chip goes to the bank, and its half is paid in chips with face value."""
    day.do(*(bet(*each) for each in bets))
    fall(day, number)
    assert out(day) == left
    assert liability(day.state, day.rulebook) == left * 1_000
    day.do(c.ConfirmPayments(), *lifted(day))
    day.coup(5)
    assert out(day) == left, "the next number changes nothing for what did not lie"


@pytest.mark.clause("pt-americana/16")
def test_chips_out_follow_the_number_that_stands(day: DayInHand) -> None:
    day.do(bet("plein:17", 1_000))
    fall(day, 17)
    assert out(day) == 95
    day.do(c.DeclareNumber(number=5, coup=1, source="reader"))
    day.do(c.ResolveDiscrepancy(number=5, reason="read off the wheel"))
    assert out(day) == 59


def test_the_bank_pays_no_more_chips_of_a_colour_than_it_has(day: DayInHand) -> None:
    day.do(bet("plein:17", 5_000))
    fall(day, 17)
    assert out(day) == 200, "of 175 chips won it has 140 and 5 that lay: the rest is paid with face value"
    assert chips_in_bank(day.state, "yellow", day.rulebook) == 0


@pytest.mark.parametrize(("outcome", "left"), [("stands", 60 + 35 + 2), ("given_back", 60 + 35)])
def test_chips_that_were_paid_otherwise_are_out_until_they_are_given_back(
    day: DayInHand, outcome: e.PaymentOutcome, left: int
) -> None:
    day.do(bet("plein:17", 1_000))
    fall(day, 17)
    differently = c.PayDifferently(coup=1, refs=("b1",), paid=37_000, reason="miscounted")
    day.do(differently, c.ConfirmPayments(), *lifted(day))
    assert out(day) == 60 + 35 + 2
    boss = e.Signature(person=e.Person(id="boss", name="Boss"), role="pit_boss")
    day.do(c.DecidePaymentDifference(difference="x1", outcome=outcome, reason="camera 3", signatures=(boss,)))
    assert out(day) == left
    day.do(c.PresentChips(colour="yellow", count=left))
    day.do(c.RedeemColour(colour="yellow", count=left, accepted=True))


def test_chips_on_the_cloth_are_out_and_not_in_hand(day: DayInHand) -> None:
    day.do(bet(amount=3_000))
    assert (out(day), chips_in_hand(day.state, day.state.colours.in_play[0], day.rulebook)) == (60, 57)
    day.do(c.WithdrawBet(ref="b1"))
    assert chips_in_hand(day.state, day.state.colours.in_play[0], day.rulebook) == 60


def test_win_of_a_former_player_is_not_counted_to_the_next(day: DayInHand) -> None:
    day.do(bet("plein:17", 1_000))
    fall(day, 17)
    day.do(c.ConfirmPayments(), *lifted(day), c.PresentChips(colour="yellow", count=95))
    day.do(c.RedeemColour(colour="yellow", count=95, accepted=True), yellow(500, 10, "P2"))
    assert out(day) == 10


def test_a_series_is_played_with_the_players_chips(day: DayInHand) -> None:
    day.do(bet("orphelins", 5_000))
    fall(day, 1)
    assert out(day) == 60 - 4 + 35


def with_prison(**how: object) -> DayInHand:
    """P1 plays yellow, 60 chips of 10, where a house has colours and prison; 3 chips lie on red, and zero fell."""
    zero = get_rulebook("it-venezia").zero
    assert zero.prison is not None
    day = opened()
    day.rulebook = replace(day.rulebook, zero=replace(zero, prison=replace(zero.prison, **how)))
    day.do(yellow(), c.AnnounceBetsOpen(), bet("rouge", 3_000))
    fall(day, 0)
    return day


@pytest.mark.parametrize(("number", "left"), [(1, 60), (2, 57)])
def test_chips_in_prison_are_out_until_they_are_lost(number: int, left: int) -> None:
    day = with_prison()
    in_hand = chips_in_hand(day.state, day.state.colours.in_play[0], day.rulebook)
    assert (out(day), in_hand) == (60, 57)
    day.do(c.ConfirmPayments())
    day.coup(number)
    assert out(day) == left, "freed by red, lost on black"
    day.do(c.ConfirmPayments(), *lifted(day))
    day.coup(number)
    assert out(day) == left


def test_of_a_divided_stake_whole_chips_are_out() -> None:
    day = with_prison()
    day.do(c.ChoosePrison(ref="b1", choice="partage"))
    assert out(day) == 58, "the chip of which half is the bank's stays with the bank"
    day.do(c.ConfirmPayments())
    day.coup(5)
    assert out(day) == 58
    divided = with_prison(levels=1)
    divided.do(c.ConfirmPayments())
    divided.coup(0)
    assert out(divided) == 57, "a quarter of three chips is none"
