"""Values as somebody entered them, read into a kind's struct: every field that cannot be read is named at once."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from tables.refusal import Refused
from tables.registers.entries.kinds import Fault, Kind

AnyKind = TypeVar("AnyKind", bound=Kind)
AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)
_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")


def read_values(kind: type[AnyStruct], values: Mapping[str, Any]) -> tuple[AnyStruct | None, list[Fault]]:
    """Return the struct, or None and the fault of each field that cannot be read, is unknown, or is missing."""
    faults: list[Fault] = []
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in values:
        if name not in fields:
            refused = Refused("entry-field-unknown", field=str(name)[:60], fields=tuple(fields))
            faults.append(Fault(str(name), refused))
    read: dict[str, Any] = {}
    for name, field in fields.items():
        if name not in values:
            if field.required:
                faults.append(Fault(name, Refused("entry-field-missing", field=name)))
            continue
        try:
            read[name] = msgspec.convert(values[name], field.type, str_keys=True)
        except msgspec.ValidationError as wrong:
            place = _place_of(name, wrong)
            faults.append(Fault(place, Refused("entry-field-malformed", field=place)))
    return (None, faults) if faults else (kind(**read), [])


def stored_values(entry: Kind) -> dict[str, Any]:
    """Return the values as the record keeps them: every field, in JSON's types."""
    kept: dict[str, Any] = msgspec.to_builtins(entry, str_keys=True)
    return kept


def read_stored(kind: type[AnyKind], values: Mapping[str, Any]) -> AnyKind:
    """Return the struct of values that the record has; a field that is newer has its default."""
    known = {name: value for name, value in values.items() if name in kind.__struct_fields__}
    return msgspec.convert(known, kind, str_keys=True)


def _place_of(field: str, wrong: msgspec.ValidationError) -> str:
    found = _PLACE.search(str(wrong))
    if found is None or not found[1]:
        return field
    return f"{field}{found[1]}" if found[1].startswith("[") else f"{field}.{found[1]}"
