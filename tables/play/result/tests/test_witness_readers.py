"""A table has one primary reader, whose numbers settle, and witnesses, whose numbers are compared with them."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

COUNTED = c.SpinRule(since_number_s=10, since_launch_s=10, since_closing_s=1)
PLAIN = c.SpinRule(uncounted=True, since_number_s=10, since_launch_s=10, since_closing_s=1)


@pytest.fixture
def day() -> DayInHand:
    """Return a French table with a live primary reader and a live witness, before its first coup."""
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.ChangeReader(reader="W", state="live"), comes("CAM"))
    return day


def comes(code: str, state: str = "live") -> c.ChangeReader:
    return c.ChangeReader(reader=code, state=state, role="witness")  # type: ignore[arg-type]


def primary(number: int, game: int | None = None, **how: object) -> c.DeclareNumber:
    name = None if game is None else f"1/{game}"
    return c.DeclareNumber(number=number, source="reader", reader="W", game=name, spin=COUNTED, **how)  # type: ignore[arg-type]


def seen(number: int, game: int | None = None, by: str = "CAM", **how: object) -> c.ReportAsWitness:
    """A witness reports a number, under its own name for the game."""
    name = None if game is None else f"{by}:1/{game}"
    spin = PLAIN if game is None else COUNTED
    return c.ReportAsWitness(reader=by, number=number, game=name, spin=spin, **how)  # type: ignore[arg-type]


def bet(code: str = "rouge") -> c.PlaceBet:
    return c.PlaceBet(player="Seat 1", bet=code, amount=1000)


def spin(day: DayInHand, seconds: float = 30) -> None:
    """Let a ball run with a bet on red: bets open, launch, closing, and then so long."""
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=seconds)


def named(events: Sequence[e.Event]) -> list[str]:
    return [type(each).__name__ for each in events]


def disputed(state: State) -> list[tuple[int, str, str | None]]:
    """The numbers between which the chief decides, each with its source and reader."""
    assert state.discrepancy is not None
    return [(each.number, each.source, each.reader) for each in state.discrepancy.reports]


def test_witness_with_the_same_number_confirms_the_number_of_the_primary(day: DayInHand) -> None:
    spin(day)
    day.do(primary(17, 11))
    (confirmed,) = day.do(seen(17, 203))
    assert confirmed == e.NumberConfirmed(coup=1, number=17, source="reader", game="CAM:1/203", reader="CAM")
    assert (day.state.number, day.state.discrepancies, len(day.state.past)) == (17, (), 1)
    assert day.state.past[-1].game == "1/11", "the primary's name for the game stays"


def test_witness_with_another_number_stops_the_payment_until_a_person_decides(day: DayInHand) -> None:
    spin(day)
    day.do(primary(17, 11))
    fell_at = day.now
    day.pass_time(seconds=2)
    (found,) = day.do(seen(22, 203))
    assert found == e.DiscrepancyFound(
        coup=1, recorded=17, other=22, source="reader", game="CAM:1/203", reader="CAM"
    )
    assert disputed(day.state) == [(17, "reader", "W"), (22, "reader", "CAM")]
    assert day.state.discrepancy is not None
    assert [each.at for each in day.state.discrepancy.reports] == [fell_at, fell_at + timedelta(seconds=2)]
    with expect_refusal("number-disputed"):
        day.do(c.ConfirmPayments())
    day.do(c.ResolveDiscrepancy(number=22, reason="camera 3"))
    assert (day.state.number, day.state.discrepancies) == (22, ())


def test_witness_that_reports_first_is_compared_when_the_number_falls(day: DayInHand) -> None:
    spin(day)
    (reported,) = day.do(seen(17, 203))
    assert reported == e.WitnessReported(reader="CAM", coup=1, number=17, game="CAM:1/203")
    assert (day.state.phase, day.state.number, day.state.doubted) == ("bets_closed", None, ())
    day.pass_time(seconds=1)
    assert named(day.do(primary(17, 11))) == ["NumberFell", "NumberConfirmed"]
    spin(day := paid(day))
    day.do(seen(22, 204))
    assert named(day.do(primary(9, 12))) == ["NumberFell", "DiscrepancyFound"]
    assert disputed(day.state) == [(9, "reader", "W"), (22, "reader", "CAM")]


def paid(day: DayInHand) -> DayInHand:
    day.do(c.ConfirmPayments())
    day.pass_time(seconds=10)
    return day


def test_stake_of_a_seat_is_not_settled_against_a_witness() -> None:
    live = DayInHand(get_rulebook("it-live"))
    live.do(c.ChangeReader(reader="W", state="live"), comes("CAM"))
    live.do(c.BuyIn(seat="P1", amount=1000), c.AnnounceBetsOpen())
    live.do(c.ConfirmBets(seat="P1", bets=(e.SeatBet(bet="rouge", amount=100),)))
    live.do(c.LaunchBall(), c.CloseBets())
    live.pass_time(seconds=20)
    live.do(seen(2, 5), primary(1, 5))
    assert live.state.number == 1, "which is red"
    assert live.state.live.seats["P1"].balance == 900, "nothing is paid"
    live.do(c.ResolveDiscrepancy(number=1, reason="camera 3"))
    assert live.state.live.seats["P1"].balance == 1100


@pytest.mark.parametrize("phase", ["idle", "betting", "paying"])
def test_witness_opens_no_coup_and_closes_none(day: DayInHand, phase: str) -> None:
    if phase == "paying":
        spin(day)
        day.do(primary(9, 11), seen(9, 202))
        day.pass_time(seconds=60)
    elif phase == "betting":
        day.do(c.AnnounceBetsOpen(), bet())
    before = day.state
    (reported,) = day.do(seen(17, 203))
    assert reported == e.WitnessReported(reader="CAM", coup=None, number=17, game="CAM:1/203")
    now = day.state
    assert (now.phase, now.coup, now.past, now.bets, now.doubted) == (
        before.phase,
        before.coup,
        before.past,
        before.bets,
        before.doubted,
    )


def test_the_same_game_of_a_witness_is_always_the_same_coup(day: DayInHand) -> None:
    spin(day)
    day.do(primary(17, 11), seen(17, 203))
    spin(paid(day))
    assert day.do(seen(17, 203)) == []
    (found,) = day.do(seen(20, 203))
    assert isinstance(found, e.DiscrepancyFound)
    assert (found.coup, found.other) == (1, 20)
    assert (day.state.phase, day.state.coup) == ("bets_closed", 2)


def test_witness_changes_its_number_before_the_number_falls(day: DayInHand) -> None:
    spin(day)
    day.do(seen(20, 203), seen(17, 203))
    assert named(day.do(primary(17, 11))) == ["NumberFell", "NumberConfirmed"]


def test_game_names_of_two_readers_are_kept_apart(day: DayInHand) -> None:
    spin(day)
    day.do(primary(17, 11))
    spin(paid(day))
    day.do(seen(9, 11), primary(9, 12))
    assert [(past.coup, past.number, past.game) for past in day.state.past] == [
        (1, 17, "1/11"),
        (2, 9, "1/12"),
    ]
    assert day.state.discrepancies == ()


def test_witness_report_of_a_late_delivery_is_of_the_coup_that_fell_about_then(day: DayInHand) -> None:
    times = []
    for number, game in ((17, 11), (9, 12)):
        spin(day)
        day.do(primary(number, game))
        times.append(day.now)
        paid(day)
        day.pass_time(seconds=20)
    decided = day.decide(day.state, seen(17, 203), day.rulebook, times[0] + timedelta(seconds=2))
    assert [(type(each.event).__name__, each.event.coup) for each in decided] == [("NumberConfirmed", 1)]  # type: ignore[attr-defined]
    decided = day.decide(day.state, seen(17, 204), day.rulebook, times[1] + timedelta(seconds=2))
    assert [(type(each.event).__name__, each.event.coup) for each in decided] == [("DiscrepancyFound", 2)]  # type: ignore[attr-defined]


def test_display_that_shows_its_number_again_adds_nothing(day: DayInHand) -> None:
    spin(day)
    day.do(primary(17, 11), seen(17))
    for _ in range(5):
        day.pass_time(seconds=5)
        assert day.do(seen(17)) == []


def test_display_that_shows_the_number_before_while_the_ball_runs_is_compared_with_its_last(
    day: DayInHand,
) -> None:
    spin(day)
    day.do(primary(17, 11), seen(17))
    spin(paid(day), seconds=12)
    day.do(seen(17))
    day.pass_time(seconds=15)
    day.do(seen(9))
    assert named(day.do(primary(9, 12))) == ["NumberFell", "NumberConfirmed"]


def test_display_that_shows_the_number_before_after_the_fall_is_no_discrepancy(day: DayInHand) -> None:
    spin(day)
    day.do(primary(17, 11), seen(17))
    spin(paid(day))
    day.do(primary(9, 12))
    day.pass_time(seconds=15)
    assert day.do(seen(17)) == []


def test_report_of_a_launch_that_failed_is_not_compared(day: DayInHand) -> None:
    spin(day)
    day.do(seen(20, 203), c.FailLaunch(reason="slow"))
    day.pass_time(seconds=3)
    day.do(c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=30)
    day.do(seen(17, 204))
    assert named(day.do(primary(17, 11))) == ["NumberFell", "NumberConfirmed"]


def test_witness_in_doubt_about_itself_confirms_no_doubtful_number(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=30)
    day.do(primary(17, 11, doubts=("unconfirmed",)))
    (reported,) = day.do(seen(17, 203, doubts=("unconfirmed",)))
    assert isinstance(reported, e.WitnessReported)
    assert list(day.state.number_doubts) == ["unconfirmed"]
    day.do(comes("HEAD"), seen(17, 1, by="HEAD"))
    assert list(day.state.number_doubts) == [], "a second reader is certain of it"


def test_witness_does_not_confirm_a_number_that_waits(day: DayInHand) -> None:
    spin(day)
    day.do(primary(17, 11, doubts=("unconfirmed",)))
    day.do(seen(17, 203))
    assert [each.number for each in day.state.doubted] == [17]
    assert day.state.payments_open == ()
    assert named(day.do(c.DeclareNumber(number=17)))[:2] == ["NumberFell", "NumberConfirmed"]
    assert (day.state.number, day.state.past[-1].reader) == (17, "W")


def test_number_that_a_person_confirms_is_compared_with_a_witness(day: DayInHand) -> None:
    spin(day)
    day.do(primary(17, 11, doubts=("unconfirmed",)), seen(22, 203), c.DeclareNumber(number=17))
    assert disputed(day.state)[:2] == [(17, "reader", "W"), (22, "reader", "CAM")]


def test_staff_number_is_compared_with_the_witness(day: DayInHand) -> None:
    spin(day)
    day.do(seen(22, 203), c.DeclareNumber(number=17))
    assert disputed(day.state) == [(17, "staff", None), (22, "reader", "CAM")]
    day.do(c.ResolveDiscrepancy(number=17, reason="camera 3"))
    (confirmed,) = day.do(primary(17, 11))
    assert isinstance(confirmed, e.NumberConfirmed)
    assert day.state.past[-1].awaits_reader is False


@pytest.mark.parametrize("how", ["silent", "fault", "never heard"])
def test_number_of_a_witness_is_proposed_while_the_primary_is_away(how: str) -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    if how != "never heard":
        day.do(c.ChangeReader(reader="W", state=how))  # type: ignore[arg-type]
    day.do(comes("CAM"))
    spin(day)
    (doubted,) = day.do(seen(17, 203))
    assert doubted == e.NumberDoubted(
        coup=1, number=17, source="reader", game="CAM:1/203", doubts=("of_witness",), reader="CAM"
    )
    with expect_refusal("number-not-certain"):
        day.do(bet("noir"))
    day.do(c.DeclareNumber(number=17))
    assert (day.state.number, day.state.payments_open, day.state.doubted) == (17, (1,), ())
    assert (day.state.past[-1].reader, day.state.past[-1].confirmed) == ("CAM", True)


@pytest.fixture
def alone(day: DayInHand) -> DayInHand:
    """Return a table whose primary reader is silent, with two live witnesses and a ball that runs."""
    day.do(c.ChangeReader(reader="W", state="silent"), comes("HEAD"))
    spin(day)
    return day


def test_second_witness_with_the_same_number_adds_its_name(alone: DayInHand) -> None:
    alone.do(seen(17, 203))
    (reported,) = alone.do(seen(17, 7, by="HEAD"))
    assert reported == e.WitnessReported(reader="HEAD", coup=1, number=17, game="HEAD:1/7")
    assert len(alone.state.doubted) == 1, "two witnesses settle nothing either"
    alone.do(c.DeclareNumber(number=17))
    assert alone.state.discrepancies == ()


def test_second_witness_with_another_number_stands_against_the_first(alone: DayInHand) -> None:
    alone.do(seen(17, 203), seen(22, 7, by="HEAD"))
    assert [(each.number, each.coup, each.reader) for each in alone.state.waiting] == [
        (17, 1, "CAM"),
        (22, 1, "HEAD"),
    ]
    alone.do(c.DeclareNumber(number=22))
    assert (alone.state.number, alone.state.discrepancies) == (22, ()), "the person saw both"


def test_number_of_the_primary_that_is_back_counts_and_is_compared(alone: DayInHand) -> None:
    alone.do(seen(17, 203), seen(22, 7, by="HEAD"))
    alone.pass_time(seconds=2)
    alone.do(c.ChangeReader(reader="W", state="live"))
    events = alone.do(primary(17, 11))
    assert named(events) == ["NumberFell", "NumberConfirmed", "DiscrepancyFound"]
    assert (alone.state.doubted, alone.state.past[-1].reader) == ((), "W")
    assert disputed(alone.state) == [(17, "reader", "W"), (17, "reader", "CAM"), (22, "reader", "HEAD")]


def test_number_of_the_primary_after_a_person_confirmed_the_witness_is_compared(alone: DayInHand) -> None:
    alone.do(seen(17, 203), c.DeclareNumber(number=17))
    alone.do(c.ChangeReader(reader="W", state="live"))
    (found,) = alone.do(primary(20, 11))
    assert isinstance(found, e.DiscrepancyFound)
    assert (found.coup, found.other, found.reader) == (1, 20, "W")
    assert len(alone.state.past) == 1


def test_number_of_the_next_launch_waits_behind_a_proposed_one(alone: DayInHand) -> None:
    alone.do(seen(17, 203))
    alone.do(c.ChangeReader(reader="W", state="live"), c.LaunchBall(source="reader", game="1/12"))
    alone.pass_time(seconds=30)
    alone.do(c.CloseBets(source="reader", game="1/12"), primary(9, 12))
    assert [(each.number, each.coup) for each in alone.state.doubted] == [(17, 1), (9, 2)]


def test_next_game_of_a_witness_alone_waits_behind_the_first(alone: DayInHand) -> None:
    alone.do(seen(17, 203), seen(17, 7, by="HEAD"))
    alone.pass_time(seconds=45)
    alone.do(seen(20, 204), seen(21, 8, by="HEAD"))
    assert [(each.number, each.coup, each.reader) for each in alone.state.doubted] == [
        (17, 1, "CAM"),
        (20, 2, "CAM"),
        (21, 2, "HEAD"),
    ]
    alone.do(c.DismissDoubt(coup=1))
    assert [(each.number, each.coup) for each in alone.state.doubted] == [(20, 1), (21, 1)]
    assert alone.do(seen(20, 204)) == []
    alone.do(c.DeclareNumber(number=20))
    assert (alone.state.number, alone.state.discrepancies) == (20, ())


def test_witness_without_a_launch_is_proposed_as_the_primary_would_be(day: DayInHand) -> None:
    day.do(c.ChangeReader(reader="W", state="silent"), c.AnnounceBetsOpen(), bet())
    (doubted,) = day.do(seen(17, 203))
    assert isinstance(doubted, e.NumberDoubted)
    assert doubted.doubts == ("of_witness", "no_launch")


def test_each_reader_has_a_state_of_its_own(day: DayInHand) -> None:
    day.do(c.ChangeReader(reader="W", state="silent"))
    day.do(comes("CAM", "live"), c.WarnWheel(reader="CAM", warnings=("sensor",), role="witness"))
    assert (day.state.reader.name, day.state.reader.state, day.state.reader.warnings) == ("W", "silent", ())
    (camera,) = day.state.witnesses
    assert (camera.name, camera.state, camera.warnings) == ("CAM", "live", ("sensor",))
    day.do(c.ChangeReader(reader="W", state="live"), comes("CAM", "silent"))
    assert {name: each.state for name, each in day.state.readers.items()} == {"W": "live", "CAM": "silent"}


def test_number_that_is_not_on_the_wheel_is_refused_of_a_witness(day: DayInHand) -> None:
    spin(day)
    with expect_refusal("number-not-on-wheel"):
        day.do(replace(seen(17), number=37))


def test_reports_of_the_day_before_are_none_of_this_day(day: DayInHand) -> None:
    assert day.state.opened_at is not None
    before = day.state.opened_at - timedelta(minutes=1)
    assert list(day.decide(day.state, seen(17, 203), day.rulebook, before)) == []


def test_acting_witness_settles_and_the_primary_is_compared_when_it_is_back(day: DayInHand) -> None:
    day.do(c.ChangeReader(reader="W", state="silent"))
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(source="reader", game="CAM:1/203"))
    day.do(c.CloseBets(source="reader", game="CAM:1/203"))
    day.pass_time(seconds=30)
    acting = c.DeclareNumber(number=17, source="reader", reader="CAM", game="CAM:1/203", spin=COUNTED)
    assert named(day.do(acting))[0] == "NumberFell"
    assert (day.state.number, day.state.payments_open) == (17, (1,))
    assert day.do(acting) == []
    day.do(c.ChangeReader(reader="W", state="live"))
    (confirmed,) = day.do(primary(17, 12))
    assert confirmed == e.NumberConfirmed(coup=1, number=17, source="reader", game="1/12", reader="W")
    assert day.do(primary(17, 12)) == []
    (found,) = day.do(primary(20, 12, corrects=True))
    assert isinstance(found, e.DiscrepancyFound)


def test_number_of_the_primary_settles_a_coup_that_an_acting_witness_began(day: DayInHand) -> None:
    day.do(c.ChangeReader(reader="W", state="silent"))
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(source="reader", game="CAM:1/203"))
    day.do(c.CloseBets(source="reader", game="CAM:1/203"))
    day.pass_time(seconds=30)
    day.do(c.ChangeReader(reader="W", state="live"), primary(17, 12))
    assert (day.state.number, day.state.doubted, day.state.payments_open) == (17, (), (1,))


def test_late_number_of_the_primary_is_compared_with_the_one_that_a_witness_gave(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), bet())
    day.do(c.LaunchBall(source="reader", game="1/11"), c.CloseBets(source="reader", game="1/11"))
    day.pass_time(seconds=30)
    day.do(c.ChangeReader(reader="W", state="silent"), seen(17, 203), c.DeclareNumber(number=17, coup=1))
    day.do(c.ConfirmPayments(), c.ChangeReader(reader="W", state="live"))
    day.do(primary(17, 11, recovered=True, live=False))
    assert [(past.coup, past.number, past.game) for past in day.state.past] == [(1, 17, "1/11")]
    assert day.state.doubted == ()


@pytest.mark.parametrize("named", [True, False], ids=["with games", "without games"])
def test_number_of_the_primary_behind_those_of_a_witness_is_no_coup_of_its_own(
    day: DayInHand, named: bool
) -> None:
    day.do(c.AnnounceBetsOpen(), c.ChangeReader(reader="W", state="silent"))
    day.do(seen(4, 203))
    day.pass_time(seconds=1)
    day.do(seen(4, 204, live=False), c.ChangeReader(reader="W", state="live"))
    if named:
        day.do(c.CloseBets(source="reader", game="1/29", live=False))
    else:
        day.do(c.CloseBets())
    day.pass_time(seconds=30)
    day.do(primary(4, 29 if named else None))
    day.do(c.DeclareNumber(number=4, coup=1))
    while day.state.doubted:
        day.do(c.DismissDoubt(coup=2))
    assert [(past.coup, past.number) for past in day.state.past] == [(1, 4)]
