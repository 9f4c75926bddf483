"""Decisions on imports of spins, and the state of a wheel's imports. They are the casino's own, without a clause."""

from collections.abc import Iterator, Set
from datetime import datetime
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from tables.refusal import Refused
from tables.registers.imported_spins.commands import ImportOldSpins, OldSpin
from tables.registers.imported_spins.events import OldSpinsImported
from tables.roulette.wheel import as_data, not_on_wheel

SPINS_OF_A_PART = 2_000
"""Spins of one event: about 70 KB."""
MOST_SPINS = 50_000
"""Spins of one file: a wheel's numbers of a quarter of a year."""
FIRST_YEAR = 1950


class SpinImport(msgspec.Struct, frozen=True, kw_only=True):
    """One import: its file, its number of spins, and when the first and the last of them fell."""

    file: str
    sha256: str
    spins: int
    first_at: datetime
    last_at: datetime
    imported_at: datetime
    by: str
    """Name of the person who imported it."""


class ImportedSpins(msgspec.Struct, frozen=True, kw_only=True):
    """The imports of a wheel, and their spins in the order in which they were imported."""

    version: int = 0
    imports: tuple[SpinImport, ...] = ()
    spins: tuple[OldSpin, ...] = ()


class AroundImport(msgspec.Struct, frozen=True, kw_only=True):
    """The wheel's pockets, and the moments at which its own numbers fell."""

    pockets: frozenset[int]
    recorded: Set[datetime]


def decide_import(
    state: ImportedSpins, command: ImportOldSpins, around: AroundImport, now: datetime
) -> Iterator[OldSpinsImported]:
    """Yield the parts of the import. Raises Refused for the first spin that cannot be imported."""
    if any(each.sha256 == command.sha256 for each in state.imports):
        raise Refused("old-spins-imported-already", file=command.file)
    if not command.spins:
        raise Refused("old-spins-missing")
    if len(command.spins) > MOST_SPINS:
        raise Refused("old-spins-too-many", limit=MOST_SPINS)
    known = moments_of(state) | around.recorded
    for spin in command.spins:
        check_spin(spin, around.pockets, known, now)
    ordered = tuple(sorted(command.spins, key=lambda spin: spin.at))
    if twice := next((one.at for one, other in pairwise(ordered) if one.at == other.at), None):
        raise Refused("old-spin-twice", at=twice)
    parts = range(0, len(ordered), SPINS_OF_A_PART)
    for part, begin in enumerate(parts, start=1):
        spins = ordered[begin : begin + SPINS_OF_A_PART]
        yield OldSpinsImported(
            serial=command.serial,
            imported=len(state.imports) + 1,
            part=part,
            parts=len(parts),
            file=command.file,
            sha256=command.sha256,
            first_at=spins[0].at,
            last_at=spins[-1].at,
            spins=spins,
        )


def moments_of(state: ImportedSpins) -> frozenset[datetime]:
    """Return the moments of the spins that were imported before."""
    return frozenset(spin.at for spin in state.spins)


def check_spin(spin: OldSpin, pockets: frozenset[int], known: Set[datetime], now: datetime) -> None:
    """Raise Refused for a number that the wheel lacks, a moment in the future or too long ago, and a known moment."""
    if spin.number not in pockets:
        raise not_on_wheel(as_data(spin.number), pockets)
    if spin.at > now or spin.at.year < FIRST_YEAR:
        raise Refused("old-spin-at-wrong-time", at=spin.at, year=FIRST_YEAR)
    if spin.at in known:
        raise Refused("old-spin-known", at=spin.at)


def evolve_imports(
    state: ImportedSpins, event: OldSpinsImported, version: int, at: datetime, by: str
) -> ImportedSpins:
    """Return the state after the event, which `by` caused."""
    moved = replace(state, version=version, spins=(*state.spins, *event.spins))
    if event.part == 1:
        begun = SpinImport(
            file=event.file,
            sha256=event.sha256,
            spins=len(event.spins),
            first_at=event.first_at,
            last_at=event.last_at,
            imported_at=at,
            by=by,
        )
        return replace(moved, imports=(*state.imports, begun))
    last = state.imports[-1]
    grown = replace(last, spins=last.spins + len(event.spins), last_at=event.last_at)
    return replace(moved, imports=(*state.imports[:-1], grown))
