"""Files of reports asked for on the screen: followed while they are made, fetched, thrown away."""

from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from casino.compliance.review import report_hash
from casino.people.models import Role
from casino.reports import jobs, working
from casino.reports.models import ReportJob
from casino.reports.tasks import work
from settlement.tests.test_boxes_at_the_door import box_with_notes
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import AsRole

PAGE = "/compliance/files/"


@pytest.fixture
def house(new_table: Callable[..., OpenHouse]) -> OpenHouse:
    house = new_table("pt-francesa")
    house.now += timedelta(minutes=62)
    house.do(c.ChangeBall(ball="B", announced=True))
    return house


@pytest.fixture
def inspector(house: OpenHouse, as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


def ask(client: Client, house: OpenHouse, status: int = 302, **entered: str) -> Element:
    wanted = {"report": "compliance", "day": house.day, "format": "csv"} | entered
    answer = client.post(f"{PAGE}ask", wanted)
    assert answer.status_code == status, answer.content[-2000:]
    return read_page(answer.content or b"<p></p>")


def page(client: Client, query: str = "") -> Element:
    answer = client.get(PAGE + query)
    assert answer.status_code == 200
    return read_page(answer.content)


def job_of(house: OpenHouse) -> ReportJob:
    return ReportJob.objects.filter(casino_id=house.casino_id).latest("asked_at")


def make(job: ReportJob) -> None:
    job.refresh_from_db()
    work.apply(kwargs={"casino_id": job.casino_id, "job": str(job.id), "turn": job.turn}, throw=True)


def test_a_file_is_followed_day_by_day_until_it_is_made_and_then_fetched(
    house: OpenHouse, inspector: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(inspector, house, day="2026-11-19", until="2026-11-21")
    monkeypatch.setattr(working, "SLICE_S", 1e-9)
    seen = []
    for _day in range(4):
        found = page(inspector)
        jobs_of_page = found.select_one("#jobs")
        assert jobs_of_page is not None and jobs_of_page["hx-trigger"] == "every 1s"
        (bar,) = found.select("#jobs progress")
        seen.append((bar["value"], bar["max"]))
        assert inspector.get(f"{PAGE}{job_of(house).id}").status_code == 404
        make(job_of(house))
    assert seen == [("0", "3"), ("1", "3"), ("2", "3"), ("3", "3")]
    done = page(inspector)
    assert not done.select("#jobs progress, #jobs[hx-trigger]")
    link = next(a for a in done.select("#jobs a") if a.get_text() == "Fetch it")
    answer = inspector.get(str(link["href"]))
    assert answer["Content-Disposition"] == 'attachment; filename="compliance-2026-11-19-to-2026-11-21.csv"'
    hashes = [each.get_text() for each in done.select("#jobs code")]
    assert hashes[0] == sha256(answer.content).hexdigest()


@pytest.mark.parametrize("query", ["", "&course=with", "&rule=ball-change", "&table=T1"])
def test_button_of_the_report_gives_the_file_whose_hash_the_paper_prints(
    house: OpenHouse, inspector: Client, query: str
) -> None:
    report = read_page(inspector.get(f"/compliance/report/?day={house.day}{query}").content)
    by_button, _for_spreadsheets, of_files = (str(link["href"]) for link in report.select(".export a"))
    pressed = inspector.get(by_button)
    form = page(inspector, of_files.removeprefix(PAGE)).select_one("form.filter")
    assert form is not None
    entered = {str(each["name"]): str(each["value"]) for each in form.select("input[name][value]")}
    ask(inspector, house, 302, **{**entered, "format": "pdf"})
    make(job_of(house))
    (row,) = [each.get_text() for each in page(inspector).select("#jobs code")][:1]
    paper = inspector.get(f"{PAGE}{job_of(house).id}")
    printed = "".join(each.extract_text() for each in PdfReader(BytesIO(paper.getvalue())).pages)
    assert sha256(pressed.content).hexdigest() == row
    assert row in printed


def test_of_one_day_the_hash_of_the_record_is_the_one_that_is_signed(
    house: OpenHouse, inspector: Client
) -> None:
    ask(inspector, house)
    make(job_of(house))
    assert page(inspector).select("#jobs code")[1].get_text() == report_hash(house.casino_id, house.day)


def test_report_file_has_the_rows_chosen_on_the_page(house: OpenHouse, inspector: Client) -> None:
    report = read_page(
        inspector.get(
            f"/compliance/report/?day={house.day}&table=T1&rule=ball-change&shift=afternoon"
        ).content
    )
    link = next(a for a in report.select(".export a") if "files" in str(a["href"]))
    form = page(inspector, str(link["href"]).removeprefix(PAGE))
    entered = {str(each["name"]): str(each.get("value") or "") for each in form.select("form.filter input")}
    assert (entered["rule"], entered["shift"], entered["group"]) == ("ball-change", "afternoon", "reported")
    ask(inspector, house, table="T1", rule="ball-change", shift="afternoon", group="reported")
    make(job_of(house))
    lines = inspector.get(f"{PAGE}{job_of(house).id}").content.decode().splitlines()
    on_page = read_page(
        inspector.get(f"/compliance/report/?day={house.day}&table=T1&rule=ball-change").content
    )
    assert len(lines) - 1 == len(on_page.select(".of-report > tbody > tr")) == 2


def test_a_second_press_makes_no_second_file(house: OpenHouse, inspector: Client) -> None:
    ask(inspector, house)
    ask(inspector, house)
    assert ReportJob.objects.filter(casino_id=house.casino_id).count() == 1
    ask(inspector, house, format="pdf")
    assert ReportJob.objects.filter(casino_id=house.casino_id).count() == 2


def test_a_file_is_its_persons_alone(house: OpenHouse, inspector: Client, as_role: AsRole) -> None:
    ask(inspector, house)
    make(job_of(house))
    boss, path = as_role(Role.PIT_BOSS), f"{PAGE}{job_of(house).id}"
    assert boss.get(path).status_code == 404
    assert boss.post(f"{path}/throw-away").status_code == 404
    assert not page(boss).select("#jobs li")
    assert inspector.post(f"{path}/throw-away").status_code == 302
    assert inspector.get(path).status_code == 404
    assert not ReportJob.objects.filter(casino_id=house.casino_id).exists()


def test_a_file_keeps_the_count_of_a_box_blind(house: OpenHouse, inspector: Client) -> None:
    house.do(c.AnnounceBetsOpen())
    box_with_notes(house)
    for report in ("compliance", "ledger"):
        ask(inspector, house, report=report)
        make(job_of(house))
        words = inspector.get(f"{PAGE}{job_of(house).id}").content.decode()
        assert "250" not in words.replace("2026", ""), report
        assert "blind" in words or "count of the boxes" in words


@pytest.mark.parametrize(
    ("entered", "words"),
    [
        ({"day": "never"}, "valid date"),
        ({"until": "2026-11-19"}, "before the first one"),
        ({"until": "2028-11-19"}, "at most 400"),
        ({"report": "takings"}, "takings"),
        ({"format": "doc"}, "doc"),
        ({"table": "T9"}, "T9"),
    ],
)
def test_impossible_report_file_is_refused_at_its_field_and_stores_nothing(
    house: OpenHouse, inspector: Client, entered: dict[str, str], words: str
) -> None:
    found = ask(inspector, house, 422, **entered)
    assert words in " ".join(each.get_text() for each in found.select(".filter [role=alert]"))
    assert not ReportJob.objects.filter(casino_id=house.casino_id).exists()


def test_too_many_at_once_are_refused_in_words(house: OpenHouse, inspector: Client) -> None:
    days = [f"2026-11-{day:02}" for day in range(1, jobs.MOST_UNFINISHED + 1)]
    for day in days:
        ask(inspector, house, day=day)
    refused = ask(inspector, house, 422, day="2026-11-18")
    assert "throw one away" in refused.select_one("main > [role=alert]").get_text()  # type: ignore[union-attr]


def test_report_files_are_hidden_from_roles_without_compliance(house: OpenHouse, as_role: AsRole) -> None:
    for role in (Role.CASH_DESK, Role.CHEF_DE_TABLE):
        client = as_role(role)
        assert client.get(PAGE).status_code == 403
        assert client.post(f"{PAGE}ask", {}).status_code == 403
