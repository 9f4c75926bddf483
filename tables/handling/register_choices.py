"""What may be chosen in an entry of a register, where the choice is not another entry: each app offers what it has.

An app that knows scopes, protocols or rules says so once, as it gets ready. What a register entry looks like in that
app's own rows is said there as well (`follow`), and how its secret is made and kept (`keep_secrets`).
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from tables.registers.entries.kinds.readers import OVER_HTTP
from tables.registers.entries.reader_presets import reader_presets
from tables.registers.entries.state import Entry
from tables.roulette.currency_check import currencies
from tables.roulette.loader import rulebooks
from tables.roulette.refusal import Refused

Follow = Callable[[int, Entry, datetime], None]
"""Bring an app's own rows to an entry of a casino as it stands since a moment."""


class SecretKeeper(NamedTuple):
    """How the secret of a kind is made, and kept outside the record."""

    make: Callable[[], str]
    keep: Callable[[int, Entry, str], None]


_choices: dict[str, Callable[[], tuple[str, ...]]] = {
    "currencies": lambda: tuple(sorted(currencies())),
    "rulebooks": lambda: tuple(rulebooks()),
    "reader_presets": lambda: tuple(reader_presets()),
}
_options: dict[str, tuple[str, ...]] = {OVER_HTTP: ()}
OptionsFault = Callable[[str, Mapping[str, Any]], Refused | None]
_faults: list[OptionsFault] = []
_followers: dict[str, Follow] = {}
_older: dict[str, Callable[[int], dict[str, dict[str, Any]]]] = {}
_keepers: dict[str, SecretKeeper] = {}


@cache
def _time_zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


_choices["time_zones"] = _time_zones


def offer(name: str, choices: Callable[[], tuple[str, ...]]) -> None:
    """Let a field with these `choices` be one of what the function gives."""
    _choices[name] = choices


def offer_protocols(options: Mapping[str, tuple[str, ...]], fault: OptionsFault) -> None:
    """The protocols of wheel readers that a driver speaks, with its options, and why it cannot work with some."""
    _options.update(options)
    _faults[:] = [fault]
    offer("protocols", lambda: tuple(_options))


def follow(kind: str, follower: Follow) -> None:
    """Let every change of an entry of this kind be followed, in its transaction."""
    _followers[kind] = follower


def stand_in(kind: str, rows: Callable[[int], dict[str, dict[str, Any]]]) -> None:
    """Let the rows of an app stand for entries that are in no register yet: by code, the values of a casino's."""
    _older[kind] = rows


def keep_secrets(kind: str, keeper: SecretKeeper) -> None:
    _keepers[kind] = keeper


def choices() -> dict[str, tuple[str, ...]]:
    """All that is offered, by name."""
    return {name: offered() for name, offered in _choices.items()}


def protocol_options() -> Mapping[str, tuple[str, ...]]:
    return _options


def options_fault(protocol: str, options: Mapping[str, Any]) -> Refused | None:
    """Return why the driver of a protocol cannot work with these options; None if it can."""
    return next((found for fault in _faults if (found := fault(protocol, options))), None)


def follower_of(kind: str) -> Follow | None:
    return _followers.get(kind)


def older_rows(casino_id: int) -> dict[str, dict[str, dict[str, Any]]]:
    """What apps' rows say of the casino: by kind, by code, the values."""
    return {kind: rows(casino_id) for kind, rows in _older.items()}


def keeper_of(kind: str) -> SecretKeeper | None:
    return _keepers.get(kind)
