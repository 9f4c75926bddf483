"""The timeline of the rota in a real browser: an entry is moved by mouse, by finger and by keys."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from casino.floor.tests.test_browser_table import sign_in, tablet
from tables.handling import handle
from tables.handling.aggregates.rota import RotaAggregate
from tables.handling.projections.rota import planned_rota
from tables.play.events import Person
from tables.registers.rota.planning import PlanEntry
from testkit.house import BOSS, OpenHouse
from testkit.screens import ScreenHouse, ScreenServices

DAY = date(2026, 11, 20)
EVENING = datetime(2026, 11, 20, 20, tzinfo=UTC)
FIVE_MINUTES, AN_HOUR, ROW = 15, 180, 74
"""Pixels of the timeline."""
UNDER_THE_HAND = """() => [...document.querySelectorAll("#drawn a[data-entry] rect")].map((rect) => {
  const { x, y, width, height } = rect.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("a[data-entry]")?.dataset.entry;
})"""
"""The entries, row by row, as they are painted."""


@pytest.fixture
def screen_house(
    casino_id: int, transactional_db: None, screen_services: ScreenServices
) -> Iterator[ScreenHouse]:
    """T1 by pt-americana, which opens with a payer."""
    house = ScreenHouse(OpenHouse(casino_id, "pt-americana", now=timezone.now()), screen_services)
    yield house
    house.stop()


@pytest.fixture
def page(screen_house: ScreenHouse, chromium: Browser) -> Iterator[Page]:
    """Croupier 1 and then Croupier 2 take turns at the ball of T1; Croupier 3 rests."""
    casino = screen_house.house.casino_id
    for number, (begins, ends, table) in enumerate(((0, 20, "T1"), (20, 40, "T1"), (0, 20, "")), start=1):
        command = PlanEntry(
            person=Person(id=f"c{number}", name=f"Croupier {number}"),
            begins=EVENING + timedelta(minutes=begins),
            ends=EVENING + timedelta(minutes=ends),
            table=table,
            position="payer" if table else "",
            spins=bool(table),
        )
        handle(RotaAggregate(casino, DAY), command, by=BOSS, now=timezone.now())
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/house/rota/?day={DAY}")
        yield page


def middle(page: Page, entry: str) -> tuple[float, float]:
    page.locator(entry).scroll_into_view_if_needed()
    box = page.locator(f"{entry} rect").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def planned(house: ScreenHouse, entry: str) -> tuple[str, str]:
    found = planned_rota(house.house.casino_id, DAY.isoformat()).named(entry)
    assert found is not None
    return found.person.id, f"{found.begins:%H:%M}"


def test_an_entry_is_dragged_to_another_row(page: Page, screen_house: ScreenHouse) -> None:
    x, y = middle(page, "[data-entry='2']")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3, y + ROW, steps=4)
    expect(page.locator("#moving")).to_have_text("20:20–20:40, Croupier 3")
    page.mouse.up()
    expect(page.locator("[data-row=c3] [data-entry='2']")).to_be_focused()
    assert planned(screen_house, "2") == ("c3", "20:20")
    assert page.evaluate(UNDER_THE_HAND) == ["1", "3", "2"]
    assert page.url.endswith(f"?day={DAY}")


def test_a_finger_that_stays_drags_and_is_asked_where_a_rule_would_be_broken(
    page: Page, screen_house: ScreenHouse
) -> None:
    x, y = middle(page, "[data-entry='2']")
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("[data-entry='2']")).to_have_class("is-moving")
    for share in (0.3, 0.6, 1.0):
        point = {"x": x + 2 * FIVE_MINUTES * share, "y": y}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    expect(page.locator("[data-entry='2'] .times")).to_have_text("20:30–20:50")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#question li")).to_contain_text("Nobody is planned as")
    assert planned(screen_house, "2") == ("c2", "20:20")
    page.get_by_role("button", name="Move all the same").tap()
    expect(page.locator("#question")).to_have_count(0)
    expect(page.locator("[data-entry='2'] .times")).to_have_text("20:30–20:50")
    assert planned(screen_house, "2") == ("c2", "20:30")


def test_keys_move_an_entry_and_escape_undoes(page: Page, screen_house: ScreenHouse) -> None:
    page.locator("[data-entry='2']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#moving")).to_have_text("20:30–20:50, Croupier 3")
    page.keyboard.press("Escape")
    expect(page.locator("[data-entry='2'] .times")).to_have_text("20:20–20:40")
    for key in ("ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#question")).to_have_count(0)
    expect(page.locator("[data-entry='2'] .times")).to_have_text("20:20–20:40")
    page.locator("[data-entry='2']").focus()
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-row=c3] [data-entry='2']")).to_be_focused()
    assert planned(screen_house, "2") == ("c3", "20:20")


def test_a_click_without_a_drag_opens_the_entry(page: Page) -> None:
    page.locator("[data-entry='1']").click()
    page.wait_for_url("**entry=1#change")
    expect(page.locator("#move-begins")).to_have_value("20:00")


def test_a_narrow_screen_begins_shortly_before_now(page: Page, screen_house: ScreenHouse) -> None:
    now = timezone.now()
    command = PlanEntry(
        person=Person(id="c4", name="Croupier 4"),
        begins=now - timedelta(hours=4),
        ends=now + timedelta(hours=4),
    )
    handle(RotaAggregate(screen_house.house.casino_id, DAY), command, by=BOSS, now=now)
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    names, line = page.locator(".rota-rows").bounding_box(), page.locator("#now").bounding_box()
    assert names is not None and line is not None
    assert 0 < line["x"] - (names["x"] + names["width"]) < AN_HOUR
