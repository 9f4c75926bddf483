"""The rows of casinos, tables and wheel readers, updated from the registers, and the entries in older rows.

Readers of these models need no change. A row that is older than the registers counts as an entry until
`begin_registers` has registered it.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import msgspec
from django.db import models

from tables.handling.models import Casino, GamingTable, WheelReader
from tables.handling.register_choices import older_rows
from tables.registers.entries.kinds import CASINO, CasinoEntry, ReaderEntry, TableEntry
from tables.registers.entries.reading import read_stored, stored_values
from tables.registers.entries.state import Entry
from tables.roulette.loader import get_rulebook

PIT_CHARACTERS = str.maketrans("/", "-")
"""A pit was any word once; as the code of an entry it has no slash."""


def follow_casino(casino_id: int, entry: Entry, now: datetime) -> None:
    casino = read_stored(CasinoEntry, entry.values)
    columns = stored_values(casino)
    Casino.objects.filter(pk=casino_id).update(**columns)


def follow_table(casino_id: int, entry: Entry, now: datetime) -> None:
    table = read_stored(TableEntry, entry.values)
    columns = stored_values(table)
    del columns["currency"]
    columns["rulebook_from"] = table.rulebook_from
    _write(GamingTable, casino_id, entry, columns)


def follow_reader(casino_id: int, entry: Entry, now: datetime) -> None:
    columns = stored_values(read_stored(ReaderEntry, entry.values))
    # The entry has the protocol and the options that follow from it.
    del columns["preset"]
    _write(WheelReader, casino_id, entry, columns)


def _write(
    model: type[GamingTable | WheelReader], casino_id: int, entry: Entry, columns: dict[str, Any]
) -> None:
    columns["withdrawn"] = entry.withdrawn
    if not model.ever.filter(casino_id=casino_id, code=entry.code).update(**columns):
        model.ever.create(casino_id=casino_id, code=entry.code, **columns)


def unregistered_rows(casino_id: int, known: set[tuple[str, str]]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the entries that exist as rows and in no register: by kind, by code, the values. `known` are the
    existing entries.
    """
    found: dict[str, dict[str, dict[str, Any]]] = {CASINO: {}, "pit": {}, "table": {}, "reader": {}}
    if (CASINO, CASINO) not in known:
        # A row without a name is of a casino that is being registered.
        casino = Casino.objects.filter(pk=casino_id).exclude(name="").first()
        if casino is not None:
            found[CASINO][CASINO] = values_of_casino(casino)
    for table in GamingTable.ever.filter(casino_id=casino_id).order_by("code"):
        if ("table", table.code) in known:
            continue
        found["table"][table.code] = values = values_of_table(table)
        if values["pit"] and ("pit", values["pit"]) not in known:
            found["pit"][values["pit"]] = {"name": values["pit"], "order": 0}
    for reader in WheelReader.ever.filter(casino_id=casino_id).order_by("code"):
        if ("reader", reader.code) not in known:
            found["reader"][reader.code] = values_of_reader(reader)
    for kind, rows in older_rows(casino_id).items():
        found[kind] = {code: values for code, values in rows.items() if (kind, code) not in known}
    return found


def values_of_casino(casino: Casino) -> dict[str, Any]:
    """Return the entry that the row of an older casino counts as: it asks for no more than before."""
    values = _columns(casino, CasinoEntry)
    values["languages"] = values["languages"] or ["en", "pt", "it", "fr"]
    return values


def values_of_table(table: GamingTable) -> dict[str, Any]:
    values = _columns(table, TableEntry)
    values["pit"] = table.pit.translate(PIT_CHARACTERS).strip()
    rulebook = get_rulebook(table.rulebook)
    values["currency"] = rulebook.currency
    values["limits"] = table.limits or msgspec.to_builtins(rulebook.default_limits)
    return values


def values_of_reader(reader: WheelReader) -> dict[str, Any]:
    return _columns(reader, ReaderEntry)


def _columns(row: models.Model, kind: type[msgspec.Struct]) -> dict[str, Any]:
    names = [name for name in kind.__struct_fields__ if hasattr(row, name)]
    read: Mapping[str, Any] = {name: getattr(row, name) for name in names}
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in read.items()}
