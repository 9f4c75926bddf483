"""The page of a reader and the steps that connect one, in a real browser: a simulated wheel on a socket, a gateway that
listens to it, and the web."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from casino.people.models import Person, Role
from tables.handling import Actor, registers
from tables.handling.models import WheelReader
from tables.wheels.reader_recordings import recordings
from testkit.axe import breaks_no_rule
from testkit.browsers import DESKTOP, TELEPHONE
from testkit.house import OpenHouse
from testkit.people import PASSWORD, engage
from testkit.pictures import SIZES, THEMES, USUAL_SIZES, Pictures
from testkit.screens import ScreenHouse, ScreenServices, WheelInHand
from testkit.stream import wait_until
from testkit.wheels import free_port

TEST = Actor(id="test", name="Test", terminal="test")
READER = "W-T1"


@pytest.fixture
def house(casino_id: int, transactional_db: None, screen_services: ScreenServices) -> Iterator[ScreenHouse]:
    """A house with its screens running, and one table T1 that stands in the register."""
    made = ScreenHouse(OpenHouse(casino_id, "pt-francesa", now=timezone.now()), screen_services)
    declare(casino_id, "table", "T1", {"name": "Table", "rulebook": "pt-francesa"})
    yield made
    made.stop()


@pytest.fixture
def take(pytestconfig: pytest.Config) -> Any:
    """`take(page, "bytes")`: pictures of a page, if somebody asked for them (`--pictures`)."""
    folder = pytestconfig.getoption("--pictures")

    def pictured(page: Page, name: str) -> None:
        if not folder:
            return
        pictures = Pictures(Path(folder), THEMES)
        for size in USUAL_SIZES:
            page.set_viewport_size(SIZES[size])
            pictures.take(page, f"readers-{name}-{size}", full_page=True)
        page.set_viewport_size(DESKTOP)

    return pictured


def declare(casino_id: int, kind: str, code: str, values: dict[str, Any]) -> None:
    registers.declare(casino_id, kind, code, values, by=TEST, now=timezone.now())


@contextmanager
def wheel_and_gateway(house: ScreenHouse) -> Iterator[WheelInHand]:
    """A simulated wheel that no reader reads yet, and a gateway."""
    wheel = WheelInHand(free_port(), free_port())
    where = ("--port", str(wheel.port), "--control-port", str(wheel.control_port))
    process = house.services.process
    with (
        process("wheel", "-m", "tables.wheels.simulate", *where, "--games", "0", "--then-idle"),
        process("gateway", "manage.py", "wheel_gateway"),
    ):
        yield wheel


@contextmanager
def signed_in(chromium: Browser, house: ScreenHouse, person: Person) -> Iterator[Page]:
    """A page for this person. What it says on its console as an error fails the test."""
    errors: list[str] = []
    with chromium.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{house.web}/sign-in/")
        page.get_by_label("Name").fill(person.username)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(lambda url: "/sign-in/" not in url)
        yield page
    assert errors == []


def fits_a_telephone(page: Page) -> None:
    """Nothing reaches over the edge of a telephone's screen."""
    page.set_viewport_size(TELEPHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= TELEPHONE["width"]
    page.set_viewport_size(DESKTOP)


def test_page_of_a_reader_shows_raw_lines_as_they_come_and_records_them(
    house: ScreenHouse, chromium: Browser, take: Any
) -> None:
    casino_id = house.house.casino_id
    with wheel_and_gateway(house) as wheel, signed_in(chromium, house, house.boss) as page:
        url = f"socket://127.0.0.1:{wheel.port}"
        declare(casino_id, "reader", READER, {"table": "T1", "url": url})
        page.goto(f"{house.web}/readers/")
        page.get_by_role("link", name=READER).click()
        expect(page.locator(".reader-state .state")).to_have_text("Live")
        expect(page.locator("#connection")).to_contain_text(f"Connected 127.0.0.1:{wheel.port}")
        expect(page.locator("#connection")).to_contain_text("number 1")
        lines = page.locator("#lines tbody")
        expect(lines.get_by_text("*X;2;", exact=False).first).to_be_visible()

        page.get_by_role("button", name="Start recording").click()
        expect(page.get_by_text("Recording runs")).to_be_visible()
        wheel.tell("launch")
        expect(lines.get_by_text("Ball launched").first).to_be_visible()
        wheel.tell("close")
        wheel.tell("fall 17")
        expect(lines.get_by_text("Result 17").first).to_be_visible()
        take(page, "page")
        breaks_no_rule(page, "reader")
        fits_a_telephone(page)

        page.get_by_role("button", name="Stop recording").click()
        expect(page.get_by_role("link", name="Download")).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download").click()
        recorded = Path(download.value.path()).read_text()
        assert ";17;" in recorded
        (recording,) = recordings(casino_id, READER)
        assert (recording.ended_by, recording.size > 0) == ("stopped", True)


def test_page_of_a_reader_shows_that_its_line_is_lost(
    house: ScreenHouse, chromium: Browser, take: Any
) -> None:
    with signed_in(chromium, house, house.boss) as page, wheel_and_gateway(house) as wheel:
        url = f"socket://127.0.0.1:{wheel.port}"
        declare(house.house.casino_id, "reader", READER, {"table": "T1", "url": url})
        page.goto(f"{house.web}/readers/{READER}/")
        expect(page.locator(".reader-state .state")).to_have_text("Live")
        declare(
            house.house.casino_id,
            "reader",
            READER,
            {"table": "T1", "url": f"socket://127.0.0.1:{free_port()}"},
        )
        expect(page.locator("#connection .tone-broken")).to_have_text("Connection lost")
        expect(page.locator("#connection")).to_contain_text("refuses connections")
        take(page, "lost")
        fits_a_telephone(page)


def test_steps_lead_from_an_address_to_a_live_reader(
    house: ScreenHouse, chromium: Browser, take: Any
) -> None:
    casino_id = house.house.casino_id
    anna = engage(Role.ADMINISTRATOR, casino_id=casino_id, sign_in=f"anna-{casino_id}")
    WheelReader.objects.filter(casino_id=casino_id).update(enabled=False)
    with wheel_and_gateway(house) as wheel, signed_in(chromium, house, anna) as page:
        page.goto(f"{house.web}/readers/")
        page.get_by_role("link", name="Connect a reader").click()
        page.get_by_role("textbox", name="Address").fill("socket://10.0.0.5:1")
        page.get_by_role("button", name="Listen").click()
        expect(page.locator(".wrong")).to_be_visible()
        take(page, "address")
        breaks_no_rule(page, "address")
        fits_a_telephone(page)
        page.get_by_role("textbox", name="Address").fill(f"socket://127.0.0.1:{wheel.port}")
        page.get_by_role("button", name="Listen").click()

        expect(page.locator("#lines").get_by_text("*X;2;", exact=False).first).to_be_visible()
        page.reload()
        expect(page.locator("#lines").get_by_text("*X;2;", exact=False).first).to_be_visible()
        take(page, "bytes")
        breaks_no_rule(page, "bytes")
        fits_a_telephone(page)
        page.get_by_role("link", name="Choose protocol").click()

        expect(page.locator(".ways input:checked + span b")).to_have_text("SlingShot 2")
        take(page, "protocol")
        breaks_no_rule(page, "protocol")
        fits_a_telephone(page)
        page.get_by_role("button", name="Confirm protocol").click()

        expect(page.get_by_text("No number yet.", exact=False)).to_be_visible()
        for command in ("launch", "close", "fall 17"):
            wheel.tell(command)
        expect(page.locator(".seen .n.big")).to_have_text("17")
        page.get_by_label("Number on the wheel").fill("5")
        page.get_by_role("button", name="Compare").click()
        expect(page.locator("#wrong-number b")).to_have_text("The reader reported 17, the wheel shows 5.")
        take(page, "wrong-number")
        fits_a_telephone(page)
        page.go_back()
        page.goto(page.url)
        page.get_by_label("Number on the wheel").fill("17")
        take(page, "number")
        breaks_no_rule(page, "number")
        fits_a_telephone(page)
        page.get_by_role("button", name="Compare").click()

        page.get_by_role("button", name="Register").click()
        expect(page.locator(".wrong").first).to_be_visible()
        page.get_by_role("combobox", name="Table").select_option("T1")
        page.get_by_label("Code").fill("W-NEW")
        page.locator("[name=role][value=primary]").check()
        take(page, "place")
        breaks_no_rule(page, "place")
        fits_a_telephone(page)
        assert registers.entries(casino_id, "reader") == []
        page.get_by_role("button", name="Register").click()

        page.wait_for_url("**/readers/W-NEW/?connected")
        expect(page.locator(".done")).to_be_visible()
        expect(page.locator(".reader-state .state")).to_have_text("Live")
        wait_until(lambda: house.house.state.reader.state == "live", "the table has its reader")
    (entry,) = registers.entries(casino_id, "reader")
    named = ("table", "role", "protocol", "preset")
    assert [entry.values[name] for name in named] == ["T1", "primary", "slingshot2", "slingshot2"]
