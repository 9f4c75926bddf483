"""The gateway, the worker and the webhooks do all their work with the rights of their own roles.

Further tests of these services use their roles too: `as_service` in testkit.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.api.tasks import forget_what_expired as forget_answers
from casino.notices.models import Notice
from casino.notices.sending import send_due
from casino.people.tasks import forget_what_expired as forget_sign_ins
from casino.reports.days import REPORTS
from casino.reports.jobs import ask_for_job, pick_up, throw_away_old
from casino.reports.models import ReportJob
from casino.reports.rendering import FORMS
from casino.reports.working import work_on
from settlement.models import LedgerEntry, PayoutSheet
from tables.handling.alerts.watch import look
from tables.handling.deadlines.sweep import last_sweep, sweep
from tables.handling.live.models import WaitingConfirmation
from tables.handling.live_seats import ask_to_confirm
from tables.play import commands as c
from tables.play.events import SeatBet
from tables.play.reader.observation import Observation
from tables.stream.database_rights import Duty
from tables.stream.privileges import rights_beyond
from tables.wheels.house import deliver_to_house, forget_gateway, read_register, reports_from
from tables.wheels.spool_keeper import SpoolReport
from testkit.house import BOSS, OpenHouse
from testkit.live_tables import draft_all, seat_all
from testkit.stream import as_service

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]


def tell(house: OpenHouse, *observations: tuple[str, dict[str, Any]]) -> None:
    """Deliver these observations of the table's reader, as the gateway does."""
    for sequence, (kind, fields) in enumerate(observations, 1):
        seen: dict[str, Any] = {"epoch": 1, "game": 1, "received_at": house.now, "observed_at": house.now}
        seen |= fields | {"reader": house.reader, "sequence": sequence, "kind": kind}
        with as_service(Duty.GATEWAY):
            deliver_to_house(house.casino_id, house.reader, Observation(**seen), house.now)


def test_gateway_settles_a_coup_with_its_own_role(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.AnnounceBetsOpen())
    house.do(c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    tell(
        house,
        ("ball_launched", {"rotor_direction": "clockwise"}),
        ("bets_closed", {}),
        ("result", {"number": 17}),
    )
    assert PayoutSheet.objects.get(casino_id=casino_id).number == 17
    assert LedgerEntry.objects.filter(casino_id=casino_id).exists()


def test_gateway_takes_what_waits_at_a_live_table_with_its_own_role(casino_id: int) -> None:
    house = OpenHouse(casino_id, "it-live", table="LV1")
    seat_all(house, ["S1", "S2"], 10_000)
    house.do(c.AnnounceBetsOpen())
    draft_all(house, ["S1"], [SeatBet(bet="rouge", amount=200)])
    draft_all(house, ["S2"], [SeatBet(bet="rouge", amount=20_000)])
    betting = house.state.live.round
    assert betting is not None
    for seat in ("S1", "S2"):
        ask_to_confirm(casino_id, "LV1", seat, by=BOSS, now=betting.closes_at)
    house.now = betting.closes_at + timedelta(seconds=2)
    tell(
        house,
        ("ball_launched", {"rotor_direction": "clockwise"}),
        ("bets_closed", {}),
        ("result", {"number": 1}),
    )
    staked = [event.data["seat"] for event in house.events() if event.type == "seat_staked"]
    assert staked == ["S1"]
    (refused,) = WaitingConfirmation.objects.all()
    assert (refused.seat, refused.refusal is None) == ("S2", False)
    assert house.state.live.seats["S1"].balance == 10_200


def test_gateway_reads_its_readers_and_reports_with_its_own_role(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    with as_service(Duty.GATEWAY):
        assert [reader.code for reader in read_register()] == [house.reader]
        for _ in range(2):
            reports_from("here")(SpoolReport(), ())
        assert forget_gateway("here")
        assert rights_beyond() == ""


def test_worker_runs_its_tasks_with_its_own_role(casino_id: int, settings: Any) -> None:
    settings.NOTICE_EMAILS, settings.EMAIL_BACKEND = (
        ["a@b.invalid"],
        "django.core.mail.backends.locmem.EmailBackend",
    )
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.ChangeReader(reader=house.reader, state="silent"))
    later = house.now + timedelta(hours=2)
    Notice.objects.create(
        casino_id=casino_id,
        event_id="00000000-0000-0000-0000-000000000001",
        way=Notice.Way.EMAIL,
        recipient="a@b.invalid",
        subject="s",
        body="b",
        payload={},
        made_at=later,
        next_try_at=later,
    )
    with as_service(Duty.WORKER):
        assert sweep(later)[casino_id].noted
        assert look(later)[casino_id].raised
        send_due(later)
        forget_answers()
        forget_sign_ins()
        assert rights_beyond() == ""
    assert last_sweep(casino_id) == later
    assert {event.type for event in house.events()} >= {"deadline_warned", "violation_raised"}


@pytest.mark.parametrize("report", REPORTS)
def test_worker_makes_each_report_with_its_own_role(
    casino_id: int, report: str, work_to_the_end: Callable[[ReportJob], None]
) -> None:
    house = OpenHouse(casino_id, "pt-francesa", day="2026-11-20")
    house.coup(17, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    job = ask_for_job(
        casino_id,
        REPORTS[report],
        since="2026-11-20",
        until="2026-11-20",
        table=None,
        form=FORMS["csv"],
        asked_by="a test",
        now=timezone.now(),
    )
    work_to_the_end(job)
    assert job.status == ReportJob.Status.DONE
    with as_service(Duty.WORKER):
        pick_up(timezone.now())
        throw_away_old(timezone.now() + timedelta(days=400))
    assert not ReportJob.objects.filter(pk=job.pk).exists()


@pytest.fixture
def work_to_the_end() -> Callable[[ReportJob], None]:
    def work(job: ReportJob) -> None:
        for turn in range(5):
            with as_service(Duty.WORKER):
                work_on(job.casino_id, str(job.id), turn)
        job.refresh_from_db()

    return work
