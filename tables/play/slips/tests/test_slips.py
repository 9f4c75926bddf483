"""Fills and credits at the table: asked for with a signature, received and handed over by two, and never twice."""

from typing import Any

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.slips.questions import kind_and_place, slip_number
from tables.roulette.loader import get_rulebook
from testkit.invariants import kept
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
CHIEF = e.Signature(person=e.Person(id="person/2", name="Chief"), role="chef_de_table")
DESK = e.Signature(person=e.Person(id="person/3", name="Desk"), role="cash_desk")
CROUPIER = e.Signature(person=e.Person(id="p1", name="Croupier 1"), role="croupier")
BOTH = (CROUPIER, CHIEF)
PIECES = {10_000: 5, 500: 20}
FILL = c.RequestFill(slip="F-000001", pieces=PIECES, signatures=(BOSS,))
RECEIVE = c.ReceiveFill(slip="F-000001", pieces=PIECES, signatures=BOTH)
CREDIT = c.RequestCredit(slip="C-000001", pieces={10_000: 2}, signatures=(CHIEF,))
HAND_OVER = c.HandOverCredit(slip="C-000001", pieces={10_000: 2}, signatures=BOTH)


@pytest.fixture
def day() -> DayInHand:
    return DayInHand(get_rulebook("pt-francesa"))


def test_a_fill_is_in_the_float_once_it_is_received(day: DayInHand) -> None:
    day.do(FILL)
    assert [each.slip for each in day.state.slips.open] == ["F-000001"]
    assert day.state.slips.moved.worth == 0
    (received,) = day.do(RECEIVE)
    assert received == e.FillReceived(slip="F-000001", pieces=PIECES, total=60_000)
    assert (day.state.slips.open, dict(day.state.slips.moved.pieces)) == ((), PIECES)


def test_a_credit_is_out_of_the_float_once_it_is_handed_over(day: DayInHand) -> None:
    day.do(FILL, RECEIVE, CREDIT, HAND_OVER)
    assert dict(day.state.slips.moved.pieces) == {10_000: 3, 500: 20}
    assert [each.slip for each in day.state.slips.left] == ["C-000001"]
    assert kept(day.state) == day.state


def test_no_slip_is_received_or_handed_over_twice(day: DayInHand) -> None:
    day.do(FILL, RECEIVE, CREDIT, HAND_OVER)
    for again in (RECEIVE, HAND_OVER):
        with expect_refusal("slip-not-open"):
            day.do(again)
    assert dict(day.state.slips.moved.pieces) == {10_000: 3, 500: 20}


@pytest.mark.parametrize(
    ("signatures", "parameters"),
    [
        ((), {"role": "croupier"}),
        ((CROUPIER,), {"role": "chef_de_table"}),
        ((CROUPIER, BOSS), {"role": "chef_de_table"}),
        ((CHIEF,), {"role": "croupier"}),
        ((replace(CHIEF, role="croupier"), CHIEF), {"name": "Chief", "table": "T1"}),
        ((CROUPIER, replace(CROUPIER, role="chef_de_table")), {"role": "chef_de_table"}),
    ],
)
def test_croupier_and_chief_both_sign(
    day: DayInHand, signatures: tuple[e.Signature, ...], parameters: dict[str, Any]
) -> None:
    code = "signature-missing" if "role" in parameters else "croupier-without-position"
    day.do(FILL, CREDIT)
    for command in (RECEIVE, HAND_OVER):
        with expect_refusal(code, **parameters):
            day.do(replace(command, signatures=signatures))
    assert len(day.state.slips.open) == 2


def test_a_croupier_of_the_second_layout_signs_too() -> None:
    rulebook = get_rulebook("pt-francesa")
    day = DayInHand(rulebook, opened=False)
    day.do(opening(rulebook, double=True), FILL)
    second = next(iter(day.state.roster.second.values()))
    day.do(replace(RECEIVE, signatures=(e.Signature(person=second, role="croupier"), CHIEF)))
    assert day.state.slips.open == ()


@pytest.mark.parametrize("signature", [DESK, CROUPIER])
def test_chips_are_asked_for_by_the_chief_or_the_pit_boss(day: DayInHand, signature: e.Signature) -> None:
    with expect_refusal("signature-not-allowed"):
        day.do(replace(FILL, signatures=(signature,)))


@pytest.mark.parametrize("pieces", [{}, {0: 5}, {500: 0}, {500: -1}])
def test_a_slip_is_of_some_whole_chips(day: DayInHand, pieces: dict[int, int]) -> None:
    with expect_refusal("chips-not-counted"):
        day.do(replace(FILL, pieces=pieces))


@pytest.mark.parametrize("slip", ["", "F-1", "F-000000", "F-0000001", "X-000001", "f-000001", "F-١٢٣٤٥٦"])
def test_malformed_slip_number_is_refused(day: DayInHand, slip: str) -> None:
    with expect_refusal("slip-number-malformed"):
        day.do(replace(FILL, slip=slip))


def test_a_credit_is_no_fill_and_a_number_does_not_come_twice(day: DayInHand) -> None:
    with expect_refusal("slip-is-no-fill", slip="C-000001"):
        day.do(replace(FILL, slip="C-000001"))
    day.do(FILL, RECEIVE)
    with expect_refusal("slip-asked-for-before", slip="F-000001"):
        day.do(FILL)


def test_numbers_read_back_also_beyond_six_digits() -> None:
    assert slip_number("fill", 123) == "F-000123"
    assert kind_and_place(slip_number("credit", 1_234_567)) == ("credit", 1_234_567)


def test_a_voided_fill_brings_nothing_and_a_voided_credit_comes_back(day: DayInHand) -> None:
    day.do(FILL, c.TellSlipVoided(slip="F-000001", reason="wrong chips", signatures=(DESK,)))
    day.do(CREDIT, HAND_OVER)
    back = c.TellSlipVoided(slip="C-000001", reason="nobody to fetch it", signatures=BOTH)
    with expect_refusal("signature-missing", role="croupier", slip="C-000001"):
        day.do(replace(back, signatures=(DESK,)))
    (told,) = day.do(back)
    assert isinstance(told, e.SlipVoidReported)
    assert (told.kind, told.pieces, told.total) == ("credit", {10_000: 2}, 20_000)
    assert (day.state.slips.open, day.state.slips.left, day.state.slips.moved.worth) == ((), (), 0)


def test_nothing_is_voided_without_a_reason_or_twice(day: DayInHand) -> None:
    day.do(FILL)
    void = c.TellSlipVoided(slip="F-000001", reason="wrong chips", signatures=(BOSS,))
    with expect_refusal("slip-voided-without-reason"):
        day.do(replace(void, reason=" "))
    day.do(void)
    for again in (void, RECEIVE):
        with expect_refusal("slip-not-open"):
            day.do(again)


def test_a_table_does_not_close_with_open_slips_and_names_them(day: DayInHand) -> None:
    day.do(FILL, CREDIT)
    with expect_refusal("slips-open", slips=("F-000001", "C-000001")):
        day.do(c.CloseTable())
    day.do(RECEIVE, HAND_OVER, c.CloseTable())
    assert day.state.phase == "closed"


def counted(day: DayInHand, moment: e.Moment) -> None:
    day.do(c.CountFloat(moment=moment, pieces={500: 100}, signatures=(BOSS, DESK)))


def test_chips_that_move_with_no_closing_slip_end_the_closing_count_until_it_is_made_again() -> None:
    rulebook = get_rulebook("pt-francesa")
    day = DayInHand(rulebook, opened=False)
    day.do(replace(opening(rulebook), counts_float=True))
    counted(day, "opening")
    day.do(CREDIT, HAND_OVER, FILL)
    counted(day, "closing")
    back = c.TellSlipVoided(slip="C-000001", reason="nobody to fetch it", signatures=BOTH)
    for step in (RECEIVE, back):
        day.do(step)
        assert day.state.direction.closing_count_ended_by == step.slip
        assert day.state.direction.float_at_closing is None
        with expect_refusal("closing-count-ended"):
            day.do(c.CloseTable())
        with expect_refusal("opening-count-after-closing-count"):
            counted(day, "opening")
        counted(day, "closing")
        assert day.state.direction.closing_count_ended_by == ""
    day.do(c.CloseTable())


def test_a_count_begins_anew_what_has_moved_and_the_closing_counts_what_came_after_it() -> None:
    rulebook = get_rulebook("pt-francesa")
    day = DayInHand(rulebook, opened=False)
    day.do(replace(opening(rulebook), counts_float=True), FILL, RECEIVE)
    counted(day, "opening")
    assert day.state.slips.moved.worth == 0
    closing = replace(FILL, slip="F-000002", closing=True)
    with expect_refusal("closing-fill-before-closing-count"):
        day.do(closing)
    day.do(CREDIT, HAND_OVER)
    counted(day, "closing")
    assert (day.state.slips.moved.worth, day.state.slips.moved_since_closing_count.worth) == (-20_000, 0)
    day.do(closing)
    (received,) = day.do(replace(RECEIVE, slip="F-000002"))
    assert isinstance(received, e.FillReceived) and received.closing
    day.do(c.CloseTable())
    assert day.state.direction.float_handed_on == 50_000 + 60_000


def test_series_are_those_in_play_and_come_to_the_pieces() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.TellChipSeries(in_play=("A", "B"), ended=("Z",)))
    with expect_refusal("series-unknown", subject="fill", series="Z", known=("A", "B")):
        day.do(replace(FILL, by_series={"Z": PIECES}))
    with expect_refusal("series-do-not-add-up"):
        day.do(replace(FILL, by_series={"A": {500: 20}}))
    told = {"A": {10_000: 5}, "B": {500: 20}}
    day.do(replace(FILL, by_series=told), replace(RECEIVE, by_series=told))
    assert dict(day.state.slips.moved.by_series) == {"A": ((10_000, 5),), "B": ((500, 20),)}
    old = replace(CREDIT, by_series={"Z": {10_000: 2}})
    day.do(old, replace(HAND_OVER, by_series={"Z": {10_000: 2}}))
    assert dict(day.state.slips.moved.by_series)["Z"] == ((10_000, -2),)
