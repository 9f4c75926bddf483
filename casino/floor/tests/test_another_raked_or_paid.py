"""Who raked and who paid is whose turn it was by the number, unless the form names somebody else."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import Screen, part, play
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, Response

pytestmark = pytest.mark.clause("it-venezia/roles-by-parity")
OTHERWISE = {"coup": "1", "ref": "b1", "amount": "170", "reason": "a chip less was handed out"}


@pytest.fixture
def table(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    """20 fell: the croupier on the right rakes, the one on the left pays two prizes."""
    house = new_table("it-venezia")
    bets = [c.PlaceBet(player=player, bet="plein:20", amount=500) for player in ("P1", "P2")]
    play(house, c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=20))
    return house


def sent(client: Client, where: str, form: dict[str, str]) -> Response:
    return client.post(f"/floor/T1/{where}", form, headers={"HX-Request": "true"})


def people(house: OpenHouse) -> list[tuple[str, str]]:
    """Who raked and who paid, payment by payment."""
    return [
        (event.data["raked_by"]["id"], event.data["paid_by"]["id"])
        for event in house.events()
        if event.type == "prizes_paid"
    ]


def chosen(panel: Element, name: str) -> list[str]:
    return [str(each["value"]) for each in panel.select(f'select[name="{name}"] option')]


def test_the_panel_names_another_payer_for_a_line_and_for_the_rest(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    staff = table.state.staff
    right, left, chief = staff["droite"].id, staff["gauche"].id, staff["chef"].id
    panel = part(screen(), "#panel-another")
    assert chosen(panel, "refs") == ["all", "b1", "b2"]
    assert chosen(panel, "paid_by")[0] == chosen(panel, "raked_by")[0] == ""
    assert {right, left, chief} <= set(chosen(panel, "paid_by"))
    first = {"coup": "1", "refs": "b1", "raked_by": "", "paid_by": chief}
    assert sent(boss, "paid", first).status_code == 200
    rest = {"coup": "1", "refs": "all", "raked_by": left, "paid_by": right}
    assert sent(boss, "paid", rest).status_code == 200
    assert people(table) == [(right, chief), (left, right)]
    said = part(screen("/floor/T1/sheet/1/"), "#roles").get_text(" ", strip=True)
    assert f"{staff['chef'].name}, {staff['droite'].name}" in said


def test_payment_discrepancy_records_another_payer(table: OpenHouse, boss: Client, screen: Screen) -> None:
    staff = table.state.staff
    assert staff["chef"].id in chosen(part(screen(), "#panel-otherwise"), "paid_by")
    assert sent(boss, "paid-otherwise", OTHERWISE | {"paid_by": staff["chef"].id}).status_code == 200
    assert people(table) == [(staff["droite"].id, staff["chef"].id)]


def test_whose_turn_it_was_is_recorded_where_nobody_is_named(table: OpenHouse, boss: Client) -> None:
    sent(boss, "paid", {"coup": "1", "refs": "b1"})
    assert people(table) == [(table.state.staff["droite"].id, table.state.staff["gauche"].id)]


@pytest.mark.parametrize("role", ["raked_by", "paid_by"])
@pytest.mark.parametrize("somebody", ["nobody-here", "5\x00", "x" * 5000, "-1", "P1"])
@pytest.mark.parametrize("where", ["paid", "paid-otherwise"])
def test_somebody_who_is_not_at_the_table_is_not_recorded(
    table: OpenHouse, boss: Client, where: str, role: str, somebody: str
) -> None:
    form = OTHERWISE if where == "paid-otherwise" else {"coup": "1", "refs": "b1"}
    assert sent(boss, where, form | {role: somebody}).status_code == 422
    assert people(table) == []
