"""The page of the report leaves the usual course out until it is asked for, and chooses lines by the address."""

import csv
from collections.abc import Callable
from io import StringIO

import pytest
from django.test import Client

from casino.compliance import report_views
from casino.compliance.choosing import LineChoice
from casino.compliance.report import day_report
from casino.compliance.tests.conftest import AsRole
from casino.people.models import Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, read_page

DAY = "2026-11-20"
REPORT = f"/compliance/report/?day={DAY}&table=T1"


@pytest.fixture
def inspector(new_table: Callable[..., OpenHouse], as_role: AsRole) -> Client:
    """At a table with one coup and a ball put back into play."""
    house = new_table("pt-francesa")
    house.coup(7, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.ChangeBall(ball="A", announced=True))
    return as_role(Role.GAMES_INSPECTOR)


def page(client: Client, query: str = "") -> Element:
    answer = client.get(REPORT + query)
    assert answer.status_code == 200
    return read_page(answer.content)


def kinds(found: Element) -> set[str]:
    """The kinds of the lines, without the coup and the link that stand below each."""
    return {next(text.strip() for text in cell.texts if text.strip()) for cell in found.select("td.kind")}


def test_the_usual_course_is_one_touch_away(inspector: Client) -> None:
    without = page(inspector)
    assert {"Bet", "Coup", "Number"} & kinds(without) == set()
    (button,) = [link for link in without.select("p.course a") if "course=with" in str(link["href"])]
    shown = page(inspector, "&course=with")
    more = len(shown.select(".of-report > tbody > tr")) - len(without.select(".of-report > tbody > tr"))
    assert button.get_text(strip=True) == f"Show the usual course ({more} lines)"
    assert {"Bet", "Coup"} <= kinds(shown)
    assert len(page(inspector, "&course=only").select(".of-report > tbody > tr")) == more


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("&kind=Opening", {"Opening"}),
        ("&type=ball_changed", {"Ball change"}),
        ("&rule=same-ball-again", {"Violation"}),
        ("&person=Nobody", set()),
        ("&kind=Bet&course=with", {"Bet"}),
    ],
)
def test_lines_are_chosen_by_the_address_and_the_form_keeps_it(
    inspector: Client, query: str, expected: set[str]
) -> None:
    found = page(inspector, query)
    assert kinds(found) == expected
    name, _, value = query[1:].partition("&")[0].partition("=")
    chosen = found.select_one(f"select[name={name}] option[selected]")
    assert chosen is not None and chosen["value"] == value


def test_csv_holds_everything_unless_it_is_chosen(inspector: Client) -> None:
    def groups(query: str) -> set[str]:
        text = inspector.get(f"/compliance/report.csv?day={DAY}&table=T1{query}").content.decode()
        return {row["group"] for row in csv.DictReader(StringIO(text))}

    assert groups("") == {"course", "reported"}
    assert groups("&course=without") == {"reported"}
    assert groups("&kind=Bet") == {"course"}


def test_a_long_report_is_read_page_by_page(inspector: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_views, "LINES_ON_A_PAGE", 3)
    every = page(inspector, "&course=with")
    assert len(every.select(".of-report > tbody > tr")) == 3
    (later,) = every.select("nav.pages a[rel=next]")
    following = read_page(inspector.get(f"/compliance/report/{later['href']}").content)
    assert following.select("nav.pages a[rel=prev]")


@pytest.mark.clause("pt-francesa/13")
def test_uncounted_turns_are_reported_as_unknown(inspector: Client, casino_id: int) -> None:
    report = day_report(casino_id, "T1", DAY)
    assert report is not None
    assert "full turns of the ball: nobody counted them in 1 of 1 launches" in report.unknown
    assert page(inspector).select(".unknown")


def test_the_lines_that_are_left_out_are_counted_and_not_made(inspector: Client, casino_id: int) -> None:
    every = day_report(casino_id, "T1", DAY)
    reported = day_report(casino_id, "T1", DAY, choice=LineChoice(group="reported"))
    assert every is not None and reported is not None
    assert (every.course, reported.course) == (0, len(every.lines) - len(reported.lines))
    assert reported.offered == every.offered


def test_a_page_of_many_tables_shows_a_part_of_each_and_leads_to_all_its_lines(
    inspector: Client, casino_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    OpenHouse(casino_id, "pt-francesa", table="T2").do(c.ChangeBall(ball="A", announced=True))
    monkeypatch.setattr(report_views, "LINES_OF_ALL", 4)
    monkeypatch.setattr(report_views, "LEAST_LINES", 1)
    found = read_page(inspector.get(f"/compliance/report/?day={DAY}").content)
    for table in ("T1", "T2"):
        of_table = found.select(f"#report-{table}")[0]
        assert len(of_table.select(".of-report > tbody > tr")) == 2
        (all_lines,) = of_table.select("nav.pages a")
        alone = read_page(inspector.get(f"/compliance/report/{all_lines['href']}").content)
        assert len(alone.select(".of-report > tbody > tr")) > 2
