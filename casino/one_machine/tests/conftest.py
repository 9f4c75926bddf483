"""Supervisors that are closed when their test ends."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from casino.one_machine.part import Part
from testkit.supervisor import Run


@pytest.fixture
def run_of(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def make(*stages: list[Part]) -> Run:
        runs.append(Run(tmp_path, *stages))
        return runs[-1]

    yield make
    for run in runs:
        run.supervisor.close()
