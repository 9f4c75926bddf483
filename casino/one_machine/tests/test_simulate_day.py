"""`manage.py simulate_day`: prints a day or records it at a registered table, whole or not at all."""

import json
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from settlement.models import PayoutSheet
from tables.handling.models import Casino, GamingTable
from tables.handling.projections.table_snapshots import newest_state, state_at
from tables.handling.streams import table_stream
from tables.roulette.loader import get_rulebook, rulebooks
from tables.stream import read_stream
from testkit.play import opening

DAY = date(2026, 11, 19)


def printed(capsys: pytest.CaptureFixture[str], **options: object) -> list[dict[str, object]]:
    call_command("simulate_day", **{"coups": 20, "day": DAY, **options})
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def registered(casino_id: int, db: None) -> GamingTable:
    command = opening(get_rulebook("it-venezia"))
    Casino.objects.create(id=casino_id, name="Casino")
    return GamingTable.objects.create(
        casino_id=casino_id,
        code="VE1",
        name="Venezia",
        rulebook="it-venezia",
        limits={},
        balls=[{"name": ball.name, "diameter_mm": ball.diameter_mm} for ball in command.balls],
    )


def record(casino_id: int, **options: object) -> None:
    call_command("simulate_day", table="VE1", casino=casino_id, coups=20, **options, stderr=StringIO())


@pytest.mark.parametrize("house", rulebooks())
def test_simulated_day_prints_one_event_per_line_and_repeats(
    capsys: pytest.CaptureFixture[str], house: str
) -> None:
    first = printed(capsys, rulebook=house)
    assert first == printed(capsys, rulebook=house)
    assert (first[0]["type"], first[-1]["type"]) == ("table_opened", "table_closed")
    assert [line["version"] for line in first] == list(range(1, len(first) + 1))
    assert sum(line["type"] == "number_fell" for line in first) == 20


def test_a_recorded_day_has_its_board_and_its_sheets_as_if_it_had_been_played(
    registered: GamingTable,
) -> None:
    casino_id = registered.casino_id
    record(casino_id, day=DAY)
    state = newest_state(casino_id, "VE1")
    assert state is not None
    assert (state.phase, state.day) == ("closed", "2026-11-19")
    assert state_at(casino_id, "VE1", "2026-11-19") == state
    assert PayoutSheet.objects.filter(casino_id=casino_id, table="VE1").count() >= 20
    assert all(
        event.metadata["simulated"] for event in read_stream(casino_id, table_stream("VE1", state.day))
    )


def test_a_day_that_was_played_is_not_simulated_over(registered: GamingTable) -> None:
    record(registered.casino_id, day=DAY)
    with pytest.raises(CommandError, match="already opened"):
        record(registered.casino_id, day=DAY)


def test_a_day_that_would_reach_into_the_future_is_refused_and_records_nothing(
    registered: GamingTable,
) -> None:
    with pytest.raises(CommandError, match="would reach beyond"):
        record(registered.casino_id, day=date(2999, 1, 1))
    assert newest_state(registered.casino_id, "VE1") is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "say either"),
        ({"rulebook": "it-venezia", "table": "VE1"}, "say either"),
        ({"rulebook": "it-venice"}, "no such rulebook"),
        ({"rulebook": "it-venezia", "coups": 0}, "one coup at least"),
    ],
)
def test_impossible_simulated_day_is_refused_in_one_line(options: dict[str, Any], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        call_command("simulate_day", **options)
