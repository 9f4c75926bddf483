"""A table closed under pressure: what waits for people is named and handed on, and the next day explains itself."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.day.questions import BLOCKERS, left_open
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DIRECTOR, DayInHand, opening
from testkit.refusals import expect_refusal

BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
CHIEF = e.Signature(person=e.Person(id="person/2", name="Chief"), role="chef_de_table")
INSPECTOR = e.Signature(person=e.Person(id="person/3", name="Inspector"), role="games_inspector")
DESK = e.Signature(person=e.Person(id="person/4", name="Desk"), role="cash_desk")
CROUPIER = e.Signature(person=e.Person(id="p1", name="Croupier 1"), role="croupier")
PIECES = {10_000: 5, 500: 20}
FILL = c.RequestFill(slip="F-000012", pieces=PIECES, signatures=(BOSS,))
CREDIT = c.RequestCredit(slip="C-000003", pieces=PIECES, signatures=(BOSS,))
RECEIVE = c.ReceiveFill(slip="F-000012", pieces=PIECES, signatures=(CROUPIER, CHIEF))
HAND_OVER = c.HandOverCredit(slip="C-000003", pieces=PIECES, signatures=(CROUPIER, CHIEF))
BACK = c.TellSlipVoided(slip="C-000003", reason="nobody came", signatures=(CROUPIER, CHIEF))
SLIP = e.LeftOpen(kind="slip", code="slip-left-open", parameters={"slip": "F-000012"})
FORCE = c.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR))
EXPLAIN = c.ExplainForcedClose(reason="the fill lay at the bank", signatures=(CHIEF, DESK))


def of(rulebook: str = "pt-francesa", **opened: object) -> DayInHand:
    rules = get_rulebook(rulebook)
    day = DayInHand(rules, opened=False)
    day.do(replace(opening(rules), **opened))
    return day


def next_day(day: DayInHand, date: str = "2026-11-21") -> DayInHand:
    following = DayInHand(day.rulebook, opened=False, after=day.state)
    following.do(opening(day.rulebook, day=date))
    return following


def closed_by_force(*commands: c.Command) -> DayInHand:
    """The day after one on which these were said before it was closed under pressure."""
    day = of()
    day.do(*commands, FORCE)
    return next_day(day)


def uncounted() -> DayInHand:
    day = of(counts_float=True)
    day.do(c.CountFloat(moment="opening", pieces=PIECES, signatures=(BOSS, DESK)))
    return day


def differing() -> DayInHand:
    day = of(counts_float=True, par={500: 100})
    for moment in ("opening", "closing"):
        day.do(c.CountFloat(moment=moment, pieces={500: 99}, signatures=(BOSS, DESK)))
    return day


def with_a_slip() -> DayInHand:
    day = of()
    day.do(FILL)
    return day


def with_a_box() -> DayInHand:
    day = of()
    day.do(c.PlaceBox(serial="T1-A", signatures=(BOSS, DESK)))
    return day


def with_colours() -> DayInHand:
    day = of("pt-americana", chip_symbol="*T1", chip_colours={"yellow": 40})
    day.do(c.AssignColour(player="P1", colour="yellow", value=1_000, count=20))
    return day


LEFT: dict[str, tuple[Callable[[], DayInHand], str, dict[str, Any]]] = {
    "difference": (differing, "float-left-with-less", {"difference": {"amount": 500, "currency": "EUR"}}),
    "count": (uncounted, "closing-count-left-open", {}),
    "slip": (with_a_slip, "slip-left-open", {"slip": "F-000012"}),
    "box": (with_a_box, "box-left-open", {"serial": "T1-A"}),
    "colour": (with_colours, "colour-chips-left-open", {"count": 20, "colour": "yellow", "player": "P1"}),
}


def test_everything_that_may_be_forced_is_tried_here() -> None:
    assert LEFT.keys() == {demand.kind for demand in BLOCKERS}


@pytest.mark.parametrize("kind", LEFT)
def test_closing_blocker_keeps_the_table_open_until_a_forced_close(kind: str) -> None:
    made, code, parameters = LEFT[kind]
    left = (e.LeftOpen(kind=kind, code=code, parameters=parameters),)
    day = made()
    with pytest.raises(Refused):
        day.do(c.CloseTable())
    assert left_open(day.state, c.CloseTable(), day.rulebook) == left
    (*_, closed) = day.do(FORCE)
    assert isinstance(closed, e.TableClosed)
    assert closed.forced == e.ForcedClose(
        day="2026-11-20",
        reason="the alarm",
        left=left,
        ordered_by=BOSS.person,
        signed_by=INSPECTOR.person,
    )
    assert day.state.direction.forced_close == closed.forced


@pytest.mark.parametrize("beside", ["games_inspector", "public_controller", "chef_de_table"])
def test_the_pit_boss_forces_and_one_of_those_who_control_or_lead_signs(beside: str) -> None:
    day = with_a_slip()
    day.do(replace(FORCE, signatures=(BOSS, replace(INSPECTOR, role=beside))))
    assert day.state.phase == "closed"


@pytest.mark.parametrize(
    ("signatures", "reason", "code"),
    [
        ((BOSS, INSPECTOR), " ", "forced-close-without-reason"),
        ((), "fire", "forced-close-not-ordered"),
        ((CHIEF, INSPECTOR), "fire", "forced-close-not-ordered"),
        ((BOSS,), "fire", "forced-close-not-countersigned"),
        ((BOSS, DESK), "fire", "forced-close-not-countersigned"),
        ((BOSS, replace(BOSS, role="games_inspector")), "fire", "forced-close-not-countersigned"),
    ],
)
def test_a_close_under_pressure_has_a_reason_and_two_people(
    signatures: tuple[e.Signature, ...], reason: str, code: str
) -> None:
    day = with_a_slip()
    with expect_refusal(code):
        day.do(replace(FORCE, signatures=signatures, reason=reason))
    assert day.state.phase == "idle"


def test_forced_close_without_blockers_is_refused() -> None:
    with expect_refusal("nothing-left-open"):
        of().do(FORCE)


def test_no_force_ends_a_coup_or_what_is_to_be_paid() -> None:
    day = with_a_slip()
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=10_000))
    with expect_refusal("bets-on-cloth", count=1):
        day.do(FORCE)
    day.do(c.LaunchBall(), c.CloseBets())
    for code, parameters in (("bets-on-cloth", {"count": 1}), ("payments-open", {"coups": (1,)})):
        with expect_refusal(code, **parameters):
            day.do(FORCE)
        if day.state.phase == "bets_closed":
            day.do(c.DeclareNumber(number=1))
    day.do(c.ConfirmPayments(), FORCE)


def test_duty_of_a_clause_cannot_be_left_by_a_forced_close() -> None:
    day = of("it-campione")
    day.coup(7)
    day.do(FILL)
    with expect_refusal("last-coup-to-announce") as refusal:
        day.do(FORCE)
    assert refusal.value.clause == "it-campione/14"
    # A table that must be left at once is suspended first, and that may end without a last coup.
    day.do(c.SuspendTable(reason="force-majeure", detail="fire"), c.NotifyControl(notice="by telephone"))
    with expect_refusal("signature-missing", role="direction") as refusal:
        day.do(FORCE)
    assert refusal.value.clause == "it-campione/15"
    day.do(replace(FORCE, signatures=(DIRECTOR, INSPECTOR)))
    assert day.state.phase == "closed"


# ---------------------------------------------------------------- the next day


def test_no_bets_open_before_the_close_is_explained() -> None:
    day = closed_by_force(FILL)
    with expect_refusal("forced-close-not-explained", day="2026-11-20", left=(SLIP,)):
        day.do(c.AnnounceBetsOpen())
    day.do(c.StartRotor(reader="W"))
    assert day.state.phase == "idle"
    (explained,) = day.do(EXPLAIN)
    assert explained == e.ForcedCloseExplained(day="2026-11-20", reason="the fill lay at the bank")
    day.do(c.AnnounceBetsOpen())


def test_nor_does_the_next_day_close_by_whatever_force() -> None:
    day = closed_by_force(FILL)
    for close in (c.CloseTable(), FORCE):
        with expect_refusal("forced-close-not-explained"):
            day.do(close)


def test_forced_close_is_explained_once_with_words() -> None:
    day = closed_by_force(FILL)
    with expect_refusal("forced-close-explained-without-words"):
        day.do(replace(EXPLAIN, reason=" "))
    day.do(EXPLAIN)
    with expect_refusal("no-forced-close-to-explain"):
        day.do(EXPLAIN)


def test_an_open_fill_is_received_on_the_next_day_once() -> None:
    day = closed_by_force(FILL)
    assert [each.slip for each in day.state.slips.open] == ["F-000012"]
    day.do(RECEIVE)
    assert day.state.slips.moved.worth == 60_000
    assert not day.state.slips.open
    with expect_refusal("slip-not-open"):
        day.do(RECEIVE)


def test_a_carried_slip_is_not_asked_for_again_and_newer_ones_are() -> None:
    day = closed_by_force(FILL)
    for number in ("F-000012", "F-000011"):
        with expect_refusal("slip-asked-for-before"):
            day.do(replace(FILL, slip=number))
    day.do(replace(FILL, slip="F-000013"))


def test_an_open_slip_keeps_the_next_day_open_too_and_may_be_voided_there() -> None:
    day = closed_by_force(FILL)
    day.do(EXPLAIN)
    with expect_refusal("slips-open", slips=("F-000012",)):
        day.do(c.CloseTable())
    day.do(c.TellSlipVoided(slip="F-000012", reason="not needed", signatures=(BOSS,)), c.CloseTable())


def test_a_credit_that_left_comes_back_into_the_float_of_the_next_day() -> None:
    day = of()
    day.do(CREDIT, HAND_OVER, c.CloseTable())
    following = next_day(day)
    (back,) = following.do(BACK)
    assert isinstance(back, e.SlipVoidReported)
    assert (back.total, following.state.slips.moved.worth) == (60_000, 60_000)
    with expect_refusal("slip-not-open"):
        following.do(BACK)


def test_a_credit_comes_back_on_the_next_day_and_on_no_later_one() -> None:
    day = of()
    day.do(CREDIT, HAND_OVER, c.CloseTable())
    second = next_day(day)
    second.do(c.CloseTable())
    with expect_refusal("slip-not-open"):
        next_day(second, "2026-11-22").do(BACK)


def test_a_credit_that_was_carried_open_may_come_back_a_day_after_it_left() -> None:
    day = closed_by_force(CREDIT)
    day.do(EXPLAIN, HAND_OVER, c.CloseTable())
    third = next_day(day, "2026-11-22")
    third.do(BACK)
    assert third.state.slips.moved.worth == 60_000


def test_colours_left_out_are_late_chips_of_the_next_day() -> None:
    day = with_colours()
    day.do(FORCE)
    assert day.state.colours.late == {"yellow": 20}


def test_a_day_that_was_recorded_before_there_was_force_is_read_as_it_was() -> None:
    old = {
        "day": "2026-11-20",
        "coups": 3,
        "ball": "A",
        "last_number": 7,
        "last_direction": None,
        "numbers": [7],
        "bound": [],
    }
    read = e.TABLE_EVENTS.decode("table_closed", old)
    assert isinstance(read, e.TableClosed)
    assert (read.forced, read.slips_open, read.slips_left) == (None, (), ())
