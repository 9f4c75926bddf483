"""`manage.py run_house` whole: real processes in a folder of their own.

One house stands for all tests that need it open: one that ends it leaves it to the next to open it again, on the record
that there is.
"""

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from casino.embedded.demonstration_house import PASSWORD, PEOPLE, TABLES
from casino.embedded.lifeline import recorded
from testkit.databases import temporary_folder
from testkit.one_machine import HouseForTests, wait_until


@pytest.fixture(scope="module")
def standing() -> Iterator[HouseForTests]:
    """The house in its folder, as the test before has left it."""
    with temporary_folder() as folder:
        house = HouseForTests(folder, environment={"SHIFT_SWEEP_SECONDS": "1", "PACE": "10"}, played=True)
        yield house
        if house.parts() or house.left_running():
            house.close(seconds=60)


@pytest.fixture
def house(standing: HouseForTests) -> HouseForTests:
    """The house, open."""
    if standing.has_ended():
        standing.open()
    return standing


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


def test_a_second_house_on_the_same_folder_is_refused_in_one_line(house: HouseForTests) -> None:
    second = HouseForTests(house.folder)
    second.start()
    assert second.ended() == 1
    assert second.said == [
        f"CommandError: A house already runs on {house.folder}; PERMANENCE_DATA chooses another folder."
    ]


def test_a_database_killed_with_9_comes_back_and_everything_goes_on(house: HouseForTests) -> None:
    house.kill("database")
    house.wait_for_words("database is back", 60)
    house.wait_until(lambda: bool(house.readiness().get("ready")), 60, "the house is ready again")


def test_the_house_opens_mends_itself_closes_whole_and_keeps_its_record(house: HouseForTests) -> None:
    assert house.readiness()["ready"], house.readiness()
    expected = {"database", "web", "worker", "beat", "sealer", "followers", "webhooks", "gateway", "play"}
    assert set(house.parts()) == expected | {f"wheel {table.code}" for table in TABLES}

    # No part of it could change the record.
    assert roles_at_work(house) == {"permanence"}
    assert "could change the record" not in "\n".join(house.said)

    # It signs what it seals, with the key that it made for itself.
    assert (house.folder / "checkpoint-key").stat().st_mode & 0o777 == 0o600
    house.wait_until(lambda: signed(house), 120, "a checkpoint")

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

    record = events(house)
    started = recorded(house.folder / "house.pids")
    assert house.close(signal.SIGTERM) == 0
    assert not [entry.name for entry in started if entry.process()]
    assert house.left_running() == []
    assert "did not stop" not in "\n".join(house.said)

    house.open()
    assert house.wait_for_words("The demonstration house stands as it was")
    assert events(house) >= record


def test_play_killed_with_9_comes_back_and_goes_on(house: HouseForTests) -> None:
    house.kill("play")
    house.wait_for_words("play is back", 60)
    paid = payments(house)
    house.wait_until(lambda: payments(house) > paid, 120, "another coup is paid")


def test_a_supervisor_killed_with_9_leaves_nothing_behind(house: HouseForTests) -> None:
    assert house.close(signal.SIGKILL) == -signal.SIGKILL
    wait_until(lambda: house.left_running() == [], 60, "an empty machine")


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
