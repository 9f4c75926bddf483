"""What an opening count finds is held against what was handed on, chip by chip; a difference is explained."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
CHIEF = e.Signature(person=e.Person(id="person/2", name="Chief"), role="chef_de_table")
DESK = e.Signature(person=e.Person(id="person/3", name="Desk"), role="cash_desk")
CROUPIER = e.Signature(person=e.Person(id="p1", name="Croupier 1"), role="croupier")
FLOAT = {10_000: 10, 500: 40}
TOLD = c.TellChipSeries(in_play=("A", "B"), ended=("Z",))


def count(moment: e.Moment, pieces: Mapping[int, int] = FLOAT, **more: Any) -> c.CountFloat:
    return c.CountFloat(moment=moment, pieces=dict(pieces), signatures=(BOSS, DESK), **more)


def explain(*signatures: e.Signature, reason: str = "a chip lay under the cloth") -> c.ExplainVariance:
    return c.ExplainVariance(reason=reason, signatures=signatures)


def first_day(rulebook: str = "pt-francesa", **opened: Any) -> DayInHand:
    rules = get_rulebook(rulebook)
    day = DayInHand(rules, opened=False)
    day.do(replace(opening(rules), counts_float=True, **opened))
    return day


def next_day(day: DayInHand, **opened: Any) -> DayInHand:
    """The day after one that has just been closed; the house's series come as the door brings them."""
    following = DayInHand(day.rulebook, opened=False, after=day.state)
    following.do(replace(opening(day.rulebook, day="2026-11-21"), counts_float=True, **opened))
    return following


@pytest.fixture
def day() -> DayInHand:
    """The second day of a table that closed with FLOAT."""
    before = first_day()
    before.do(count("opening"), count("closing"), c.CloseTable())
    return next_day(before)


def test_counter_and_verifier_of_the_float_are_recorded_apart(day: DayInHand) -> None:
    (counted,) = day.do(count("opening"))
    assert isinstance(counted, e.FloatCounted)
    assert (counted.counted_by, counted.verified_by) == (BOSS.person, DESK.person)
    assert (day.state.direction.counted_by, day.state.direction.verified_by) == (BOSS.person, DESK.person)


def test_a_croupier_verifies_at_the_own_table_only(day: DayInHand) -> None:
    elsewhere = e.Signature(person=e.Person(id="person/9", name="Elsewhere"), role="croupier")
    with expect_refusal("croupier-without-position", name="Elsewhere", table="T1"):
        day.do(replace(count("opening"), signatures=(BOSS, elsewhere)))
    day.do(replace(count("opening"), signatures=(BOSS, CROUPIER)))
    assert day.state.direction.verified_by == CROUPIER.person


def test_a_count_that_agrees_opens_the_bets_without_words(day: DayInHand) -> None:
    (counted,) = day.do(count("opening"))
    assert isinstance(counted, e.FloatCounted)
    assert (counted.expected, counted.expected_pieces) == (120_000, FLOAT)
    day.do(c.AnnounceBetsOpen())


@pytest.mark.parametrize(
    ("found", "difference", "pieces"),
    [
        ({10_000: 10, 500: 38}, -1_000, {500: -2}),
        ({10_000: 11, 500: 40, 100: 3}, 10_300, {10_000: 1, 100: 3}),
        ({500: 40}, -100_000, {10_000: -10}),
        ({10_000: 11, 500: 20}, 0, {10_000: 1, 500: -20}),
    ],
)
def test_other_chips_than_were_handed_on_are_a_difference(
    day: DayInHand, found: dict[int, int], difference: int, pieces: dict[int, int]
) -> None:
    _, differs = day.do(count("opening", found))
    assert differs == e.FloatVarianceFound(moment="opening", difference=difference, pieces=pieces)


def test_bets_do_not_open_on_a_difference_until_it_is_explained(day: DayInHand) -> None:
    day.do(count("opening", {10_000: 9, 500: 40}))
    with expect_refusal("float-has-less"):
        day.do(c.AnnounceBetsOpen())
    (explained,) = day.do(explain(CHIEF, DESK))
    assert explained == e.FloatVarianceExplained(
        moment="opening", difference=-10_000, reason="a chip lay under the cloth"
    )
    day.do(c.AnnounceBetsOpen())
    assert day.state.direction.variance is not None
    assert day.state.direction.variance.explained == "a chip lay under the cloth"


def test_a_rotor_opens_no_bets_on_a_difference_either(day: DayInHand) -> None:
    day.do(count("opening", {500: 40}), c.StartRotor(reader="W"))
    assert day.state.phase == "idle"


def test_the_table_does_not_close_on_a_difference_that_nobody_explained(day: DayInHand) -> None:
    day.do(count("opening", {500: 40}), count("closing", {500: 40}))
    with expect_refusal("float-has-less"):
        day.do(c.CloseTable())
    day.do(explain(BOSS, DESK), c.CloseTable())


@pytest.mark.parametrize(
    ("signatures", "reason", "code"),
    [
        ((BOSS, DESK), "  ", "float-difference-explained-without-words"),
        ((DESK, CROUPIER), "lost", "signature-in-charge-missing"),
        ((BOSS,), "lost", "countersignature-missing"),
        ((BOSS, replace(BOSS, role="chef_de_table")), "lost", "countersignature-missing"),
        ((), "lost", "signature-in-charge-missing"),
    ],
)
def test_an_explanation_has_words_and_two_signatures(
    day: DayInHand, signatures: tuple[e.Signature, ...], reason: str, code: str
) -> None:
    day.do(count("opening", {500: 40}))
    with expect_refusal(code):
        day.do(explain(*signatures, reason=reason))


def test_equal_or_explained_count_takes_no_explanation(day: DayInHand) -> None:
    for before in ((), (count("opening"),), (count("opening", {500: 1}), explain(BOSS, DESK))):
        day.do(*before)
        with expect_refusal("no-float-difference-to-explain"):
            day.do(explain(BOSS, DESK))


def test_a_new_count_that_agrees_ends_the_difference_and_another_takes_its_place(day: DayInHand) -> None:
    day.do(count("opening", {500: 40}), explain(BOSS, DESK))
    assert len(day.do(count("opening", {500: 40}))) == 1
    _, differs = day.do(count("opening", {500: 39}))
    assert isinstance(differs, e.FloatVarianceFound)
    assert differs.difference == -100_500
    with expect_refusal("float-has-less"):
        day.do(c.AnnounceBetsOpen())
    assert len(day.do(count("opening"))) == 1
    day.do(c.AnnounceBetsOpen())


def test_fill_before_the_opening_count_is_expected_in_the_count(day: DayInHand) -> None:
    brought = {500: 10}
    day.do(
        c.RequestFill(slip="F-000001", pieces=brought, signatures=(BOSS,)),
        c.ReceiveFill(slip="F-000001", pieces=brought, signatures=(CROUPIER, CHIEF)),
    )
    assert len(day.do(count("opening", {10_000: 10, 500: 50}))) == 1
    # Counted again, the fill is still among what is to be there.
    assert len(day.do(count("opening", {10_000: 10, 500: 50}))) == 1
    assert len(day.do(count("opening"))) == 2


def test_closing_slips_are_in_what_is_handed_on_chip_by_chip() -> None:
    day = first_day()
    day.do(
        count("opening"),
        count("closing"),
        c.RequestFill(slip="F-000001", pieces={100: 5}, closing=True, signatures=(BOSS,)),
        c.ReceiveFill(slip="F-000001", pieces={100: 5}, signatures=(CROUPIER, CHIEF)),
        c.CloseTable(),
    )
    assert day.state.direction.pieces_handed_on == {**FLOAT, 100: 5}
    assert next_day(day).state.direction.pieces_handed_on == {**FLOAT, 100: 5}


def test_an_imprest_table_that_nobody_counted_is_held_against_its_par() -> None:
    day = first_day(par={500: 100})
    counted, differs = day.do(count("opening", {500: 99}))
    assert isinstance(counted, e.FloatCounted)
    assert (counted.expected, counted.expected_pieces) == (50_000, {500: 100})
    assert differs == e.FloatVarianceFound(moment="opening", difference=-500, pieces={500: -1})


def test_handed_over_float_precedes_the_par() -> None:
    day = first_day()
    day.do(count("opening"), count("closing"), c.CloseTable())
    assert len(next_day(day, par={500: 100}).do(count("opening"))) == 1


def test_a_sum_without_its_chips_is_compared_as_a_sum(day: DayInHand) -> None:
    old = evolve(
        day.state,
        Recorded(replace(day.events[0].event, float_pieces_handed_on=None), 1, day.now),
        day.rulebook,
    )
    day.state = old
    assert len(day.do(count("opening", {10_000: 12}))) == 1
    assert day.do(count("opening", {10_000: 13}))[1:] == [
        e.FloatVarianceFound(moment="opening", difference=10_000)
    ]


# ---------------------------------------------------------------- by series


def test_a_house_that_tells_series_apart_counts_its_floats_by_series() -> None:
    day = first_day("it-campione")
    day.do(TOLD)
    with expect_refusal("float-not-counted-by-series", series=("A", "B", "Z")):
        day.do(count("opening"))
    for wrong, code in (
        ({"C": FLOAT}, "series-unknown"),
        ({"A": {500: 40}}, "series-do-not-add-up"),
        ({"A": {10_000: 10, 500: -1}}, "series-not-counted"),
    ):
        with expect_refusal(code, subject="float-count"):
            day.do(count("opening", by_series=wrong))
    (counted,) = day.do(count("opening", by_series={"A": {10_000: 10}, "Z": {500: 40}, "B": {500: 0}}))
    assert isinstance(counted, e.FloatCounted)
    assert counted.by_series == {"A": {10_000: 10}, "Z": {500: 40}}


def test_of_one_series_the_whole_count_is() -> None:
    day = first_day("it-campione")
    day.do(c.TellChipSeries(in_play=("A",), ended=()))
    (counted,) = day.do(count("opening"))
    assert isinstance(counted, e.FloatCounted)
    assert counted.by_series == {"A": FLOAT}


def test_chips_of_another_series_are_a_difference_although_the_values_agree() -> None:
    before = first_day("it-campione")
    before.do(TOLD, count("opening", by_series={"A": FLOAT}), count("closing", by_series={"A": FLOAT}))
    before.do(
        c.RequestFill(
            slip="F-000001", pieces={500: 2}, by_series={"B": {500: 2}}, closing=True, signatures=(BOSS,)
        ),
        c.ReceiveFill(
            slip="F-000001", pieces={500: 2}, by_series={"B": {500: 2}}, signatures=(CROUPIER, CHIEF)
        ),
        c.CloseTable(),
    )
    day = next_day(before)
    there = {"A": FLOAT, "B": {500: 2}}
    assert day.state.direction.series_handed_on == there
    day.do(TOLD)
    with_it = {10_000: 10, 500: 42}
    _, differs = day.do(count("opening", with_it, by_series={"A": {10_000: 10}, "B": {500: 42}}))
    assert differs == e.FloatVarianceFound(
        moment="opening", difference=0, by_series={"A": {500: -40}, "B": {500: 40}}
    )
    assert len(day.do(count("opening", with_it, by_series=there))) == 1


# ---------------------------------------------------------------- old records


def test_a_count_of_before_there_were_differences_is_read_as_it_was() -> None:
    old = {"moment": "opening", "pieces": {"500": 4}, "total": 2000, "expected": 2500}
    assert e.TABLE_EVENTS.decode("float_counted", old) == e.FloatCounted(
        moment="opening", pieces={500: 4}, total=2_000, expected=2_500
    )
    day = first_day()
    read = e.TABLE_EVENTS.decode("float_counted", old)
    after = evolve(day.state, Recorded(read, day.state.version + 1, day.now), day.rulebook)
    assert after.direction.variance is None
