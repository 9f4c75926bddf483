"""The first page of a day's report: what was broken, what could not be checked, what stands open, and the balls."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client

from casino.compliance.first_page import FirstPage, first_page, record_check
from casino.compliance.models import Violation
from casino.compliance.period import Period
from casino.people.models import Role
from tables.compliance.commands import Acknowledge
from tables.handling import Actor, handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse
from testkit.pages import read_page
from testkit.papers import words_of_pdf
from testkit.people import AsRole

NewTable = Callable[..., OpenHouse]
BOSS = Actor(id="boss", name="Pit boss (demo)")
SIGNED = e.Signature(person=e.Person(id="boss", name="Pit boss (demo)"), role="pit_boss")


def page_of(house: OpenHouse) -> FirstPage:
    made = first_page(house.casino_id, Period.of_day(house.day), ["T1", "T2"])
    assert made is not None
    return made


def test_violations_are_shown_by_clause_with_delay_and_answers(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    house.now += timedelta(minutes=62)
    house.do(c.ChangeBall(ball="B", announced=True))
    house.now += timedelta(minutes=64)
    house.do(c.ChangeBall(ball="A", announced=True))
    made = page_of(house)
    assert (made.violations, made.unanswered) == (2, 2)
    (late,) = made.broken
    assert late.reference == house.rulebook.clauses["pt-francesa/9"]
    assert (late.rule, late.tables, late.times, late.not_met) == ("ball-change", ("T1",), 2, False)
    assert (late.late, late.said) == ("4 min 0 s the latest", "2 raised")
    name = Violation.objects.get(casino_id=house.casino_id, late_s=120).name
    said = Acknowledge(signatures=(SIGNED,))
    handle(ViolationAggregate(house.casino_id, "T1", house.day, name), said, by=BOSS, now=house.now)
    answered = page_of(house)
    assert (answered.unanswered, answered.broken[0].said) == (1, "1 acknowledged, 1 raised")


def test_how_long_each_ball_was_in_play_and_which_was_too_long(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    house.now += timedelta(minutes=59)
    house.do(c.ChangeBall(ball="B", announced=True))
    house.now += timedelta(minutes=64)
    house.do(c.ChangeBall(ball="A", announced=True))
    assert [(each.ball, each.minutes, each.is_late) for each in page_of(house).balls] == [
        ("A", 59, False),
        ("B", 64, True),
    ]
    assert page_of(house).going_on == ("T1",)
    house.now += timedelta(minutes=10)
    house.do(c.CloseTable())
    closed = page_of(house)
    assert [each.minutes for each in closed.balls] == [59, 64, 10] and closed.going_on == ()


def test_unobserved_demands_are_listed_as_unchecked(new_table: NewTable) -> None:
    house = new_table("it-campione")
    house.coup(7, c.PlaceBet(player="P1", bet="rouge", amount=house.rulebook.default_limits.minimum * 10))
    why = {each.demand: (each.why, each.reference) for each in page_of(house).unchecked}
    turns = house.rulebook.clauses[house.rulebook.launch.min_turns_clause or ""]
    assert why["Full turns of the ball"] == (
        ("T1: no reader, and nobody entered it in 1 of 1 launches",),
        turns,
    )
    assert why["Near and far on the even chances"][0] == ("T1: 1 bet without its distance",)
    assert "Every number heard by the reader" not in why


def test_a_dispute_stands_open_until_it_is_decided(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    house.coup(7, c.PlaceBet(player="P1", bet="rouge", amount=10_000))
    assert page_of(house).standing == ()
    house.do(c.OpenDispute(coup=1, words="says that it lay on black", player="P1"))
    assert [(each.table, each.words) for each in page_of(house).standing] == [
        ("T1", "1 dispute to be decided")
    ]


def test_a_table_that_was_not_opened_has_no_part_in_it(new_table: NewTable) -> None:
    house = new_table("pt-francesa")
    assert page_of(house).tables == ("T1",)
    assert first_page(house.casino_id, Period.of_day("2020-01-01"), ["T1"]) is None


def test_a_changed_event_is_named_by_the_check_of_the_record(casino_id: int, transactional_db: None) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.ChangeBall(ball="B", announced=True))
    whole = record_check(casino_id, [house.day], ["T1"])
    assert (whole.streams, whole.faults) == (1, ())
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "UPDATE event SET data = replace(data::text, '\"B\"', '\"A\"')::json"
            " WHERE casino_id = %s AND type = 'ball_changed'",
            [casino_id],
        )
        cursor.execute("SET session_replication_role = DEFAULT")
    (fault,) = record_check(casino_id, [house.day], ["T1"]).faults
    assert "its payload does not give its hash" in fault


@pytest.fixture
def inspector(as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


def test_the_page_leads_to_the_violations_the_report_and_the_moment(
    new_table: NewTable, inspector: Client
) -> None:
    house = new_table("pt-francesa")
    house.now += timedelta(minutes=62)
    house.do(c.ChangeBall(ball="B", announced=True))
    answer = inspector.get(f"/compliance/day/?day={house.day}")
    assert answer.status_code == 200
    page = read_page(answer.content)
    for link in page.select("#broken a, #balls a, #tables a"):
        assert inspector.get(str(link["href"])).status_code == 200
    part = inspector.get(str(page.select_one("#record-check")["hx-get"]))  # type: ignore[index]
    assert read_page(part.content).select_one("b").get_text() == "0"  # type: ignore[union-attr]


def test_the_page_is_a_file_that_says_the_same(
    new_table: NewTable, inspector: Client, as_role: AsRole
) -> None:
    house = new_table("pt-francesa")
    house.now += timedelta(minutes=62)
    house.do(c.ChangeBall(ball="B", announced=True))
    raised = {"kind": "question", "words": "why so late?", "table": "T1", "event": "1"}
    inspector.post(f"/compliance/day/{house.day}/raise", raised)
    page = read_page(inspector.get(f"/compliance/day/?day={house.day}").content)
    (way,) = page.select("#page > header .export a")
    paper = words_of_pdf(inspector, str(way["href"]))
    for said in (
        "Tables: 1; coups: 0; rulebooks: 1",
        "Violations: 1; Not answered: 1; Demands not fully checked: 0; Findings and questions open: 1",
        "Casino T1 0 1 1 0 0",
        house.rulebook.clauses["pt-francesa/9"],
        "Ball change T1 1 2 min 0 s 1 raised",
        "Nothing stands open at the tables.",
        "Question 1 T1, event 1 waits for an answer",
        "why so late?",
        "For control not signed",
    ):
        assert said in paper, said
    for words in page.select("#broken tbody td, #unchecked tbody td:first-child"):
        assert words.get_text(" ", strip=True) in paper
    first = inspector.get(str(way["href"])).content
    assert first == inspector.get(str(way["href"])).content
    answered = as_role(Role.PIT_BOSS).post(
        f"/compliance/day/{house.day}/answer", {"finding": "1", "words": "counted late"}
    )
    assert answered.status_code == 302
    assert "counted late" in words_of_pdf(inspector, str(way["href"]))
    assert inspector.get(str(way["href"])).content != first


def test_the_page_of_a_week_is_a_file_too(new_table: NewTable, inspector: Client) -> None:
    house = new_table("pt-francesa")
    paper = words_of_pdf(inspector, f"/compliance/day.pdf?day={house.day}&until={house.day}&shift=night")
    assert "Findings and signatures, day by day" in paper and "Days open" not in paper
    assert inspector.get("/compliance/day.pdf?day=2020-01-01").status_code == 404
    assert inspector.get("/compliance/day.pdf?day=never").status_code == 404


def test_a_day_that_is_none_is_said_at_its_field(new_table: NewTable, inspector: Client) -> None:
    new_table("pt-francesa")
    answer = inspector.get("/compliance/day/?day=never")
    assert answer.status_code == 422
    assert read_page(answer.content).select("em[role=alert]")
    assert inspector.get("/compliance/day/record?day=never").status_code == 404


def test_the_cash_desk_reads_no_first_page(new_table: NewTable, as_role: AsRole) -> None:
    new_table("pt-francesa")
    for path in ("/compliance/day/", "/compliance/day.pdf", "/compliance/day/record"):
        assert as_role(Role.CASH_DESK).get(path).status_code == 403
