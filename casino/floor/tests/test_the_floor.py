"""The floor: every table in a tile, deadlines first, and nothing that costs a query a table."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries, Settings

from casino.floor.presenters.tile import tile as tile_of
from casino.floor.tests.conftest import part, play
from casino.people.models import Role
from tables.handling.deadlines.sweep import sweep_casino
from tables.handling.models import GamingTable
from tables.play import commands as c
from tables.wheels.models import GatewayReport
from testkit.house import OpenHouse
from testkit.pages import Element

Screen = Callable[..., Element]
QUERIES_OF_THE_FLOOR = 13
"""Session, person, two for the boards, answers to violations, turnover and result, wins of closed tables, the last
sweep, alarms of gateways, a day of the house to be explained, boxes that are not counted."""


def tile(screen: Screen, code: str = "T1") -> str:
    return part(screen("/floor/"), f"#tile-{code}").get_text(" ", strip=True)


def test_a_tile_says_number_phase_limits_spinner_and_ball(table: OpenHouse, screen: Screen) -> None:
    table.coup(17)
    table.do(c.AnnounceBetsOpen())
    shown = part(screen("/floor/"), "#tile-T1")
    assert part(shown, ".n.big").get_text() == "17"
    assert "noir" in part(shown, ".n.big").classes
    words = shown.get_text(" ", strip=True)
    for said in ("Faites vos jeux", "Coup 2", "5 – 150", "Croupier 2", "Ball A", "By hand"):
        assert said in words
    assert [meter["data-of"] for meter in shown.select(".meter")] == ["3600", "3600"]


def test_rulebook_without_a_ball_rule_is_marked_on_the_tile(
    new_table: Callable[[str], OpenHouse], screen: Screen
) -> None:
    new_table("it-venezia")
    assert "No ball rule here" in tile(screen)


def test_bets_are_counted_with_players_and_money(table: OpenHouse, screen: Screen) -> None:
    play(
        table,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="plein:17", amount=1000),
        c.PlaceBet(player="P2", bet="rouge", amount=5000),
        c.PlaceBet(player="P2", bet="pair", amount=124500),
    )
    assert "3 bets, 2 players, 1,305.00" in tile(screen)


def test_the_reader_is_live_or_silent_since_a_time(table: OpenHouse, screen: Screen) -> None:
    table.do(c.ChangeReader(reader="W-T1", state="live"))
    assert "Reader live" in tile(screen)
    table.do(c.ChangeReader(reader="W-T1", state="silent"))
    since = timezone.localtime(table.now).strftime("%H:%M")
    assert f"Reader silent since {since}" in tile(screen)


def test_a_tile_knows_the_pace_that_is_wanted(table: OpenHouse) -> None:
    row = GamingTable.objects.get(casino_id=table.casino_id, code="T1")
    assert tile_of(row, table.state, table.rulebook, table.now).pace_target is None
    row.pace_target = 35
    assert tile_of(row, table.state, table.rulebook, table.now).pace_target == 35


@pytest.mark.parametrize(
    ("coups", "slow", "fast", "marked"),
    [(31, 20, 50, True), (33, 20, 50, False), (59, 20, 50, False), (61, 20, 50, True), (61, 20, 0, False)],
)
def test_tile_marks_a_pace_that_is_too_slow_or_too_fast(
    table: OpenHouse, coups: int, slow: int, fast: int, marked: bool
) -> None:
    """The table wants 40 coups an hour."""
    row = GamingTable.objects.get(casino_id=table.casino_id, code="T1")
    row.pace_target, row.alert_pace_percent, row.alert_fast_percent = 40, slow, fast
    played = replace(table.state, coup=coups)
    assert played.opened_at is not None
    after_an_hour = played.opened_at + timedelta(hours=1)
    assert tile_of(row, played, table.rulebook, after_an_hour).off_pace == marked


@pytest.mark.clause("pt-francesa/11")
def test_a_violation_stands_on_the_tile_with_its_clause(table: OpenHouse, screen: Screen) -> None:
    play(
        table,
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=500),
        c.DeclareNumber(number=3),
        c.LaunchBall(),
    )
    notice = part(screen("/floor/"), "#tile-T1 .notice p").get_text(" ", strip=True)
    assert notice == "Ball launched while payments of coup 1 were open n.º 11"


@pytest.mark.clause("pt-francesa/9")
def test_the_strip_counts_down_to_the_ball_change(table: OpenHouse, screen: Screen) -> None:
    deadline = part(screen("/floor/"), "#deadline-T1-ball-change-1")
    due = part(deadline, "time")["data-until"]
    assert due == (table.now + timedelta(hours=1)).isoformat(timespec="seconds")
    assert "n.º 9" in deadline.get_text()


def test_two_numbers_ask_for_the_chief(table: OpenHouse, screen: Screen) -> None:
    play(table, c.AnnounceBetsOpen(), c.CloseBets(), c.DeclareNumber(number=17, source="reader"))
    play(table, c.DeclareNumber(number=20))
    assert "17 or 20 in coup 1: decide" in tile(screen)


def test_tile_marks_an_unopened_and_a_closed_table(table: OpenHouse, screen: Screen) -> None:
    GamingTable.objects.create(
        casino_id=table.casino_id, code="T2", name="Reserve", rulebook="it-live", limits={}, balls=[]
    )
    table.coup(8)
    table.do(c.CloseTable())
    assert "Not yet opened." in tile(screen, "T2")
    assert "Closed for 20 Nov after 1 coup." in tile(screen)
    assert "Closed" in screen("/floor/T1/").get_text()


def test_the_floor_costs_the_same_queries_however_many_tables(
    table: OpenHouse, boss: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    boss.get("/floor/")

    def something_of_everything(house: OpenHouse) -> None:
        house.coup(17, c.PlaceBet(player="P1", bet="plein:17", amount=1000))
        play(house, c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=500))
        play(house, c.DeclareNumber(number=3), c.LaunchBall())

    something_of_everything(table)
    OpenHouse(table.casino_id, "it-venezia", table="C1").do(c.CloseTable())
    with django_assert_num_queries(QUERIES_OF_THE_FLOOR):
        boss.get("/floor/")
    for number in range(2, 7):
        something_of_everything(OpenHouse(table.casino_id, "it-venezia", table=f"T{number}"))
    with django_assert_num_queries(QUERIES_OF_THE_FLOOR):
        assert boss.get("/floor/").status_code == 200


def test_another_casinos_tables_are_not_there(table: OpenHouse, screen: Screen) -> None:
    OpenHouse(table.casino_id + 1, "it-live", table="X9")
    assert "X9" not in screen("/floor/").get_text()


def test_role_without_the_floor_is_refused_with_the_rule(as_role: Callable[[Role], Client]) -> None:
    response = as_role(Role.CASH_DESK).get("/floor/")
    assert response.status_code == 403
    assert "The floor is seen by" in response.content.decode()


def test_a_floor_that_nobody_sweeps_says_since_when(table: OpenHouse, screen: Screen) -> None:
    swept = timezone.now() - timedelta(seconds=4 * settings.SHIFT_SWEEP_SECONDS)
    assert not screen("/floor/").select("#unwatched")
    sweep_casino(table.casino_id, swept)
    words = part(screen("/floor/"), ".deadline.is-broken#unwatched").get_text(strip=True)
    assert words == f"Shift rules not watched since {timezone.localtime(swept):%H:%M}"
    sweep_casino(table.casino_id, timezone.now())
    assert not screen("/floor/").select("#unwatched")


def test_a_house_that_was_never_swept_counts_from_its_first_table(casino_id: int, screen: Screen) -> None:
    opened = timezone.now() - timedelta(minutes=10)
    house = OpenHouse(casino_id, "it-venezia", now=opened)
    assert f"since {timezone.localtime(opened):%H:%M}" in part(screen("/floor/"), "#unwatched").get_text()
    house.do(c.CloseTable())
    assert not screen("/floor/").select("#unwatched")


def test_a_full_disk_and_a_gateway_that_cannot_write_are_said_on_the_floor(
    table: OpenHouse, screen: Screen, settings: Settings
) -> None:
    assert screen("/floor/").select("#alarms") == []
    GatewayReport.objects.create(
        gateway="pit-1", reported_at=timezone.now(), since=timezone.now(), reason="disk is full", held=7
    )
    assert "7 observations are in its memory alone" in part(screen("/floor/"), "#alarms").get_text()
    settings.DISK_LEAST_FREE_MB = 10**9
    assert part(screen("/floor/"), "#disk-alarm b").get_text() == "Disk full"
