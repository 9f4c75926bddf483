"""Houses of one's own, in a database that really commits, and what another process needs to work on it."""

import os
import secrets
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tables.handling.models import Casino
from testkit.databases import addresses_of
from testkit.play import NOON
from testkit.shift import House, hourly_ball_in


@pytest.fixture
def hourly_ball(tmp_path: Path) -> Iterator[str]:
    """The id of a rulebook that asks for a change of the ball by the hour, and for nothing else within a time."""
    with hourly_ball_in(tmp_path) as rulebook:
        yield rulebook


@pytest.fixture
def new_house(transactional_db: None, hourly_ball: str) -> Callable[..., House]:
    """Makes houses of which nobody has events yet. What they do is committed, and seen by other processes."""

    def make(opened_at: datetime = NOON, rulebook: str = hourly_ball) -> House:
        casino = Casino.objects.create(
            id=1_000_000 + secrets.randbelow(2**31 - 1_000_000), name="Casino (demo)"
        )
        return House(casino.pk, opened_at, rulebook)

    return make


@pytest.fixture
def house(new_house: Callable[..., House]) -> House:
    """A house whose tables open at noon, and whose rulebook asks for the hourly change of the ball alone."""
    return new_house()


@pytest.fixture
def child_environment(transactional_db: None, tmp_path: Path) -> dict[str, str]:
    """What a process needs to work on the test's own database, with a folder (and so a broker) of its own."""
    return {
        **os.environ,
        **addresses_of(connection.settings_dict["NAME"]),
        "PERMANENCE_DATA": str(tmp_path),
        "SECRET_KEY": settings.SECRET_KEY,
    }
