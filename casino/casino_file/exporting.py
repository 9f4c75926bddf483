"""A casino as a document of TOML: its entries in use, with each field that differs from its default."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec

from casino.casino_file.sections import (
    CASINO,
    SECTIONS,
    BallInFile,
    InspectionInFile,
    PersonInFile,
    SeriesInFile,
    WheelInFile,
)
from casino.people.models import Person, Standing
from tables.handling.chip_series_in_force import casino_series
from tables.handling.projections.equipment import balls, wheels
from tables.handling.projections.register_entries import entries_of
from tables.registers.entries.kinds import ClientEntry, kind_named
from tables.registers.entries.kinds.outward import ADMINISTRATION
from tables.registers.entries.reading import read_stored, stored_values
from tables.registers.entries.state import Entry
from tables.registers.equipment import Registered
from tables.roulette.wheel import as_data

Document = dict[str, Any]
NOTHING: Collection[str] = ()


def exported(casino_id: int, *, without: Collection[str] = NOTHING) -> Document:
    """The casino as the file has it, section by section in their order; an empty section is left out."""
    document: Document = {}
    for section in SECTIONS:
        if section not in without and (found := _section(casino_id, section)):
            document[section] = found
    return document


def _section(casino_id: int, section: str) -> Document:
    match section:
        case "series":
            return {each.series: _plain(_series(each)) for each in casino_series(casino_id).series}
        case "wheel":
            return {each.serial: _plain(_wheel(each)) for each in wheels(casino_id)}
        case "ball":
            return {each.serial: _plain(_ball(each)) for each in balls(casino_id)}
        case "person":
            here = Person.objects.filter(casino_id=casino_id).exclude(standing=Standing.LEFT)
            return {each.username: _plain(_person(each)) for each in here.order_by("username")}
    found = {each.code: _entry(each) for each in entries_of(casino_id, section, withdrawn=False)}
    if section == ClientEntry.KIND:
        return _without_administration(found)
    return found.get(CASINO, {}) if section == CASINO else found


def _entry(entry: Entry) -> Document:
    """The values that are not as they are by default."""
    kind = kind_named(entry.kind)
    values = stored_values(read_stored(kind, entry.values))
    usual = {
        field.name: msgspec.to_builtins(field.default, str_keys=True)
        if field.default is not msgspec.NODEFAULT
        else msgspec.to_builtins(field.default_factory(), str_keys=True)
        for field in msgspec.structs.fields(kind)
        if not field.required
    }
    return {
        name: _without_nulls(value)
        for name, value in values.items()
        if name not in usual or value != usual[name]
    }


def clients_with_administration(casino_id: int) -> list[str]:
    """Return the codes of the clients whose scope of administration the document leaves out."""
    clients = entries_of(casino_id, ClientEntry.KIND, withdrawn=False)
    return [each.code for each in clients if ADMINISTRATION in each.values["scopes"]]


def _without_administration(clients: Document) -> Document:
    """The clients without the scope that no file grants; a client without another scope is left out."""
    found = {
        code: {**values, "scopes": [each for each in values["scopes"] if each != ADMINISTRATION]}
        for code, values in clients.items()
    }
    return {code: values for code, values in found.items() if values["scopes"]}


def _series(series: Any) -> SeriesInFile:
    return SeriesInFile(issued=dict(series.issued), ended=series.ended_at is not None)


def _wheel(wheel: Any) -> WheelInFile:
    return WheelInFile(
        **_equipment(wheel),
        maker=wheel.maker,
        numbering=wheel.numbering,
        pockets=tuple(as_data(number) for number in wheel.pockets),
        diameter_mm=wheel.diameter_mm,
        make=wheel.make,
    )


def _ball(ball: Any) -> BallInFile:
    return BallInFile(**_equipment(ball), diameter_mm=ball.diameter_mm, letter=ball.letter, make=ball.make)


def _equipment(thing: Registered) -> dict[str, Any]:
    inspected = thing.inspected
    return {
        "rulebook": thing.rulebook,
        "remarks": thing.remarks,  # type: ignore[attr-defined]  # wheels and balls have them
        "table": thing.table,
        "withdrawn": thing.withdrawn,
        "inspected": inspected
        and InspectionInFile(
            condition=inspected.condition,
            at=inspected.at,
            remarks=inspected.remarks,
            next_due=inspected.next_due,
        ),
    }


def _person(person: Person) -> PersonInFile:
    return PersonInFile(name=person.display_name, role=person.role, language=person.language)


def _plain(struct: msgspec.Struct) -> Document:
    document: Document = _without_nulls(msgspec.to_builtins(struct, str_keys=True, builtin_types=(datetime,)))
    return document


def _without_nulls(value: Any) -> Any:
    """Return the value without nulls, which TOML does not have."""
    if isinstance(value, dict):
        return {name: _without_nulls(each) for name, each in value.items() if each is not None}
    return [_without_nulls(each) for each in value] if isinstance(value, list | tuple) else value
