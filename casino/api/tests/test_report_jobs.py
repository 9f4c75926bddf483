"""Reports of many days: asked for, made by Celery turn by turn, fetched, thrown away, kept for some days."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from msgspec.structs import replace
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from casino.api.access.clients import create_client
from casino.api.access.scopes import REPORTS_READ
from casino.celery import app
from casino.reports import jobs, working
from casino.reports.models import ReportJob, ReportJobDay, ReportJobResult
from casino.reports.rendering import FORMS
from casino.reports.tasks import throw_away_old, work
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.api import Caller
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
DAYS = ("2026-11-20", "2026-11-21", "2026-11-22")
SPAN = {"from": "2026-11-19", "to": "2026-11-23"}


@pytest.fixture
def house(casino_id: int, casino: Any) -> OpenHouse:
    """Two coups on each of three days, in the midst of five that are asked for."""
    house = OpenHouse(casino_id, "pt-francesa", day=DAYS[0])
    for day in DAYS:
        if house.day != day:
            house.do(c.CloseTable())
            house.now += timedelta(days=1)
            house.open(day)
        for number in (17, 0):
            house.coup(number, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    return house


@pytest.fixture
def system(house: OpenHouse, caller: Callable[..., Caller]) -> Caller:
    return caller(REPORTS_READ)


def asked(system: Caller, name: str = "permanence", key: str = "one", **more: Any) -> dict[str, Any]:
    answer = system.post(f"reports/{name}/jobs", {**SPAN, **more}, key)
    assert answer.status_code == 201, answer.content
    told: dict[str, Any] = json.loads(answer.content)
    return told


def stands(system: Caller, job: dict[str, Any]) -> dict[str, Any]:
    answer = system.get(f"reports/jobs/{job['id']}")
    assert answer.status_code == 200, answer.content
    told: dict[str, Any] = json.loads(answer.content)
    return told


def turn(house: OpenHouse, job: dict[str, Any], number: int = 0) -> None:
    """The message of this turn, taken by Celery here."""
    work.apply(kwargs={"casino_id": house.casino_id, "job": job["id"], "turn": number}, throw=True)


def test_a_job_is_made_day_by_day_and_its_file_is_that_of_all_its_days(
    system: Caller, house: OpenHouse, monkeypatch: pytest.MonkeyPatch, problem: Callable[..., Any]
) -> None:
    job = asked(system)
    assert (job["status"], job["progress"], job["result"]) == ("waiting", {"done": 0, "total": 5}, None)
    early = problem(system.get(f"reports/jobs/{job['id']}/result"))
    assert (early["status"], early["type"]) == (404, "urn:permanence:problem:not-yet")
    monkeypatch.setattr(working, "SLICE_S", 1e-9)
    for number in range(5):
        turn(house, job, number)
        now = stands(system, job)
        assert (now["status"], now["progress"]["done"]) == ("running", number + 1)
    turn(house, job, 5)
    done = stands(system, job)
    assert (done["status"], done["error"]) == ("done", None)
    answer = system.get(done["result"].removeprefix("/api/v1/"))
    made = json.loads(answer.content)
    assert [(row["gaming_day"], row["number"]) for row in made["rows"]] == [
        (day, number) for day in DAYS for number in (17, 0)
    ]
    assert (made["from"], made["to"]) == (SPAN["from"], SPAN["to"])
    of_days = [json.loads(system.get(f"reports/permanence?day={day}").content)["rows"] for day in DAYS]
    assert made["rows"] == [row for rows in of_days for row in rows]
    name = "permanence-2026-11-19-to-2026-11-23.json"
    assert answer.headers["Content-Disposition"] == f'inline; filename="{name}"'
    same = system.get(done["result"].removeprefix("/api/v1/"), **{"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304
    assert not ReportJobDay.objects.filter(casino_id=house.casino_id).exists()


@pytest.mark.parametrize(
    "name", ["compliance", "violations", "permanence", "ledger", "fills", "drops", "held"]
)
def test_every_report_of_many_days_is_the_same_as_of_each(
    system: Caller, house: OpenHouse, name: str
) -> None:
    house.do(c.ChangeBall(ball="A", announced=True))
    job = asked(system, name)
    turn(house, job)
    made = json.loads(system.get(f"reports/jobs/{job['id']}/result").content)
    of_days = [json.loads(system.get(f"reports/{name}?day={day}").content)["rows"] for day in DAYS]
    assert [row for row in made["rows"] if row["gaming_day"] in DAYS] == [r for rows in of_days for r in rows]


def test_a_workbook_of_many_days_is_read_back(system: Caller, house: OpenHouse) -> None:
    job = asked(system, format="xlsx", table="T1")
    turn(house, job)
    sheet = load_workbook(BytesIO(system.get(f"reports/jobs/{job['id']}/result").content)).active
    assert isinstance(sheet, Worksheet)
    assert [row[4].value for row in sheet.iter_rows(min_row=2)] == [17, 0] * 3


@pytest.mark.servers
def test_the_message_goes_out_with_the_job(
    system: Caller, house: OpenHouse, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = asked(system)
    with app.connection_for_read() as connection:
        queue = app.amqp.queues[app.conf.task_default_queue](connection.default_channel)
        while (message := queue.get(no_ack=True)) is not None:
            if message.headers["task"] == jobs.WORK and message.decode()[1]["job"] == job["id"]:
                break
    assert message is not None
    assert message.decode()[1] == {"casino_id": house.casino_id, "job": job["id"], "turn": 0}


def test_a_message_that_comes_twice_or_late_does_nothing(system: Caller, house: OpenHouse) -> None:
    job = asked(system)
    ReportJob.objects.filter(casino_id=house.casino_id).update(turn=3)
    for stale in (0, 2, 4):
        turn(house, job, stale)
        assert stands(system, job)["status"] == "waiting"
    turn(house, job, 3)
    assert stands(system, job)["status"] == "done"
    tag = system.get(f"reports/jobs/{job['id']}").headers["ETag"]
    turn(house, job, 4)
    assert system.get(f"reports/jobs/{job['id']}").headers["ETag"] == tag


def test_a_job_that_nobody_has_in_hand_gets_a_new_message(system: Caller, house: OpenHouse) -> None:
    job = asked(system)
    of_house = ReportJob.objects.filter(casino_id=house.casino_id)
    jobs.pick_up(timezone.now())
    assert of_house.get().turn == 0
    jobs.pick_up(timezone.now() + jobs.PICKED_UP_AFTER)
    assert of_house.get().turn == 1
    turn(house, job, 1)
    assert stands(system, job)["status"] == "done"


def test_report_job_that_breaks_repeatedly_fails_with_a_reason(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    job = asked(system)
    # Somebody put a day there that is none of this report's: its file cannot be made.
    of_job = {"casino_id": house.casino_id, "job": job["id"]}
    ReportJobDay.objects.create(**of_job, place=7, rows=b"\x91\x91\x01")
    turn(house, job)
    failed = stands(system, job)
    assert (failed["status"], failed["progress"]["done"]) == ("failed", 5)
    assert failed["error"] == "it broke 5 times at its file; what broke is in the server's log"
    told = problem(system.get(f"reports/jobs/{job['id']}/result"))
    assert (told["status"], failed["error"] in told["detail"]) == (404, True)
    assert not ReportJobDay.objects.filter(**of_job).exists()


def test_report_too_long_for_its_format_names_another_format(
    system: Caller, house: OpenHouse, monkeypatch: pytest.MonkeyPatch, problem: Callable[..., Any]
) -> None:
    monkeypatch.setitem(FORMS, "pdf", replace(FORMS["pdf"], most=3))
    job = asked(system, format="pdf")
    turn(house, job)
    failed = stands(system, job)
    assert failed["status"] == "failed"
    assert "more than 3 rows" in failed["error"]
    assert "or as json, csv or xlsx" in failed["error"]
    monkeypatch.setitem(FORMS, "pdf", replace(FORMS["pdf"], most=1))
    told = problem(system.get(f"reports/permanence?day={DAYS[0]}&format=pdf"))
    assert (told["status"], "more than 1 rows" in told["detail"]) == (422, True)


def test_asked_for_again_under_its_key_it_is_the_same_job(system: Caller, house: OpenHouse) -> None:
    assert asked(system, key="k") == asked(system, key="k")
    assert ReportJob.objects.filter(casino_id=house.casino_id).count() == 1


def test_a_house_has_only_so_many_at_once(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    made = [asked(system, key=f"k{turn}") for turn in range(jobs.MOST_UNFINISHED)]
    refused = problem(system.post("reports/held/jobs", SPAN, "more"))
    assert (refused["status"], "throw one away" in refused["detail"]) == (422, True)
    assert system.delete(f"reports/jobs/{made[0]['id']}").status_code == 200
    assert asked(system, key="after")["status"] == "waiting"


def test_impossible_report_job_is_refused_and_stores_nothing(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    def refused(name: str = "held", **said: Any) -> tuple[int, str]:
        told = problem(system.post(f"reports/{name}/jobs", {**SPAN, **said}, "bad"))
        return told["status"], told["detail"]

    assert refused("takings")[0] == 404
    assert refused(table="T9")[0] == 404
    assert refused(format="xml")[0] == 422
    assert refused(**{"from": "2026-11-24"})[1].startswith("to: from 2026-11-24 to 2026-11-23 are 0 days")
    assert "1 to 400 gaming days" in refused(**{"from": "2025-10-19"})[1]
    assert refused(until="2026-11-30")[1].startswith("until: no such key")
    assert not ReportJob.objects.filter(casino_id=house.casino_id).exists()
    assert asked(system, **{"from": "2025-10-20"})["progress"]["total"] == 400


def test_a_job_is_its_houses_alone(system: Caller, house: OpenHouse, problem: Callable[..., Any]) -> None:
    job = asked(system)
    turn(house, job)
    other = Casino.objects.create(id=house.casino_id + 1, name="Another")
    elsewhere = Caller(create_client(name="elsewhere", casino=other, scopes=(REPORTS_READ,)))
    for path in (f"reports/jobs/{job['id']}", f"reports/jobs/{job['id']}/result", "reports/jobs/none"):
        assert problem(elsewhere.get(path))["status"] == 404
    assert problem(elsewhere.delete(f"reports/jobs/{job['id']}"))["status"] == 404
    assert stands(system, job)["status"] == "done"


def test_thrown_away_or_past_its_time_nothing_of_it_is_left(
    system: Caller, house: OpenHouse, problem: Callable[..., Any]
) -> None:
    thrown, old, young = (asked(system, key=key) for key in ("a", "b", "c"))
    for job in (thrown, old, young):
        turn(house, job)
    told = system.delete(f"reports/jobs/{thrown['id']}")
    assert (told.status_code, json.loads(told.content)["status"]) == (200, "done")
    ReportJob.objects.filter(casino_id=house.casino_id, id=old["id"]).update(kept_until=timezone.now())
    throw_away_old.apply(throw=True)
    for job in (thrown, old):
        assert problem(system.get(f"reports/jobs/{job['id']}"))["status"] == 404
    assert stands(system, young)["kept_until"] > timezone.now().isoformat()
    assert ReportJobResult.objects.filter(casino_id=house.casino_id).count() == 1
