"""Rulebook files looked over before a casino reads them: every fault that can be found, file by file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from tables.refusal import RulebookBroken
from tables.roulette.clause_checks import unused_clauses
from tables.roulette.loader import clash, examine, files_in, known_files
from tables.roulette.rulebook import Rulebook


class CheckedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file as it was found: its rulebook, None if it cannot be read, and its faults."""

    path: Path
    rulebook: Rulebook | None
    faults: tuple[RulebookBroken, ...]


def check_files(paths: Iterable[Path]) -> Iterator[CheckedFile]:
    """Yield the files among `paths`, and those in the folders among them, each looked over.

    A version that another of the files, or one that is known already, holds too is a fault as well.
    """
    seen = list(known_files())
    for path in paths:
        if not path.is_dir():
            yield _checked(path, seen)
        elif not (files := files_in(path)):
            nothing = RulebookBroken(
                path.name, "the folder", "The folder has no rulebook file. Add a file named <id>.toml."
            )
            yield CheckedFile(path=path, rulebook=None, faults=(nothing,))
        else:
            yield from (_checked(file, seen) for file in files)


def _checked(path: Path, seen: list[tuple[Path, Rulebook]]) -> CheckedFile:
    """Return one file with its faults, and add its rulebook to those `seen`."""
    rulebook, faults = examine(path)
    if rulebook is not None:
        place = path.resolve()
        faults += tuple(RulebookBroken(path.name, *fault) for fault in unused_clauses(rulebook))
        if twice := clash(rulebook, place, seen):
            faults += (twice,)
        seen.append((place, rulebook))
    return CheckedFile(path=path, rulebook=rulebook, faults=faults)
