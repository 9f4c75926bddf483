"""`manage.py run_house` whole: real processes in a folder of their own.

One house is open for all tests that need one, on a small file system of its own, and they follow each other as the
chapters of its life. Its wheels launch by themselves while one part after another is killed: nothing is lost, nothing
recorded twice, all in order. Then it is killed as a whole, goes on with its record, is played, meets a full disk, and
closes. `make test-long` plays two hundred coups, with a seed of its own each time.
"""

import http.client
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from secrets import randbelow
from urllib.request import OpenerDirector

import psycopg
import pytest
from pytest_django import Settings

from casino.one_machine.lifeline import recorded
from casino.one_machine.part import CHECKOUT
from casino.people.demonstration_house import CASINO_ID, PASSWORD, PEOPLE, TABLES
from tables.wheels.simulated_wheel import SimulatedWheel
from testkit.command_line import run_command
from testkit.one_machine import HouseForTests, wait_until
from testkit.people_at_the_screen import Chief, PitBoss

SIZE = "400m"
SETTINGS = {"SHIFT_SWEEP_SECONDS": "1", "DISK_LEAST_FREE_MB": "20"}
COUPS_A_TABLE, COUPS_AT_LENGTH = 5, 40
"""In the short form one part is killed in each coup but the last."""
SPEED = 5
"""A coup of 43 seconds lasts nine: time enough for a killed gateway to be back before two have gone by."""
KILLED = ("gateway", "database", "worker", "web")
PROJECTIONS = ("board", "payout_sheet", "permanence")

NUMBERS = """
    SELECT split_part(stream_id, '/', 2), (data->>'number')::int, (data->>'coup')::int
    FROM event WHERE type = 'number_fell' AND NOT metadata::jsonb ? 'simulated' ORDER BY stream_id, version
"""
"""What the wheels brought: the demonstration's yesterday, which is simulated, is left out."""


@pytest.fixture(scope="module")
def disk() -> Iterator[Path]:
    """A file system of the house's own; a plain folder where this process may mount none."""
    folder = Path(tempfile.mkdtemp(prefix="permanence-disk-"))
    folder.chmod(0o711)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=0711", "permanence", str(folder)]
    is_mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    yield folder
    if is_mounted:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def coups(thorough: bool) -> int:
    """How many coups each table plays."""
    return COUPS_AT_LENGTH if thorough else COUPS_A_TABLE


@pytest.fixture(scope="module")
def wheel_seed(thorough: bool) -> int:
    """Seed of the wheels: the same each time, but for the long form."""
    return randbelow(2**31) if thorough else 7


@pytest.fixture(scope="module")
def launched(disk: Path, coups: int, wheel_seed: int) -> Iterator[HouseForTests]:
    """The house in its first life, open: its wheels launch so many balls by themselves."""
    wheels = {
        "WHEEL_SPEED": str(SPEED),
        "WHEEL_OPTIONS": f"--games {coups} --then-idle --seed {wheel_seed}",
    }
    house = HouseForTests(disk, environment=SETTINGS | wheels)
    house.open()
    yield house
    if not house.has_ended():
        house.close(seconds=60)


@pytest.fixture(scope="module")
def played(disk: Path) -> Iterator[HouseForTests]:
    """The house in its second life, in which its tables are played."""
    house = HouseForTests(disk, environment=SETTINGS | {"PACE": "10"}, played=True)
    yield house
    if not house.has_ended():
        house.close(seconds=60)


@pytest.fixture
def house(played: HouseForTests) -> HouseForTests:
    """The house in its second life, open."""
    if played.has_ended():
        played.open()
    return played


@pytest.fixture
def new_house(house_folder: Path) -> Iterator[HouseForTests]:
    """A house in an empty folder, not started."""
    house = HouseForTests(house_folder)
    yield house
    if house.parts() or house.left_running():
        house.close(seconds=60)


def events(house: HouseForTests) -> set[str]:
    """Every event of the record, by its id."""
    with psycopg.connect(house.database_url) as connection:
        return {str(row[0]) for row in connection.execute("SELECT event_id FROM event")}


def roles_at_work(house: HouseForTests) -> set[str]:
    """The roles that the parts of the house have come to the database with."""
    with psycopg.connect(house.database_url) as connection:
        sessions = connection.execute(
            "SELECT usename FROM pg_stat_activity WHERE datname = 'permanence' AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        return {role for (role,) in sessions}


def payments(house: HouseForTests) -> int:
    """How many coups were paid today at a table that is played."""
    query = "SELECT count(*) FROM event WHERE type = 'payments_confirmed' AND stream_id LIKE 'table/VE1/%'"
    with psycopg.connect(house.database_url) as connection:
        row = connection.execute(query).fetchone()
    return int(row[0]) if row else 0


def signed(house: HouseForTests) -> bool:
    """Whether the house has signed a checkpoint."""
    with psycopg.connect(house.database_url) as connection:
        return connection.execute("SELECT 1 FROM checkpoint").fetchone() is not None


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """Take all that is free there, and all that becomes free, until the block ends."""
    filler, ends = folder / "filler", threading.Event()

    def fill() -> None:
        with filler.open("wb", buffering=0) as file:
            while not ends.is_set():
                try:
                    file.write(bytes(65536))
                except OSError:
                    # A process that dies gives back files that were deleted while it had them open.
                    ends.wait(0.01)

    filling = threading.Thread(target=fill)
    filling.start()
    try:
        yield
    finally:
        ends.set()
        filling.join()
        filler.unlink()


def live_pulse(house: HouseForTests, browser: OpenerDirector) -> str:
    """The first pulse of a live page's stream."""
    with browser.open(f"http://127.0.0.1:{house.port}/floor/live", timeout=20) as stream:
        assert isinstance(stream, http.client.HTTPResponse)
        while not (line := stream.readline().decode()).startswith("data: "):
            pass
        return line


def numbers(house: HouseForTests) -> int:
    with psycopg.connect(house.database_url) as connection:
        row = connection.execute("SELECT count(*) FROM event WHERE type = 'number_fell'").fetchone()
        assert row is not None
        return int(row[0])


def thrown(coups: int, seed: int) -> list[int]:
    """The numbers that every one of the wheels brings, from the wheel itself."""
    wheel = SimulatedWheel(Random(str(seed)), games=coups, then_idle=True)
    while len(wheel.fallen) < coups:
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


@pytest.mark.long_form
def test_coups_stand_in_order_while_every_part_is_killed(
    launched: HouseForTests, coups: int, wheel_seed: int
) -> None:
    house = launched
    sys.stdout.write(f"seed {wheel_seed}\n")
    # Nothing is older in an empty database.
    assert not [line for line in house.said if line.startswith("upgrade ")]
    wanted = coups * len(TABLES)
    pit_boss, chief = PitBoss(house), Chief(house)
    with pit_boss.at_work(), chief.at_work():
        for nth, part in enumerate(KILLED, start=1):
            so_far = wanted * nth // (len(KILLED) + 1)
            house.wait_until(
                partial(lambda count: len(results(house)) >= count, so_far), 300, f"{so_far} results"
            )
            house.kill(part)
            house.wait_for_words(f"{part} is back", 120)
        house.wait_until(lambda: len(results(house)) >= wanted, 300, f"{wanted} results")
    assert pit_boss.done > wanted

    brought = thrown(coups, wheel_seed)
    by_table: dict[str, list[tuple[int, int]]] = {table.code: [] for table in TABLES}
    for table, number, coup in results(house):
        by_table[table].append((number, coup))
    for table, lines in by_table.items():
        assert [number for number, _ in lines] == brought, f"{table} has not what its wheel brought"
        assert [coup for _, coup in lines] == list(range(1, coups + 1)), f"{table} has not each coup once"

    house.wait_until(lambda: bool(house.readiness().get("ready")), 60, "the house is ready again")
    said = manage(house, "rebuild", *PROJECTIONS, "--casino", str(CASINO_ID)).splitlines()
    assert [line.partition(",")[0] for line in said] == [*PROJECTIONS]
    assert all(line.endswith(", equal to what stood live") for line in said), said

    # It signs what it seals, with the key that it made for itself.
    assert (house.folder / "checkpoint-key").stat().st_mode & 0o777 == 0o600
    house.wait_until(lambda: signed(house), 120, "a checkpoint")


def test_a_supervisor_killed_with_9_leaves_nothing_behind_and_the_next_goes_on_with_its_record(
    launched: HouseForTests, played: HouseForTests
) -> None:
    record = events(launched)
    assert launched.close(signal.SIGKILL) == -signal.SIGKILL
    wait_until(lambda: launched.left_running() == [], 60, "an empty machine")

    played.open()
    assert played.wait_for_words("The demonstration house stands as it was")
    assert events(played) >= record


def test_files_of_the_house_are_open_to_its_user_alone(house: HouseForTests) -> None:
    house.wait_until(lambda: any(house.folder.glob("wheels/*")), 60, "the spool")
    found = {path: stat.S_IMODE(path.lstat().st_mode) for path in house.folder.rglob("*")}
    walked = os.geteuid() == 0
    assert stat.S_IMODE(house.folder.stat().st_mode) == (0o711 if walked else 0o700)
    assert len(found) > 100
    # Under root the embedded PostgreSQL has programs of its own there, which its own user has to read.
    assert [path for path, mode in found.items() if mode & 0o077 and "server" not in path.parts] == []


def test_the_house_opens_whole_and_mends_itself(house: HouseForTests) -> None:
    house.wait_until(
        lambda: bool(house.readiness().get("ready")), 60, f"readiness; seen: {house.readiness()}"
    )
    expected = {"database", "web", "worker", "sweeper", "beat", "sealer", "followers", "webhooks", "gateway"}
    assert set(house.parts()) == expected | {"play"} | {f"wheel {table.code}" for table in TABLES}

    # No part of it could change the record, and each comes with its own role. The workers connect for each task.
    assert roles_at_work(house) - {"permanence_worker"} == {
        "permanence",
        "permanence_sequencer",
        "permanence_followers",
        "permanence_gateway",
        "permanence_webhooks",
    }
    said = "\n".join(house.said)
    assert "could change the record" not in said
    assert "the role of this service" not in said
    assert "permission denied" not in said

    # The address and the sign-ins are the last thing that is said before the wheels' own lines.
    own = [line.split("|", 1)[1].strip() for line in house.said if line.startswith("house")]
    welcome = own[own.index(f"The house is open: http://localhost:{house.port}/") :]
    assert all(any(person.display_name in line for line in welcome) for person in PEOPLE)
    assert f"password for each: {PASSWORD}" in welcome
    assert PASSWORD in house.get("/sign-in/")[1]

    before = house.parts()["web"]
    house.kill("web")
    house.wait_for_words("web died (killed by SIGKILL)")
    house.wait_for_words("web is back")
    assert house.get("/healthz") == (200, "ok\n")
    assert house.parts()["web"].pid != before.pid


def test_a_second_house_on_the_same_folder_is_refused_in_one_line(
    house: HouseForTests, settings: Settings
) -> None:
    settings.DATA_DIR = house.folder
    assert run_command("run_house", *house.arguments) == (
        1,
        "",
        f"CommandError: A house already runs on {house.folder}; PERMANENCE_DATA chooses another folder.\n",
    )


def test_play_killed_with_9_comes_back_and_goes_on(house: HouseForTests) -> None:
    house.kill("play")
    house.wait_for_words("play is back", 60)
    paid = payments(house)
    house.wait_until(lambda: payments(house) > paid, 120, "another coup is paid")


def test_a_house_says_that_its_disk_is_full_keeps_what_runs_and_goes_on_when_there_is_room(
    house: HouseForTests,
) -> None:
    if not house.folder.is_mount():
        pytest.xfail(
            "this process may not mount a file system (root may); test_a_full_disk.py holds the parts"
        )
    house.forget_words()
    pit_boss = PitBoss(house)
    pit_boss.sign_in()
    browser = pit_boss.browser
    house.wait_until(lambda: bool(house.readiness().get("ready")), 120, "the house is ready")
    kept = house.parts()

    with full_disk(house.folder):
        house.wait_until(lambda: "disk" in house.readiness().get("missing", []), 60, "/readyz says disk")
        assert "disk full" in house.readiness()["checks"]["disk"]["detail"]
        # The supervisor notices the free space or the failed write, depending on the order.
        assert "disk full: " in house.wait_for_words("What runs is kept")
        with browser.open(f"http://127.0.0.1:{house.port}/floor/", timeout=20) as page:
            assert 'id="disk-alarm"' in page.read().decode()
        assert live_pulse(house, browser).endswith(" Disk full\n")

        # The worst moment: the database dies and cannot write the file that it starts with.
        house.kill("database")
        house.wait_for_words("database died (ended with exit code 1)", 60)
        assert house.get("/healthz") == (200, "ok\n")
        assert house.parts()["gateway"].pid == kept["gateway"].pid

    house.wait_for_words("there is room on the disk again", 120)
    house.wait_for_words("database is back", 120)
    now = house.parts()
    for part in ("web", "sealer", "followers", "gateway"):
        assert now.get(part) == kept[part], f"{part} was restarted:\n{house.tail()}"

    # A web server that runs and cannot answer, while the tables go on.
    os.kill(kept["web"].pid, signal.SIGSTOP)
    so_far = numbers(house)
    house.wait_until(lambda: numbers(house) > so_far, 60, "the tables go on")
    house.wait_for_words("web does not answer", 60)
    house.wait_for_words("web is back", 60)
    house.wait_until(lambda: bool(house.readiness().get("ready")), 60, "the house is ready again by itself")


def test_the_house_closes_whole(house: HouseForTests) -> None:
    started = recorded(house.folder / "house.pids")
    assert house.close(signal.SIGTERM) == 0
    assert not [entry.name for entry in started if entry.process()]
    assert house.left_running() == []
    assert "did not stop" not in "\n".join(house.said)


def test_a_busy_port_is_one_clear_message_and_starts_nothing(new_house: HouseForTests) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", new_house.port))
        other.listen()
        new_house.start()
        assert new_house.ended() == 1
    assert len(new_house.said) == 1
    assert f"Port {new_house.port} for the web server: taken by" in new_house.said[0]
    assert "make run PORT=8001" in new_house.said[0]
    assert not (new_house.folder / "postgresql-18").exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
def test_a_house_that_is_stopped_before_it_opens_ends_without_a_word(
    new_house: HouseForTests, how: signal.Signals
) -> None:
    new_house.start()
    assert new_house._process is not None
    status = Path(f"/proc/{new_house._process.pid}/status")
    bit = 1 << (signal.SIGHUP - 1)  # the last one that is taken, and one that Python itself does not take

    def is_caught() -> bool:
        caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
        return (
            bool(int(caught.split()[1], 16) & bit) and "manage.py" in status.with_name("cmdline").read_text()
        )

    wait_until(is_caught, 60, "the signals are taken")
    assert new_house.close(how) == 0
    assert not any("Traceback" in line for line in new_house.said)
