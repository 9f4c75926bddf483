"""Of what chips a stake is made up: whole ones, and of an announced bet as many on each place."""

import pytest

from casino.kit.sentences import sentence_of
from tables.money import Money
from tables.play import commands as c
from tables.refusal import BetRefused, Refusal, Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


@pytest.fixture
def venezia() -> DayInHand:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen())
    return day


def laid(bet: str, amount: int, **more: object) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet=bet, amount=amount, **more)  # type: ignore[arg-type]


def nearest(bet: str, below: int, above: int) -> Refusal:
    return Refused("nearest-that-fit", bet=bet, below=Money(below, "EUR"), above=Money(above, "EUR")).refusal


def test_chips_of_a_bet_are_recorded(venezia: DayInHand) -> None:
    venezia.do(
        laid("rouge", 10000, chip=2500, colour="yellow", face_value=True, distance=3, on_behalf_of="P9")
    )
    (lying,) = venezia.state.bets
    assert (lying.chip, lying.colour, lying.face_value, lying.layout) == (2500, "yellow", True, 1)
    assert (lying.distance, lying.on_behalf_of) == (3, "P9")


def test_a_stake_is_made_up_of_whole_chips(venezia: DayInHand) -> None:
    with expect_refusal(
        "not-made-up-of-chips",
        kind=BetRefused,
        chip=Money(500, "EUR"),
        limit=Money(500, "EUR"),
        value=Money(1_200, "EUR"),
        right=nearest("plein:17", 1_000, 1_500),
    ) as refused:
        venezia.do(laid("plein:17", 1200, chip=500))
    assert refused.value.clause == "it-venezia/positions"
    assert (refused.value.limit, refused.value.value) == (500, 1200)
    with expect_refusal(
        "not-made-up-of-chips",
        kind=BetRefused,
        chip=Money(1_000, "EUR"),
        right=Refused("smallest-that-fits", bet="plein:17", amount=Money(1_000, "EUR")).refusal,
    ):
        venezia.do(laid("plein:17", 500, chip=1000))


@pytest.mark.clause("it-venezia/announcements")
def test_each_piece_of_an_announced_bet_is_made_up_of_whole_chips(venezia: DayInHand) -> None:
    venezia.do(laid("tiers", 6 * 1000, chip=500))
    with expect_refusal(
        "not-made-up-of-equal-pieces",
        kind=BetRefused,
        bet="tiers",
        pieces=6,
        chip=Money(500, "EUR"),
        limit=Money(3_000, "EUR"),
        value=Money(3_600, "EUR"),
        right=nearest("tiers", 3_000, 6_000),
    ) as refused:
        venezia.do(laid("tiers", 6 * 600, chip=500))
    assert refused.value.clause == "it-venezia/announcements"
    assert (refused.value.limit, refused.value.value) == (3000, 3600)
    with expect_refusal("amount-does-not-divide", kind=BetRefused, pieces=6):
        venezia.do(laid("tiers", 3500, chip=500))


AMERICANA = get_rulebook("pt-americana")


@pytest.mark.clause("pt-americana/34")
@pytest.mark.parametrize(
    ("bet", "amount", "chip", "right"),
    [
        ("tiers", 5_100, 1_000, "in chips of 10 EUR; 60 EUR is the smallest that does"),
        ("tiers", 20_000, None, "199.98 EUR and 200.04 EUR do"),
        ("tiers", 70_000, None, "600 EUR is the largest that does"),
        ("tiers", 21_000, 1_000, "in chips of 10 EUR; 180 EUR and 240 EUR do"),
        ("tiers", 60_000, 10_100, "in chips of 101 EUR; no amount does at this table"),
        ("complete:7", 5_500, 250, "40 EUR and 60 EUR do"),
    ],
)
def test_the_amounts_that_are_named_instead_are_not_refused_next(
    bet: str, amount: int, chip: int | None, right: str
) -> None:
    day = DayInHand(AMERICANA)
    day.do(c.AnnounceBetsOpen())
    with pytest.raises(BetRefused) as refused:
        day.do(laid(bet, amount, chip=chip))
    assert right in sentence_of(refused.value.refusal)


def test_amounts_named_for_what_lies_over_the_maximum_are_held_to_none() -> None:
    day = DayInHand(AMERICANA)
    day.do(c.AnnounceBetsOpen())
    with expect_refusal("amount-does-not-divide", kind=BetRefused):
        day.do(c.FindExcess(player="P1", bet="tiers", amount=70_000))


@pytest.mark.parametrize("chip", [0, -500])
def test_a_chip_is_worth_more_than_nothing(venezia: DayInHand, chip: int) -> None:
    with expect_refusal("chip-of-nothing", kind=BetRefused) as refused:
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
    with expect_refusal("bet-for-nobody"):
        venezia.do(laid("rouge", 5000, on_behalf_of=blank))


def test_bet_for_oneself_has_no_third_party(venezia: DayInHand) -> None:
    venezia.do(laid("rouge", 5000, on_behalf_of="P1"))
    assert venezia.state.bets[0].on_behalf_of is None
