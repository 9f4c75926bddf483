"""Chips of each colour stand in a box on the wheel's rim and are counted with the float (pt-americana/9-11)."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.boxes import chips_in_boxes
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.roulette.loader import get_rulebook, load_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal
from testkit.rulebooks import section, written

BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
DESK = e.Signature(person=e.Person(id="person/2", name="Desk"), role="cash_desk")
FLOAT = {10_000: 10, 500: 40}
COLOURS = {"yellow": 200, "blue": 160, "red": 120}
OWN_COLOURS = (
    'face_value_on = ["rouge", "noir"]',
    'clause = "sixth/2"',
    "[colour_chips.colours]",
    'value_up_to = "plein"',
    'late = "minimum"',
    *(
        f'{name}_clause = "sixth/2"'
        for name in ("symbol", "players", "register", "in_play", "exchange", "late")
    ),
)
"""Colours in a rulebook of the casino's own."""
YELLOW = c.AssignColour(player="P1", colour="yellow", value=1_000, count=60)


def count(moment: e.Moment, colours: dict[str, int] | None = None, **more: Any) -> c.CountFloat:
    boxes = COLOURS if colours is None else colours
    return c.CountFloat(moment=moment, **{"pieces": FLOAT, "signatures": (BOSS, DESK), **more}, colours=boxes)


def opened(after: DayInHand | None = None, **otherwise: Any) -> DayInHand:
    """A table of minimum 5 whose float is counted, with 200 yellow, 160 blue and 120 red chips."""
    rulebook = get_rulebook("pt-americana")
    table = DayInHand(rulebook, opened=False, after=after.state if after else None)
    colours = {"chip_symbol": "RA1", "chip_colours": COLOURS, "counts_float": True}
    table.do(replace(opening(rulebook), **{**colours, **otherwise}))
    return table


@pytest.fixture
def day() -> DayInHand:
    return opened()


pytestmark = pytest.mark.clause("pt-americana/9-11")


def test_a_count_has_what_is_in_each_box_beside_the_sum_of_money(day: DayInHand) -> None:
    (counted,) = day.do(count("opening"))
    assert isinstance(counted, e.FloatCounted)
    assert (counted.colours, counted.expected_colours) == (COLOURS, COLOURS)
    assert counted.total == 120_000, "chips without a value of their own are no money"


def test_the_box_of_a_colour_has_all_that_is_not_with_its_player(day: DayInHand) -> None:
    day.do(count("opening"), YELLOW)
    assert chips_in_boxes(day.state, day.rulebook) == {"yellow": 140, "blue": 160, "red": 120}
    # Two chips on 17 win 70 more out of the box; two on red are lost into it.
    bets = (
        c.PlaceBet(player="P1", bet="plein:17", amount=2_000),
        c.PlaceBet(player="P1", bet="rouge", amount=2_000),
    )
    day.do(c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    assert chips_in_boxes(day.state, day.rulebook)["yellow"] == 140 - 70 + 2


def test_chips_missing_from_a_box_are_a_difference_and_no_money(day: DayInHand) -> None:
    _, differs = day.do(count("opening", COLOURS | {"yellow": 197, "red": 120}))
    assert differs == e.FloatVarianceFound(moment="opening", difference=0, colours={"yellow": -3})
    missing = (("colour-box-has-less", {"colour": "yellow", "count": 3}),)
    with expect_refusal("colour-boxes-differ", before="opening") as refused:
        day.do(c.AnnounceBetsOpen())
    assert (
        tuple((each.code, dict(each.parameters)) for each in refused.value.parameters["colours"]) == missing
    )
    day.do(c.ExplainVariance(reason="three broke", signatures=(BOSS, DESK)), c.AnnounceBetsOpen())


def test_a_count_that_finds_them_after_all_ends_the_difference(day: DayInHand) -> None:
    day.do(count("opening", COLOURS | {"yellow": 197}))
    assert len(day.do(count("opening"))) == 1
    day.do(c.AnnounceBetsOpen())


def test_money_and_boxes_may_both_differ(day: DayInHand) -> None:
    day.do(count("opening"), count("closing"), c.CloseTable())
    after = opened(day, day="2026-11-21")
    found = count("opening", COLOURS | {"red": 119}, pieces={10_000: 10, 500: 39})
    _, differs = after.do(found)
    assert differs == e.FloatVarianceFound(
        moment="opening", difference=-500, pieces={500: -1}, colours={"red": -1}
    )
    with expect_refusal("float-has-less"):
        after.do(c.AnnounceBetsOpen())


def test_at_the_closing_the_boxes_are_held_against_what_is_out(day: DayInHand) -> None:
    day.do(count("opening"), YELLOW)
    for found, differs in ((140, []), (141, [1]), (200, [60])):
        _, *variances = day.do(count("closing", COLOURS | {"yellow": found}))
        assert [each.colours for each in variances if isinstance(each, e.FloatVarianceFound)] == [
            {"yellow": more} for more in differs
        ]
    with expect_refusal("colour-boxes-differ", before="closing"):
        day.do(c.CloseTable(carry_late_chips=True))
    (explained,) = day.do(c.ExplainVariance(reason="a player went without", signatures=(BOSS, DESK)))
    assert isinstance(explained, e.FloatVarianceExplained) and explained.moment == "closing"
    # Counted as before, the explanation stands.
    assert len(day.do(count("closing"))) == 1
    day.do(c.CloseTable(carry_late_chips=True))


def test_a_difference_of_the_opening_is_explained_before_that_of_the_closing(day: DayInHand) -> None:
    day.do(count("opening", COLOURS | {"red": 119}), count("closing", COLOURS | {"red": 118}))
    for moment, reason in (("opening", "one broke"), ("closing", "and another")):
        with expect_refusal("colour-boxes-differ"):
            day.do(c.CloseTable())
        (explained,) = day.do(c.ExplainVariance(reason=reason, signatures=(BOSS, DESK)))
        assert isinstance(explained, e.FloatVarianceExplained)
        assert (explained.moment, explained.reason) == (moment, reason)
    day.do(c.CloseTable())


def test_late_chips_of_the_day_before_are_in_no_box(day: DayInHand) -> None:
    day.do(count("opening"), YELLOW, count("closing", COLOURS | {"yellow": 140}))
    day.do(c.CloseTable(carry_late_chips=True))
    after = opened(day, day="2026-11-21")
    assert len(after.do(count("opening", COLOURS | {"yellow": 140}))) == 1


def test_colour_boxes_left_by_a_forced_close_are_named(day: DayInHand) -> None:
    day.do(count("opening"), count("closing", COLOURS | {"blue": 158}))
    inspector = e.Signature(person=e.Person(id="person/5", name="Inspector"), role="games_inspector")
    force = c.CloseTable(forced=True, reason="the house is cleared", signatures=(BOSS, inspector))
    day.do(force)
    assert day.state.direction.forced_close is not None
    (left,) = day.state.direction.forced_close.left
    assert left.code == "colour-boxes-left-different"


@pytest.mark.parametrize(
    ("boxes", "code", "parameters"),
    [
        (
            COLOURS | {"green": 1},
            "colour-box-unknown",
            {"colour": "green", "known": ("blue", "red", "yellow")},
        ),
        (COLOURS | {"": 1}, "colour-box-unknown", {"colour": ""}),
        (COLOURS | {"blue": -1}, "colour-box-negative", {"colour": "blue", "value": -1}),
        (COLOURS | {"red": 121}, "colour-box-overfull", {"colour": "red", "value": 121, "limit": 120}),
        ({"yellow": 200}, "colour-box-not-counted", {"colours": ("blue", "red")}),
        ({}, "colour-box-not-counted", {"colours": ("blue", "red", "yellow")}),
    ],
)
@pytest.mark.parametrize("moment", ["opening", "closing"])
def test_boxes_that_cannot_be_are_refused(
    day: DayInHand, moment: e.Moment, boxes: dict[str, int], code: str, parameters: dict[str, Any]
) -> None:
    with expect_refusal(code, **parameters) as refused:
        day.do(count(moment, boxes))
    assert refused.value.clause == "pt-americana/9-11"
    assert day.state.direction.float_at_opening is None


def test_an_empty_box_is_counted_with_none(day: DayInHand) -> None:
    day.do(count("opening"), replace(YELLOW, count=200))
    assert len(day.do(count("closing", COLOURS | {"yellow": 0}))) == 1


@pytest.mark.parametrize("rulebook", ["pt-americana", "pt-francesa"])
def test_a_table_without_colours_has_no_boxes(rulebook: str) -> None:
    rules = get_rulebook(rulebook)
    table = DayInHand(rules, opened=False)
    table.do(replace(opening(rules), counts_float=True))
    with expect_refusal("colour-box-none-here", table="T1", colours=("yellow",)):
        table.do(count("opening", {"yellow": 20}))
    (counted,) = table.do(count("opening", {}))
    assert isinstance(counted, e.FloatCounted) and counted.expected_colours == {}


def test_a_rulebook_without_the_clause_counts_no_boxes() -> None:
    """The first version of the rules has colours and no boxes: days under it go on as they began."""
    first = get_rulebook("pt-americana", 1)
    table = DayInHand(first, opened=False)
    table.do(replace(opening(first), chip_symbol="RA1", chip_colours=COLOURS, counts_float=True))
    (counted,) = table.do(count("opening", {}))
    assert isinstance(counted, e.FloatCounted) and counted.colours == {}


@pytest.mark.parametrize(("boxes", "counted"), [("", {}), ('boxes_clause = "sixth/3"', {"pink": 40})])
def test_a_casinos_own_rulebook_has_colours_with_boxes_or_without(
    tmp_path: Path, boxes: str, counted: dict[str, int]
) -> None:
    rules = load_rulebook(written(tmp_path, section("colour_chips", *OWN_COLOURS, boxes)))
    table = DayInHand(rules, opened=False)
    table.do(replace(opening(rules), chip_symbol="S1", chip_colours={"pink": 40}, counts_float=True))
    (event,) = table.do(count("opening", counted))
    assert isinstance(event, e.FloatCounted)
    assert (event.colours, event.expected_colours) == (counted, counted)
    with expect_refusal("colour-box-not-counted" if boxes else "colour-box-none-here") as refused:
        table.do(count("closing", {} if boxes else {"pink": 40}))
    assert refused.value.clause == ("sixth/3" if boxes else None)


def test_a_count_of_before_there_were_boxes_is_read_as_it_was(day: DayInHand) -> None:
    old = {"moment": "opening", "pieces": {"500": 4}, "total": 2000, "expected": 2000}
    read = e.TABLE_EVENTS.decode("float_counted", old)
    assert isinstance(read, e.FloatCounted) and (read.colours, read.expected_colours) == ({}, {})
    after = evolve(day.state, Recorded(read, day.state.version + 1, day.now), day.rulebook)
    assert after.direction.variance is None
    found = e.TABLE_EVENTS.decode("float_variance_found", {"moment": "opening", "difference": -500})
    assert isinstance(found, e.FloatVarianceFound) and found.colours == {}
