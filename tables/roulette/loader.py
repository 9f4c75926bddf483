"""The rulebooks that there are: found in a folder, read once, several versions side by side.

A file is `<id>.toml` or `<id>.v<N>.toml`; the name must agree with the id, and the version, that it states.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from tables.roulette.refusal import RulebookBroken, UnknownRulebook
from tables.roulette.rulebook import Rulebook
from tables.roulette.rulebook_file import read_rulebook

HOUSE_FOLDER = Path(__file__).with_name("rulebooks")

_FILE_NAME = re.compile(r"(?P<id>[a-z][a-z0-9-]*)(?:\.v(?P<version>[1-9]\d*))?\.toml")


def load_rulebook(path: Path | str) -> Rulebook:
    """The rulebook in one file. Raises RulebookBroken: `<file>: <key>: <reason>`."""
    path = Path(path)
    name = _FILE_NAME.fullmatch(path.name)
    if name is None:
        raise RulebookBroken(path.name, "the file", "is named neither <id>.toml nor <id>.v<N>.toml")
    rulebook = read_rulebook(path)
    if rulebook.id != name["id"]:
        raise RulebookBroken(path.name, "id", f'is "{rulebook.id}", but the file is named for "{name["id"]}"')
    if name["version"] is not None and rulebook.version != int(name["version"]):
        raise RulebookBroken(
            path.name, "version", f"is {rulebook.version}, but the file is named for {name['version']}"
        )
    return rulebook


def rulebooks(folder: Path | str | None = None) -> Mapping[str, Rulebook]:
    """The newest version of each rulebook in `folder` (by default the house's own), by id.

    Read once and kept. Raises RulebookBroken if any file in the folder is broken.
    """
    newest = {id_: versions[max(versions)] for id_, versions in _all_versions(_resolved(folder)).items()}
    return MappingProxyType(newest)


def get_rulebook(id_: str, version: int | None = None, folder: Path | str | None = None) -> Rulebook:
    """A rulebook in the version asked for, or its newest. Raises UnknownRulebook naming those that there are."""
    there_are = _all_versions(_resolved(folder))
    versions = there_are.get(id_)
    if versions is None:
        raise UnknownRulebook(f"{id_}: no such rulebook; there are {', '.join(sorted(there_are))}")
    wanted = max(versions) if version is None else version
    if wanted not in versions:
        known = ", ".join(map(str, sorted(versions)))
        raise UnknownRulebook(f"{id_}: no version {wanted}; there are {known}")
    return versions[wanted]


def _resolved(folder: Path | str | None) -> Path:
    return HOUSE_FOLDER if folder is None else Path(folder).resolve()


@cache
def _all_versions(folder: Path) -> dict[str, dict[int, Rulebook]]:
    found: dict[str, dict[int, Rulebook]] = {}
    for path in sorted(folder.glob("*.toml")):
        rulebook = load_rulebook(path)
        versions = found.setdefault(rulebook.id, {})
        if rulebook.version in versions:
            raise RulebookBroken(path.name, "version", f"{rulebook.version} is in another file already")
        versions[rulebook.version] = rulebook
    return found
