"""`make lint`: licences of the packages that the project installs, and their list in THIRD_PARTY_NOTICES.md.

A licence conflicts if it would put conditions on Permanence itself (GPL, AGPL), or if nobody knows it. A package under
the LGPL or the MPL is used unchanged, as a library of its own. `--write` writes the list again.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "THIRD_PARTY_NOTICES.md"
SHIPPED, TOOLS = ROOT / "requirements.txt", ROOT / "requirements-dev.txt"
_ROW = re.compile(r"^\| (?P<package>[a-z0-9-]+) \| (?P<licence>[^|]+) \|$", re.MULTILINE)
_TABLE = re.compile(r"(?<=\| package \| licence \|\n\|---\|---\|\n)(?:\|.*\n)*")

PERMISSIVE = frozenset(
    [
        *("0BSD", "BSD", "BSD-2-Clause", "BSD-3-Clause"),
        *("MIT", "MIT-0", "MIT-CMU", "ISC", "PSF-2.0", "Zlib", "ZPL-2.1"),
        *("Apache-2.0", "Artistic-1.0-Perl", "CC0-1.0", "CNRI-Python"),
    ]
)
AS_A_LIBRARY = frozenset(["LGPL-2.1-or-later", "LGPL-3.0-only", "LGPL-3.0-or-later", "MPL-2.0"])
"""Licences that ask nothing of a program that uses the package unchanged."""
PROGRAMS = frozenset(["codespell", "djlint"])
"""Programs under the GPL that developers run: no module imports them, and no installation has them."""
OLDER_NAMES: Mapping[str, str] = {
    "Apache License": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""Classifiers, and texts of the older field, with the name that SPDX has for each."""
REVIEWED: Mapping[str, str] = {
    "axe-playwright-python": "MIT AND MPL-2.0",  # it brings axe-core
    "fido2": "BSD-2-Clause AND Apache-2.0 AND MPL-2.0",
    "num2words": "LGPL-2.1-or-later",
    "qrcode": "BSD-3-Clause",
    "text-unidecode": "Artistic-1.0-Perl OR GPL-2.0-or-later",
    "uharfbuzz": "Apache-2.0 AND MIT",  # it brings HarfBuzz
}
"""Licences that somebody read in the package, since its metadata are unclear."""


def conflict(expression: str) -> str:
    """Return the fault of an SPDX expression without brackets; empty for a licence that fits."""
    for choice in expression.split(" OR "):
        if all(each in PERMISSIVE | AS_A_LIBRARY for each in choice.split(" AND ")):
            return ""
    remedy = "Use another package, or review it in testkit/check_licences.py."
    return f"has the licence {expression}, which may conflict. {remedy}"


def licence_of(package: Distribution) -> str:
    """Return the licence as an SPDX expression, in so far as the metadata have one; empty for an unknown licence."""
    metadata, name = package.metadata, canonicalize_name(package.metadata["Name"])
    if name in REVIEWED:
        return REVIEWED[name]
    if declared := metadata.get_all("License-Expression"):
        return str(declared[0])
    [field] = map(str.strip, metadata.get_all("License") or [""])
    field = OLDER_NAMES.get(field, field)
    if field and not conflict(field):
        return field
    classifiers = (
        str(each).rpartition(" :: ")[2] for each in metadata.get_all("Classifier") or () if "License" in each
    )
    return " AND ".join(OLDER_NAMES.get(each, each) for each in classifiers if each != "OSI Approved")


def packages_of(requirements: Path) -> dict[str, Distribution]:
    """Return the installed packages that a file of requirements brings, by name, with all that they need in turn."""
    lines = requirements.read_text(encoding="utf-8").splitlines()
    waiting = [Requirement(line) for line in lines if line and not line.startswith(("#", "-r"))]
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wanted = waiting.pop()
        key = canonicalize_name(wanted.name), frozenset(wanted.extras)
        if key in seen:
            continue
        seen.add(key)
        try:
            found[key[0]] = distribution(wanted.name)
        except PackageNotFoundError:
            continue
        waiting += _needed(found[key[0]], wanted.extras)
    return found


def _needed(package: Distribution, extras: Iterable[str]) -> Iterator[Requirement]:
    for line in package.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or any(
            requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)
        ):
            yield requirement


def conflicts(shipped: Mapping[str, Distribution], tools: Mapping[str, Distribution]) -> list[str]:
    """Return the packages whose licence conflicts, with the fault. A package of an installation is never a program."""
    return [
        f"{name} {fault}"
        for name, package in sorted({**tools, **shipped}.items())
        if (fault := conflict(licence_of(package))) and (name in shipped or name not in PROGRAMS)
    ]


def table(packages: Mapping[str, Distribution]) -> str:
    """Return the rows of the list, by name."""
    return "".join(f"| {name} | {licence_of(packages[name])} |\n" for name in sorted(packages))


def notice_faults(notices: str, packages: Mapping[str, Distribution]) -> list[str]:
    """Return the packages that the list lacks, or has with another licence. Other machines may need more packages."""
    listed = {row["package"]: row["licence"] for row in _ROW.finditer(notices)}
    return [
        f"{NOTICES.name}: {name} has the licence {licence}. Run python -m testkit.check_licences --write."
        for name in sorted(packages)
        if listed.get(name) != (licence := licence_of(packages[name]))
    ]


def main() -> None:
    """Print each fault, and exit with 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python -m testkit.check_licences", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the list of packages again")
    shipped = packages_of(SHIPPED)
    if parser.parse_args().write:
        NOTICES.write_text(_TABLE.sub(table(shipped), NOTICES.read_text(encoding="utf-8")), encoding="utf-8")
    found = conflicts(shipped, packages_of(TOOLS))
    found += notice_faults(NOTICES.read_text(encoding="utf-8"), shipped)
    sys.stdout.writelines(f"{fault}\n" for fault in found)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
