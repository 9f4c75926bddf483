"""A rulebook with one deadline."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from testkit.shift import hourly_ball_in


@pytest.fixture
def hourly_ball(tmp_path: Path) -> Iterator[str]:
    """The id of a rulebook that asks for a change of the ball by the hour, and for nothing else within a time."""
    with hourly_ball_in(tmp_path) as rulebook:
        yield rulebook
