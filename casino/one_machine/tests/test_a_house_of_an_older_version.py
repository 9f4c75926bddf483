"""A data folder that an older version of the platform has left opens with this one."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from casino.one_machine.open_house import open_house
from casino.people.casino_staff import croupiers_who_sign
from casino.people.demonstration_house import (
    BALLS,
    CASINO_ID,
    CHIP_COLOURS,
    CHIP_SYMBOLS,
    CYLINDER_MM,
    TABLES,
)
from settlement.models import Box
from tables.handling.aggregates.rota import rota_rules
from tables.handling.first_equipment import begin_register
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino, GamingTable
from tables.handling.projections.equipment import balls, wheels
from tables.handling.projections.rota import planned_rota
from tables.handling.projections.table_snapshots import table_snapshots
from tables.registers.rota.warnings import warnings
from tables.roulette.loader import get_rulebook

pytestmark = pytest.mark.django_db


OLDER = pytest.mark.parametrize("house", ["older"], indirect=True)
NEW = pytest.mark.parametrize("house", ["new"], indirect=True)


@pytest.fixture(scope="module")
def house(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A demonstration house, opened twice: on what an older version has left, or in an empty database.

    Yesterday was short: making up its coups is what takes time.
    """
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("casino.one_machine.open_house.YESTERDAYS_COUPS", 5)
        if request.param != "new":
            write_tables()
        for _ in range(2):
            list(open_house(timezone.now(), wheel_port=4100))
        yield
        transaction.set_rollback(True)


def write_tables() -> None:
    """Write tables whose wheel and balls are in columns. A yet older version has not measured every second wheel."""
    Casino.objects.create(id=CASINO_ID, name="Demonstration house", time_zone="UTC", demonstration=True)
    for table in TABLES:
        GamingTable.objects.create(
            casino_id=CASINO_ID,
            code=table.code,
            name=table.name,
            rulebook=get_rulebook(table.rulebook).id,
            wheel=table.wheel,
            cylinder_mm=CYLINDER_MM if table.place % 2 else None,
            limits={},
            balls=[{"name": name, "diameter_mm": diameter} for name, diameter in BALLS],
        )
    list(begin_register(timezone.now()))


@OLDER
def test_its_tables_open_with_measured_and_inspected_wheels_and_balls(house: None) -> None:
    assert {view.state.phase if view.state else "" for view in table_snapshots(CASINO_ID)} == {"idle"}
    standing = [wheel for wheel in wheels(CASINO_ID) if wheel.table]
    assert [wheel.diameter_mm for wheel in standing] == [CYLINDER_MM] * len(TABLES)
    lettered = [ball for ball in balls(CASINO_ID) if ball.letter]
    assert len(lettered) == len(TABLES) * len(BALLS)
    assert all(thing.inspected for thing in (*standing, *lettered))


@OLDER
def test_its_table_with_chips_of_colours_opens_with_them(house: None) -> None:
    colours = {view.table.code: view.state.colours for view in table_snapshots(CASINO_ID) if view.state}
    assert (colours["RA1"].symbol, colours["RA1"].registered) == (CHIP_SYMBOLS[3], CHIP_COLOURS)
    assert [code for code, each in colours.items() if each.registered] == ["RA1"]


@OLDER
def test_its_croupiers_are_registered_and_sign_where_they_sit(house: None) -> None:
    for view in table_snapshots(CASINO_ID):
        seated = tuple(view.state.staff.values()) if view.state else ()
        assert len(croupiers_who_sign(CASINO_ID, seated)) == len(seated) > 0, view.table.code


@NEW
def test_a_new_house_has_its_equipment_in_the_register_and_a_rota_that_breaks_no_rule(
    house: None,
) -> None:
    rota = planned_rota(CASINO_ID, gaming_day(CASINO_ID, timezone.now()).isoformat())
    assert {each.table for each in rota.entries if each.spins} == {"RF1", "RA1"}
    assert warnings(rota, rota_rules(CASINO_ID, table_snapshots(CASINO_ID))) == ()
    list(begin_register(timezone.now()))
    assert [wheel.serial for wheel in wheels(CASINO_ID)] == sorted(table.wheel_serial for table in TABLES)
    assert {wheel.table: wheel.numbering for wheel in wheels(CASINO_ID)}["RA1"] == "american"
    assert len([ball for ball in balls(CASINO_ID) if not ball.table]) == 4


@NEW
def test_a_new_house_has_a_box_at_each_table_that_takes_cash_and_those_of_yesterday_wait_for_their_count(
    house: None,
) -> None:
    in_place = {view.table.code: view.state.cash.box for view in table_snapshots(CASINO_ID) if view.state}
    with_cash = {table.code for table in TABLES if get_rulebook(table.rulebook).seats is None}
    assert {code for code, box in in_place.items() if box is not None} == with_cash
    waiting = Box.objects.filter(casino_id=CASINO_ID, status="waiting")
    assert {box.table for box in waiting} == with_cash
    assert all(box.recorded > 0 for box in waiting)
    serials = [box.serial for box in in_place.values() if box]
    assert not set(serials) & {box.serial for box in waiting}, "an uncounted box came to a table"
