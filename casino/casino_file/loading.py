"""A casino brought in step with a document: all of it, or, where anything is refused, nothing.

Each entry is declared as a screen would declare it, in the order of `SECTIONS`: every mistake is found in one run, and
an entry may need another one of the same file. The file is checked first, against registers in memory and without a
transaction; the entries that would change are then loaded in one transaction.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from casino.casino_file.equipment import load_ball, load_series, load_wheel
from casino.casino_file.places import Place
from casino.casino_file.planned import PlannedRegisters
from casino.casino_file.recorded import RecordedRegisters, Registers
from casino.casino_file.sections import (
    BALL,
    CASINO,
    PERSON,
    SECTIONS,
    SERIES,
    TABLE,
    WHEEL,
    BallInFile,
    PersonInFile,
    SeriesInFile,
    WheelInFile,
)
from casino.people.register.staff_csv import StaffLine, StaffRefused
from tables.handling import Actor
from tables.handling.projections.register_entries import entry_named
from tables.play.events import Signature
from tables.refusal import Refusal, Refused
from tables.registers.entries.decide import EntryRefused
from tables.registers.entries.kinds import ClientEntry, Fault
from tables.registers.entries.kinds.outward import ADMINISTRATION
from tables.registers.entries.reading import read_values

MOST_ENTRIES = 5_000
"""Entries of a file that are loaded at once. The loading holds the record back: 5,000 new ones for half a minute."""
NOTHING: Collection[str] = ()
BESIDE: Mapping[str, Any] = {
    SERIES: (SeriesInFile, load_series),
    WHEEL: (WheelInFile, load_wheel),
    BALL: (BallInFile, load_ball),
}


class FileFault(msgspec.Struct, frozen=True, kw_only=True):
    """A fault of the file, with the place of its key."""

    place: Place
    refusal: Refusal


class HouseRefused(Exception):
    """A file with mistakes, of which nothing was stored."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{'.'.join(each.place)}: {each.refusal}" for each in self.faults))


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """The loaded casino, and its changed entries such as `table.RF1`; empty if nothing changed."""

    casino_id: int
    changed: tuple[str, ...]


class Loader:
    """One run over a document."""

    def __init__(self, registers: Registers) -> None:
        self.registers = registers
        self.faults: list[FileFault] = []
        self.changed: list[str] = []

    def load(self, document: Mapping[str, Any], without: Collection[str]) -> None:
        for name in document:
            if name not in SECTIONS:
                self.refuse(
                    (str(name),), Refused("file-section-unknown", section=str(name)[:60], sections=SECTIONS)
                )
        for section in SECTIONS:
            if section in document and section not in without:
                self._load_section(section, document[section])
        if self.registers.casino_id is None and not self.faults:
            self.refuse((CASINO,), Refused("file-without-casino"))

    def _load_section(self, section: str, content: Any) -> None:
        if not isinstance(content, Mapping):
            self.refuse((section,), Refused("file-section-malformed", section=section))
            return
        if section == CASINO:
            self._load_casino(dict(content))
            return
        if self.registers.casino_id is None:
            return  # the casino was refused: there is nothing that it could be loaded into
        entries = dict(content)
        for code in [code for code, values in entries.items() if not isinstance(values, Mapping)]:
            self.refuse((section, code), Refused("file-section-malformed", section=f"{section}.{code}"))
            del entries[code]
        if section == PERSON:
            self._load_people(entries)
            return
        for code, values in entries.items():
            with _by_itself(self, (section, code)):
                if self._load_entry(section, code, dict(values)):
                    self.changed.append(f"{section}.{code}")

    def _load_casino(self, values: dict[str, Any]) -> None:
        with _by_itself(self, (CASINO,)):
            if self.registers.casino_id is None:
                self.registers.register(values)
                self.changed.append(CASINO)
            elif self.registers.declare(CASINO, CASINO, values):
                self.changed.append(CASINO)

    def _load_entry(self, section: str, code: str, values: dict[str, Any]) -> bool:
        if section == ClientEntry.KIND:
            values = _with_administration(self.registers.casino_id, code, values)
        if section not in BESIDE:
            return self.registers.declare(section, code, values)
        struct, load = BESIDE[section]
        read, faults = read_values(struct, values)
        if read is None:
            raise EntryRefused(faults)
        changed: bool = load(self.registers, code, read)
        return changed

    def _load_people(self, people: Mapping[str, Any]) -> None:
        lines: list[StaffLine] = []
        for turn, (sign_in, values) in enumerate(people.items(), start=1):
            read, faults = read_values(PersonInFile, values)
            self.take((PERSON, sign_in), faults)
            if read is not None:
                lines.append(StaffLine(line=turn, sign_in=sign_in, **msgspec.structs.asdict(read)))
        try:
            changed = self.registers.staff(lines)
        except StaffRefused as refused:
            names = list(people)
            for mistake in refused.mistakes:
                place = (PERSON, names[mistake.line - 1]) if mistake.line else (PERSON,)
                self.faults.append(FileFault(place=place, refusal=mistake.refusal))
        else:
            if changed:
                self.changed.append(PERSON)

    def take(self, place: Place, faults: Iterable[Fault]) -> None:
        for fault in faults:
            at = () if fault.field == "code" else tuple(fault.field.split("."))
            self.refuse((*place, *at), fault.refused)

    def refuse(self, place: Place, refused: Refused) -> None:
        self.faults.append(FileFault(place=place, refusal=refused.refusal))


@contextmanager
def _by_itself(loader: Loader, place: Place) -> Iterator[None]:
    """Handle one entry by itself: its refusal is noted and undone, and the next one follows."""
    try:
        with loader.registers.by_itself():
            yield
    except EntryRefused as refused:
        loader.take(place, refused.faults)
    except Refused as refused:
        loader.refuse(place, refused)


def load_house(
    document: Mapping[str, Any],
    *,
    casino_id: int | None,
    by: Actor,
    now: datetime,
    without: Collection[str] = NOTHING,
    only_check: bool = False,
    signatures: tuple[Signature, ...] = (),
) -> Loaded:
    """Bring a casino in step with a document, or register a new one by it.

    Anything that the document does not name stays unchanged. Raises HouseRefused with all faults and stores nothing
    then. `only_check` stores nothing either, and takes no transaction. `signatures` come from a screen; the casino's
    own machine needs none.
    """
    _check_number_of_entries(document, without)
    planned = _loaded(PlannedRegisters(casino_id, by, now, signatures), document, without)
    if only_check or not planned.changed:
        return planned
    with transaction.atomic():
        registers = RecordedRegisters(casino_id, by, now, signatures)
        return _loaded(registers, _part(document, planned.changed), without)


def _loaded(registers: Registers, document: Mapping[str, Any], without: Collection[str]) -> Loaded:
    """Load the document into the registers. Raises HouseRefused."""
    loader = Loader(registers)
    loader.load(document, without)
    if loader.faults:
        raise HouseRefused(_first_causes(loader.faults))
    assert registers.casino_id is not None, "it is refused else"
    return Loaded(casino_id=registers.casino_id, changed=tuple(loader.changed))


def _check_number_of_entries(document: Mapping[str, Any], without: Collection[str]) -> None:
    """Raise HouseRefused, at the longest section, for a file with more than MOST_ENTRIES entries."""
    lengths = {
        section: len(entries)
        for section, entries in document.items()
        if section not in without and isinstance(entries, Mapping)
    }
    if sum(lengths.values()) > MOST_ENTRIES:
        longest = max(lengths, key=lengths.__getitem__)
        refused = Refused("file-too-long", found=sum(lengths.values()), limit=MOST_ENTRIES)
        raise HouseRefused([FileFault(place=(longest,), refusal=refused.refusal)])


def _part(document: Mapping[str, Any], changed: Collection[str]) -> dict[str, Any]:
    """Return the sections and entries of the document that are in `changed`."""
    part: dict[str, Any] = {}
    for section, entries in document.items():
        if section in changed:
            part[section] = entries
        elif found := {code: each for code, each in entries.items() if f"{section}.{code}" in changed}:
            part[section] = found
    return part


def _first_causes(faults: Iterable[FileFault]) -> Iterator[FileFault]:
    """Return the faults, without faults that only follow from another refused entry."""
    faults = tuple(faults)
    refused = {fault.place[:2] for fault in faults}
    for fault in faults:
        if not _follows_from(fault.refusal, refused):
            yield fault


def _follows_from(refusal: Refusal, refused: Collection[Place]) -> bool:
    """Return True if the refusal names a refused entry: one that is not registered, a table, a table with series."""
    parameters = refusal.parameters
    match refusal.code:
        case "entry-unregistered":
            return (str(parameters["kind"]), str(parameters["entry"])) in refused
        case "table-unknown":
            return (TABLE, str(parameters["table"])) in refused
        case "no-series-of-chips":
            return any(place[0] == TABLE for place in refused)
    return False


def _with_administration(casino_id: int | None, code: str, values: dict[str, Any]) -> dict[str, Any]:
    """The values of a client with the scope of administration, if the client has it: a file neither grants nor takes
    it, and an export leaves it out."""
    stands = entry_named(casino_id, ClientEntry.KIND, code) if casino_id is not None else None
    if stands is None or not stands.in_use or ADMINISTRATION not in stands.values["scopes"]:
        return values
    wanted = values.get("scopes")
    if not isinstance(wanted, list) or ADMINISTRATION in wanted:
        return values
    kept = [each for each in stands.values["scopes"] if each in wanted or each == ADMINISTRATION]
    return {**values, "scopes": [*kept, *(each for each in wanted if each not in kept)]}
