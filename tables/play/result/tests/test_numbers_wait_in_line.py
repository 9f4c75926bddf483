"""While a number waits for a person the wheel goes on: the numbers of later games wait behind it, one coup each."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.state import Discrepancy, State, as_kept, from_kept
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, without_reports
from testkit.refusals import expect_refusal

DISMISSED = c.DismissDoubt(coup=1)


@pytest.fixture
def day() -> DayInHand:
    """A stake on rouge lies; 17 of game 1/11 was recovered and waits, and behind it 9 of 1/12 and 4 of 1/13."""
    return with_numbers_in_line(c.PlaceBet(player="Seat 1", bet="rouge", amount=1000))


def with_numbers_in_line(stake: c.PlaceBet, first: int = 17) -> DayInHand:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.ChangeReader(reader="W", state="live"), c.StartRotor(reader="W", game="1/11"), stake)
    day.do(c.LaunchBall(source="reader", game="1/11"), heard(first, "1/11", recovered=True, live=False))
    for game, number in (("1/12", 9), ("1/13", 4)):
        day.do(c.LaunchBall(source="reader", game=game), c.CloseBets(source="reader", game=game))
        day.do(heard(number, game))
    return day


def heard(number: int, game: str | None, **how: object) -> c.DeclareNumber:
    return c.DeclareNumber(number=number, source="reader", game=game, **how)  # type: ignore[arg-type]


def played(number: int, game: str) -> tuple[c.Command, ...]:
    """A game of the reader's from its launch to its number."""
    return (
        c.LaunchBall(source="reader", game=game),
        c.CloseBets(source="reader", game=game),
        heard(number, game),
    )


def said(number: int, coup: int) -> c.DeclareNumber:
    return c.DeclareNumber(number=number, coup=coup)


def line(state: State) -> list[tuple[int, int]]:
    """What waits, with the coup that it is of."""
    return [(each.number, each.coup) for each in state.doubted]


def permanence(day: DayInHand) -> list[tuple[int, int, str | None]]:
    return [(past.coup, past.number, past.game) for past in day.state.past]


def test_each_is_of_a_coup_of_its_own(day: DayInHand) -> None:
    assert line(day.state) == [(17, 1), (9, 2), (4, 3)]
    assert [each.coup for each in day.of_type(e.NumberDoubted)] == [1, 2, 3]


def test_waiting_numbers_are_asked_for_by_coup(day: DayInHand) -> None:
    day.do(said(17, 1))
    assert line(day.state) == [(9, 2), (4, 3)]
    day.do(said(9, 2))
    assert line(day.state) == [(4, 3)]
    day.do(said(4, 3))
    assert permanence(day) == [(1, 17, "1/11"), (2, 9, "1/12"), (3, 4, "1/13")]
    assert (day.state.doubted, day.state.number_doubts) == ((), ())


def test_out_of_its_turn_none_is_taken(day: DayInHand) -> None:
    with expect_refusal("no-number-of-coup", coup=2):
        day.do(said(9, 2))
    with expect_refusal("no-number-waits", coup=2):
        day.do(c.DismissDoubt(coup=2))


def test_the_number_of_a_later_game_is_not_confirmed_as_this_coups(day: DayInHand) -> None:
    day.do(said(9, 1))
    assert without_reports(day.state.discrepancy) == Discrepancy(coup=1, recorded=9, others=(17,))
    assert line(day.state) == [(9, 2), (4, 3)]


def test_the_numbers_of_later_games_are_not_set_against_another_one_that_a_person_names(
    day: DayInHand,
) -> None:
    day.do(said(20, 1))
    assert without_reports(day.state.discrepancy) == Discrepancy(coup=1, recorded=20, others=(17,))
    assert (permanence(day), line(day.state)) == ([(1, 20, "1/11")], [(9, 2), (4, 3)])
    day.do(said(31, 2))
    assert [(each.coup, each.numbers) for each in day.state.discrepancies] == [(1, (20, 17)), (2, (31, 9))]
    assert (permanence(day)[1], line(day.state)) == ((2, 31, "1/12"), [(4, 3)])


def test_number_after_a_dismissed_one_is_asked_for_in_this_coup(day: DayInHand) -> None:
    (dismissed,) = day.do(DISMISSED)
    assert dismissed == e.DoubtDismissed(coup=1, numbers=(17,))
    assert line(day.state) == [(9, 1), (4, 2)]
    assert len(day.state.bets) == 1
    day.do(said(9, 1))
    assert (permanence(day), line(day.state)) == ([(1, 9, "1/12")], [(4, 2)])


def test_all_that_wait_are_dismissed_at_once_each_in_the_record_with_the_reason(day: DayInHand) -> None:
    dismissed = day.do(c.DismissDoubt(coup=1, reason=" the display was tested ", with_later=True))
    assert dismissed == [
        e.DoubtDismissed(coup=1, numbers=(number,), reason="the display was tested") for number in (17, 9, 4)
    ]
    assert (line(day.state), permanence(day), len(day.state.bets)) == ([], [], 1)


def test_all_that_wait_are_not_dismissed_without_a_reason(day: DayInHand) -> None:
    with expect_refusal("numbers-dismissed-without-reason"):
        day.do(c.DismissDoubt(coup=1, reason=" ", with_later=True))
    assert len(day.state.doubted) == 3


def test_after_a_null_coup_the_next_is_asked_for_as_this_coups(day: DayInHand) -> None:
    day.do(c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons))))
    assert line(day.state) == [(9, 1), (4, 2)]


def test_a_number_told_again_belongs_to_the_game_that_waits(day: DayInHand) -> None:
    day.do(heard(10, "1/12", corrects=True), heard(18, "1/11", corrects=True))
    assert line(day.state) == [(17, 1), (9, 2), (4, 3), (10, 2), (18, 1)]
    assert [each.number for each in day.state.waiting] == [17, 18]
    day.do(said(20, 1))
    assert without_reports(day.state.discrepancy) == Discrepancy(coup=1, recorded=20, others=(17, 18))
    assert line(day.state) == [(9, 2), (4, 3), (10, 2)]
    day.do(said(10, 2))
    assert (permanence(day)[1], line(day.state)) == ((2, 10, "1/12"), [(4, 3)])


def test_the_own_number_of_the_game_that_ran_leaves_those_of_later_games_in_line() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.ChangeReader(reader="W", state="live"), c.StartRotor(reader="W", game="1/11"))
    day.do(c.PlaceBet(player="Seat 1", bet="rouge", amount=1000), c.LaunchBall(source="reader", game="1/11"))
    day.do(c.CloseBets(source="reader", game="1/11"), heard(17, "1/3"), heard(9, "1/12"))
    day.do(heard(22, "1/11"))
    assert (permanence(day), line(day.state)) == ([(1, 22, "1/11")], [(9, 2)])


def test_after_the_first_was_dismissed_the_next_is_no_doubt_about_the_game_that_ran() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.ChangeReader(reader="W", state="live"), c.StartRotor(reader="W", game="1/11"))
    day.do(c.PlaceBet(player="Seat 1", bet="rouge", amount=1000), heard(17, "1/3"), heard(9, "1/12"))
    day.do(DISMISSED, heard(22, "1/11"))
    assert line(day.state) == [(9, 1), (22, 2)], "neither is lost"


def test_the_same_number_may_fall_again_where_the_reader_names_no_games() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=1000))
    again = (c.LaunchBall(), heard(17, None))
    day.do(heard(17, None, doubts=("after_reconnect",)), *again, c.FailLaunch(reason="slow"), *again)
    assert line(day.state) == [(17, 1), (17, 2), (17, 3)]


# ------------------------------------------------------------------ what follows by itself


def test_while_the_first_coup_is_paid_the_next_number_waits_and_follows_once_it_is(day: DayInHand) -> None:
    day.do(said(17, 1))
    assert (day.state.phase, line(day.state)) == ("paying", [(9, 2), (4, 3)])
    day.do(c.ConfirmPayments())
    assert permanence(day) == [(1, 17, "1/11"), (2, 9, "1/12"), (3, 4, "1/13")]
    assert (day.state.phase, day.state.doubted, day.state.number_doubts) == ("idle", (), ())


def test_a_wheel_that_turns_for_the_next_coup_does_not_open_the_one_whose_number_waits(
    day: DayInHand,
) -> None:
    day.do(said(17, 1), c.StartRotor(reader="W", game="1/14"), c.ConfirmPayments())
    assert [past.number for past in day.state.past] == [17, 9, 4]
    assert day.state.phase == "idle"


def test_none_follows_by_itself_onto_a_stake_that_lies_on() -> None:
    day = with_numbers_in_line(c.PlaceBet(player="Seat 1", bet="plein:17", amount=1000))
    day.do(said(17, 1), c.ConfirmPayments())
    assert [bet.stays_of for bet in day.state.bets] == ["b1"]
    assert line(day.state) == [(9, 2), (4, 3)]
    with expect_refusal("number-not-certain", number=9, coup=2):
        day.do(c.WithdrawBet(ref="b1"))
    day.do(said(9, 2))
    assert ([past.number for past in day.state.past], day.state.bets) == ([17, 9], ())
    day.do(c.ConfirmPayments())
    assert [past.number for past in day.state.past] == [17, 9, 4]


def test_none_follows_by_itself_onto_a_stake_in_prison() -> None:
    day = with_numbers_in_line(c.PlaceBet(player="Seat 1", bet="rouge", amount=1000), first=0)
    day.do(said(0, 1), c.ConfirmPayments())
    assert [bet.level for bet in day.state.bets] == [1]
    assert line(day.state) == [(9, 2), (4, 3)]


def test_none_follows_by_itself_while_the_coup_before_is_disputed(day: DayInHand) -> None:
    day.do(said(20, 1))
    assert line(day.state) == [(9, 2), (4, 3)]
    day.do(c.ResolveDiscrepancy(number=17, reason="camera"), c.ConfirmPayments())
    assert [past.number for past in day.state.past] == [17, 9, 4]


def test_none_follows_by_itself_that_is_in_doubt_for_its_own_sake(day: DayInHand) -> None:
    day.do(heard(30, "1/14", recovered=True, live=False))
    day.do(*played(31, "1/15"))
    day.do(said(17, 1), c.ConfirmPayments())
    assert [past.number for past in day.state.past] == [17, 9, 4]
    assert line(day.state) == [(30, 4), (31, 5)]
    *_, waits = day.do(*played(33, "1/16"))
    assert waits == e.NumberDoubted(
        coup=6, number=33, source="reader", game="1/16", running="1/16", doubts=("number_waits",)
    )
    day.do(said(30, 4))
    assert [past.number for past in day.state.past] == [17, 9, 4, 30, 31, 33]


def test_none_follows_by_itself_that_its_reader_has_told_otherwise(day: DayInHand) -> None:
    day.do(heard(10, "1/12", corrects=True), said(17, 1), c.ConfirmPayments())
    assert line(day.state) == [(9, 2), (4, 3), (10, 2)]


def test_at_seats_the_next_number_follows_at_once_where_nobody_has_staked() -> None:
    live = DayInHand(get_rulebook("it-live"))
    live.do(c.BuyIn(seat="P1", amount=1000), c.AnnounceBetsOpen())
    live.do(c.ConfirmBets(seat="P1", bets=(e.SeatBet(bet="rouge", amount=100),)))
    live.do(heard(27, "1/1", recovered=True, live=False), *played(5, "1/2"))
    live.do(c.DeclareNumber(number=27))
    assert live.state.live.seats["P1"].balance == 1100
    assert permanence(live) == [(1, 27, "1/1"), (2, 5, "1/2")]


def test_the_table_does_not_close_while_a_number_waits() -> None:
    day = with_numbers_in_line(c.PlaceBet(player="Seat 1", bet="plein:17", amount=1000))
    day.do(said(17, 1), c.ConfirmPayments())
    with expect_refusal("number-to-confirm", number=9, coup=2):
        day.do(c.CloseTable())


# ------------------------------------------------------------------ what was recorded before


def recorded_before(day: DayInHand, *later: e.Event) -> State:
    """The day as it was recorded when every number that waited was taken for the running coup's."""
    state = State()
    events = [each.event for each in day.events] + list(later)
    for version, event in enumerate(events, start=1):
        before = replace(event, coup=1) if isinstance(event, e.NumberDoubted) else event
        state = evolve(state, Recorded(before, version, day.now), day.rulebook)
    return state


def test_a_record_of_before_holds_no_number_waiting_for_ever(day: DayInHand) -> None:
    fell = e.NumberFell(coup=1, number=17, colour="noir", source="reader", announcement="", game="1/11")
    assert recorded_before(day, fell).doubted == ()
    assert recorded_before(day, e.DoubtDismissed(coup=1, numbers=(17, 9, 4))).doubted == ()
    null = e.CoupAnnulled(coup=1, reason="", clause="", previous_number=None)
    assert recorded_before(day, null).doubted == ()


def test_a_state_that_was_kept_before_is_read_as_it_was(day: DayInHand) -> None:
    kept = as_kept(recorded_before(day))
    for each in kept["doubted"]:
        del each["coup"]
    state = from_kept(kept)
    assert [each.number for each in state.waiting] == [17, 9, 4]
    fell = e.NumberFell(coup=1, number=17, colour="noir", source="reader", announcement="", game="1/11")
    assert evolve(state, Recorded(fell, state.version + 1, day.now), day.rulebook).doubted == ()
