"""Two hundred coups while one part after another is killed with -9: nothing lost, nothing twice, all in order."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import psycopg
import pytest

from casino.embedded.demonstration_house import CASINO_ID, TABLES
from casino.embedded.house_for_tests import HouseForTests
from casino.embedded.part import CHECKOUT
from tables.wheels.simulated_wheel import SimulatedWheel

COUPS_A_TABLE = 40
SPEED = 16
"""A coup of 43 seconds lasts under three: time enough for a killed gateway to be back before two have gone by."""
SEED = "plugs"
KILLED = ("gateway", "database", "worker", "web")
PROJECTIONS = ("board", "payout_sheet", "deadlines", "permanence")

NUMBERS = """
    SELECT split_part(stream_id, '/', 2), (data->>'number')::int, (data->>'coup')::int
    FROM event WHERE type = 'number_fell' ORDER BY stream_id, version
"""


@pytest.fixture
def house(house_folder: Path) -> Iterator[HouseForTests]:
    wheels = {
        "WHEEL_SPEED": str(SPEED),
        "WHEEL_OPTIONS": f"--games {COUPS_A_TABLE} --then-idle --seed {SEED}",
    }
    house = HouseForTests(house_folder, environment={**wheels, "SHIFT_SWEEP_SECONDS": "1"})
    yield house
    if house.parts() or house.left_running():
        house.close(seconds=60)


def thrown() -> list[int]:
    """The numbers that every one of the wheels brings, from the wheel itself."""
    wheel = SimulatedWheel(Random(SEED), games=COUPS_A_TABLE, then_idle=True)
    while len(wheel.fallen) < COUPS_A_TABLE:
        wheel.tick()
    return [int(number) for _, number in wheel.fallen]


def results(house: HouseForTests) -> list[tuple[str, int, int]]:
    """(table, number, coup) of every number in the record; none while the database is away."""
    try:
        with psycopg.connect(house.database_url) as connection:
            return connection.execute(NUMBERS).fetchall()
    except psycopg.OperationalError:
        return []


def manage(house: HouseForTests, *arguments: str) -> str:
    """A management command on the house's own database; what it printed."""
    environment = house.environment | {"DATABASE_URL": "", "PATH": os.environ["PATH"]}
    environment.pop("DATABASE_URL")
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_200_coups_stand_in_order_while_every_part_is_killed(house: HouseForTests) -> None:
    house.open()
    wanted = COUPS_A_TABLE * len(TABLES)
    for nth, part in enumerate(KILLED, start=1):
        so_far = wanted * nth // (len(KILLED) + 1)
        house.wait_until(lambda count=so_far: len(results(house)) >= count, 120, f"{so_far} results")
        house.kill(part)
        house.wait_for_words(f"{part} is back", 60)
    house.wait_until(lambda: len(results(house)) >= wanted, 240, f"{wanted} results")

    brought = thrown()
    by_table: dict[str, list[tuple[int, int]]] = {table.code: [] for table in TABLES}
    for table, number, coup in results(house):
        by_table[table].append((number, coup))
    for table, lines in by_table.items():
        assert [number for number, _ in lines] == brought, f"{table} has not what its wheel brought"
        assert [coup for _, coup in lines] == list(range(1, COUPS_A_TABLE + 1)), (
            f"{table} has not each coup once"
        )

    for name in PROJECTIONS:
        said = manage(house, "rebuild", name, "--casino", str(CASINO_ID))
        assert "equal to what stood live" in said, said
    house.close()
    assert house.left_running() == []
