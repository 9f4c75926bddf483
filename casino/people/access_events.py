"""Wrong secrets as the record has them: one stream for each gaming day of a casino, `access/2026-11-20`.

Who tried stands in the metadata of the event, as who acted does everywhere.
"""

from datetime import datetime
from typing import Literal, get_args

import msgspec

from tables.play.events import Person

Locked = Literal["", "pair", "source"]
"""What the attempt has locked: nothing, this source for this person, or this source for everybody."""


class WrongPinGiven(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="wrong_pin_given"):
    """Somebody gave a PIN that is not the one of `person`, for a signature or to change it; or a password that is not
    theirs, to set the first one."""

    person: Person
    locked: Locked = ""
    locked_until: datetime | None = None


class WrongPasswordGiven(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="wrong_password_given"
):
    """Somebody tried to sign in as `person` with a wrong password, from `address`."""

    person: Person
    address: str
    locked: Locked = ""
    locked_until: datetime | None = None


AccessEvent = WrongPinGiven | WrongPasswordGiven
TYPES = frozenset(str(event.__struct_config__.tag) for event in get_args(AccessEvent))
"""The types of these events, as the record has them."""


def access_stream(day: str) -> str:
    """The stream of a gaming day (ISO date)."""
    return f"access/{day}"


def to_record(event: AccessEvent) -> tuple[str, dict[str, object]]:
    """The event as the record keeps it: its type, and its data as plain JSON values."""
    data: dict[str, object] = msgspec.to_builtins(event, str_keys=True)
    return str(data.pop("type")), data


def from_record(type_: str, data: dict[str, object]) -> AccessEvent:
    """The event again from its type and data. Raises msgspec.ValidationError where they do not fit."""
    event: AccessEvent = msgspec.convert({**data, "type": type_}, AccessEvent, str_keys=True)
    return event
