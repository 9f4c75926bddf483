"""Every projection of the platform is rebuilt and compared, or says by a rule of its own why it is not."""

import io
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from settlement.simulation.recording import simulate_and_record
from tables.handling.models import Board, Casino, GamingTable, PermanenceEntry
from tables.roulette.loader import get_rulebook
from tables.stream.following import follow_all
from tables.stream.models import ProjectionState
from tables.stream.projections import all_projections
from testkit.play import opening
from testkit.stream import rows_of, sequence_all

pytestmark = pytest.mark.django_db(transaction=True)

OPENS = datetime(2031, 5, 17, 14, 0, tzinfo=UTC)
LATER = datetime(2031, 5, 20, 12, 0, tzinfo=UTC)
LEFT_OUT = {
    "kept_figures": "kept figures are worked out again from the record wherever they no longer hold",
    "notices": "what goes out to people goes out once, and is not made again",
}


@pytest.fixture
def lived(casino_id: int) -> int:
    """A casino with a day behind it, sealed and followed."""
    rules = get_rulebook("it-venezia")
    Casino.objects.create(id=casino_id, name="Casino")
    command = replace(opening(rules, table="RF1", day="2031-05-17"), counts_float=True)
    table = GamingTable.objects.create(
        casino_id=casino_id,
        code="RF1",
        name=rules.title,
        rulebook=rules.id,
        limits={},
        balls=[{"name": ball.name, "diameter_mm": ball.diameter_mm} for ball in command.balls],
    )
    simulate_and_record(table, command, opens_at=OPENS, now=LATER, coups=10, seed=3)
    sequence_all(casino_id)
    assert follow_all(casino_id)
    return casino_id


def run(command: str, *arguments: str) -> str:
    said = io.StringIO()
    try:
        call_command(command, *arguments, stdout=said)
    except CommandError as failed:
        return f"{said.getvalue()}{failed}"
    return said.getvalue()


@pytest.mark.servers
def test_each_name_in_the_table_of_projections_is_rebuilt_or_left_out_by_rule(lived: int) -> None:
    live = {name: rows_of(name, lived) for name in all_projections()}
    run("rebuild", "--outdated", "--casino", str(lived))
    ProjectionState.objects.create(casino_id=lived, name="of_an_older_version", version=1)
    names = list(ProjectionState.objects.filter(casino_id=lived).values_list("name", flat=True))
    assert {*LEFT_OUT, "board", "permanence"} <= set(names)
    for name in names:
        said = run("rebuild", name, "--casino", str(lived))
        if name in LEFT_OUT:
            assert said == f"{name}, casino {lived}: not rebuilt, {LEFT_OUT[name]}\n"
        elif name == "of_an_older_version":
            assert "not rebuilt, this version of the platform derives nothing by that name" in said
        else:
            assert f"{name}, casino {lived}: rebuilt from" in said
            assert "equal to what stood live" in said
    assert {name: rows_of(name, lived) for name in all_projections()} == live
    assert len(run("rebuild", "--all", "--casino", str(lived)).splitlines()) == len(all_projections())


def test_each_projection_has_tables_or_says_why_it_is_not_rebuilt() -> None:
    for projection in all_projections().values():
        assert bool(projection.models) != bool(projection.not_rebuilt), projection.name
    assert {each.name for each in all_projections().values() if each.not_rebuilt} == set(LEFT_OUT)


@pytest.mark.servers
def test_verify_record_names_the_rows_of_a_projection_that_are_not_as_the_record_has_them(lived: int) -> None:
    casino = str(lived)
    said = run("verify_record", "--casino", casino, "--projections")
    assert f"casino {lived}, projection board: its rows are those that" in said
    for name, why in LEFT_OUT.items():
        assert f"casino {lived}, not checked: the projection {name}: {why}" in said
    PermanenceEntry.objects.filter(casino_id=lived, coup=3).update(number=37)
    PermanenceEntry.objects.filter(casino_id=lived, coup=4).delete()
    Board.objects.filter(casino_id=lived).update(state={})
    before = rows_of("permanence", lived)
    assert "casino" in run("verify_record", "--casino", casino)
    said = run("verify_record", "--casino", casino, "--projections")
    assert f"casino {lived}, projection permanence: 2 rows are not as the record has them" in said
    assert "  house_permanence, table RF1, day 2031-05-17, coup 3: altered\n" in said
    assert "  house_permanence, table RF1, day 2031-05-17, coup 4: is missing\n" in said
    assert f"casino {lived}, projection board: 1 row is not as the record has it" in said
    assert f"  {Board._meta.db_table}, table RF1, day 2031-05-17: altered\n" in said
    assert said.endswith("The record, or what was derived from it, is not what was recorded")
    assert rows_of("permanence", lived) == before, "a comparison changed a row"
