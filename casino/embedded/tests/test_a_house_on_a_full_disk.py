"""A whole house on a small file system of its own, which is filled and freed again; and its web server stopped."""

import http.client
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import psycopg
import pytest

from casino.embedded.demonstration_house import PASSWORD, PEOPLE
from testkit.one_machine import HouseForTests

SIZE = "220m"
LEAST_FREE_MB = 20


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of a house's own. Where this process may mount none, the tests of each part stand for it."""
    folder = Path(tempfile.mkdtemp(prefix="permanence-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=0711", "permanence", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        folder.rmdir()
        pytest.xfail(
            "this process may not mount a file system (root may); test_a_full_disk.py holds the parts"
        )
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)
    folder.rmdir()


@pytest.fixture
def house(small_disk: Path) -> Iterator[HouseForTests]:
    settings = {"DISK_LEAST_FREE_MB": str(LEAST_FREE_MB), "WHEEL_SPEED": "11", "SHIFT_SWEEP_SECONDS": "1"}
    house = HouseForTests(small_disk, environment=settings)
    yield house
    if house.parts() or house.left_running():
        house.close(seconds=60)


def fill(folder: Path) -> Path:
    """Takes all that is free."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 65536)
        except OSError:
            return filler


def pit_boss(house: HouseForTests) -> OpenerDirector:
    """A browser that is signed in."""
    cookies = CookieJar()
    browser = build_opener(HTTPCookieProcessor(cookies))
    address = f"http://127.0.0.1:{house.port}/sign-in/"
    browser.open(address).read()
    token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
    form = {"username": PEOPLE[0].sign_in, "password": PASSWORD, "csrfmiddlewaretoken": token}
    browser.open(address, urlencode(form).encode()).read()
    return browser


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


def test_a_house_says_that_its_disk_is_full_keeps_what_runs_and_goes_on_when_there_is_room(
    house: HouseForTests,
) -> None:
    house.open()
    browser = pit_boss(house)
    house.wait_until(lambda: bool(house.readiness().get("ready")), 120, "the house is ready")
    kept = house.parts()

    filler = fill(house.folder)
    house.wait_until(lambda: "disk" in house.readiness().get("missing", []), 60, "/readyz says disk")
    assert "disk full" in house.readiness()["checks"]["disk"]["detail"]
    # By what is free or by the write that fails, whichever the supervisor comes upon first while the disk fills.
    assert "disk full: " in house.wait_for_words("What runs is kept")
    with browser.open(f"http://127.0.0.1:{house.port}/floor/", timeout=20) as page:
        assert 'id="disk-alarm"' in page.read().decode()
    assert live_pulse(house, browser).endswith(" Disk full\n")

    # The worst moment: the database dies and cannot write the file that it starts with.
    house.kill("database")
    house.wait_for_words("database died (ended with exit code 1)", 60)
    assert house.get("/healthz") == (200, "ok\n")
    assert house.parts()["gateway"].pid == kept["gateway"].pid

    filler.unlink()
    house.wait_for_words("there is room on the disk again", 120)
    house.wait_for_words("database is back", 120)
    now = house.parts()
    for part in ("web", "sealer", "followers", "gateway"):
        assert now.get(part) == kept[part], f"{part} was started anew:\n{house.tail()}"

    # A web server that runs and cannot answer, while the tables go on.
    os.kill(kept["web"].pid, signal.SIGSTOP)
    so_far = numbers(house)
    house.wait_until(lambda: numbers(house) > so_far, 60, "the tables go on")
    house.wait_for_words("web does not answer", 60)
    house.wait_for_words("web is back", 60)
    house.wait_until(lambda: bool(house.readiness().get("ready")), 60, "the house is ready again by itself")
    assert house.close() == 0
