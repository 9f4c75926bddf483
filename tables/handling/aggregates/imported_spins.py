"""Imported permanences under the command handler: a wheel's own stream of them, `imported-spins/W-1041`.

Nothing is projected: the statistics of the wheel read the stream.
"""

from collections.abc import Iterator
from datetime import datetime

from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.models import PermanenceEntry
from tables.handling.outcome import acted_by
from tables.handling.projections.equipment import wheel_named
from tables.refusal import Refused
from tables.registers.imported_spins.commands import ImportOldSpins
from tables.registers.imported_spins.decide import (
    AroundImport,
    ImportedSpins,
    decide_import,
    evolve_imports,
)
from tables.registers.imported_spins.events import IMPORT_EVENTS, OldSpinsImported
from tables.stream import Appended, read_stream

PREFIX = "imported-spins/"


class ImportedSpinsAggregate(Aggregate[ImportOldSpins, ImportedSpins, OldSpinsImported]):
    """The imported permanences of the wheel that a command names."""

    codec = IMPORT_EVENTS

    def __init__(self, casino_id: int, serial: str) -> None:
        super().__init__(casino_id)
        self.serial = serial

    @property
    def stream_id(self) -> str:
        return f"{PREFIX}{self.serial}"

    def load(self, command: ImportOldSpins, now: datetime) -> ImportedSpins:
        """Two imports wait for each other. Raises Refused for an unknown wheel."""
        hold_casino(self.casino_id)
        return imported_spins(self.casino_id, self.serial)

    def current(self, earlier: Appended) -> ImportedSpins:
        return imported_spins(self.casino_id, self.serial)

    def decide(
        self, state: ImportedSpins, command: ImportOldSpins, at: datetime
    ) -> Iterator[OldSpinsImported]:
        return decide_import(state, command, around_import(self.casino_id, self.serial), at)

    def evolve(self, state: ImportedSpins, happened: Happened[OldSpinsImported]) -> ImportedSpins:
        by = happened.metadata.get("by") or {}
        return evolve_imports(state, happened.event, happened.version, happened.at, str(by.get("name", "")))


def imported_spins(casino_id: int, serial: str) -> ImportedSpins:
    """Return the imported permanences of a wheel."""
    state = ImportedSpins()
    for record in read_stream(casino_id, f"{PREFIX}{serial}"):
        event = IMPORT_EVENTS.read(record)
        state = evolve_imports(state, event, record.version, record.occurred_at, acted_by(record))
    return state


def around_import(casino_id: int, serial: str) -> AroundImport:
    """Return the facts that an import for the wheel is compared with. Raises Refused for a wheel that is not
    registered.
    """
    wheel = wheel_named(casino_id, serial)
    if not wheel.version:
        raise Refused("old-spins-wheel-unknown", serial=serial[:60])
    fell = PermanenceEntry.objects.filter(casino_id=casino_id, wheel=serial).values_list("fell_at", flat=True)
    return AroundImport(pockets=frozenset(wheel.pockets), recorded=frozenset(fell))
