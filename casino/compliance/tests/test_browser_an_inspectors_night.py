"""In a real browser: a games inspector's night, from the first page of the day's report to the archive that is checked
on a machine without the platform; the pit boss answers and signs in a browser of their own."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from casino.people.models import Role
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.handling.tests.carried_record import Carried
from tables.play import commands as c
from tables.stream.merkle.note import SigningKey
from testkit.house import OpenHouse
from testkit.people import engage
from testkit.pit_screen import signed_in
from testkit.screens import ScreenServices
from testkit.stream import checkpoint_now

PIN = "4711"


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    """Two tables of today; at one a coup was played, and the ball was changed for the same ball."""
    Casino.objects.create(id=casino_id, name="Casino")
    # Shortly after a gaming day has begun as well, it is the day that the pages show.
    day = gaming_day(casino_id, timezone.now()).isoformat()
    now = timezone.now() - timedelta(minutes=20)
    OpenHouse(casino_id, "pt-francesa", table="RF2", now=now, day=day)
    house = OpenHouse(casino_id, "pt-francesa", table="RF1", now=now, day=day)
    house.coup(17, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.now += timedelta(minutes=10)
    house.do(c.ChangeBall(ball="A", announced=True))
    return house


@pytest.fixture
def pages(
    house: OpenHouse, screen_services: ScreenServices, chromium: Browser
) -> Iterator[tuple[Page, Page]]:
    """The inspector's page and the pit boss's."""
    people = (
        engage(role, casino_id=house.casino_id, pin=PIN) for role in (Role.GAMES_INSPECTOR, Role.PIT_BOSS)
    )
    with ExitStack() as browsers:
        inspector, boss = (
            browsers.enter_context(signed_in(chromium, screen_services.web, person, touch=False)).new_page()
            for person in people
        )
        yield inspector, boss


def test_from_the_first_page_of_the_report_to_the_archive_and_its_verification(
    house: OpenHouse, pages: tuple[Page, Page], key: SigningKey, tmp_path: Path
) -> None:
    inspector, boss = pages
    from_the_first_page_to_the_moment(inspector)
    a_finding_is_raised_answered_and_closed(inspector, boss)
    a_table_is_drawn(inspector)
    a_sheet_is_keyed_in(inspector, house)
    both_sides_sign(inspector, boss)
    the_archive_is_carried_away_and_checked(house, key, tmp_path)


def from_the_first_page_to_the_moment(page: Page) -> None:
    page.goto("/compliance/day/")
    broken = page.locator("#broken tbody tr")
    expect(broken).to_have_count(1)
    broken.get_by_role("link", name="RF1").click()
    (line,) = page.locator("tr.is-violation").all()
    line.locator("td a").first.click()
    expect(page.locator(".moment-steps")).to_contain_text("event 9 of 9")
    expect(page.locator(".moment-words b")).to_have_text("The day again")
    moment, steps = page.url, page.locator(".moment-steps")
    page.get_by_role("link", name="Event before").click()
    expect(steps).to_contain_text("event 8 of 9")
    expect(page).not_to_have_url(moment)
    page.locator("body").press("ArrowRight")
    expect(steps).to_contain_text("event 9 of 9")
    expect(page).to_have_url(moment)
    page.get_by_label("Moment of the day").press("Home")
    expect(steps).to_contain_text(re.compile("event [1-7] of 9"))
    expect(page.locator("#cloth")).to_be_visible()


def a_finding_is_raised_answered_and_closed(inspector: Page, boss: Page) -> None:
    inspector.goto("/compliance/report/?table=RF1")
    inspector.locator("tr.is-violation").get_by_role("link", name="Ask").click()
    inspector.get_by_label("What was found, or the question").fill("why was the same ball put back")
    inspector.get_by_role("button", name="Record it").click()
    expect(inspector.locator("#finding-1")).to_contain_text("waits for an answer")

    boss.goto("/compliance/day/")
    answer = boss.locator("#finding-1")
    answer.get_by_label("Words").fill("the other one was cracked")
    answer.get_by_role("button", name="Answer").click()
    expect(boss.locator("#finding-1")).to_contain_text("the other one was cracked")

    inspector.reload()
    inspector.locator("#finding-1").get_by_role("button", name="Close").click()
    expect(inspector.locator("#finding-1")).to_contain_text("closed")


def a_table_is_drawn(page: Page) -> None:
    page.get_by_role("link", name="Tables to inspect").first.click()
    commit = page.locator("#commit form")
    commit.get_by_label("Tables a day").fill("1")
    commit.get_by_label("Your PIN").fill(PIN)
    commit.get_by_role("button", name="Commit the draw").click()
    page.goto("/compliance/draws/")
    page.locator("#draws tbody a").first.click()
    expect(page.locator("#drawn")).to_contain_text("Nobody knows it yet")
    page.locator("#drawn").get_by_label("Your PIN").fill(PIN)
    page.get_by_role("button", name="Reveal the tables").click()
    expect(page.locator(".drawn-tables li")).to_have_count(1)
    expect(page.locator("#repeat")).to_contain_text("repeat_draw.py")


def a_sheet_is_keyed_in(page: Page, house: OpenHouse) -> None:
    zone = ZoneInfo(Casino.objects.get(id=house.casino_id).time_zone)
    page.get_by_role("link", name="Inspection sheets").first.click()
    page.locator("#key-in").get_by_role("link", name="Minimum bet, RF1").click()
    page.get_by_label("Or a name that is not listed").fill("A colleague")
    page.get_by_label("Done").fill(house.now.astimezone(zone).strftime("%Y-%m-%dT%H:%M"))
    page.get_by_label("The table").select_option("open")
    page.get_by_label("Minimum", exact=True).fill("5")
    page.get_by_label("Your PIN").fill(PIN)
    page.get_by_role("button", name="Key it in").click()
    expect(page.locator("#page")).to_contain_text("A colleague")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sheet 1")


def both_sides_sign(inspector: Page, boss: Page) -> None:
    for page, side in ((inspector, "control"), (boss, "casino")):
        page.goto("/compliance/day/")
        signature = page.locator(f"#signature-{side}")
        signature.get_by_label("Your PIN").fill(PIN)
        signature.get_by_role("button", name="Sign the report").click()
        expect(page.locator(f"#signature-{side} code")).to_be_visible()
    for side in ("control", "casino"):
        expect(boss.locator(f"#signature-{side}")).not_to_contain_text("not signed")
        expect(boss.locator(f"#signature-{side}")).not_to_contain_text("Reopened")


def the_archive_is_carried_away_and_checked(house: OpenHouse, key: SigningKey, folder: Path) -> None:
    carried = Carried(house.casino_id, key, folder)
    carried.keep(checkpoint_now(house.casino_id, key))
    carried.export()
    code, checked = carried.check("--checkpoint", "kept")
    assert (code, checked["faults"]) == (0, [])
    days = {(day["table"], day["day"]): day for day in checked["days"]}
    assert [row["number"] for row in days["RF1", house.day]["numbers"]] == [17]
