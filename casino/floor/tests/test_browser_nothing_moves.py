"""In a real browser: what lies below the cloth stays where it is while bets are laid, for a finger is on its way."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, ViewportSize, expect

from casino.floor.tests.test_browser_table import colleague
from casino.people.demonstration_house import VISITORS_TABLE
from casino.people.models import Role
from tables.play import commands as c
from testkit.browsers import DESKTOP, TABLET, TELEPHONE
from testkit.house import OpenHouse
from testkit.people import engage
from testkit.pit_screen import signed_in
from testkit.screens import ScreenServices

WHERE_IT_LIES = """
() => Object.fromEntries(
  [...document.querySelectorAll("#page :is(section, .next, .hand, .players, .tool-group, .tool-group .btn)")]
    .filter((each) => each.getClientRects().length)
    .map((each, place) => {
      const box = each.getBoundingClientRect();
      const name = each.id || each.getAttribute("aria-label") || each.textContent.trim();
      return [`${place} ${name}`, [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round)];
    })
)
"""
"""Cards, groups and buttons by name: left, top, width and height on the page, in pixels."""

IN_ITS_LIST = """(row) => {
  const [inner, outer] = [row, row.parentElement].map((each) => each.getBoundingClientRect());
  return inner.top >= outer.top && inner.bottom <= outer.bottom;
}"""
ON_THE_CLOTH = ("plein:17", "rouge", "cheval:17-20", "noir", "carre:25-26-28-29", "passe")
BESIDE_IT = ("tiers", "voisins")
PIECES = {"tiers": 6, "voisins": 9}
CHIPS = 10
"""In a bet that may be of any number of them; the smallest stake on a simple chance is as much."""
COLOURS = ("yellow", "blue")


@pytest.fixture(scope="module", autouse=True)
def _visited() -> Iterator[None]:
    """The web server of this file has a visitor's table, with the first coup in six steps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DEMONSTRATION_LIVES", "true")
        yield


@pytest.mark.parametrize(
    ("rulebook", "code", "size", "language", "bets"),
    [
        ("pt-francesa", VISITORS_TABLE, DESKTOP, "en", ON_THE_CLOTH),
        ("pt-francesa", VISITORS_TABLE, TELEPHONE, "fr", ON_THE_CLOTH),
        ("pt-americana", "T1", DESKTOP, "pt", ON_THE_CLOTH),
        ("it-venezia", "T1", TABLET, "it", (*ON_THE_CLOTH, *BESIDE_IT)),
        ("it-campione", "T1", TELEPHONE, "pt", ON_THE_CLOTH),
    ],
)
def test_nothing_moves_when_a_bet_is_laid(
    *,
    rulebook: str,
    code: str,
    size: ViewportSize,
    language: str,
    bets: tuple[str, ...],
    casino_id: int,
    transactional_db: None,
    screen_services: ScreenServices,
    chromium: Browser,
) -> None:
    colours = dict.fromkeys(COLOURS, 200) if rulebook == "pt-americana" else {}
    house = OpenHouse(casino_id, rulebook, table=code, now=timezone.now(), chip_colours=colours)
    limits = house.state.limits
    assert limits is not None
    players = [f"P{seat}" for seat in range(1, (len(colours) or len(bets)) + 1)]
    for player, colour in zip(players, colours, strict=False):
        house.do(c.AssignColour(colour=colour, player=player, value=limits.minimum, count=100))
    house.do(c.AnnounceBetsOpen(), now=timezone.now())
    boss = engage(Role.PIT_BOSS, casino_id=casino_id, sign_in=f"boss-{casino_id}")
    boss.language = language
    boss.save(update_fields=["language"])
    with signed_in(chromium, screen_services.web, boss, touch=False) as context:
        page = context.new_page()
        page.set_viewport_size(size)
        page.goto(f"/floor/{code}/")
        # The last of the page: it fetches its events for itself.
        expect(page.locator("#strip > *").first).to_be_attached()
        before = page.evaluate(WHERE_IT_LIES)
        for lying, bet in enumerate(bets):
            amount = limits.minimum * PIECES.get(bet, CHIPS)
            laid = c.PlaceBet(player=players[lying % len(players)], bet=bet, amount=amount)
            with colleague() as ask:
                ask(partial(house.do, laid, now=timezone.now()))
            expect(page.locator("#bets .bets li")).to_have_count(lying + 1)
            assert page.evaluate(WHERE_IT_LIES) == before, bet
        for row in page.locator("#players li").all():
            assert row.evaluate("(row) => row.scrollHeight <= row.clientHeight"), row.text_content()
        # The row of the player in hand comes into view in its list.
        for player in (players[-1], players[0]):
            page.locator(f"label:has(#player-{player})").click()
            assert page.locator(f"#player-row-{player}").evaluate(IN_ITS_LIST), player


@pytest.mark.parametrize("size", [DESKTOP, TABLET])
def test_nothing_moves_when_a_bet_is_laid_while_a_coup_is_paid(
    size: ViewportSize,
    casino_id: int,
    transactional_db: None,
    screen_services: ScreenServices,
    chromium: Browser,
) -> None:
    """At the Venetian cloth bets for the next coup come once the losers are cleared, but on the number that has won."""
    house = OpenHouse(casino_id, "it-venezia", now=timezone.now())
    house.do(c.AnnounceBetsOpen(), now=timezone.now())
    house.do(c.PlaceBet(player="P1", bet="plein:0", amount=1000), now=timezone.now())
    house.do(c.CloseBets(), now=timezone.now())
    house.do(c.DeclareNumber(number=0), now=timezone.now())
    house.do(c.ClearLosers(), now=timezone.now())
    boss = engage(Role.PIT_BOSS, casino_id=casino_id, sign_in=f"boss-{casino_id}")
    with signed_in(chromium, screen_services.web, boss, touch=False) as context:
        page = context.new_page()
        page.set_viewport_size(size)
        page.goto("/floor/T1/")
        expect(page.locator("#strip > *").first).to_be_attached()
        before = page.evaluate(WHERE_IT_LIES)
        for lying, bet in enumerate(ON_THE_CLOTH, start=1):
            laid = c.PlaceBet(player=f"P{lying + 1}", bet=bet, amount=1000)
            with colleague() as ask:
                ask(partial(house.do, laid, now=timezone.now()))
            # The stake that has won lies on.
            expect(page.locator("#bets .bets li")).to_have_count(lying + 1)
            assert page.evaluate(WHERE_IT_LIES) == before, bet
