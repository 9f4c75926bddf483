"""In a real browser: the float is counted on the pad with its keys, its sums follow, and a live update leaves them."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from casino.floor.tests.conftest import reopened
from casino.floor.tests.test_browser_table import colleague, sign_in, tablet
from casino.people.models import Role
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse
from testkit.people import engage
from testkit.play import opening
from testkit.screens import ScreenHouse

SIGNED = tuple(
    e.Signature(person=e.Person(id=role, name=role), role=role) for role in ("pit_boss", "cash_desk")
)
FLOAT = {10_000: 10, 500: 40}


@pytest.fixture
def page(screen_house: ScreenHouse, chromium: Browser) -> Iterator[Page]:
    """The pad of a table that closed its last day with FLOAT."""
    house = screen_house.house
    house.do(c.CountFloat(moment="closing", pieces=FLOAT, signatures=SIGNED), now=timezone.now())
    house.do(c.CloseTable(), now=timezone.now())
    today = replace(opening(house.rulebook, table="T1"), day="2026-11-21", counts_float=True)
    house.do(today, now=timezone.now())
    engage(Role.CASH_DESK, casino_id=house.casino_id, sign_in=f"desk-{house.casino_id}", pin="4711")
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/T1/")
        page.locator("#count-now").tap()
        yield page


def keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.locator(f"#panel-float [data-key='{key}']").tap()


def field_of(page: Page, minor: int) -> str:
    return f"#panel-float [data-minor='{minor}'] [data-pieces]"


def test_keys_write_into_the_field_at_hand_and_the_sums_follow(page: Page) -> None:
    page.locator(field_of(page, 10_000)).tap()
    keys(page, "1", "2", "clear", "1")
    expect(page.locator(field_of(page, 10_000))).to_have_value("11")
    expect(page.locator("#float-total")).to_have_text("1,100.00")
    expect(page.locator("#float-difference")).to_have_text("\u2013 100.00")
    beside = page.locator("#panel-float [data-minor='10000'] [data-cell-difference]")
    expect(beside).to_have_text("+1")
    keys(page, "clear", "0")
    expect(beside).to_have_text("\u2713")
    keys(page, "next")
    expect(page.locator("#panel-float [data-pieces]:focus")).not_to_have_value("10")


def test_entered_count_survives_a_page_update_and_is_sent(page: Page, screen_house: ScreenHouse) -> None:
    house = screen_house.house
    page.locator(field_of(page, 10_000)).tap()
    keys(page, "1", "0")
    with colleague() as ask:
        ask(lambda: house.do(c.ChangeBall(ball="B", announced=True), now=timezone.now()))
        version = ask(lambda: house.state.version)
    expect(page.locator("#page")).to_have_attribute("data-version", str(version))
    expect(page.locator("#float-total")).to_have_text("1,000.00")
    page.locator(field_of(page, 500)).tap()
    keys(page, "4", "0")
    expect(page.locator("#float-difference")).to_have_text("0.00")
    page.locator("#float-signer").select_option(f"desk-{house.casino_id}")
    page.locator("#float-pin").fill("4711")
    page.get_by_role("button", name="Counted and verified").tap()
    expect(page.locator("#float")).to_contain_text("Opening count 1,200.00")
    with colleague() as ask:
        assert ask(lambda: house.state.direction.float_at_opening) == 120_000


def test_each_row_says_its_worth_and_keeps_its_count_when_chips_of_another_value_come(
    page: Page, screen_house: ScreenHouse
) -> None:
    house = screen_house.house
    worth = page.locator("#panel-float [data-minor='500'] [data-worth]")
    page.locator(field_of(page, 500)).tap()
    keys(page, "4", "0")
    expect(worth).to_have_text("200.00")
    chef = e.Signature(person=e.Person(id="chef", name="Chef"), role="chef_de_table")
    fill: dict[str, Any] = {"slip": "F-000001", "pieces": {150_000: 2, 2_000: 5}}
    with colleague() as ask:
        person = ask(lambda: next(iter(house.state.staff.values())))
        croupier = e.Signature(person=person, role="croupier")
        ask(lambda: house.do(c.RequestFill(**fill, signatures=SIGNED), now=timezone.now()))
        ask(lambda: house.do(c.ReceiveFill(**fill, signatures=(croupier, chef)), now=timezone.now()))
    expect(page.locator("#in-float [data-minor='150000'] small")).to_contain_text("of 2")
    expect(page.locator("#in-float [data-minor='2000']")).to_be_visible()
    expect(page.locator(field_of(page, 500))).to_have_value("40")
    expect(worth).to_have_text("200.00")
    expect(page.locator("#float-total")).to_have_text("200.00")


def test_a_count_that_is_made_again_has_every_key_and_the_pin_within_the_pad(
    page: Page, screen_house: ScreenHouse
) -> None:
    house = screen_house.house
    with colleague() as ask:
        again = c.CountFloat(moment="opening", pieces={10_000: 9, 500: 40}, signatures=SIGNED)
        ask(lambda: house.do(again, now=timezone.now()))
    expect(page.get_by_role("button", name="As the closing count")).to_be_visible()
    pad = page.locator("#panel-float").bounding_box()
    assert pad is not None
    for each in ("[data-key='9']", "[data-key='next']", "#float-pin", "[value='closing'].btn"):
        found = page.locator(f"#panel-float {each}").bounding_box()
        assert found is not None and found["x"] + found["width"] <= pad["x"] + pad["width"], each


def test_after_a_refusal_a_colleague_signs_anew_and_the_count_stays(
    page: Page, screen_house: ScreenHouse
) -> None:
    page.locator(field_of(page, 10_000)).tap()
    keys(page, "9")
    page.locator("#float-signer").select_option(f"desk-{screen_house.house.casino_id}")
    page.locator("#float-pin").fill("1111")
    page.get_by_role("button", name="Counted and verified").tap()
    expect(page.locator("#panel-float .said")).to_contain_text("not the PIN")
    expect(page.locator("#float-pin")).to_have_value("")
    expect(page.locator(field_of(page, 10_000))).to_have_value("9")


@pytest.mark.clause("pt-americana/9-11")
def test_chips_in_a_box_are_counted_with_the_same_keys_and_add_no_money(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    colours = {"yellow": 200, "blue": 160}
    casino_id, now = screen_house.house.casino_id, timezone.now()
    house = OpenHouse(casino_id, "pt-americana", table="T2", now=now, chip_colours=colours)
    reopened(house, counts_float=True, chip_symbol="*T2", chip_colours=colours)
    desk = engage(Role.CASH_DESK, casino_id=casino_id, sign_in=f"desk-{casino_id}", pin="4711")
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/T2/")
        page.locator("#count-now").tap()
        page.locator(field_of(page, 500)).tap()
        keys(page, "4", "0")
        page.locator("#float-box-blue").tap()
        keys(page, "1", "6", "0", "next", "1", "9", "8")
        expect(page.locator("#float-box-yellow")).to_have_value("198")
        expect(page.locator("#differs-box-blue")).to_have_text("\u2713")
        expect(page.locator("#differs-box-yellow")).to_have_text("\u20132")
        expect(page.locator("#float-total")).to_have_text("200.00")
        page.locator("#float-signer").select_option(desk.username)
        page.locator("#float-pin").fill("4711")
        page.get_by_role("button", name="Counted and verified").tap()
        expect(page.locator("#float")).to_contain_text("Yellow: 2 missing from its box")
