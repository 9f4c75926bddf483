"""A report is read and written out without a transaction: an open one that has written holds back the feed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from msgspec.structs import replace

from casino.reports.days import REPORTS
from casino.reports.jobs import ask_for_job, throw_away
from casino.reports.models import ReportJob
from casino.reports.rendering import FORMS
from casino.reports.working import work_on
from tables.play import commands as c
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def job(casino_id: int) -> ReportJob:
    house = OpenHouse(casino_id, "pt-francesa", day="2026-11-20")
    house.coup(17, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.CloseTable())
    house.now += timedelta(days=1)
    house.open("2026-11-21")
    return ask_for_job(
        casino_id,
        REPORTS["ledger"],
        since="2026-11-20",
        until="2026-11-21",
        table=None,
        form=FORMS["csv"],
        asked_by="a test",
        now=timezone.now(),
    )


def test_report_job_writes_only_its_own_rows_in_a_transaction(job: ReportJob) -> None:
    foreign: list[str] = []

    def note_foreign(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if connection.in_atomic_block and "report_job" not in sql and "SAVEPOINT" not in sql:
            foreign.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note_foreign):
        _work_to_the_end(job)
    assert job.status == ReportJob.Status.DONE
    assert not foreign


def test_report_job_thrown_away_at_work_leaves_nothing(
    job: ReportJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = REPORTS["ledger"]

    def rows_then_gone(*of_day: Any) -> Any:
        assert report.chosen_rows_of is not None
        rows = tuple(report.chosen_rows_of(*of_day))
        throw_away(job)
        return rows

    thrown = ReportJob.objects.filter(casino_id=job.casino_id, id=job.id)
    monkeypatch.setitem(REPORTS, "ledger", replace(report, chosen_rows_of=rows_then_gone))
    work_on(job.casino_id, str(job.id), job.turn)
    assert not thrown.exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM report_job_day WHERE job = %s", [job.id])
        assert cursor.fetchone() == (0,)


def _work_to_the_end(job: ReportJob) -> None:
    while job.status in (ReportJob.Status.WAITING, ReportJob.Status.RUNNING):
        work_on(job.casino_id, str(job.id), job.turn)
        job.refresh_from_db()
