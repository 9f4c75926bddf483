"""Of what chips a stake is made up: whole ones, and of an announced bet as many on each place."""

import pytest

from tables.play import commands as c
from tables.play.testing import DayInHand
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import BetRefused, Refused


@pytest.fixture
def venezia() -> DayInHand:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen())
    return day


def laid(bet: str, amount: int, **more: object) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet=bet, amount=amount, **more)  # type: ignore[arg-type]


def test_what_is_said_of_the_chips_is_kept_with_the_bet(venezia: DayInHand) -> None:
    venezia.do(
        laid("rouge", 10000, chip=2500, colour="yellow", face_value=True, distance=3, on_behalf_of="P9")
    )
    (lying,) = venezia.state.bets
    assert (lying.chip, lying.colour, lying.face_value, lying.layout) == (2500, "yellow", True, 1)
    assert (lying.distance, lying.on_behalf_of) == (3, "P9")


def test_a_stake_is_made_up_of_whole_chips(venezia: DayInHand) -> None:
    with pytest.raises(
        BetRefused, match="17: 12 EUR is not made up of chips of 5 EUR; 10 EUR and 15 EUR do"
    ) as refused:
        venezia.do(laid("plein:17", 1200, chip=500))
    assert refused.value.clause == "it-venezia/positions"
    assert (refused.value.limit, refused.value.value) == (500, 1200)
    with pytest.raises(BetRefused, match="10 EUR is the smallest that does"):
        venezia.do(laid("plein:17", 500, chip=1000))


@pytest.mark.clause("it-venezia/announcements")
def test_each_piece_of_an_announced_bet_is_made_up_of_whole_chips(venezia: DayInHand) -> None:
    venezia.do(laid("tiers", 6 * 1000, chip=500))
    with pytest.raises(
        BetRefused,
        match="tiers: 36 EUR is not made up of 6 equal pieces in chips of 5 EUR; 30 EUR and 60 EUR do",
    ) as refused:
        venezia.do(laid("tiers", 6 * 600, chip=500))
    assert refused.value.clause == "it-venezia/announcements"
    assert (refused.value.limit, refused.value.value) == (3000, 3600)
    with pytest.raises(BetRefused, match="35 EUR does not divide into 6 chips"):
        venezia.do(laid("tiers", 3500, chip=500))


AMERICANA = get_rulebook("pt-americana")


@pytest.mark.clause("pt-americana/34")
@pytest.mark.parametrize(
    ("bet", "amount", "chip", "right"),
    [
        ("tiers", 5_000, None, "150 EUR is the smallest that does"),
        ("tiers", 20_000, None, "150 EUR and 300 EUR do"),
        ("tiers", 70_000, None, "600 EUR is the largest that does"),
        ("tiers", 21_000, 1_000, "in chips of 10 EUR; 300 EUR is the smallest that does"),
        ("tiers", 60_000, 10_100, "in chips of 101 EUR; no amount does at this table"),
        ("complete:7", 5_500, 250, "40 EUR and 60 EUR do"),
    ],
)
def test_the_amounts_that_are_named_instead_are_not_refused_next(
    bet: str, amount: int, chip: int | None, right: str
) -> None:
    day = DayInHand(AMERICANA)
    day.do(c.AnnounceBetsOpen())
    with pytest.raises(BetRefused, match=right):
        day.do(laid(bet, amount, chip=chip))


def test_amounts_named_for_what_lies_over_the_maximum_are_held_to_none() -> None:
    day = DayInHand(AMERICANA)
    day.do(c.AnnounceBetsOpen())
    with pytest.raises(BetRefused, match=r"699\.96 EUR and 700\.02 EUR do"):
        day.do(c.FindExcess(player="P1", bet="tiers", amount=70_000))


@pytest.mark.parametrize("chip", [0, -500])
def test_a_chip_is_worth_more_than_nothing(venezia: DayInHand, chip: int) -> None:
    with pytest.raises(BetRefused, match="a chip is worth more than nothing") as refused:
        venezia.do(laid("plein:17", 500, chip=chip))
    assert refused.value.value == chip


@pytest.mark.clause("it-live/minimum")
@pytest.mark.parametrize("amount", [0, 49])
def test_a_stake_below_the_minimum_is_refused_at_once_with_limit_and_stake(amount: int) -> None:
    live = DayInHand(get_rulebook("it-live"))
    live.do(c.AnnounceBetsOpen())
    with pytest.raises(Refused) as refused:
        live.do(laid("plein:17", amount))
    assert (refused.value.clause, refused.value.limit, refused.value.value) == ("it-live/minimum", 50, amount)
    assert live.state.bets == ()


@pytest.mark.parametrize("blank", ["", "  "])
def test_a_bet_for_somebody_else_names_that_player(venezia: DayInHand, blank: str) -> None:
    with pytest.raises(Refused, match="needs that player"):
        venezia.do(laid("rouge", 5000, on_behalf_of=blank))


def test_who_lays_a_bet_for_himself_is_no_third_party(venezia: DayInHand) -> None:
    venezia.do(laid("rouge", 5000, on_behalf_of="P1"))
    assert venezia.state.bets[0].on_behalf_of is None
