"""The floor of a hundred tables in a real browser. The tests share its tables: they take longer to open than a test."""

import secrets
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, ViewportSize, expect
from pytest_django import DjangoDbBlocker

from casino.floor.presenters.floor import DEADLINES_SHOWN
from casino.floor.tests.test_browser_floor import FOCUSED, SMALL, Floor, break_a_rule, fits, floor_of, show
from casino.floor.tests.test_browser_table import colleague, tablet
from testkit.browsers import DESKTOP, TABLET, TELEPHONE
from testkit.screens import ScreenServices

pytestmark = pytest.mark.django_db
WHOLE = """() => [...document.querySelectorAll(".tile")]
  .filter((tile) => tile.getBoundingClientRect().bottom <= innerHeight).length"""
DEADLINES_SEEN = """async () => {
  await new Promise(requestAnimationFrame);
  const end = document.querySelector(".deadlines .more").getBoundingClientRect().left;
  return [...document.querySelectorAll(".deadline:has(time)")].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect().right <= end).reduce((seen, whole) => whole ? seen + 1 : NaN, 0);
}"""
"""How many deadlines are seen; not a number where one is cut. They are arranged in the frame after a change of size."""


@pytest.fixture(scope="module")
def hundred(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    screen_services: ScreenServices,
    delete_rows: Callable[[], None],
) -> Iterator[Floor]:
    """A hundred open tables. Their rows stay until the last test has ended, so each test commits by a colleague and
    leaves no new violation behind."""
    with django_db_blocker.unblock():
        try:
            yield from floor_of(screen_services, 1_000_000 + secrets.randbelow(10**9), 100)
        finally:
            delete_rows()


def test_forty_tables_of_a_hundred_are_seen_at_once_and_none_is_cut(
    hundred: Floor, chromium: Browser
) -> None:
    with colleague() as ask, tablet(chromium) as page:
        ask(partial(break_a_rule, hundred[1][1]))
        show(page, hundred, DESKTOP)
        expect(page.locator("#tiles.is-compact .tile")).to_have_count(100)
        assert page.evaluate(WHOLE) >= 40
        every = DEADLINES_SHOWN + int(page.locator(".more").get_attribute("data-more") or 0)
        for size in (DESKTOP, TABLET, TELEPHONE):
            page.set_viewport_size(size)
            seen = page.evaluate(DEADLINES_SEEN)
            assert 0 <= seen <= DEADLINES_SHOWN, "each is seen whole"
            expect(page.locator("#more-deadlines")).to_have_text(f"+{every - seen} more")
            expect(page.locator("#more-deadlines")).to_be_in_viewport(ratio=1)
            assert fits(page), size
            assert page.evaluate(SMALL) == [], size
        page.set_viewport_size(DESKTOP)
        page.locator("#tile-RA1").get_by_role("button", name="Acknowledge at RA1").tap()
        expect(page.locator("#announced li")).to_have_count(0)


@pytest.mark.parametrize(("size", "place"), [(DESKTOP, 41), (TABLET, 45)], ids=["desktop", "tablet"])
def test_a_violation_among_a_hundred_is_announced_and_acknowledged_in_one_touch(
    hundred: Floor, chromium: Browser, size: ViewportSize, place: int
) -> None:
    house = hundred[1][place]
    code = house.table
    with colleague() as ask, tablet(chromium) as page:
        show(page, hundred, size)
        expect(page.locator("#announced li")).to_have_count(0)
        ask(partial(break_a_rule, house))
        expect(page.locator("#announced li")).to_have_text(
            f"{code}: Ball launched while payments of coup 2 were open"
        )
        # What needs somebody comes first.
        expect(page.locator(".tile").first).to_have_id(f"tile-{code}")
        page.get_by_role("button", name=f"Acknowledge at {code}").tap()
        expect(page.locator("#announced li")).to_have_count(0)
        expect(page.locator(f"#tile-{code} form")).to_have_count(0)
        page.goto(f"{hundred[0].web}/floor/?size=full&find={code}")
        expect(page.locator(f"#tile-{code} .notice small")).to_contain_text(
            f"Seen by {hundred[0].boss.display_name}"
        )


@pytest.mark.parametrize("size", [DESKTOP, TABLET], ids=["desktop", "tablet"])
def test_keys_move_between_tiles_and_open_a_table(
    hundred: Floor, chromium: Browser, size: ViewportSize
) -> None:
    with tablet(chromium) as page:
        show(page, hundred, size, "?order=code")
        across = 7 if size is DESKTOP else 5
        codes = page.locator("[data-tile]").all_inner_texts()
        for key, there in (
            ("ArrowRight", 0),
            ("ArrowRight", 1),
            ("ArrowDown", 1 + across),
            ("ArrowLeft", across),
            ("ArrowUp", 0),
            ("End", 99),
            ("ArrowRight", 99),
            ("Home", 0),
        ):
            page.keyboard.press(key)
            assert page.evaluate(FOCUSED) == codes[there], key
            expect(page.locator(":focus")).to_be_in_viewport()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/floor/{codes[0]}/")
