"""The direction at the table's page: play suspended and resumed, control told, the last coup, the sign, the float."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import reopened
from casino.people.models import Person, Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole


@pytest.fixture
def campione(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    return new_table("it-campione")


def page(client: Client) -> Element:
    return read_page(client.get("/floor/T1/").content)


def asked(client: Client, command: str, **form: str) -> int:
    return client.post(f"/floor/T1/direct/{command}", form, headers={"HX-Request": "true"}).status_code


@pytest.fixture
def signs(campione: OpenHouse, colleague: Callable[..., Person]) -> dict[str, str]:
    """What the direction enters beside the pit boss: its name and PIN."""
    director = colleague(Role.DIRECTION, casino_id=campione.casino_id, pin="4711")
    return {"signer": director.username, "pin": "4711"}


@pytest.mark.clause("it-campione/15")
def test_play_is_suspended_control_told_and_play_resumed(
    boss: Client, campione: OpenHouse, signs: dict[str, str]
) -> None:
    assert asked(boss, "suspend-table", cause="breakdown", reason="the wheel", **signs) == 200
    shown = page(boss)
    assert "Guasto, the wheel" in find(shown, "#suspended").text
    assert "art. 15" in find(shown, "#control").text
    assert asked(boss, "notify-control", notice="by telephone") == 200
    assert page(boss).select_one("#control") is None
    assert asked(boss, "resume-table", **signs) == 200
    assert page(boss).select_one("#suspended") is None


@pytest.mark.clause("it-campione/15")
def test_the_pit_boss_suspends_and_resumes_with_the_directions_pin_only(
    boss: Client, campione: OpenHouse, signs: dict[str, str]
) -> None:
    panel = find(page(boss), "#panel-suspend")
    assert "Decides, and signs: the management" in panel.text
    assert [each["value"] for each in panel.select("[name=signer] option")] == ["", signs["signer"]]
    for wrong in ({}, signs | {"pin": "4712"}):
        assert asked(boss, "suspend-table", cause="breakdown", **wrong) == 422
    assert campione.state.direction.suspension is None
    assert asked(boss, "suspend-table", cause="breakdown", **signs) == 200
    assert asked(boss, "resume-table") == 422
    assert asked(boss, "notify-control", notice="by telephone") == 200
    assert asked(boss, "resume-table", **signs) == 200


@pytest.mark.clause("it-campione/15")
def test_the_direction_itself_signs_by_acting_and_closes_a_suspended_table(
    as_role: AsRole, boss: Client, campione: OpenHouse
) -> None:
    director = as_role(Role.DIRECTION)
    assert not find(page(director), "#panel-suspend").select("[name=signer]")
    assert asked(director, "suspend-table", cause="breakdown") == 200
    assert asked(director, "notify-control", notice="by telephone") == 200
    closed = boss.post("/floor/T1/close", headers={"HX-Request": "true"})
    assert (closed.status_code, campione.state.phase) == (422, "idle")
    assert "the management has not signed" in find(read_page(closed.content), "#answer-close").text
    assert director.post("/floor/T1/close", headers={"HX-Request": "true"}).status_code == 200
    assert campione.state.phase == "closed"


@pytest.mark.clause("it-campione/15")
def test_a_reason_that_the_rulebook_does_not_have_is_refused_at_its_panel(
    boss: Client, campione: OpenHouse, signs: dict[str, str]
) -> None:
    form = {"cause": "dinner", **signs}
    answer = boss.post("/floor/T1/direct/suspend-table", form, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    said = find(read_page(answer.content), "#answer-suspend")
    assert "is no reason to suspend play" in said.text


@pytest.mark.clause("it-campione/5")
def test_announced_limits_wait_on_a_card_until_the_sign_is_changed(
    boss: Client, campione: OpenHouse, signs: dict[str, str]
) -> None:
    form = {"minimum": "20", "players_told": "yes", **signs}
    assert boss.post("/floor/T1/limits", form, headers={"HX-Request": "true"}).status_code == 200
    assert "minimum 20" in find(page(boss), "#sign-due").text
    assert asked(boss, "confirm-sign") == 200
    assert page(boss).select_one("#sign-due") is None
    assert campione.state.limits is not None
    assert campione.state.limits.minimum == 2000


@pytest.mark.clause("it-campione/14")
def test_the_last_coup_is_announced_by_who_runs_the_table_and_taken_back_by_the_direction(
    boss: Client, campione: OpenHouse
) -> None:
    boss.post("/floor/T1/do/announce-last-coup", headers={"HX-Request": "true"})
    assert "Coup 1 is the last" in find(page(boss), "#last-coup").text
    assert asked(boss, "revoke-last-coup", reason="play goes on") == 200
    assert page(boss).select_one("#last-coup") is None


def test_a_chef_announces_the_last_coup_but_does_not_suspend(as_role: AsRole, campione: OpenHouse) -> None:
    chef = as_role(Role.CHEF_DE_TABLE)
    assert chef.post("/floor/T1/do/announce-last-coup", headers={"HX-Request": "true"}).status_code == 200
    assert asked(chef, "suspend-table", cause="service") == 403


def test_a_count_that_was_forgotten_at_the_opening_is_still_offered_after_the_first_coup(
    boss: Client, table: OpenHouse
) -> None:
    reopened(table, counts_float=True)
    assert "at the opening" in find(page(boss), "#panel-float h2").text
    table.do(c.LaunchBall())
    assert "at the opening" in find(page(boss), "#panel-float h2").text
