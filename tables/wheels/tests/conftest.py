"""The spool of a gateway and an MQTT broker, for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tables.wheels.spool import Spool
from testkit.mosquitto import Mosquitto, mosquitto


@pytest.fixture
def spool(tmp_path: Path) -> Iterator[Spool]:
    """Open spool in a folder of the test's own."""
    spool = Spool(tmp_path / "spool.sqlite3")
    yield spool
    spool.close()


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """A running broker for the tests of a module. Skips them without Mosquitto."""
    with mosquitto(tmp_path_factory.mktemp("mosquitto")) as running:
        yield running
