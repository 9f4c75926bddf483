"""Rulebooks for tests: the invented sixth house, and a house's own folder, known for as long as a test lasts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from tables import roulette
from tables.refusal import RulebookBroken
from tables.roulette.loader import add_folder, get_rulebook, load_rulebook, remove_folder
from tables.roulette.rulebook import Rulebook

SIXTH = Path(roulette.__file__).parent / "tests/sixth.toml"
SEVENTH = SIXTH.with_name("seventh.toml")
"""Another rulebook, with values that cannot be in one file with those of the sixth."""
DOUBLE_ZERO = SIXTH.with_name("double-zero.toml")
"""And one of a wheel with 38 pockets."""
EIGHTH = SIXTH.with_name("eighth.toml")
"""And one whose law sets bounds: least odds, a least wheel, balls to half a millimetre, three last coups."""


@cache
def rules_of(name: str) -> Rulebook:
    """A rulebook by its id: one that ships, or an invented one of the tests."""
    invented = {path.stem: path for path in (SIXTH, SEVENTH, DOUBLE_ZERO, EIGHTH)}
    return load_rulebook(invented[name]) if name in invented else get_rulebook(name)


def written(folder: Path, *changes: tuple[str, str], name: str = "sixth.toml") -> Path:
    """The sixth house's file with some of its text changed, in a folder of its own."""
    text = SIXTH.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, f"the sixth house does not say {old!r}"
        text = text.replace(old, new, 1)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def section(name: str, *lines: str) -> tuple[str, str]:
    """The change that writes a section more, before that of the staff."""
    text = "\n".join((f"[{name}]", *lines, 'clause = "sixth/2"'))
    return "[staff]", f"{text}\n\n[staff]"


def refusal(path: Path) -> str:
    """Return the refusal of a broken rulebook file."""
    with pytest.raises(RulebookBroken) as broken:
        load_rulebook(path)
    return str(broken.value)


@contextmanager
def known_folder(folder: Path) -> Iterator[Path]:
    """The rulebook files in `folder` are known inside, as the setting RULEBOOKS makes them known to a house."""
    add_folder(folder)
    try:
        yield folder
    finally:
        remove_folder(folder)
