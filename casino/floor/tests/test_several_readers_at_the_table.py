"""The table's page with several readers: the source of each number, and readers that are silent."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.floor.tests.conftest import part, play
from casino.floor.tests.test_what_the_reader_says import press, press_next, words
from casino.kit.dates import second
from tables.handling.alerts.models import Alert
from tables.handling.alerts.watch import look_at_casino
from tables.handling.models import GamingTable
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element

Screen = Callable[..., Element]
CAMERA, HEAD = "CAM-T1", "HEAD-T1"


@pytest.fixture
def readers(table: OpenHouse) -> OpenHouse:
    """Return a table with a live primary reader and two live witnesses."""
    play(table, c.ChangeReader(reader=table.reader, state="live"), comes(CAMERA), comes(HEAD))
    return table


def comes(code: str, state: str = "live", detail: str = "") -> c.ChangeReader:
    return c.ChangeReader(reader=code, state=state, detail=detail, role="witness")  # type: ignore[arg-type]


def seen(number: int, by: str = CAMERA) -> c.ReportAsWitness:
    return c.ReportAsWitness(reader=by, number=number, game=f"{by}:1/7")


def primary(house: OpenHouse, number: int, **how: Any) -> c.DeclareNumber:
    return c.DeclareNumber(number=number, source="reader", reader=house.reader, game="1/1", **how)


def ball(house: OpenHouse) -> None:
    lying = c.PlaceBet(player="P1", bet="plein:17", amount=500)
    play(house, c.AnnounceBetsOpen(), lying, c.LaunchBall(), c.CloseBets())
    house.now += timedelta(seconds=30)


def test_panel_shows_both_numbers_with_reader_and_time_and_a_person_decides(
    readers: OpenHouse, boss: Client, screen: Screen
) -> None:
    ball(readers)
    readers.do(primary(readers, 17))
    fell = readers.now
    readers.now += timedelta(seconds=2)
    play(readers, seen(18), seen(17, by=HEAD))
    page = screen()
    assert words(page, ".next b") == "Decide: 17 or 18"
    numbers = [label.get_text(" ", strip=True) for label in page.select("#panel-discrepancy label")]
    assert numbers == [
        f"17 {readers.reader} {second(fell)} {HEAD} {second(readers.now)}",
        f"18 {CAMERA} {second(readers.now)}",
    ]
    assert "17 or 18 in coup 1: decide" in words(screen("/floor/"), "#tile-T1")
    press(boss, part(page, "#panel-discrepancy form"), number="18", reason="camera 3")
    assert "discrepancy_resolved" in [event.type for event in readers.events()]
    assert not screen().select("#panel-discrepancy")
    assert readers.state.number == 18


def test_panel_shows_staff_as_the_source_of_a_number_that_was_entered(
    readers: OpenHouse, screen: Screen
) -> None:
    ball(readers)
    play(readers, c.DeclareNumber(number=17), seen(18))
    first, _ = screen().select("#panel-discrepancy label")
    assert first.get_text(" ", strip=True) == f"17 Staff {second(readers.now)}"


def test_number_of_a_witness_is_proposed_with_its_name_and_confirmed_at_one_press(
    readers: OpenHouse, boss: Client, screen: Screen
) -> None:
    readers.do(c.ChangeReader(reader=readers.reader, state="silent"))
    ball(readers)
    play(readers, seen(17))
    page = screen()
    assert words(page, "#next b") == "Confirm 17"
    assert f"Coup 1, {CAMERA}: a witness gave it" in words(page, "#next span")
    assert f"{CAMERA} gives 17 for coup 1: a witness gave it" in words(page, "#waiting p")
    play(readers, seen(17, by=HEAD))
    assert f"{CAMERA} and {HEAD} give 17 for coup 1" in words(screen(), "#waiting p")
    press_next(boss, screen())
    assert (readers.state.number, readers.state.past[-1].reader) == (17, CAMERA)


def test_other_number_of_a_second_witness_is_shown_with_its_name(readers: OpenHouse, screen: Screen) -> None:
    readers.do(c.ChangeReader(reader=readers.reader, state="silent"))
    ball(readers)
    play(readers, seen(17), seen(22, by=HEAD))
    assert f"Also read: 22 ({HEAD})" in words(screen(), "#waiting p")


def test_report_of_a_witness_is_shown_beside_the_number_that_waits(
    readers: OpenHouse, screen: Screen
) -> None:
    ball(readers)
    play(readers, primary(readers, 17, doubts=("unconfirmed",)), seen(22))
    said = words(screen(), "#waiting p")
    assert f"{readers.reader} gives 17 for coup 1" in said
    assert f"Also read: 22 ({CAMERA})" in said


def test_silent_witness_is_shown_beside_a_live_primary_and_the_other_way_round(
    readers: OpenHouse, screen: Screen
) -> None:
    readers.do(comes(CAMERA, "silent"))
    assert f"Witness {CAMERA} silent since" in words(screen(), ".sayings")
    assert f"{CAMERA} silent" in words(screen("/floor/"), "#tile-T1")
    play(readers, comes(CAMERA), c.ChangeReader(reader=readers.reader, state="silent"))
    assert "Reader silent" in words(screen("/floor/"), "#tile-T1")
    assert words(screen(), ".sayings") == f"Witness {CAMERA}: its numbers wait for confirmation"
    GamingTable.objects.filter(casino_id=readers.casino_id).update(witness_takes_over=True)
    assert words(screen(), ".sayings") == f"Witness {CAMERA} acts for the reader"


def test_fault_and_warnings_of_a_witness_are_shown_with_its_name(readers: OpenHouse, screen: Screen) -> None:
    play(
        readers,
        c.WarnWheel(reader=HEAD, warnings=("runaway_rotor",), role="witness"),
        comes(CAMERA, "fault", "fault_11, sensor_stuck_on"),
    )
    said = [each.get_text(" ", strip=True) for each in screen().select(".sayings li")]
    assert said[0].startswith(f"Witness {CAMERA}: fault since")
    assert said[0].endswith("a sensor is stuck on, fault 11")
    assert said[1] == f"Witness {HEAD}: rotor far too fast"


def test_each_silent_reader_has_an_alert_of_its_own(readers: OpenHouse) -> None:
    play(readers, c.ChangeReader(reader=readers.reader, state="silent"), comes(CAMERA, "fault"))
    look_at_casino(readers.casino_id, timezone.now() + timedelta(minutes=10))
    alerts = Alert.objects.filter(casino_id=readers.casino_id, kind="device-offline", ended_at=None)
    assert sorted(alerts.values_list("subject", flat=True)) == [CAMERA, readers.reader]
    readers.do(comes(CAMERA))
    look_at_casino(readers.casino_id, timezone.now() + timedelta(minutes=11))
    assert list(alerts.values_list("subject", flat=True)) == [readers.reader]


def test_panel_shows_the_reading_of_the_clause_on_results_if_the_rulebook_has_one(
    new_table: Callable[[str], OpenHouse], screen: Screen
) -> None:
    live = new_table("it-live")
    play(live, c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17), seen(18))
    clause = live.rulebook.phases.result.clause
    assert live.rulebook.readings[clause].text("en") in words(screen(), "#reading-of-results")
