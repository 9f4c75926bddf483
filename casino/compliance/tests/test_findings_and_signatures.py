"""What control and the casino say to each other of a day's report, and its two signatures."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.compliance.report import day_report
from casino.compliance.review import report_hash, shown_review
from casino.people.models import Person, Role
from tables.compliance.review.state import review_stream
from tables.play import commands as c
from tables.stream import read_stream
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import PASSWORD, AsRole, browser_of, engage

NewTable = Callable[..., OpenHouse]


@pytest.fixture
def house(new_table: NewTable) -> OpenHouse:
    return new_table("pt-francesa")


@pytest.fixture
def inspector(as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


@pytest.fixture
def boss(as_role: AsRole) -> Client:
    return as_role(Role.PIT_BOSS)


def page(client: Client, house: OpenHouse, query: str = "") -> Element:
    answer = client.get(f"/compliance/day/?day={house.day}{query}")
    assert answer.status_code == 200
    return read_page(answer.content)


def send(client: Client, house: OpenHouse, command: str, status: int = 302, **entered: str) -> Element:
    answer = client.post(f"/compliance/day/{house.day}/{command}", entered)
    assert answer.status_code == status, answer.content[-2000:]
    return read_page(answer.content or b"<p></p>")


def types_of(house: OpenHouse) -> list[str]:
    return [each.type for each in read_stream(house.casino_id, review_stream(house.day))]


def test_a_finding_is_raised_answered_and_closed_each_by_their_own_side(
    house: OpenHouse, inspector: Client, boss: Client
) -> None:
    send(inspector, house, "raise", kind="finding", words="the camera shows ball B", table="T1", event="1")
    (finding,) = shown_review(house.casino_id, house.day).findings
    assert (finding.finding, finding.table, finding.table_event, finding.status) == ("1", "T1", 1, "raised")
    send(boss, house, "answer", finding="1", words="it was changed at noon")
    send(inspector, house, "close", finding="1")
    (closed,) = shown_review(house.casino_id, house.day).findings
    assert closed.status == "closed"
    assert [each.words for each in closed.steps] == ["the camera shows ball B", "it was changed at noon", ""]
    refused = send(boss, house, "answer", 422, finding="1", words="once more")
    assert "closed" in refused.select_one("[role=alert]").get_text()  # type: ignore[union-attr]
    assert types_of(house) == ["finding_raised", "finding_answered", "finding_closed"]


@pytest.mark.parametrize(
    ("role", "command"),
    [
        (Role.PIT_BOSS, "raise"),
        (Role.PIT_BOSS, "close"),
        (Role.GAMES_INSPECTOR, "answer"),
        (Role.PUBLIC_CONTROLLER, "answer"),
        (Role.CASH_DESK, "sign"),
    ],
)
def test_nobody_speaks_for_the_other_side(
    house: OpenHouse, as_role: AsRole, role: Role, command: str
) -> None:
    answer = as_role(role).post(f"/compliance/day/{house.day}/{command}", {"words": "x", "finding": "1"})
    assert answer.status_code == 403
    assert types_of(house) == []


@pytest.mark.parametrize(
    "entered",
    [{"kind": "finding", "words": " "}, {"words": "x"}, {"kind": "question", "words": "x", "event": "3"}],
)
def test_empty_finding_is_refused_and_kept_in_the_form(
    house: OpenHouse, inspector: Client, entered: dict[str, str]
) -> None:
    refused = send(inspector, house, "raise", 422, **entered)
    assert refused.select("#findings [role=alert]")
    assert types_of(house) == []


def test_report_signed_by_both_sides_reopens_with_a_later_event(
    house: OpenHouse, inspector: Client, boss: Client
) -> None:
    for client, side in ((inspector, "control"), (boss, "casino")):
        hash = str(page(client, house).select_one("#signatures input[name=hash]")["value"])  # type: ignore[index]
        wrong = send(client, house, "sign", 422, hash=hash, pin="0000")
        assert wrong.select("#signatures [role=alert]")
        send(client, house, "sign", hash=hash, pin=PASSWORD)
        assert shown_review(house.casino_id, house.day).signatures[side].holds
        assert not page(client, house).select("#sign-pin")
    assert types_of(house) == ["report_signed", "report_signed"]
    house.do(c.ChangeBall(ball="B", announced=True))
    signatures = shown_review(house.casino_id, house.day).signatures
    assert [each.holds for each in signatures.values()] == [False, False]
    assert "Reopened" in page(inspector, house).select_one("#signatures").get_text(" ")  # type: ignore[union-attr]
    old = send(inspector, house, "sign", 422, hash=signatures["control"].hash, pin=PASSWORD)
    assert "something happened since" in old.select_one("#signatures").get_text(" ").lower()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("before", "after"), [(Role.PIT_BOSS, Role.GAMES_INSPECTOR), (Role.GAMES_INSPECTOR, Role.DIRECTION)]
)
def test_a_person_whose_role_changed_does_not_sign_the_report_for_both_sides(
    house: OpenHouse, as_role: AsRole, before: Role, after: Role
) -> None:
    person = engage(before, casino_id=house.casino_id)
    hash = report_hash(house.casino_id, house.day)
    send(browser_of(person), house, "sign", hash=hash, pin=PASSWORD)
    Person.objects.filter(pk=person.pk).update(role=after)
    person.refresh_from_db()
    refused = send(browser_of(person), house, "sign", 422, hash=hash, pin=PASSWORD)
    assert "for the other side" in refused.select_one("#signatures [role=alert]").get_text()  # type: ignore[union-attr]
    assert types_of(house) == ["report_signed"]
    send(as_role(after), house, "sign", hash=hash, pin=PASSWORD)
    assert types_of(house) == ["report_signed", "report_signed"]


def test_the_hash_is_of_the_day_and_of_nothing_else(house: OpenHouse, inspector: Client) -> None:
    before = report_hash(house.casino_id, house.day)
    send(inspector, house, "raise", kind="question", words="who counted the float?")
    assert report_hash(house.casino_id, house.day) == before
    house.do(c.ChangeBall(ball="B", announced=True))
    assert report_hash(house.casino_id, house.day) != before


def test_the_report_tells_of_what_was_said_about_it(house: OpenHouse, inspector: Client) -> None:
    send(inspector, house, "raise", kind="finding", words="ball B is worn", table="T1", event="1")
    report = day_report(house.casino_id, "T1", house.day)
    assert report is not None
    (line,) = [each for each in report.lines if each.type == "finding_raised"]
    assert line.words == f"finding 1: ball B is worn (event 1 of table/T1/{house.day})"


def test_a_line_of_the_report_leads_to_the_question_about_it(house: OpenHouse, inspector: Client) -> None:
    answer = inspector.get(f"/compliance/report/?day={house.day}&table=T1")
    link = next(a for a in read_page(answer.content).select(".of-report a") if a.get_text() == "Ask")
    form = read_page(inspector.get(str(link["href"])).content)
    assert form.select_one("#finding-event")["value"] == "1"  # type: ignore[index]
    assert form.select_one("#finding-table option[selected]").get_text() == "T1"  # type: ignore[union-attr]


def test_unknown_review_command_or_day_is_not_found(house: OpenHouse, inspector: Client) -> None:
    for path in ("2026-11-20/none", "never/raise"):
        assert inspector.post(f"/compliance/day/{path}", {}).status_code == 404
