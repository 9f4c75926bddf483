"""The choices in an entry of a register that are not other entries: each app offers its own.

An app with scopes, protocols or rules registers them once, as it gets ready. It also registers the form of a
register entry in its own rows (`follow`), and how the entry's secret is made and kept (`keep_secrets`).
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
"""Update an app's own rows from an entry of a casino, in its state since a moment."""


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
    """Let a field with these `choices` take one of the function's values."""
    _choices[name] = choices


def offer_protocols(options: Mapping[str, tuple[str, ...]], fault: OptionsFault) -> None:
    """Offer the protocols of wheel readers with a driver, with the driver's options, and the check of these options."""
    _options.update(options)
    _faults[:] = [fault]
    offer("protocols", lambda: tuple(_options))


def follow(kind: str, follower: Follow) -> None:
    """Let every change of an entry of this kind be followed, in its transaction."""
    _followers[kind] = follower


def stand_in(kind: str, rows: Callable[[int], dict[str, dict[str, Any]]]) -> None:
    """Let the rows of an app replace entries that are in no register yet: by code, the values of a casino's."""
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
    """Return the values in apps' rows of the casino: by kind, by code."""
    return {kind: rows(casino_id) for kind, rows in _older.items()}


def keeper_of(kind: str) -> SecretKeeper | None:
    return _keepers.get(kind)
