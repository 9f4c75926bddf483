"""What the rules take from a rulebook, and how they count time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tables.compliance.rules import DEADLINES, SEQUENCES, deadline_named, sequence_named
from tables.compliance.rules.ball_change import BALL_CHANGE
from tables.compliance.rules.deadline import Deadline, warn_and_due
from tables.play.commands import ChangeBall
from tables.roulette.loader import get_rulebook
from testkit.play import NOON
from testkit.shift import JudgedDay


def cases_at(rulebook: str) -> list[Deadline]:
    day = JudgedDay(get_rulebook(rulebook))
    return list(BALL_CHANGE.deadlines(day.state, day.rulebook))


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(clause, marks=pytest.mark.clause(clause))
        for clause in ("pt-francesa/9", "pt-americana/17")
    ],
)
def test_the_ball_changes_by_the_hour_with_a_warning_five_minutes_before(clause: str) -> None:
    assert cases_at(clause.partition("/")[0]) == [
        Deadline(
            rule="ball-change",
            key="1",
            clause=clause,
            code="ball-not-changed",
            parameters={"ball": "A", "minutes": 60},
            opened_at=NOON,
            warn_at=NOON + timedelta(minutes=55),
            due_at=NOON + timedelta(minutes=60),
        )
    ]


@pytest.mark.parametrize("rulebook", ["it-campione", "it-venezia", "it-live"])
def test_a_rulebook_that_demands_no_ball_change_has_no_case(rulebook: str) -> None:
    assert cases_at(rulebook) == []


def test_a_ball_change_ends_one_case_and_begins_the_next() -> None:
    day = JudgedDay(get_rulebook("pt-francesa"))
    day.pass_time(minutes=30)
    day.do(ChangeBall())
    (case,) = BALL_CHANGE.deadlines(day.state, day.rulebook)
    assert (case.name, case.parameters["ball"], case.opened_at) == ("ball-change-2", "B", day.now)


def test_every_rule_has_a_name_of_its_own() -> None:
    assert [deadline_named(rule.name) for rule in DEADLINES] == list(DEADLINES)
    assert [sequence_named(rule.name) for rule in SEQUENCES] == list(SEQUENCES)
    assert not {rule.name for rule in DEADLINES} & {rule.name for rule in SEQUENCES}


LISBON = ZoneInfo("Europe/Lisbon")


@pytest.mark.parametrize(
    ("opened_on_the_wall", "due"),
    [
        # 25 October 2026: at two in summer time it is one again.
        (datetime(2026, 10, 25, 1, 30, tzinfo=LISBON), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)),
        (datetime(2026, 10, 25, 1, 30, fold=1, tzinfo=LISBON), datetime(2026, 10, 25, 2, 30, tzinfo=UTC)),
        # 28 March 2027: at one it is two.
        (datetime(2027, 3, 28, 0, 30, tzinfo=LISBON), datetime(2027, 3, 28, 1, 30, tzinfo=UTC)),
    ],
    ids=["the first half past one", "the second half past one", "the hour that is missing"],
)
def test_an_hour_is_an_hour_on_the_nights_when_the_clocks_change(
    opened_on_the_wall: datetime, due: datetime
) -> None:
    assert warn_and_due(opened_on_the_wall, lasts_s=3600, warn_before_s=300) == (
        due - timedelta(minutes=5),
        due,
    )
