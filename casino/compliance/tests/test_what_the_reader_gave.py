"""The report has the reader's outages, the numbers that it did not give, and how each launch ran."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from casino.compliance.choosing import REPORTED, LineChoice
from casino.compliance.report import ReportLine, day_report
from casino.reports.days.permanence import rows_of
from tables.handling.observations import observe
from tables.play import commands as c
from tables.play.reader.observation import Observation
from testkit.house import OpenHouse

NewTable = Callable[..., OpenHouse]
DAY, NEXT_DAY = "2026-11-20", "2026-11-21"


class Wheel:
    """The reader of a table, which says so much of each coup as a test wants."""

    def __init__(self, house: OpenHouse) -> None:
        self.house = house
        self.said = 0

    def says(self, kind: str, **fields: Any) -> None:
        self.said += 1
        at = {"observed_at": self.house.now, "received_at": self.house.now}
        seen = Observation(
            reader=self.house.reader,
            sequence=self.said,
            kind=kind,  # type: ignore[arg-type]
            **{"epoch": 1, "game": self.said, **at, **fields},
        )
        observe(self.house.casino_id, self.house.reader, seen, self.house.now)


def lines(house: OpenHouse, kind: str, day: str = DAY) -> list[ReportLine]:
    """Without the usual course of the day."""
    report = day_report(house.casino_id, house.table, day, choice=LineChoice(kind=kind, group=REPORTED))
    assert report is not None
    return list(report.lines)


def wait(house: OpenHouse, **duration: float) -> None:
    house.now += timedelta(**duration)


def test_an_outage_is_a_line_with_its_begin_and_its_end(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    wheel = Wheel(house)
    wheel.says("reader_online")
    wait(house, minutes=5)
    began = house.now
    wheel.says("reader_offline")
    (goes_on,) = lines(house, "Reader")
    assert (goes_on.words, goes_on.at, goes_on.until) == (
        "the reader W-T1 is silent; it has not come back",
        began,
        None,
    )
    wait(house, minutes=10)
    wheel.says("reader_online")
    (ended,) = lines(house, "Reader")
    assert (ended.words, ended.at, ended.until) == ("the reader W-T1 is silent", began, house.now)


def test_an_outage_that_began_while_the_table_was_closed_is_in_the_next_days_report(
    new_table: NewTable,
) -> None:
    house = new_table("pt-francesa")
    wheel = Wheel(house)
    wheel.says("reader_online")
    house.do(c.CloseTable())
    wait(house, hours=2)
    began = house.now
    wheel.says("reader_offline")
    wait(house, hours=18)
    house.open(NEXT_DAY)
    assert (house.state.reader.state, house.state.reader.since) == ("silent", began)
    wait(house, minutes=30)
    wheel.says("reader_online")
    assert lines(house, "Reader") == []
    (line,) = lines(house, "Reader", NEXT_DAY)
    assert line.words == "the reader W-T1 is silent; so it was before the table opened"
    assert (line.at, line.until) == (began, house.now)


def test_an_outage_over_the_close_is_in_the_reports_of_both_days(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    wheel = Wheel(house)
    wheel.says("reader_online")
    wheel.says("fault", warnings=("no_power",))
    began = house.now
    house.do(c.CloseTable())
    wait(house, hours=20)
    house.open(NEXT_DAY)
    assert [line.at for day in (DAY, NEXT_DAY) for line in lines(house, "Reader", day)] == [began, began]
    assert lines(house, "Reader", NEXT_DAY)[0].words.startswith("the reader W-T1 has a fault: no power")


def test_a_reader_that_is_back_before_the_table_opens_was_not_out_on_that_day(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    wheel = Wheel(house)
    wheel.says("reader_online")
    house.do(c.CloseTable())
    wheel.says("reader_offline")
    wheel.says("reader_online")
    house.open(NEXT_DAY)
    assert lines(house, "Reader", NEXT_DAY) == []


def played_unheard(house: OpenHouse) -> Wheel:
    """Coup 1 is heard, 2 is entered by hand, the reader counts two numbers more and gives coup 3."""
    wheel = Wheel(house)
    wheel.says("bets_closed")
    wait(house, seconds=5)
    wheel.says("result", number=7)
    house.do(c.ConfirmPayments())
    wheel.says("reader_offline")
    house.coup(11)
    wheel.says("reader_online")
    wheel.says("results_missing", missing=3, observed_at=None)
    wait(house, minutes=1)
    wheel.says("bets_closed")
    wait(house, seconds=5)
    wheel.says("result", number=23)
    return wheel


def test_a_number_that_the_reader_did_not_give_is_listed_as_entered_by_hand(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    played_unheard(house)
    by_hand, missing = lines(house, "Unheard result")
    assert (by_hand.coup, by_hand.words) == (
        2,
        "the reader gave no number for coup 2: 11 was entered by hand",
    )
    assert missing.words == "after coup 2 the reader missed numbers that fell, as its counter shows: 3"


def test_a_number_read_off_the_wheel_afterwards_is_listed(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    wheel = Wheel(house)
    wheel.says("bets_closed")
    wait(house, seconds=5)
    wheel.says("result", number=7)
    house.do(c.ConfirmPayments())
    wheel.says("result_recovered", number=9, observed_at=None)
    assert [line.words for line in lines(house, "Unheard result")] == [
        "the reader did not hear the number of coup 2: 9 was read off the wheel afterwards"
    ]


def test_the_permanence_shows_what_went_unheard_and_the_gap(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    played_unheard(house)
    in_short = [(row[2], row[4], row[7], row[-1]) for row in rows_of(house.casino_id, DAY, None)]
    assert in_short == [
        (1, 7, "reader", None),
        (2, 11, "staff", 1),
        (None, None, "", 2),
        (3, 23, "reader", None),
    ]


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param("pt-francesa", "pt-francesa/13", marks=pytest.mark.clause("pt-francesa/13")),
        pytest.param("pt-americana", "pt-americana/21", marks=pytest.mark.clause("pt-americana/21")),
        pytest.param("it-campione", "it-campione/10", marks=pytest.mark.clause("it-campione/10")),
        pytest.param("it-venezia", "it-venezia/phases", marks=pytest.mark.clause("it-venezia/phases")),
    ],
)
def test_a_launch_is_listed_with_its_directions_and_turns_by_its_clause(
    new_table: NewTable, rulebook: str, clause: str
) -> None:
    house = new_table(rulebook)
    wheel = Wheel(house)
    wheel.says("ball_launched", rotor_direction="clockwise", ball_direction="anticlockwise")
    wheel.says("launch_failed", warnings=("no_winner",))
    wheel.says("ball_launched", rotor_direction="clockwise")
    house.do(c.LaunchBall(ball_direction="anticlockwise"))
    house.do(c.CountTurns(turns=5))
    launched, failed, again = lines(house, "Launch")
    assert launched.words == "launch 1 of coup 1, wheel clockwise, ball anticlockwise, turns not counted"
    assert failed.words == "the launch of coup 1 came to nothing: no winner"
    assert again.words == "launch 2 of coup 1, wheel clockwise, ball anticlockwise, full turns: 5"
    assert {line.clause for line in (launched, failed, again)} == {clause}


def test_launch_of_unseen_direction_is_reported_as_unseen(new_table: NewTable) -> None:
    house = new_table("it-live")
    house.coup(5)
    (line,) = lines(house, "Launch")
    assert line.words == "launch 1 of coup 1, wheel not seen, ball not seen, turns not counted"
    assert line.clause == "it-live/wheel"


def test_a_doubtful_number_is_a_line_with_its_doubts_and_what_a_person_found(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=2_000))
    house.do(c.CloseBets())
    house.do(c.DeclareNumber(number=0, source="reader", doubts=("late",)))
    house.do(c.DismissDoubt(coup=1))
    house.do(c.DeclareNumber(number=32, source="reader", game="1/2", recovered=True))
    house.do(c.DeclareNumber(number=32))
    assert [line.words for line in lines(house, "Doubtful number")] == [
        "0 for coup 1 waits to be confirmed: the reader gave it later than it fell",
        "none of the numbers fell in coup 1: 0",
        "32 for coup 1 waits to be confirmed: unheard when it fell, read off the wheel later",
    ]


def test_a_second_source_that_gives_the_same_number_is_a_line(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    house.do(c.AnnounceBetsOpen())
    house.do(c.DeclareNumber(number=17, source="reader"))
    house.do(c.DeclareNumber(number=17))
    assert [line.words for line in lines(house, "Confirmed number")] == [
        "17 is confirmed for coup 1 by the table"
    ]
