"""Rulebooks for tests: a house's own folder, known for as long as a test lasts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tables.roulette.loader import add_folder, remove_folder


@contextmanager
def known_folder(folder: Path) -> Iterator[Path]:
    """The rulebook files in `folder` are known inside, as the setting RULEBOOKS makes them known to a house."""
    add_folder(folder)
    try:
        yield folder
    finally:
        remove_folder(folder)
