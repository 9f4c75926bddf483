"""A reader's number settles a coup only if its ball was launched after the number before."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

COUNTED = c.SpinRule(since_number_s=10, since_launch_s=10, since_closing_s=1)
PLAIN = c.SpinRule(uncounted=True, since_number_s=10, since_launch_s=10, since_closing_s=1)
IMPLIED = c.SpinRule(implied=True, since_number_s=25)


@pytest.fixture
def day() -> DayInHand:
    """Return a French table with a live reader, before its first coup."""
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.ChangeReader(reader="W", state="live"))
    return day


def bet(code: str = "rouge", player: str = "Seat 1") -> c.PlaceBet:
    return c.PlaceBet(player=player, bet=code, amount=1000)


def heard(number: int, game: str | None = None, **how: object) -> c.DeclareNumber:
    return c.DeclareNumber(number=number, source="reader", game=game, **how)  # type: ignore[arg-type]


def play(day: DayInHand, number: int, game: str | None = None, *, seconds: float = 30) -> None:
    """Play a coup with a bet on rouge to its number, which the reader gives; then pay it."""
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=seconds)
    day.do(heard(number, game, spin=PLAIN))
    day.do(c.ConfirmPayments())


def doubts(state: State) -> list[tuple[int, tuple[str, ...]]]:
    return [(each.number, each.doubts) for each in state.doubted]


def test_a_number_after_its_launch_and_the_closing_settles(day: DayInHand) -> None:
    play(day, 22, "1/1")
    assert (day.state.number, day.state.past[-1].doubts, day.state.doubted) == (22, (), ())


@pytest.mark.parametrize("lie", [True, False], ids=["with a bet", "with an empty cloth"])
def test_a_number_repeated_after_seven_seconds_is_no_second_coup(day: DayInHand, lie: bool) -> None:
    play(day, 22, "1/1")
    day.do(c.AnnounceBetsOpen(), *([bet("noir")] if lie else []))
    day.pass_time(seconds=7)
    (doubted,) = day.do(heard(22, "1/2", spin=PLAIN))
    assert doubted == e.NumberDoubted(
        coup=2, number=22, source="reader", game="1/2", doubts=("repeated", "no_launch", "too_soon")
    )
    assert (day.state.numbers, day.state.payments_open, len(day.state.bets)) == ((22,), (), int(lie))


@pytest.mark.parametrize("phase", ["idle", "betting", "paying"])
def test_a_number_without_a_launch_settles_nothing(day: DayInHand, phase: str) -> None:
    before: dict[str, tuple[c.Command, ...]] = {
        "idle": (),
        "betting": (c.AnnounceBetsOpen(), bet()),
        "paying": (c.AnnounceBetsOpen(), bet(), c.CloseBets(), c.DeclareNumber(number=1), heard(1)),
    }
    day.do(*before[phase])
    coups = len(day.state.past)
    (doubted,) = day.do(heard(17, "1/9"))
    assert isinstance(doubted, e.NumberDoubted)
    assert doubted.doubts == ("no_launch",)
    assert (day.state.phase, len(day.state.past)) == (phase, coups)


def test_a_person_confirms_a_number_without_a_launch_as_a_coup_of_its_own(day: DayInHand) -> None:
    play(day, 22, "1/1")
    day.do(heard(17, "1/2"))
    day.do(c.DeclareNumber(number=17, coup=2))
    assert [(past.coup, past.number, past.confirmed) for past in day.state.past][1:] == [(2, 17, True)]


def test_a_number_while_bets_are_open_waits_if_any_lies(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall())
    day.do(heard(17, "1/1"))
    assert doubts(day.state) == [(17, ("bets_open",))]


def test_bets_that_staff_closed_count_for_a_launch_that_nobody_reported(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), bet(), c.CloseBets(), heard(17, "1/1"))
    assert (day.state.number, day.state.doubted) == (17, ())


def test_bets_that_the_clock_closed_are_no_launch() -> None:
    live = DayInHand(get_rulebook("it-live"))
    live.do(c.BuyIn(seat="P1", amount=1000), c.AnnounceBetsOpen())
    live.do(c.ConfirmBets(seat="P1", bets=(e.SeatBet(bet="rouge", amount=100),)))
    live.pass_time(minutes=5)
    live.do(heard(27, "1/1"))
    assert (live.state.phase, doubts(live.state)) == ("bets_closed", [(27, ("no_launch",))])
    assert live.state.live.seats["P1"].balance == 900


@pytest.mark.parametrize("undone", [c.FailLaunch(reason="slow"), "null"])
def test_a_launch_that_came_to_nothing_is_none(day: DayInHand, undone: c.Command | str) -> None:
    null = c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons)))
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(), null if isinstance(undone, str) else undone)
    day.do(heard(17, "1/1"))
    assert doubts(day.state) == [(17, ("no_launch",))]


def test_a_second_number_within_the_shortest_spin_waits_whoever_launched(day: DayInHand) -> None:
    play(day, 22, "1/1")
    day.pass_time(seconds=3)
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=4)
    day.do(heard(9, "1/2", spin=PLAIN))
    assert doubts(day.state) == [(9, ("too_soon",))]


def test_a_number_just_after_a_late_launch_waits(day: DayInHand) -> None:
    play(day, 22, "1/1")
    day.pass_time(minutes=2)
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=2)
    day.do(heard(22, "1/2", spin=PLAIN))
    assert doubts(day.state) == [(22, ("repeated", "too_soon"))]


@pytest.mark.parametrize("lie", [True, False], ids=["with a bet", "with an empty cloth"])
def test_the_same_number_from_a_reader_without_a_counter_waits(day: DayInHand, lie: bool) -> None:
    play(day, 22, "1/1")
    day.do(c.AnnounceBetsOpen(), *([bet()] if lie else []), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=30)
    day.do(heard(22, "1/2", spin=PLAIN))
    assert doubts(day.state) == [(22, ("repeated",))]
    day.do(c.DeclareNumber(number=22, coup=2))
    assert [past.number for past in day.state.past] == [22, 22]


def test_a_number_sent_twice_at_once_is_one_coup_with_an_implied_launch(day: DayInHand) -> None:
    day.do(heard(22, "1/1", spin=IMPLIED), heard(22, "1/2", spin=IMPLIED, live=False))
    assert (len(day.state.past), doubts(day.state)) == (1, [(22, ("repeated", "too_soon", "late"))])


def test_an_implied_number_after_one_that_staff_entered_is_the_next_coup(day: DayInHand) -> None:
    day.do(c.CloseBets(), c.DeclareNumber(number=17))
    day.pass_time(seconds=26)
    day.do(heard(22, "1/1", spin=IMPLIED))
    assert [past.number for past in day.state.past] == [17, 22]
    assert day.state.discrepancies == ()


def test_an_implied_number_soon_after_one_that_staff_entered_is_compared_with_it(day: DayInHand) -> None:
    day.do(c.CloseBets(), c.DeclareNumber(number=17))
    day.pass_time(seconds=5)
    day.do(heard(17, "1/1", spin=IMPLIED))
    assert [(past.number, past.confirmed) for past in day.state.past] == [(17, True)]


def test_an_implied_number_behind_others_waits_for_a_person_too(day: DayInHand) -> None:
    day.do(heard(4, "1/1", spin=IMPLIED, doubts=("after_reconnect",)))
    day.pass_time(seconds=40)
    day.do(heard(22, "1/2", spin=IMPLIED), c.DismissDoubt(coup=1))
    assert (day.state.past, doubts(day.state)) == ((), [(22, ("no_launch", "number_waits"))])


@pytest.mark.parametrize("lie", [True, False], ids=["with a bet", "with an empty cloth"])
def test_a_number_that_came_at_once_on_a_new_connection_waits(day: DayInHand, lie: bool) -> None:
    day.do(c.AnnounceBetsOpen(), *([bet()] if lie else []), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=12)
    day.do(heard(4, "1/1", spin=PLAIN, live=False, doubts=("after_reconnect",)))
    assert doubts(day.state) == [(4, ("after_reconnect", "late"))]


def test_the_readers_report_of_a_number_that_a_person_gave_is_no_coup_of_its_own(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), bet(), heard(9, "1/1", spin=PLAIN), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=30)
    day.do(heard(17, "1/2", spin=PLAIN))
    assert doubts(day.state) == [(9, ("no_launch",)), (17, ("number_waits",))]
    day.do(
        c.DeclareNumber(number=17, coup=1),
        c.ResolveDiscrepancy(number=17, reason="seen"),
        c.ConfirmPayments(),
    )
    assert ([past.number for past in day.state.past], doubts(day.state)) == ([17], [(17, ("number_waits",))])


def test_after_a_number_in_doubt_a_second_one_of_the_same_launch_does_not_follow_by_itself(
    day: DayInHand,
) -> None:
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(), c.CloseBets())
    day.do(heard(22, "1/1", doubts=("after_reconnect",)), heard(9, "1/2"))
    day.do(c.DeclareNumber(number=22, coup=1), c.ConfirmPayments())
    assert [past.number for past in day.state.past] == [22]
    assert doubts(day.state) == [(9, ("no_launch", "number_waits"))]


def test_a_display_that_goes_on_repeating_its_number_waits_once(day: DayInHand) -> None:
    play(day, 22, "1/1")
    for turn in range(2, 50):
        day.pass_time(seconds=7)
        day.do(heard(22, f"1/{turn}", spin=PLAIN))
    assert [each.number for each in day.state.doubted] == [22]


def test_numbers_that_wait_are_bounded(day: DayInHand) -> None:
    for turn in range(32):
        day.do(heard(turn, f"1/{turn}"))
    with expect_refusal("too-many-numbers-wait", limit=32):
        day.do(heard(33, "1/33"))


def test_a_doubtful_number_of_the_reader_confirms_none_of_its_own(day: DayInHand) -> None:
    recovered = heard(17, "1/1", recovered=True, live=False)
    day.do(recovered, recovered)
    assert day.state.number_doubts == ("recovered",)


def close_by_reader(day: DayInHand, game: str) -> None:
    day.do(c.AnnounceBetsOpen(), bet("noir"))
    day.do(c.LaunchBall(source="reader", game=game), c.CloseBets(source="reader", game=game))


def test_a_reader_without_games_repeats_its_number_in_doubt(day: DayInHand) -> None:
    play(day, 22)
    day.pass_time(seconds=30)
    day.do(c.AnnounceBetsOpen(), bet("noir"), c.CloseBets())
    day.pass_time(seconds=5)
    day.do(heard(22, spin=COUNTED))
    assert doubts(day.state) == [(22, ("repeated",))]


def test_a_number_of_unknown_time_and_no_game_waits(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=30)
    day.do(heard(17, spin=COUNTED, live=False))
    assert doubts(day.state) == [(17, ("late",))]


@pytest.mark.parametrize("live", [True, False])
def test_a_number_of_another_game_waits_a_second_after_the_launch(day: DayInHand, live: bool) -> None:
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=1)
    day.do(heard(22, "1/3", spin=COUNTED, live=live))
    assert doubts(day.state) == [(22, ("too_soon",) if live else ("late",))]


def test_the_counter_binds_a_number_to_its_launch_however_soon(day: DayInHand) -> None:
    close_by_reader(day, "1/3")
    day.pass_time(seconds=1)
    day.do(heard(22, "1/3", spin=COUNTED))
    assert (day.state.number, day.state.doubted) == (22, ())


@pytest.mark.parametrize(("seconds", "waits"), [(0.9, True), (1, False)])
def test_a_number_right_after_a_closing_without_launch_waits(
    day: DayInHand, seconds: float, waits: bool
) -> None:
    day.do(c.AnnounceBetsOpen(), bet(), c.CloseBets(source="reader", game="1/1"))
    day.pass_time(seconds=seconds)
    day.do(heard(3, "1/1", spin=PLAIN))
    assert doubts(day.state) == ([(3, ("too_soon",))] if waits else [])


def test_a_dismissed_repetition_comes_back_only_after_the_next_launch(day: DayInHand) -> None:
    play(day, 22, "1/1")
    day.pass_time(seconds=20)
    day.do(heard(22, "1/2", spin=PLAIN))
    day.do(c.AnnounceBetsOpen(), c.DismissDoubt(coup=2))
    for turn in range(3, 12):
        day.pass_time(seconds=20)
        assert day.do(heard(22, f"1/{turn}", spin=PLAIN)) == []
    day.do(bet("noir"), c.LaunchBall(), c.CloseBets())
    day.pass_time(seconds=30)
    day.do(heard(22, "1/12", spin=PLAIN))
    assert doubts(day.state) == [(22, ("repeated",))]


def test_a_dismissed_repetition_does_not_hide_another_number(day: DayInHand) -> None:
    play(day, 22, "1/1")
    day.pass_time(seconds=20)
    day.do(heard(22, "1/2", spin=PLAIN), c.DismissDoubt(coup=2), heard(5, "1/3", spin=PLAIN))
    assert doubts(day.state) == [(5, ("no_launch",))]


def test_a_number_without_a_game_waits_while_the_reader_holds_the_launch_for_void(day: DayInHand) -> None:
    close_by_reader(day, "1/1")
    day.pass_time(seconds=30)
    day.do(c.SeeVoid(reader="W", reasons=("no_result",), source="reader", game="1/1"))
    day.do(heard(3, spin=COUNTED))
    assert doubts(day.state) == [(3, ("no_launch",))]


# ------------------------------------------------------------------ tables that display numbers only


def test_implied_launch_makes_each_number_a_coup(day: DayInHand) -> None:
    for game, number in (("1/1", 22), ("1/2", 22), ("1/3", 5)):
        day.do(heard(number, game, spin=IMPLIED))
        day.pass_time(seconds=26)
    assert [past.number for past in day.state.past] == [22, 22, 5]
    assert not any(past.doubts for past in day.state.past)


def test_an_implied_launch_takes_no_second_number_within_the_least_time(day: DayInHand) -> None:
    day.do(heard(22, "1/1", spin=IMPLIED))
    day.pass_time(seconds=24)
    day.do(heard(22, "1/2", spin=IMPLIED))
    assert (len(day.state.past), doubts(day.state)) == (1, [(22, ("repeated", "too_soon"))])


@pytest.mark.parametrize("before", [(), (c.LaunchBall(),), (c.LaunchBall(), c.CloseBets())])
def test_while_bets_lie_nothing_is_settled_from_an_implied_launch(
    day: DayInHand, before: tuple[c.Command, ...]
) -> None:
    day.do(c.AnnounceBetsOpen(), bet(), *before, heard(22, "1/1", spin=IMPLIED))
    assert doubts(day.state) == [(22, ("launch_implied",))]
    assert len(day.state.bets) == 1


# ------------------------------------------------------------------ times


def test_fact_of_a_coup_is_dated_no_earlier_than_the_event_before(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), bet(), c.LaunchBall())
    launched = day.now
    day.now = launched.replace(year=1970)
    day.do(c.CloseBets(source="reader"), heard(17, "1/1"))
    assert {each.at for each in day.events[-2:]} == {launched}


# ------------------------------------------------------------------ many spins, and messages that are none

PLANTED = st.lists(st.sampled_from(["", "again", "misread", "old time"]), min_size=4, max_size=4)


@settings(deadline=None, max_examples=60)
@given(spins=st.lists(st.tuples(st.integers(0, 36), PLANTED), min_size=1, max_size=12))
def test_planted_messages_settle_nothing_and_every_true_number_is_there_once(
    spins: list[tuple[int, list[str]]],
) -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.ChangeReader(reader="W", state="live"))
    fallen: list[int] = []
    sent = 0

    def send(number: int, **how: object) -> None:
        nonlocal sent
        sent += 1
        day.do(heard(number, f"1/{sent}", spin=PLAIN, **how))

    def plant(what: str) -> None:
        """Send a message of no spin. A person, who sees the wheel, dismisses it."""
        if not what:
            return
        coups = len(day.state.past)
        last = fallen[-1] if fallen else 0
        send(last if what == "again" else 7, doubts=("wrong_time",) if what == "old time" else ())
        assert len(day.state.past) == coups
        while day.state.doubted:
            day.do(c.DismissDoubt(coup=day.state.coup_of_new_bets))

    for number, (idle, betting, launched, closed) in spins:
        plant(idle)
        day.do(c.AnnounceBetsOpen(), bet())
        plant(betting)
        day.pass_time(seconds=40)
        day.do(c.LaunchBall())
        plant(launched)
        day.do(c.CloseBets())
        day.pass_time(seconds=5)
        plant(closed)
        day.pass_time(seconds=30)
        send(number)
        if day.state.doubted:
            day.do(c.DeclareNumber(number=number, coup=day.state.coup))
        fallen.append(number)
        day.do(c.ConfirmPayments())
    assert [past.number for past in day.state.past] == fallen[-32:]
    assert day.state.coup == len(fallen)
