"""In a real browser: two readers give two numbers, the page shows both while it is open, and a person decides."""

from django.utils import timezone
from playwright.sync_api import Browser, expect

from casino.floor.tests.test_browser_table import at_table
from tables.handling.models import WheelReader
from tables.handling.observations import observe
from tables.play import commands as c
from tables.play.reader.observation import Kind, Observation
from testkit.house import OpenHouse
from testkit.screens import ScreenHouse

CAMERA = "CAM-T1"


def give(house: OpenHouse, reader: str, sequence: int, kind: Kind, number: int | None = None) -> None:
    """A reader's message of this moment reaches the house."""
    now = timezone.now()
    seen = Observation(
        reader=reader,
        epoch=1,
        game=12,
        sequence=sequence,
        kind=kind,
        received_at=now,
        observed_at=now,
        number=number,
    )
    observe(house.casino_id, reader, seen, now)


def test_two_numbers_come_onto_the_open_page_and_one_is_decided(
    screen_house: ScreenHouse, chromium: Browser
) -> None:
    house = screen_house.house
    WheelReader.objects.create(
        casino_id=house.casino_id, code=CAMERA, table="T1", protocol="http", role="witness"
    )
    with at_table("T1", screen_house, chromium) as page:
        house.do(c.AnnounceBetsOpen(), now=timezone.now())
        house.do(c.PlaceBet(player="P1", bet="plein:17", amount=500), now=timezone.now())
        give(house, house.reader, 1, "ball_launched")
        give(house, house.reader, 2, "bets_closed")
        give(house, house.reader, 3, "result", number=17)
        give(house, CAMERA, 1, "result", number=18)
        panel = page.locator("#panel-discrepancy")
        expect(panel.locator("label")).to_have_count(2)
        expect(panel.locator("label").first).to_contain_text(house.reader)
        expect(panel.locator("label").last).to_contain_text(CAMERA)
        panel.locator("label").last.click()
        panel.locator("#why-number").fill("camera over the wheel")
        panel.get_by_role("button", name="Decide").click()
        expect(panel).to_have_count(0)
    assert (house.state.number, house.state.past[-1].confirmed) == (18, True)
