"""In a real browser: a won serie is played again by touch, and a sign beside the table follows a change of limits."""

from functools import partial

import pytest
from django.utils import timezone
from msgspec.structs import replace
from playwright.sync_api import Browser, expect

from casino.floor.tests.test_browser_table import colleague, place, sign_in, tablet
from casino.kit.guest_signs import guest_sign_path
from casino.people.models import Role
from casino.signs.views import RENEWED_EVERY_S, STALE_AFTER_S
from tables.play import commands as c
from tables.play.events import Person
from testkit.browsers import TELEPHONE
from testkit.house import OpenHouse
from testkit.people import engage
from testkit.screens import ScreenHouse


def venetian(screen_house: ScreenHouse) -> OpenHouse:
    """A Venetian table T2 beside the house's own."""
    house = screen_house.house
    return OpenHouse(house.casino_id, "it-venezia", table="T2", now=house.now)


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.clause("it-venezia/pagati-a-piazzare")
def test_a_won_serie_is_played_again_and_lies_in_the_next_coup(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    venice = venetian(screen_house)
    venice.do(c.AnnounceBetsOpen(), now=timezone.now())
    with colleague() as ask, tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/T2/")
        page.locator("#other").fill("200")
        page.locator('#places [data-code="tiers"]').scroll_into_view_if_needed()
        place(page, "tiers")
        # What is announced counts once it was repeated aloud.
        page.get_by_label("Employee repeated it").check()
        page.locator(".repeats").get_by_role("button", name="Place").tap()
        beside = page.locator(".beside li")
        expect(beside).to_contain_text("Serie 5/8")
        expect(page.locator("#chips .chip")).to_have_count(0)
        for command in (c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=5)):
            ask(partial(venice.do, command, now=timezone.now()))
        expect(beside).to_contain_text("placed on Cavallo 5–8")
        expect(page.locator("#chips .is-winning")).to_have_count(1)

        # Why a way is not open stands in its panel in place of the button, also while the table's record goes on.
        page.get_by_role("button", name="Per il tutto").tap()
        refusing = page.locator("#replay-b1-per-il-tutto")
        expect(refusing.locator(".why-not")).to_contain_text("over the maximum")
        expect(refusing.get_by_role("button", name="Play again")).to_have_count(0)
        ask(lambda: venice.do(c.ChangeSpinner(person=Person(id="p9", name="Croupier 9")), now=timezone.now()))
        expect(page.locator(".facts-line")).to_contain_text("Croupier 9")
        expect(refusing.locator(".why-not")).to_be_visible()
        refusing.get_by_role("button", name="Not now").tap()

        page.get_by_role("button", name="A completare").tap()
        panel = page.locator("#replay-b1-a-completare")
        figures = panel.locator(".figures dd")
        expect(figures).to_have_text(
            [
                *("3,400.00", "200.00", "3,600.00"),
                *("200.00", "1,000.00", "2,400.00", "3,600.00"),
                "Serie 5/8, 1,200.00",
            ]
        )
        panel.get_by_role("button", name="Play again").tap()
        expect(panel).to_have_count(0)
        expect(page.locator("#line-b1")).to_contain_text("1,000.00 re-staked")
        expect(page.locator("#sheet header")).to_contain_text("2,400.00 to pay")

        page.get_by_role("button", name="Clear the losers").tap()
        page.get_by_role("button", name="Confirm coup 1 paid").tap()
        page.get_by_role("button", name="Faites vos jeux").tap()
        expect(page.locator(".next b")).to_have_text("Launch")
        expect(beside).to_have_count(1)
        expect(page.locator("#bets .bets li")).to_contain_text("Serie 5/8")
        expect(page.locator("#bets .bets b")).to_have_text("1,200.00")


@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.clause("it-venezia/general-10")
def test_the_sign_changes_by_itself_when_the_limits_do(screen_house: ScreenHouse, chromium: Browser) -> None:
    venetian(screen_house)
    director = engage(Role.DIRECTION, casino_id=screen_house.house.casino_id, pin="2036")
    with tablet(chromium) as page:
        sign_in(page, screen_house)
        page.goto(f"{screen_house.web}/floor/T2/")
        sign = page.context.new_page()
        sign.goto(f"{screen_house.web}/sign/T2/")
        expect(sign.locator(".least b")).to_have_text("5")

        # A page that is not in front paints seldom.
        page.bring_to_front()
        page.get_by_role("button", name="Change limits").tap()
        page.locator("#limit-minimum").fill("10")
        page.locator("#panel-limits .btn.main").tap()
        expect(page.locator("#panel-limits .said")).to_contain_text("the management has not signed")
        page.locator("#limits-signer").select_option(director.username)
        page.locator("#limits-pin").fill("2036")
        page.locator("#panel-limits .btn.main").tap()
        expect(page.locator("#panel-limits .said")).to_contain_text("have not been told")
        expect(sign.locator(".least b")).to_have_text("5")

        page.locator("#limits-told").check()
        page.locator("#limits-signer").select_option(director.username)
        page.locator("#limits-pin").fill("2036")
        page.locator("#panel-limits .btn.main").tap()
        expect(page.locator("#panel-limits")).to_be_hidden()
        page.locator("#sign-changed").tap()
        expect(page.locator("#limits .least td")).to_have_text("10")
        expect(sign.locator(".least b")).to_have_text("10")
        expect(page.locator("#limits-told")).not_to_be_checked()


@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.clause("it-venezia/general-10")
def test_the_sign_for_guests_renews_itself_and_shows_no_limits_once_it_cannot(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    house = venetian(screen_house)
    other = replace(house.rulebook.default_limits, minimum=1_000)
    with colleague() as ask, chromium.new_context(viewport=TELEPHONE, has_touch=True) as context:
        sign = context.new_page()
        sign.clock.install()
        sign.goto(f"{screen_house.web}{guest_sign_path(house.casino_id, 'T2')}")
        expect(sign.locator(".least b")).to_have_text("5")

        ask(partial(house.do, c.ChangeLimits(limits=other, players_told=True, sign_changed=True)))
        sign.clock.run_for(RENEWED_EVERY_S * 1_000)
        expect(sign.locator(".least b")).to_have_text("10")

        context.set_offline(True)
        sign.clock.run_for((STALE_AFTER_S + 2) * 1_000)
        expect(sign.locator(".out-of-date")).to_be_visible()
        expect(sign.locator(".least")).to_be_hidden()

        context.set_offline(False)
        sign.clock.run_for(RENEWED_EVERY_S * 1_000)
        expect(sign.locator(".least b")).to_be_visible()
        expect(sign.locator(".out-of-date")).to_be_hidden()
