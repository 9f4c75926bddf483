"""A colour's life: assigned with its value, bought more of, counted and redeemed; what comes late is worth less."""

from typing import Any

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.refusal import Refused
from tables.roulette.limits import limits_for
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

COLOURS = {"yellow": 200, "blue": 200}


def opened(day: str = "2026-11-20", after: DayInHand | None = None, **otherwise: Any) -> DayInHand:
    """A table of minimum 5 with two colours of 200 chips each; a pleno is played up to 50."""
    rulebook = get_rulebook("pt-americana")
    table = DayInHand(rulebook, opened=False, after=after.state if after else None)
    said = {"chip_symbol": "RA1", "chip_colours": COLOURS, "day": day, **otherwise}
    table.do(replace(opening(rulebook), **said))
    return table


def yellow(value: int = 1_000, count: int = 60, player: str = "P1") -> c.AssignColour:
    return c.AssignColour(player=player, colour="yellow", value=value, count=count)


@pytest.fixture
def day() -> DayInHand:
    return opened()


@pytest.mark.clause("pt-americana/14")
@pytest.mark.clause("pt-americana/12")
def test_a_purchase_names_the_value_and_shows_what_count_times_value_is(day: DayInHand) -> None:
    (bought,) = day.do(yellow())
    assert bought == e.ColourAssigned(colour="yellow", player="P1", value=1_000, count=60, amount=60_000)
    (in_play,) = day.state.colours.in_play
    assert (in_play.player, in_play.value, in_play.since) == ("P1", 1_000, day.now)


@pytest.mark.clause("pt-americana/8")
def test_player_beyond_the_number_of_colours_is_refused(day: DayInHand) -> None:
    day.do(yellow(), c.AssignColour(player="P2", colour="blue", value=500, count=20))
    for colour in ("yellow", "red"):
        with expect_refusal("all-colours-in-play", table="T1", limit=2) as refused:
            day.do(c.AssignColour(player="P3", colour=colour, value=500, count=20))
        assert (refused.value.clause, refused.value.limit, refused.value.value) == ("pt-americana/8", 2, 3)


@pytest.mark.clause("pt-americana/13")
@pytest.mark.parametrize(
    ("asked", "code", "parameters"),
    [
        (yellow(player="P2"), "colour-taken", {"colour": "yellow", "player": "P1", "free": ("blue",)}),
        (
            c.AssignColour(player="P2", colour="red", value=500, count=1),
            "colour-not-of-this-table",
            {"colour": "red"},
        ),
        (
            c.AssignColour(player="P1", colour="blue", value=500, count=1),
            "player-has-colour",
            {"player": "P1", "colour": "yellow"},
        ),
        (c.AssignColour(player=" ", colour="blue", value=500, count=1), "colour-without-player", {}),
    ],
)
def test_before_play_a_free_colour_must_be_found(
    day: DayInHand, asked: c.AssignColour, code: str, parameters: dict[str, Any]
) -> None:
    day.do(yellow())
    with expect_refusal(code, **parameters) as refused:
        day.do(asked)
    assert refused.value.clause == "pt-americana/13"


@pytest.mark.clause("pt-americana/9-11")
@pytest.mark.parametrize("value", [500, 1_000, 3_500, 5_000])
def test_a_chip_is_worth_the_minimum_or_a_whole_multiple_up_to_a_plenos_maximum(
    day: DayInHand, value: int
) -> None:
    day.do(yellow(value))
    assert day.state.colours.in_play[0].value == value


@pytest.mark.clause("pt-americana/9-11")
@pytest.mark.parametrize(
    ("value", "code", "limit"),
    [
        (750, "chip-no-multiple-of-minimum", 500),
        (0, "chip-no-multiple-of-minimum", 500),
        (-500, "chip-no-multiple-of-minimum", 500),
        (5_500, "chip-over-maximum-value", 5_000),
    ],
)
def test_any_other_value_is_refused(day: DayInHand, value: int, code: str, limit: int) -> None:
    with expect_refusal(code, clause="pt-americana/9-11", limit=Money(limit, "EUR")):
        day.do(yellow(value))


@pytest.mark.clause("pt-americana/9-11")
def test_the_minimum_in_force_decides_about_the_value() -> None:
    day = opened(limits=limits_for(get_rulebook("pt-americana"), 1_000))
    with expect_refusal("chip-no-multiple-of-minimum", limit=Money(1_000, "EUR")):
        day.do(yellow(1_500))
    day.do(yellow(10_000))


@pytest.mark.clause("pt-americana/8")
@pytest.mark.parametrize("count", [0, -1, 201])
def test_no_more_chips_are_sold_than_the_table_has(day: DayInHand, count: int) -> None:
    with expect_refusal("chips-not-in-bank", limit=200) as refused:
        day.do(yellow(count=count))
    assert (refused.value.clause, refused.value.limit) == ("pt-americana/8", 200)


@pytest.mark.clause("pt-americana/14")
def test_more_chips_are_bought_at_the_registered_value_and_at_another_only_without_chips(
    day: DayInHand,
) -> None:
    day.do(yellow(1_000, 10))
    (more,) = day.do(c.BuyMoreChips(colour="yellow", count=20))
    assert more == e.ColourChipsBought(colour="yellow", player="P1", value=1_000, count=20, amount=20_000)
    dearer = c.BuyMoreChips(colour="yellow", count=5, value=2_000)
    with expect_refusal(
        "other-value-while-chips-out",
        out=30,
        colour="yellow",
        limit=Money(1_000, "EUR"),
        value=Money(2_000, "EUR"),
    ) as refused:
        day.do(dearer)
    assert refused.value.clause == "pt-americana/13"


@pytest.mark.clause("pt-americana/13")
def test_a_player_without_chips_may_give_the_colour_another_value(day: DayInHand) -> None:
    day.do(yellow(1_000, 2))
    day.coup(5, c.PlaceBet(player="P1", bet="plein:17", amount=2_000))
    with expect_refusal("chip-no-multiple-of-minimum"):
        day.do(c.BuyMoreChips(colour="yellow", count=5, value=750))
    (more,) = day.do(c.BuyMoreChips(colour="yellow", count=5, value=2_500))
    assert isinstance(more, e.ColourChipsBought) and more.amount == 12_500
    day.do(c.PresentChips(colour="yellow", count=5))
    (paid,) = day.do(c.RedeemColour(colour="yellow", count=5, accepted=True))
    assert isinstance(paid, e.ColourRedeemed) and (paid.amount, paid.still_out) == (12_500, 0)


@pytest.mark.clause("pt-americana/14")
@pytest.mark.clause("pt-americana/12")
def test_a_redemption_is_counted_shown_and_closes_when_the_player_accepts(day: DayInHand) -> None:
    day.do(yellow())
    with expect_refusal("colour-not-counted", colour="yellow", value=60) as refused:
        day.do(c.RedeemColour(colour="yellow", count=60, accepted=True))
    assert refused.value.clause == "pt-americana/14"
    (counted,) = day.do(c.PresentChips(colour="yellow", count=60))
    assert isinstance(counted, e.ColourChipsPresented)
    assert (counted.value, counted.amount, counted.outstanding) == (1_000, 60_000, 60)
    with expect_refusal(
        "redeemed-before-accepted",
        count=60,
        colour="yellow",
        each=Money(1_000, "EUR"),
        amount=Money(60_000, "EUR"),
    ) as refused:
        day.do(c.RedeemColour(colour="yellow", count=60))
    assert refused.value.clause == "pt-americana/14"
    with expect_refusal("other-count-of-colour", colour="yellow", value=59, counted=60):
        day.do(c.RedeemColour(colour="yellow", count=59, accepted=True))
    (paid,) = day.do(c.RedeemColour(colour="yellow", count=60, accepted=True))
    assert paid == e.ColourRedeemed(
        colour="yellow", player="P1", count=60, value=1_000, amount=60_000, still_out=0
    )
    assert day.state.colours.in_play == () and day.state.colours.free == ("blue", "yellow")
    assert day.state.colours.presented == () and day.state.colours.late == {}


@pytest.mark.clause("pt-americana/12")
def test_a_player_is_in_play_while_chips_lie_or_are_paid(day: DayInHand) -> None:
    day.do(yellow(), c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=2_000))
    day.do(c.PresentChips(colour="yellow", count=58))
    leave = c.RedeemColour(colour="yellow", count=58, accepted=True)
    with expect_refusal("colour-on-cloth", count=2, colour="yellow") as refused:
        day.do(leave)
    assert refused.value.clause == "pt-americana/12"
    # Somebody else has won: the coup is to be paid.
    day.do(c.PlaceBet(player="P2", bet="rouge", amount=500, face_value=True))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=5))
    with expect_refusal("colour-being-paid", coup=1):
        day.do(leave)
    day.do(c.ConfirmPayments(), leave)
    assert day.state.colours.late == {}


@pytest.mark.clause("pt-americana/12")
def test_a_player_whose_last_chip_lost_leaves_without_a_confirmation(day: DayInHand) -> None:
    day.do(yellow(), c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="plein:17", amount=1_000))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=18))
    day.do(c.PresentChips(colour="yellow", count=59))
    confirmed, redeemed = day.do(c.RedeemColour(colour="yellow", count=59, accepted=True))
    assert isinstance(confirmed, e.PaymentsConfirmed) and confirmed.coup == 1
    assert isinstance(redeemed, e.ColourRedeemed) and redeemed.still_out == 0
    assert day.state.phase == "idle"


@pytest.mark.clause("pt-americana/16")
def test_more_chips_than_are_out_are_a_violation_and_are_not_paid(day: DayInHand) -> None:
    day.do(yellow())
    counted, raised = day.do(c.PresentChips(colour="yellow", count=61))
    assert isinstance(counted, e.ColourChipsPresented) and counted.outstanding == 60
    assert isinstance(raised, e.ViolationRaised)
    assert (raised.rule, raised.clause) == ("more-chips-than-outstanding", "pt-americana/16")
    assert (raised.code, raised.parameters) == (
        "more-chips-than-outstanding",
        {"count": 61, "colour": "yellow", "outstanding": 60},
    )
    with expect_refusal("more-chips-than-out", limit=60) as refused:
        day.do(c.RedeemColour(colour="yellow", count=61, accepted=True))
    assert (refused.value.clause, refused.value.limit) == ("pt-americana/16", 60)
    day.do(
        c.PresentChips(colour="yellow", count=60), c.RedeemColour(colour="yellow", count=60, accepted=True)
    )


@pytest.mark.clause("pt-americana/16")
def test_chips_that_were_not_handed_back_are_late_and_worth_the_minimum_in_force(day: DayInHand) -> None:
    day.do(yellow(), c.PresentChips(colour="yellow", count=50))
    (paid,) = day.do(c.RedeemColour(colour="yellow", count=50, accepted=True))
    assert isinstance(paid, e.ColourRedeemed) and paid.still_out == 10
    day.do(yellow(5_000, 1, "P2"))
    (counted,) = day.do(c.PresentChips(colour="yellow", count=6, late=True, player="P1"))
    assert isinstance(counted, e.ColourChipsPresented)
    assert (counted.value, counted.amount, counted.outstanding) == (500, 3_000, 10)
    late = c.RedeemLateChips(colour="yellow", count=6)
    with expect_refusal(
        "redeemed-before-accepted",
        count=6,
        colour="yellow",
        each=Money(500, "EUR"),
        amount=Money(3_000, "EUR"),
    ) as refused:
        day.do(late)
    assert refused.value.clause == "pt-americana/14"
    (paid,) = day.do(replace(late, accepted=True))
    assert paid == e.LateChipsRedeemed(
        colour="yellow", player="P1", count=6, value=500, amount=3_000, still_out=4
    )
    assert day.state.colours.late == {"yellow": 4} and day.state.colours.in_play[0].player == "P2"


@pytest.mark.clause("pt-americana/16")
def test_more_late_chips_than_are_out_late_are_a_violation_and_are_not_paid(day: DayInHand) -> None:
    day.do(yellow())
    _, raised = day.do(c.PresentChips(colour="yellow", count=1, late=True))
    assert isinstance(raised, e.ViolationRaised)
    assert (raised.code, raised.parameters) == (
        "more-late-chips-than-outstanding",
        {"count": 1, "colour": "yellow", "outstanding": 0},
    )
    with expect_refusal("more-chips-than-out", limit=0) as refused:
        day.do(c.RedeemLateChips(colour="yellow", count=1, accepted=True))
    assert refused.value.clause == "pt-americana/16"


@pytest.mark.clause("pt-americana/12")
def test_departure_without_chips_frees_the_colour_and_leaves_late_chips(day: DayInHand) -> None:
    day.do(yellow(), c.PresentChips(colour="yellow", count=0), c.RedeemColour(colour="yellow", count=0))
    assert (day.state.colours.in_play, day.state.colours.late) == ((), {"yellow": 60})
    with expect_refusal("chips-not-in-bank", limit=140):
        day.do(yellow(count=141, player="P2"))


@pytest.mark.clause("pt-americana/12")
def test_the_day_ends_with_chips_out_only_where_they_are_carried_as_late_ones(day: DayInHand) -> None:
    day.do(yellow(), c.PresentChips(colour="yellow", count=50))
    day.do(c.RedeemColour(colour="yellow", count=50, accepted=True))
    day.do(c.AssignColour(player="P2", colour="blue", value=500, count=20))
    with expect_refusal("colours-out") as refused:
        day.do(c.CloseTable())
    out = [tuple(each.parameters.values()) for each in refused.value.parameters["out"]]
    assert out == [(20, "blue", "P2")]
    assert refused.value.clause == "pt-americana/12"
    (closed,) = day.do(c.CloseTable(carry_late_chips=True))
    assert isinstance(closed, e.TableClosed) and closed.late_chips == {"yellow": 10, "blue": 20}
    next_day = opened("2026-11-21", after=day)
    assert next_day.state.colours.late == {"yellow": 10, "blue": 20}
    next_day.do(c.PresentChips(colour="blue", count=20, late=True))
    (paid,) = next_day.do(c.RedeemLateChips(colour="blue", count=20, accepted=True))
    assert isinstance(paid, e.LateChipsRedeemed) and (paid.amount, paid.still_out) == (10_000, 0)
    next_day.do(c.CloseTable())
    third = opened("2026-11-22", after=next_day, chip_symbol="", chip_colours={})
    with expect_refusal("no-colours-registered"):
        third.do(yellow())
    third.do(c.PresentChips(colour="yellow", count=10, late=True))
    third.do(c.RedeemLateChips(colour="yellow", count=10, accepted=True))
    assert third.state.colours.late == {}


@pytest.mark.clause("pt-americana/7")
def test_chips_of_another_table_are_a_violation_where_they_are_seen(day: DayInHand) -> None:
    seen, raised = day.do(c.SeeForeignChips(symbol="RA2", player="P1", count=3, where="plein:17"))
    assert seen == e.ForeignChipsSeen(symbol="RA2", player="P1", count=3, where="plein:17")
    assert isinstance(raised, e.ViolationRaised) and raised.clause == "pt-americana/7"
    for wrong in (c.SeeForeignChips(symbol="RA1", player="P1"), c.SeeForeignChips(symbol=" ", player="P1")):
        with expect_refusal("chips-not-foreign") as refused:
            day.do(wrong)
        assert refused.value.clause == "pt-americana/7"


@pytest.mark.clause("pt-americana/15")
def test_face_value_table_has_no_colours() -> None:
    with expect_refusal("colours-at-face-value-table") as refused:
        opened(face_value_only=True)
    assert refused.value.clause == "pt-americana/15"
    table = opened(face_value_only=True, chip_colours={}, chip_symbol="")
    with expect_refusal("no-colours-at-face-value-table") as refused:
        table.do(yellow())
    assert refused.value.clause == "pt-americana/15"


@pytest.mark.clause("pt-americana/7")
def test_colours_are_registered_with_a_symbol_and_chips() -> None:
    with expect_refusal("colours-without-symbol") as refused:
        opened(chip_symbol=" ")
    assert refused.value.clause == "pt-americana/7"
    with expect_refusal("colour-without-chips") as refused:
        opened(chip_colours={"yellow": 0})
    assert refused.value.clause == "pt-americana/8"


def test_a_rulebook_without_colours_knows_none() -> None:
    day = DayInHand(get_rulebook("pt-francesa"), opened=False)
    with expect_refusal("colours-without-rule") as refused:
        day.do(replace(opening(day.rulebook), chip_colours=COLOURS, chip_symbol="RF1"))
    assert refused.value.clause == day.rulebook.positions_clause
    day.do(opening(day.rulebook))
    with expect_refusal("no-colours-by-rulebook"):
        day.do(yellow())


@pytest.mark.clause("pt-americana/8")
def test_a_table_without_registered_colours_gives_none() -> None:
    with expect_refusal("no-colours-registered", table="T1") as refused:
        opened(chip_colours={}, chip_symbol="").do(yellow())
    assert refused.value.clause == "pt-americana/8"


@pytest.mark.parametrize("count", [-1, 0])
def test_presented_chips_are_counted(day: DayInHand, count: int) -> None:
    day.do(yellow())
    with expect_refusal("presented-without-count"):
        day.do(c.PresentChips(colour="yellow", count=count, late=True))
    for colour, late in (("blue", False), ("red", True)):
        with pytest.raises(Refused):
            day.do(c.PresentChips(colour=colour, count=1, late=late))
