"""A registered entry, and the casino's facts that a decision about it needs."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec

from tables.refusal import Refused
from tables.registers.entries.reader_addresses import ReaderRules

Values = Mapping[str, Any]
"""An entry's values by field, in JSON's types."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a register; version 0 is one that nobody has registered."""

    kind: str
    code: str
    version: int = 0
    values: dict[str, Any] = {}
    withdrawn: bool = False
    since: datetime | None = None
    """Time of the first registration."""
    changed_at: datetime | None = None
    fingerprint: str = ""
    """Fingerprint of its secret; empty without one."""
    secret_at: datetime | None = None

    @property
    def in_use(self) -> bool:
        return bool(self.version) and not self.withdrawn


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """The casino's facts that a decision about an entry needs."""

    entries: Mapping[str, Mapping[str, Values]] = NOTHING
    """The entries in use: by kind, by code, their values."""
    codes: Mapping[str, Collection[str]] = {}
    """All codes that entries have or had, by kind."""
    open_tables: frozenset[str] = frozenset()
    equipment: Mapping[str, tuple[str, ...]] = NOTHING
    """Serial numbers of the wheels and balls at a table, by its code."""
    reserved_codes: frozenset[str] = frozenset()
    choices: Mapping[str, tuple[str, ...]] = NOTHING
    """Choices outside of the registers: protocols, scopes, roles, types of events, rules."""
    options: Mapping[str, tuple[str, ...]] = NOTHING
    """The options of each protocol of a wheel reader."""
    options_fault: Callable[[str, Values], Refused | None] = lambda protocol, options: None
    """Function that returns the reason why a protocol's driver cannot work with these options; None if it can."""
    reader_rules: ReaderRules = ReaderRules()
    signed_by_nobody: bool = False
    """The casino is being set up, or its own machine acts: changes that two officers sign need no signature."""

    def of(self, kind: str) -> Mapping[str, Values]:
        return self.entries.get(kind, NOTHING)

    def users(self, kind: str, field: str, code: str) -> tuple[str, ...]:
        """Return the codes of the entries of a kind in use that name `code` in this field."""
        return tuple(sorted(other for other, values in self.of(kind).items() if values.get(field) == code))
