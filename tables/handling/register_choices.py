"""The choices in an entry of a register that are not other entries, and the rows and secrets that follow an entry.

Other packages own them: scopes of the API, protocols of the drivers, rules. casino/composition.py names them all.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from tables.refusal import Refused
from tables.registers.entries.kinds.readers import OVER_HTTP
from tables.registers.entries.reader_presets import reader_presets
from tables.registers.entries.state import Entry
from tables.roulette.currency_check import currencies
from tables.roulette.loader import rulebooks

Follow = Callable[[int, Entry, datetime], None]
"""Update an app's own rows from an entry of a casino, in its state since a moment."""


class SecretKeeper(NamedTuple):
    """Functions for the secret of a kind of entry: `make` creates it, and `keep` stores it outside the record."""

    make: Callable[[], str]
    keep: Callable[[int, Entry, str], None]


class RegisterParts(NamedTuple):
    """The parts of other packages that the registers use.

    `choices` gives the values of a field by the name of its choices. `options` are the options of each reader
    protocol, and `options_fault` checks entered ones. `followers` update the rows of an entry's kind, in the
    transaction of each change. `older_rows` gives the rows that are in no register yet: values by code. `keepers` make
    and keep the secrets of a kind.
    """

    choices: Mapping[str, Callable[[], tuple[str, ...]]]
    options: Mapping[str, tuple[str, ...]]
    options_fault: Callable[[str, Mapping[str, Any]], Refused | None]
    followers: Mapping[str, Follow]
    older_rows: Mapping[str, Callable[[int], dict[str, dict[str, Any]]]]
    keepers: Mapping[str, SecretKeeper]


_parts: list[RegisterParts] = []


def use(parts: RegisterParts) -> None:
    """Let the registers use these parts. The composition of the platform calls it once."""
    _parts[:] = [parts]


def _used() -> RegisterParts:
    (parts,) = _parts
    return parts


@cache
def _time_zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


def choices() -> dict[str, tuple[str, ...]]:
    """Return the values of each field with choices, by the name of the choices."""
    own: dict[str, Callable[[], tuple[str, ...]]] = {
        "currencies": lambda: tuple(sorted(currencies())),
        "rulebooks": lambda: tuple(rulebooks()),
        "reader_presets": lambda: tuple(reader_presets()),
        "time_zones": _time_zones,
        "protocols": lambda: tuple(protocol_options()),
    }
    return {name: values() for name, values in {**own, **_used().choices}.items()}


def protocol_options() -> Mapping[str, tuple[str, ...]]:
    """Return the names of the options of each protocol of wheel readers."""
    return {OVER_HTTP: (), **_used().options}


def options_fault(protocol: str, options: Mapping[str, Any]) -> Refused | None:
    """Return why the driver of a protocol cannot work with these options; None if it can."""
    return _used().options_fault(protocol, options)


def follower_of(kind: str) -> Follow | None:
    """Return the function that updates the rows of a kind; None for a kind without rows."""
    return _used().followers.get(kind)


def older_rows(casino_id: int) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the values of rows that are in no register yet: by kind, by code."""
    return {kind: rows(casino_id) for kind, rows in _used().older_rows.items()}


def keeper_of(kind: str) -> SecretKeeper | None:
    """Return the maker and keeper of a kind's secrets; None for a kind without secrets."""
    return _used().keepers.get(kind)
