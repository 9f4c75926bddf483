"""The list of alerts: what stands, what was, and who has seen it."""

import pytest
from django.test import Client
from django.utils import timezone

from casino.compliance.report import day_report
from casino.compliance.review import report_hash
from casino.people.models import Role
from tables.handling.alerts.watch import look_at_casino
from tables.play import commands as c
from testkit.alerts import alert_of, idle_table, silent_table
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
WORDS = "Reader W-T1 has been silent for 5 minutes"


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return silent_table(casino_id)


def page(client: Client, query: str = "", status: int = 200) -> Element:
    answer = client.get(f"/numbers/alerts/{query}")
    assert answer.status_code == status, answer.content[-2000:]
    return read_page(answer.content)


def rows(shown: Element) -> list[str]:
    return [row.get_text(" ", strip=True) for row in shown.select("tbody tr")]


def test_an_alert_stands_until_somebody_of_the_staff_has_seen_it(house: OpenHouse, as_role: AsRole) -> None:
    chef, inspector = as_role(Role.CHEF_DE_TABLE), as_role(Role.GAMES_INSPECTOR)
    (row,) = rows(page(chef))
    assert "T1" in row and WORDS in row and "it is so still" in row
    assert "nobody yet" in rows(page(inspector))[0]
    house.do(c.ChangeReader(reader="W-T1", state="live"))
    look_at_casino(house.casino_id, timezone.now())
    assert len(rows(page(chef))) == 1, "it stands though it is over"
    form = page(chef, "?table=T1").select_one("tbody form")
    assert form is not None
    answer = chef.post(str(form["action"]), {"back": "table=T1"})
    assert (answer.status_code, answer["Location"]) == (302, "/numbers/alerts/?table=T1")
    assert rows(page(chef)) == []
    (row,) = rows(page(inspector, "?which=all"))
    assert alert_of(house).acknowledged_by in row


def test_table_without_a_coup_is_listed_by_its_kind(casino_id: int, as_role: AsRole) -> None:
    idle_table(casino_id)
    (row,) = rows(page(as_role(Role.PIT_BOSS), "?kind=no-coup"))
    assert "No coup for 60 minutes at an open table" in row


def test_second_acknowledgement_is_refused_with_the_first_person(house: OpenHouse, as_role: AsRole) -> None:
    address = f"/numbers/alerts/T1/{house.day}/alert-device-offline-1"
    as_role(Role.PIT_BOSS).post(address)
    second = as_role(Role.CHEF_DE_TABLE).post(address)
    assert second.status_code == 422
    alert = read_page(second.content).select_one("main [role=alert]")
    assert alert is not None and alert_of(house).acknowledged_by in alert.get_text()


@pytest.mark.parametrize("role", [Role.GAMES_INSPECTOR, Role.DIRECTION, Role.CASH_DESK])
def test_other_role_cannot_acknowledge(house: OpenHouse, as_role: AsRole, role: Role) -> None:
    answer = as_role(role).post(f"/numbers/alerts/T1/{house.day}/alert-device-offline-1")
    assert answer.status_code == 403
    assert alert_of(house).acknowledged_at is None


def test_the_cash_desk_sees_no_alerts(house: OpenHouse, as_role: AsRole) -> None:
    assert as_role(Role.CASH_DESK).get("/numbers/alerts/").status_code == 403


def test_alerts_are_chosen_by_table_and_kind(house: OpenHouse, casino_id: int, as_role: AsRole) -> None:
    silent_table(casino_id, table="T2")
    boss = as_role(Role.PIT_BOSS)
    assert len(rows(page(boss))) == 2
    assert [row[:2] for row in rows(page(boss, "?table=T2"))] == ["T2"]
    assert rows(page(boss, "?kind=pace")) == []
    assert "There is no such alert" in page(boss, "?kind=pace").get_text()
    page(boss, "?kind=none", status=422)


def test_violation_of_alternating_launches_is_in_the_list(casino_id: int, as_role: AsRole) -> None:
    house = OpenHouse(casino_id, "pt-francesa", now=timezone.now())
    for _ in range(2):
        for command in (
            c.AnnounceBetsOpen(),
            c.LaunchBall(rotor_direction="clockwise", ball_direction="anticlockwise"),
            c.CloseBets(),
            c.DeclareNumber(number=17),
            c.ConfirmPayments(),
        ):
            house.do(command)
    shown = page(as_role(Role.PIT_BOSS), "?kind=direction")
    (row,) = rows(shown)
    assert "The ball ran anticlockwise in this launch and in the one before" in row
    assert not shown.select("tbody form"), "it is answered where violations are"


def test_another_casino_sees_nothing(house: OpenHouse, casino_id: int, as_role: AsRole) -> None:
    other = OpenHouse(casino_id + 1, "it-venezia", now=timezone.now())
    boss = as_role(Role.PIT_BOSS)
    assert len(rows(page(boss))) == 1
    look_at_casino(other.casino_id, timezone.now())
    for address in (f"/numbers/alerts/T1/{other.day}/alert-pace-1", "/numbers/alerts/T9/never/alert-pace-1"):
        assert boss.post(address).status_code == 404


def test_the_days_report_tells_of_it_and_is_another_with_it(house: OpenHouse, as_role: AsRole) -> None:
    before = report_hash(house.casino_id, house.day)
    as_role(Role.PIT_BOSS).post(f"/numbers/alerts/T1/{house.day}/alert-device-offline-1")
    assert report_hash(house.casino_id, house.day) != before
    report = day_report(house.casino_id, "T1", house.day)
    assert report is not None
    raised, seen = [each.words for each in report.lines if each.type.startswith("alert_")]
    assert raised == "Reader away: reader W-T1 has been silent for 5 minutes"
    assert seen == f"Reader away 1 acknowledged by {alert_of(house).acknowledged_by}"
