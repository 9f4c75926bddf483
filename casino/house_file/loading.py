"""A casino brought in step with a document: all of it, or, where anything is refused, nothing.

Each entry is declared as a screen would declare it, in the order of `SECTIONS`, in one transaction that is undone where
anything was refused: so every mistake is found in one run, and what one entry needs of another may be in the same file.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from casino.house_file.equipment import load_ball, load_series, load_wheel
from casino.house_file.places import Place
from casino.house_file.sections import (
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
from casino.people.register.staff_csv import StaffLine, StaffRefused, load_staff
from tables.handling import Actor
from tables.handling.registers import declare, register_casino
from tables.registers.entries.decide import EntryRefused
from tables.registers.entries.kinds import Fault
from tables.registers.entries.reading import read_values
from tables.roulette.refusal import Refusal, Refused

NOTHING: Collection[str] = ()
BESIDE: Mapping[str, Any] = {
    SERIES: (SeriesInFile, load_series),
    WHEEL: (WheelInFile, load_wheel),
    BALL: (BallInFile, load_ball),
}


class FileFault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with the file, and under which key."""

    place: Place
    refusal: Refusal


class HouseRefused(Exception):
    """A file with mistakes, of which nothing was stored."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{'.'.join(each.place)}: {each.refusal}" for each in self.faults))


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """The casino that was loaded, and what of it was changed: `table.RF1`; nothing where all was so already."""

    casino_id: int
    changed: tuple[str, ...]


class Loader:
    """One run over a document."""

    def __init__(self, casino_id: int | None, by: Actor, now: datetime) -> None:
        """Without a casino a new one is registered by the file."""
        self.casino_id = casino_id
        self.by, self.now = by, now
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
        if self.casino_id is None and not self.faults:
            self.refuse((CASINO,), Refused("file-without-casino"))

    def _load_section(self, section: str, content: Any) -> None:
        if not isinstance(content, Mapping):
            self.refuse((section,), Refused("file-section-malformed", section=section))
            return
        if section == CASINO:
            self._load_casino(dict(content))
            return
        if self.casino_id is None:
            return  # the casino was refused: there is nothing that it could be loaded into
        entries = dict(content)
        for code in [code for code, values in entries.items() if not isinstance(values, Mapping)]:
            self.refuse((section, code), Refused("file-section-malformed", section=f"{section}.{code}"))
            del entries[code]
        if section == PERSON:
            self._load_people(self.casino_id, entries)
            return
        for code, values in entries.items():
            with _by_itself(self, (section, code)):
                if self._load_entry(self.casino_id, section, code, dict(values)):
                    self.changed.append(f"{section}.{code}")

    def _load_casino(self, values: dict[str, Any]) -> None:
        with _by_itself(self, (CASINO,)):
            if self.casino_id is None:
                self.casino_id = register_casino(values, by=self.by, now=self.now).pk
                self.changed.append(CASINO)
            elif declare(self.casino_id, CASINO, CASINO, values, by=self.by, now=self.now).changed:
                self.changed.append(CASINO)

    def _load_entry(self, casino_id: int, section: str, code: str, values: dict[str, Any]) -> bool:
        if section not in BESIDE:
            return declare(casino_id, section, code, values, by=self.by, now=self.now).changed
        struct, load = BESIDE[section]
        read, faults = read_values(struct, values)
        if read is None:
            raise EntryRefused(faults)
        changed: bool = load(casino_id, code, read, by=self.by, now=self.now)
        return changed

    def _load_people(self, casino_id: int, people: Mapping[str, Any]) -> None:
        lines: list[StaffLine] = []
        for turn, (sign_in, values) in enumerate(people.items(), start=1):
            read, faults = read_values(PersonInFile, values)
            self.take((PERSON, sign_in), faults)
            if read is not None:
                lines.append(StaffLine(line=turn, sign_in=sign_in, **msgspec.structs.asdict(read)))
        try:
            done = load_staff(casino_id, lines, by=self.by, now=self.now)
        except StaffRefused as refused:
            names = list(people)
            for mistake in refused.mistakes:
                place = (PERSON, names[mistake.line - 1])
                self.faults.append(FileFault(place=place, refusal=mistake.refusal))
        else:
            if done.engaged or done.changed:
                self.changed.append(PERSON)

    def take(self, place: Place, faults: Iterable[Fault]) -> None:
        for fault in faults:
            at = () if fault.field == "code" else tuple(fault.field.split("."))
            self.refuse((*place, *at), fault.refused)

    def refuse(self, place: Place, refused: Refused) -> None:
        self.faults.append(FileFault(place=place, refusal=refused.refusal))


@contextmanager
def _by_itself(loader: Loader, place: Place) -> Iterator[None]:
    """An entry by itself: what is refused of it is noted and undone, and the next is looked at."""
    try:
        with transaction.atomic():
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
) -> Loaded:
    """Bring a casino in step with a document, or register a new one by it. What the document does not name stays as it
    is. Raises HouseRefused with everything that is wrong; then nothing is stored, as where it is `only_check`."""
    loader = Loader(casino_id, by, now)
    with transaction.atomic():
        loader.load(document, without)
        if loader.faults:
            raise HouseRefused(_first_causes(loader.faults))
        if only_check:
            transaction.set_rollback(True)
    assert loader.casino_id is not None, "it is refused else"
    return Loaded(casino_id=loader.casino_id, changed=tuple(loader.changed))


def _first_causes(faults: Iterable[FileFault]) -> Iterator[FileFault]:
    """The faults, but for those that are there only because another entry was refused."""
    faults = tuple(faults)
    refused = {fault.place[:2] for fault in faults}
    for fault in faults:
        if not _follows_from(fault.refusal, refused):
            yield fault


def _follows_from(refusal: Refusal, refused: Collection[Place]) -> bool:
    """Whether it names what was refused itself: an entry that is not registered, a table, a table with series."""
    parameters = refusal.parameters
    match refusal.code:
        case "entry-unregistered":
            return (str(parameters["kind"]), str(parameters["entry"])) in refused
        case "table-unknown":
            return (TABLE, str(parameters["table"])) in refused
        case "no-series-of-chips":
            return any(place[0] == TABLE for place in refused)
    return False
