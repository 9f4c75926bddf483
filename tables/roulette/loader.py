"""The known rulebooks: found in folders, read once, with several versions side by side.

A file is `<id>.toml` or `<id>.v<N>.toml`; its name must agree with the id and the version in the file. The five
rulebooks of the project have a folder of their own; a casino adds a folder with its own (`add_folder`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from types import MappingProxyType

from tables.refusal import RulebookBroken, UnknownRulebook
from tables.roulette.rulebook import Rulebook
from tables.roulette.rulebook_file import read_rulebook

HOUSE_FOLDER = Path(__file__).with_name("rulebooks")

Versions = Mapping[str, Mapping[int, Rulebook]]
"""Rulebooks by id, then by version."""

_FILE_NAME = re.compile(r"(?P<id>[a-z][a-z0-9-]*)(?:\.v(?P<version>[1-9]\d*))?\.toml")
_NAME = re.compile(r"(?P<id>[^@]+)(?:@(?P<version>[1-9]\d{0,8}))?", re.ASCII)

_folders: list[Path] = [HOUSE_FOLDER]
_read: dict[Path, dict[Path, Rulebook]] = {}
"""The rulebooks of each folder when it was read. A rulebook stays the same object as long as it is known."""


def load_rulebook(path: Path | str) -> Rulebook:
    """Return the rulebook in one file. Raises RulebookBroken, `<file>: <key>: <reason>`, for the first fault in it."""
    rulebook, faults = examine(Path(path))
    if rulebook is None or faults:
        first, more = faults[0], len(faults) - 1
        if more:
            hint = f"The file has {more} more fault{'s' if more > 1 else ''}: manage.py rulebook check lists all."
            raise RulebookBroken(first.file, first.key, f"{first.reason} {hint}")
        raise first
    return rulebook


def examine(path: Path) -> tuple[Rulebook | None, tuple[RulebookBroken, ...]]:
    """Return the rulebook in one file, None if it cannot be read, and every fault found in it."""
    name = _FILE_NAME.fullmatch(path.name)
    if name is None:
        reason = (
            "The name is wrong. Name the file <id>.toml or <id>.v<version>.toml, with small letters, digits "
            "and hyphens in the id."
        )
        return None, (RulebookBroken(path.name, "the file", reason),)
    try:
        rulebook, faults = read_rulebook(path)
    except RulebookBroken as broken:
        return None, (broken,)
    if rulebook is None:
        return None, faults
    return rulebook, (*faults, *_misnamed(path, rulebook, name["id"], name["version"]))


def _misnamed(path: Path, rulebook: Rulebook, id_: str, version: str | None) -> Iterator[RulebookBroken]:
    if rulebook.id != id_:
        reason = (
            f'The id is "{rulebook.id}", and the file is named for "{id_}". Rename the file or change the id.'
        )
        yield RulebookBroken(path.name, "id", reason)
    if version is not None and rulebook.version != int(version):
        reason = (
            f"The version is {rulebook.version}, and the file is named for {version}. "
            "Rename the file or change the version."
        )
        yield RulebookBroken(path.name, "version", reason)


def files_in(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(folder.glob("*.toml")))


def folders() -> tuple[Path, ...]:
    """Return the folders whose rulebooks are known to all: the project's own first."""
    return tuple(_folders)


def add_folder(path: Path | str) -> None:
    """Make the rulebooks of a further folder known to every caller that names no folder; adding it twice changes
    nothing.

    Raises RulebookBroken if a file in the folder is broken, or if two files in any of the folders are the same
    version of one rulebook; nothing has changed then.
    """
    folder = Path(path).resolve()
    if folder not in _folders:
        _merged((*_folders, folder))
        _folders.append(folder)


def remove_folder(path: Path | str) -> None:
    """Remove a further folder; if it is added once more, its files are read again."""
    folder = Path(path).resolve()
    _folders.remove(folder)
    del _read[folder]
    _merged.cache_clear()


def all_versions(folder: Path | str | None = None) -> Versions:
    """Return every version of each rulebook in `folder`, by default in all folders that are known.

    Read once and kept. Raises RulebookBroken if any file there is broken.
    """
    return _merged(tuple(_folders) if folder is None else (Path(folder).resolve(),))


def rulebooks(folder: Path | str | None = None) -> Mapping[str, Rulebook]:
    """Return the newest version of each rulebook in `folder`, by default in all folders that are known, by id.

    Raises RulebookBroken if any file there is broken.
    """
    newest = {id_: versions[max(versions)] for id_, versions in all_versions(folder).items()}
    return MappingProxyType(newest)


def get_rulebook(id_: str, version: int | None = None, folder: Path | str | None = None) -> Rulebook:
    """Return a rulebook in the given version, or its newest. Raises UnknownRulebook naming the known ones."""
    there_are = all_versions(folder)
    versions = there_are.get(id_)
    if versions is None:
        raise UnknownRulebook("rulebook-unknown", rulebook=id_, rulebooks=tuple(sorted(there_are)))
    wanted = max(versions) if version is None else version
    if wanted not in versions:
        raise UnknownRulebook(
            "rulebook-version-unknown", rulebook=id_, version=wanted, versions=tuple(sorted(versions))
        )
    return versions[wanted]


def rulebook_on(day: date, id_: str, folder: Path | str | None = None) -> Rulebook:
    """Return the newest version of a rulebook that is in force on that gaming day; its newest if none is, so that an
    opening by it is refused with its dates. Raises UnknownRulebook naming the known ones.
    """
    newest = get_rulebook(id_, folder=folder)
    in_force = [each for each in all_versions(folder)[id_].values() if each.in_force_on(day)]
    return max(in_force, key=lambda each: each.version, default=newest)


def rulebook_named(name: str) -> Rulebook:
    """Return the rulebook that somebody means by `it-venezia` (its newest version) or `it-venezia@1`.

    Raises UnknownRulebook naming the known ones.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise UnknownRulebook("rulebook-name-malformed", name=name)
    return get_rulebook(found["id"], int(found["version"]) if found["version"] else None)


def clash(rulebook: Rulebook, path: Path, others: Iterable[tuple[Path, Rulebook]]) -> RulebookBroken | None:
    """Return the fault of a file whose version of a rulebook one of the `others` has already, else None."""
    for other, known in others:
        if other != path and (known.id, known.version) == (rulebook.id, rulebook.version):
            reason = (
                f"Version {rulebook.version} of {rulebook.id} is in {other} already. "
                "Remove one of the files, or give one a higher version."
            )
            return RulebookBroken(str(path), "version", reason)
    return None


def known_files() -> tuple[tuple[Path, Rulebook], ...]:
    return tuple(item for folder in _folders for item in _in_folder(folder).items())


@cache
def _merged(in_folders: tuple[Path, ...]) -> Versions:
    found: dict[str, dict[int, Rulebook]] = {}
    placed: list[tuple[Path, Rulebook]] = []
    for path, rulebook in (item for folder in in_folders for item in _in_folder(folder).items()):
        if twice := clash(rulebook, path, placed):
            raise twice
        placed.append((path, rulebook))
        found.setdefault(rulebook.id, {})[rulebook.version] = rulebook
    return found


def _in_folder(folder: Path) -> dict[Path, Rulebook]:
    if folder not in _read:
        _read[folder] = {path: load_rulebook(path) for path in files_in(folder)}
    return _read[folder]
