"""The house's day at the cash desk: what is left over, its close by two, by force, and what comes after."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Person, Role
from settlement.box_aggregate import BoxAggregate
from settlement.tests.test_boxes_at_the_door import ACCEPT, AT_THE_DESK, BOX, COUNT, box_with_notes
from tables.handling import handle
from tables.handling.gaming_day import gaming_day
from tables.handling.projections.casino_days import casino_day
from tables.play import commands as t
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
DAY = "2026-11-20"
ADDRESS = f"/cash/day/{DAY}/"


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """A closed table; its box waits for its count."""
    house = OpenHouse(casino_id, "it-venezia", day=DAY, now=timezone.now() - timedelta(hours=1))
    box_with_notes(house)
    house.do(t.CloseTable())
    return house


@pytest.fixture
def inspector(colleague: Callable[..., Person], casino_id: int) -> Person:
    """Who signs beside, with the PIN 4711."""
    return colleague(Role.GAMES_INSPECTOR, casino_id=casino_id, pin="4711")


def page(client: Client, path: str = ADDRESS) -> Element:
    response = client.get(path, follow=True)
    assert response.status_code == 200, path
    return read_page(response.content)


def press(client: Client, step: str, beside: Person | None = None, **form: str) -> tuple[int, Element]:
    signed = {"signer": beside.username, "pin": "4711"} if beside else {}
    response = client.post(f"{ADDRESS}{step}", signed | form)
    return response.status_code, read_page(response.content)


def text(found: Element, selector: str) -> str:
    (part,) = found.select(selector)
    return part.get_text(" ", strip=True)


def count_the_box(house: OpenHouse) -> None:
    for command in (COUNT, ACCEPT):
        handle(BoxAggregate(house.casino_id, BOX), command, by=AT_THE_DESK, now=timezone.now())


def test_the_page_leads_to_the_day_that_is_due_and_to_any_other(house: OpenHouse, as_role: AsRole) -> None:
    desk = as_role(Role.CASH_DESK)
    assert text(page(desk, "/cash/day/"), "h1 .sub") == "20 Nov: open"
    assert text(page(desk, "/cash/day/?day=2026-11-19"), "h1 .sub") == "19 Nov: open"
    for wrong in ("yesterday", "2026-13-01", "0001-01-01", "9999-12-31", "x" * 200):
        assert desk.get(f"/cash/day/{wrong}/").status_code == 404, wrong
        assert desk.get("/cash/day/", {"day": wrong}).status_code == 404, wrong


def test_the_page_leads_to_the_first_day_after_those_that_are_closed_and_else_to_the_present_one(
    house: OpenHouse, as_role: AsRole, inspector: Person
) -> None:
    boss = as_role(Role.PIT_BOSS)
    assert press(boss, "force-close", inspector, reason="the alarm")[0] == 302
    present = gaming_day(house.casino_id, timezone.now())
    assert text(page(boss, "/cash/day/"), "h1 .sub") == f"{present.day} {present:%b}: open"
    assert press(boss, "explain", inspector, reason="counted at nine")[0] == 302
    house.open("2026-11-21")
    assert text(page(boss, "/cash/day/"), "h1 .sub") == "21 Nov: open"


def test_the_strip_counts_what_is_left_over_and_each_thing_leads_to_where_it_is_seen_to(
    house: OpenHouse, as_role: AsRole
) -> None:
    shown = page(as_role(Role.PIT_BOSS))
    assert [each.get_text(" ", strip=True) for each in shown.select(".day-left .is-due")] == ["1 Drop boxes"]
    (left,) = shown.select("#left-over li a")
    assert (left.get_text(), left["href"]) == (
        "Box T1-A of T1 is not counted",
        f"/cash/boxes/T1/{DAY}/T1-A/1/",
    )


def test_day_closes_with_two_signatures_without_blockers(
    house: OpenHouse, as_role: AsRole, inspector: Person
) -> None:
    desk = as_role(Role.CASH_DESK)
    status, refused = press(desk, "close", inspector)
    assert status == 422
    assert text(refused, "[role=alert] b") == ("2026-11-20 is not closed: box T1-A of T1 is not counted")
    count_the_box(house)
    status, refused = press(desk, "close")
    assert (status, "has to countersign" in text(refused, "[role=alert] b")) == (422, True)
    assert press(desk, "close", inspector, seen="0")[0] == 302
    shown = page(desk)
    assert "closed" in text(shown, "h1") and not shown.select("form.change-part")
    assert f"signed by {inspector.display_name}" in text(shown, "#as-closed")
    assert "250.00" in text(shown, "#as-closed")
    status, refused = press(desk, "close", inspector, seen="0")
    assert (status, text(refused, "[role=alert] b")) == (422, "2026-11-20 was closed meanwhile: look at it")


def test_under_pressure_it_is_flagged_everywhere_until_it_is_explained_and_done(
    house: OpenHouse, as_role: AsRole, inspector: Person
) -> None:
    boss = as_role(Role.PIT_BOSS)
    assert "Box T1-A of T1 is not counted" in text(page(boss), "#panel-force")
    status, refused = press(boss, "force-close", inspector)
    assert (status, text(refused, "[role=alert] b")) == (422, "An emergency close needs its reason")
    assert press(boss, "force-close", inspector, reason="the alarm")[0] == 302
    assert "to be reconciled" in text(page(boss), "#pressed h2")
    for path in ("/cash/ledger/", "/cash/ledger/T1/"):
        assert "closed in an emergency, to be reconciled" in text(
            page(boss, f"{path}?day={DAY}"), "#house-day h2"
        )
    for path in ("/floor/", "/floor/T1/"):
        assert "No table opens before" in text(page(boss, path), "#house-day")
    report = page(boss, f"/compliance/report/?table=T1&day={DAY}")
    assert "the casino closed the day in an emergency, to be reconciled: the alarm" in report.get_text()
    count_the_box(house)
    shown = page(boss)
    assert "done since" in text(shown, "#pressed li")
    assert "to be reconciled" in text(shown, "#pressed h2"), "nobody has explained it"
    assert "box T1-A counted: 250 EUR" in text(shown, "#later")
    assert press(boss, "explain", inspector, reason="counted at nine")[0] == 302
    assert text(page(boss), "#pressed h2") == "Emergency close"
    assert "counted at nine" in text(page(boss, f"/cash/ledger/?day={DAY}"), "#house-day")
    assert not page(boss, "/floor/").select("#house-day")
    assert (
        "the casino's emergency close explained: counted at nine"
        in page(boss, f"/compliance/report/?table=T1&day={DAY}").get_text()
    )


def test_a_movement_after_the_closing_says_so_in_the_tables_ledger(
    house: OpenHouse, as_role: AsRole, inspector: Person
) -> None:
    boss = as_role(Role.PIT_BOSS)
    press(boss, "force-close", inspector, reason="the alarm")
    count_the_box(house)
    ledger = page(boss, f"/cash/ledger/T1/?day={DAY}")
    marked = [
        row.get_text(" ", strip=True) for row in ledger.select("#movements tbody tr") if row.select("small")
    ]
    assert len(marked) == 1 and "box T1-A counted after closing" in marked[0]


@pytest.mark.parametrize(
    ("role", "answers"),
    [
        (Role.CASH_DESK, (200, 422, 403, 422)),
        (Role.PIT_BOSS, (200, 422, 422, 422)),
        (Role.GAMES_INSPECTOR, (200, 403, 403, 403)),
        (Role.PUBLIC_CONTROLLER, (200, 403, 403, 403)),
        (Role.CHEF_DE_TABLE, (403, 403, 403, 403)),
        (Role.ADMINISTRATOR, (403, 403, 403, 403)),
    ],
)
def test_day_is_seen_and_closed_by_permitted_roles(
    house: OpenHouse, as_role: AsRole, role: Role, answers: tuple[int, ...]
) -> None:
    client = as_role(role)
    told = [client.get(ADDRESS).status_code]
    told += [client.post(f"{ADDRESS}{step}").status_code for step in ("close", "force-close", "explain")]
    assert tuple(told) == answers
    if answers[0] == 200:
        shown = page(client)
        assert bool(shown.select("#close")) is (answers[1] == 422)
        assert bool(shown.select("#panel-force")) is (answers[2] == 422)
    assert client.post(f"{ADDRESS}open-again").status_code in (404, 403)


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"reason": "x" * 201}, "200 at most"),
        ({"reason": "the\x00alarm"}, "cannot be read"),
        ({"reason": "the alarm", "pin": "0000"}, "That is not the PIN of"),
        ({"reason": "the alarm", "signer": "nobody"}, "no colleague of that name signs here"),
        ({"reason": "the alarm", "signer": ""}, "has to countersign"),
        ({"reason": "the alarm", "seen": "x"}, "is no version of a gaming day"),
        ({"reason": "the alarm", "seen": "7"}, "was closed meanwhile"),
    ],
)
def test_malformed_day_close_is_refused_and_stores_nothing(
    house: OpenHouse, as_role: AsRole, inspector: Person, form: dict[str, str], says: str
) -> None:
    sent = {"signer": inspector.username, "pin": "4711"} | form
    status, refused = press(as_role(Role.PIT_BOSS), "force-close", None, **sent)
    assert status == 422
    assert says in text(refused, "[role=alert] b")
    assert casino_day(house.casino_id, DAY).version == 0


def test_the_same_form_sent_twice_closes_once(house: OpenHouse, as_role: AsRole, inspector: Person) -> None:
    boss = as_role(Role.PIT_BOSS)
    for _ in range(2):
        assert press(boss, "force-close", inspector, reason="the alarm", key="k")[0] == 302
    assert casino_day(house.casino_id, DAY).version == 1
