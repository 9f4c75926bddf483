"""A ball that is broken or lost is replaced at the table's page, by one of the register where the house has one."""

import pytest
from django.test import Client

from casino.floor.tests.conftest import Screen, part
from tables.handling import handle
from tables.handling.aggregates.equipment import EquipmentAggregate
from tables.handling.projections import equipment
from tables.registers.ball_commands import InspectBall, RegisterBall
from testkit.equipment import BALL_MAKE
from testkit.house import BOSS, OpenHouse
from testkit.pages import read_page

ASK = "/floor/T1/do/replace-ball"


def spare(table: OpenHouse, serial: str, mm: float) -> None:
    """A fit ball in the store."""
    registered = RegisterBall(serial=serial, diameter_mm=mm, make=BALL_MAKE)
    for command in (registered, InspectBall(serial=serial, condition="fit")):
        handle(EquipmentAggregate(table.casino_id), command, by=BOSS, now=table.now)


@pytest.mark.clause("pt-francesa/10")
def test_the_panel_offers_the_reasons_of_the_rulebook_and_the_fit_balls(
    table: OpenHouse, screen: Screen
) -> None:
    spare(table, "B-7", 20)
    handle(
        EquipmentAggregate(table.casino_id),
        RegisterBall(serial="B-8", diameter_mm=20, make=BALL_MAKE),
        by=BOSS,
        now=table.now,
    )
    panel = part(screen(), "#panel-replace")
    assert [each["value"] for each in panel.select('input[name="reason"]')] == [
        "defect",
        "fracture",
        "disappearance",
    ]
    assert "desaparecimento" in panel.get_text() and "n.º 10" in panel.get_text()
    assert [each["value"] for each in panel.select("option")] == ["", "B-7"]


@pytest.mark.clause("pt-francesa/10")
def test_a_ball_is_replaced_by_one_of_the_register(table: OpenHouse, boss: Client) -> None:
    spare(table, "B-7", 20)
    boss.post(ASK, {"ball": "A", "reason": "fracture", "serial": "B-7"})
    assert table.state.balls[0].serial == "B-7"
    assert equipment.ball_named(table.casino_id, "B-7").table == "T1"


@pytest.mark.clause("pt-francesa/10")
def test_a_ball_of_another_diameter_is_refused_on_the_panel(table: OpenHouse, boss: Client) -> None:
    spare(table, "B-7", 21.5)
    answer = boss.post(ASK, {"ball": "A", "reason": "fracture", "serial": "B-7"})
    assert answer.status_code == 422
    said = part(read_page(answer.content), "#answer-replace").get_text()
    assert "The new ball measures 21.5 mm; 20 mm is right" in said and "n.º 10" in said
    assert table.state.balls[0].serial == ""


@pytest.mark.clause("pt-francesa/10")
def test_a_house_without_a_register_says_what_the_new_ball_measures(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    assert part(screen(), '#panel-replace input[name="diameter"]')
    boss.post(ASK, {"ball": "B", "reason": "disappearance", "diameter": "20"})
    assert [event.type for event in table.events()][-1] == "ball_replaced"
    assert boss.post(ASK, {"ball": "B", "reason": "disappearance", "diameter": "?"}).status_code == 422
