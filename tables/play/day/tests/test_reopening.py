"""A table that was closed by mistake is opened again on the same gaming day, and goes on as its closing found it."""

from datetime import timedelta

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

PIECES = {10_000: 20, 500: 40}


def by(*roles: str) -> tuple[e.Signature, ...]:
    return tuple(e.Signature(person=e.Person(id=role, name=role), role=role) for role in roles)


BOTH = by("pit_boss", "games_inspector")
AGAIN = c.ReopenTable(reason="the wrong table was chosen", signatures=BOTH)
COUNT = c.CountFloat(moment="opening", pieces=PIECES, signatures=by("pit_boss", "cash_desk"))
CLOSING = c.CountFloat(moment="closing", pieces=PIECES, signatures=by("pit_boss", "cash_desk"))


def day_of(name: str, **opened: object) -> DayInHand:
    rules = get_rulebook(name)
    day = DayInHand(rules, opened=False)
    command = opening(rules)
    day.do(c.OpenTable(**{field: getattr(command, field) for field in command.__struct_fields__} | opened))
    return day


def test_the_day_goes_on_with_its_coups_its_limits_and_its_stakes_in_prison() -> None:
    day = day_of("it-venezia")
    day.coup(17, c.PlaceBet(player="P1", bet="plein:17", amount=500))
    day.coup(0, c.PlaceBet(player="P2", bet="rouge", amount=1_000))
    day.do(c.ChoosePrison(ref="b2", choice="stay"))
    open_state = day.state
    day.do(c.CloseTable())
    closed_state = day.state
    assert closed_state.phase == "closed" and not closed_state.bets
    day.do(AGAIN)
    assert (day.state.phase, day.state.coup, day.state.day) == ("idle", 2, open_state.day)
    assert day.state.bets == open_state.bets
    assert [bet.level for bet in day.state.bets] == [1]
    assert (day.state.limits, day.state.numbers) == (open_state.limits, open_state.numbers)
    assert day.state.before_closing is None
    event = day.of_type(e.TableReopened)[0]
    assert (event.coups, event.reason, event.ordered_by.id, event.signed_by.id) == (
        2,
        "the wrong table was chosen",
        "pit_boss",
        "games_inspector",
    )
    assert isinstance(day.events[event.closing - 1].event, e.TableClosed)
    day.coup(5, c.PlaceBet(player="P1", bet="plein:5", amount=500))
    assert day.state.coup == 3
    assert [bet.ref for bet in day.of_type(e.BetPlaced)] == ["b1", "b2", "b3"]


def test_bets_that_were_open_at_the_closing_open_again_under_the_same_coup() -> None:
    day = day_of("pt-francesa")
    day.coup(17)
    day.do(c.AnnounceBetsOpen(), c.CloseTable(), AGAIN)
    assert (day.state.phase, day.state.coup) == ("idle", 1)
    day.do(c.AnnounceBetsOpen())
    assert (day.state.phase, day.state.coup) == ("betting", 2)


def test_the_float_is_as_it_was_counted_and_the_closing_count_is_made_again() -> None:
    day = day_of("pt-francesa", counts_float=True)
    day.do(COUNT)
    day.coup(17)
    day.do(CLOSING, c.CloseTable(), AGAIN)
    assert day.of_type(e.TableReopened)[0].float_counted == 220_000
    assert day.state.direction.float_at_opening == 220_000
    with expect_refusal("float-not-counted"):
        day.do(c.CloseTable())
    day.coup(18)
    day.do(CLOSING, c.CloseTable())
    assert day.of_type(e.TableClosed)[-1].coups == 2


def test_colours_are_in_play_again() -> None:
    day = day_of("pt-americana", chip_symbol="*T1", chip_colours={"yellow": 40})
    day.do(
        c.AssignColour(colour="yellow", player="P1", value=500, count=20), c.CloseTable(carry_late_chips=True)
    )
    assert day.state.colours.late and not day.state.colours.in_play
    day.do(AGAIN)
    assert [each.colour for each in day.state.colours.in_play] == ["yellow"]
    assert not day.state.colours.late


def test_blockers_of_a_forced_close_return_except_a_voided_slip() -> None:
    day = day_of("pt-francesa")
    for slip in ("F-000001", "F-000002"):
        day.do(c.RequestFill(slip=slip, pieces={500: 20}, signatures=by("pit_boss")))
    day.do(
        c.CloseTable(forced=True, reason="the alarm", signatures=BOTH),
        c.TellSlipVoided(slip="F-000001", reason="not needed", signatures=by("cash_desk")),
        AGAIN,
    )
    assert [each.slip for each in day.state.slips.open] == ["F-000002"]
    assert day.state.direction.forced_close is None


def test_last_coup_is_announced_again_after_reopening() -> None:
    day = day_of("it-campione")
    day.coup(17)
    day.do(c.AnnounceLastCoup())
    day.coup(18)
    day.do(c.CloseTable(), AGAIN)
    assert day.state.direction.last_coup is None
    day.coup(19)
    with expect_refusal("last-coup-to-announce", clause="it-campione/14"):
        day.do(c.CloseTable())


def test_a_dispute_after_the_closing_waits_at_the_open_table() -> None:
    day = day_of("it-venezia")
    day.coup(17)
    day.do(c.OpenDispute(coup=1, player="P1", words="my chip lay on 17"))
    day.do(c.DecideDispute(dispute="d1", outcome="none", reason="camera", signatures=by("direction")))
    day.do(c.CloseTable(), c.OpenDispute(coup=1, player="P2", words="mine too"), AGAIN)
    assert [each.dispute for each in day.state.corrections.disputes] == ["d2"]


def test_the_ball_and_the_staff_stood_still_while_the_table_was_closed() -> None:
    day = day_of("pt-francesa")
    day.coup(17)
    since, spins_since = day.state.ball_since, day.state.spinner_since
    assert since is not None and spins_since is not None
    day.do(c.CloseTable())
    day.pass_time(minutes=20)
    day.do(AGAIN)
    assert day.state.ball_since == since + timedelta(minutes=20)
    assert not day.of_type(e.ViolationRaised)


def test_an_open_table_has_no_closing_to_undo() -> None:
    day = day_of("pt-francesa")
    with expect_refusal("reopened-while-open"):
        day.do(AGAIN)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.ReopenTable(reason=" ", signatures=BOTH), "reopening-without-reason"),
        (c.ReopenTable(reason="x" * 201, signatures=BOTH), "reason-too-long"),
        (c.ReopenTable(reason="a mistake"), "reopening-not-ordered"),
        (
            c.ReopenTable(reason="a mistake", signatures=by("chef_de_table", "games_inspector")),
            "reopening-not-ordered",
        ),
        (c.ReopenTable(reason="a mistake", signatures=by("pit_boss")), "reopening-not-countersigned"),
        (
            c.ReopenTable(reason="a mistake", signatures=by("pit_boss", "cash_desk")),
            "reopening-not-countersigned",
        ),
    ],
)
def test_reopening_needs_a_reason_and_two_signatures(command: c.ReopenTable, code: str) -> None:
    day = day_of("pt-francesa")
    day.do(c.CloseTable())
    before = len(day.events)
    with pytest.raises(Refused) as refusal:
        day.do(command)
    assert refusal.value.code == code
    assert len(day.events) == before


@pytest.mark.parametrize("beside", ["direction", "games_inspector", "public_controller", "chef_de_table"])
def test_reopening_is_ordered_by_the_pit_boss_with_a_second_signature(beside: str) -> None:
    day = day_of("pt-francesa")
    day.do(c.CloseTable(), c.ReopenTable(reason="a mistake", signatures=by("pit_boss", beside)))
    assert day.state.phase == "idle"
