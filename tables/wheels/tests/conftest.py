"""The spool of a gateway, for the tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tables.wheels.spool import Spool


@pytest.fixture
def spool(tmp_path: Path) -> Iterator[Spool]:
    """Open spool in a folder of the test's own."""
    spool = Spool(tmp_path / "spool.sqlite3")
    yield spool
    spool.close()
