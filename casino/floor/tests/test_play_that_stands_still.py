"""Play that is suspended says so wherever somebody looks: in the head, on the big button and on the floor."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from casino.floor.tests.conftest import Screen, part, play
from casino.people.models import Role
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page


@pytest.fixture
def suspended(new_table: Callable[[str], OpenHouse]) -> OpenHouse:
    """A table at which bets lie and play stands still."""
    house = new_table("it-campione")
    play(house, c.AnnounceBetsOpen(), c.SuspendTable(reason="breakdown", detail="the wheel"))
    return house


def said(page: Element, selector: str) -> str:
    return part(page, selector).get_text(" ", strip=True)


@pytest.mark.clause("it-campione/15")
def test_the_head_and_the_big_button_say_that_play_is_suspended(suspended: OpenHouse, screen: Screen) -> None:
    page = screen()
    assert said(page, "#stands-still").startswith("Play is suspended since ")
    assert said(page, ".next b") == "Resume play"
    assert part(page, part(page, ".next")["data-goto"].join(("#", ""))).select("#resume")
    suspended.do(c.ResumeTable())
    assert said(screen(), ".next b") == "Launch" and not screen().select("#stands-still")


@pytest.mark.clause("it-campione/15")
def test_a_ball_that_runs_is_played_to_its_end(suspended: OpenHouse, screen: Screen) -> None:
    suspended.do(c.LaunchBall())
    assert said(screen(), ".next b") == "Rien ne va plus" and screen().select("#stands-still")


@pytest.mark.clause("it-campione/15")
def test_the_floor_shows_the_table_as_suspended(suspended: OpenHouse, screen: Screen) -> None:
    tile = part(screen("/floor/"), "#tile-T1")
    assert find(tile, ".phase").get_text(strip=True) == "Suspended"
    assert "is-due" in tile.classes


@pytest.mark.clause("it-campione/15")
def test_a_refusal_says_since_when_by_the_houses_own_clock(
    suspended: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    assert suspended.state.direction.suspension is not None
    since = suspended.state.direction.suspension.since
    Casino.objects.filter(pk=suspended.casino_id).update(time_zone="Asia/Tokyo")
    answer = as_role(Role.PIT_BOSS).post(
        "/floor/T1/do/place-bet",
        {"player": "P1", "bet": "plein:17", "chip": "5"},
        headers={"HX-Request": "true"},
    )
    words = said(read_page(answer.content), "#answer-cloth b")
    assert f"{since + timedelta(hours=9):%H:%M} (" in words and "UTC" not in words
