"""A rulebook's first version is played on 37 pockets, its second on 38, under one name of the numbering."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from casino.kit.wheel_spins import WheelName, known_wheel, watched_wheel
from casino.people.models import Role
from settlement.sheets import sheet
from tables.handling import handle
from tables.handling.aggregates.equipment import EquipmentAggregate
from tables.handling.projections.equipment import wheel_at
from tables.play import commands as c
from tables.registers.wheel_commands import InspectWheel, MoveWheel, RegisterWheel, WheelCommand
from tables.roulette.loader import get_rulebook
from tables.roulette.wheel import DOUBLE_ZERO
from testkit.equipment import WHEEL_MAKE
from testkit.house import BOSS, OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole
from testkit.refusals import expect_refusal
from testkit.rulebooks import EIGHTH, known_folder

TODAY = timezone.localdate()
TOMORROW = TODAY + timedelta(days=1)
FIRST_DAY = (1, 2, 3, 4)
SECOND_DAY = (5, DOUBLE_ZERO, 0, DOUBLE_ZERO)


def in_force(text: str, since: date, until: date) -> str:
    section = f'[in_force]\nsince = {since}\nuntil = {until}\nclause = "eighth/1"\n\n[wheels.french]'
    return text.replace("[wheels.french]", section, 1)


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[Path]:
    """Version 1 until today on 37 pockets, version 2 from tomorrow on 38: 00 lies across from 0."""
    text = EIGHTH.read_text(encoding="utf-8")
    first = in_force(text, date(2020, 1, 1), TODAY)
    second = in_force(text, TOMORROW, date(2099, 12, 31)).replace("version = 1", "version = 2", 1)
    second = second.replace("23, 10,\n", '23, 10, "00",\n', 1).replace("[cloth]\n", "[cloth]\nhead = []\n", 1)
    (tmp_path / "eighth.v1.toml").write_text(first, encoding="utf-8")
    (tmp_path / "eighth.v2.toml").write_text(second, encoding="utf-8")
    with known_folder(tmp_path):
        yield tmp_path


@pytest.fixture
def played(versions: Path, casino_id: int, follow: Callable[[int], None]) -> OpenHouse:
    """A table without a registered wheel: a day by the first version, then one by the second."""
    house = OpenHouse(casino_id, "eighth@1", now=timezone.now(), day=TODAY.isoformat())
    play(house, FIRST_DAY)
    house.do(c.CloseTable())
    house.rulebook = get_rulebook("eighth", 2)
    house.open(TOMORROW.isoformat())
    play(house, SECOND_DAY)
    follow(casino_id)
    return house


def play(house: OpenHouse, numbers: tuple[int, ...]) -> None:
    first, *last = numbers
    house.coup(first)
    house.do(c.AnnounceLastCoup())
    for number in last:
        house.coup(number, c.PlaceBet(player="P1", bet="rouge", amount=200))


def page(client: Client, path: str) -> Element:
    response = client.get(path)
    assert response.status_code == 200, path
    return read_page(response.content)


def test_each_day_is_settled_by_its_own_version(played: OpenHouse) -> None:
    outcomes = {}
    for day in (TODAY, TOMORROW):
        found = sheet(played.casino_id, "T1", day.isoformat(), 2)
        assert found is not None
        lines = (*found.others, *(line for group in found.groups for line in group.lines))
        outcomes[day] = [line.outcome for line in lines]
    assert (played.state.numbers[0], played.state.rulebook_version) == (DOUBLE_ZERO, 2)
    assert outcomes == {TODAY: ["lost"], TOMORROW: ["halved"]}


def test_figures_and_watch_are_those_of_the_wheel_of_today(
    played: OpenHouse, as_role: AsRole, casino_id: int
) -> None:
    wheel = known_wheel(casino_id, WheelName(table="T1"))
    assert wheel is not None
    assert (len(wheel.order), wheel.spins, wheel.played_by) == (38, len(SECOND_DAY), ("eighth@2",))
    assert watched_wheel(casino_id, wheel).bias.since == len(SECOND_DAY)
    shown = page(as_role(Role.GAMES_INSPECTOR), f"/numbers/wheels/?table=T1&until={TOMORROW}")
    assert len(shown.select(".num-wheel text")) == 38


@pytest.mark.parametrize("path", ["/floor/T1/", "/floor/sheets/", "/rules/eighth/1/", "/rules/eighth/2/"])
def test_screens_of_both_versions_open(played: OpenHouse, as_role: AsRole, path: str) -> None:
    assert find(page(as_role(Role.PIT_BOSS), path), "h1").get_text(strip=True)


def do(casino_id: int, *commands: WheelCommand) -> None:
    for command in commands:
        handle(EquipmentAggregate(casino_id), command, by=BOSS, now=timezone.now())


def registered(casino_id: int, serial: str, version: int) -> None:
    order = get_rulebook("eighth", version).wheels["french"].order
    do(
        casino_id,
        RegisterWheel(serial=serial, pockets=order, diameter_mm=600, make=WHEEL_MAKE),
        InspectWheel(serial=serial, condition="fit"),
    )


@pytest.mark.parametrize("version", [1, 2])
def test_wheel_of_today_and_that_of_the_next_version_come_to_the_table(
    versions: Path, casino_id: int, db: None, version: int
) -> None:
    house = OpenHouse(casino_id, "eighth@1", now=timezone.now(), day=TODAY.isoformat())
    house.do(c.CloseTable())
    registered(casino_id, "W-1", version)
    do(casino_id, MoveWheel(serial="W-1", table="T1"))
    brought = wheel_at(casino_id, "T1")
    assert brought is not None and brought.serial == "W-1"


def test_table_opens_with_the_wheel_of_its_version_alone(versions: Path, casino_id: int, db: None) -> None:
    house = OpenHouse(casino_id, "eighth@1", now=timezone.now(), day=TODAY.isoformat())
    house.do(c.CloseTable())
    registered(casino_id, "W-1", 1)
    do(casino_id, MoveWheel(serial="W-1", table="T1"))
    house.rulebook = get_rulebook("eighth", 2)
    with expect_refusal("wheel-numbering-not-played-here", serial="W-1"):
        house.open(TOMORROW.isoformat())
