"""Access as the record has it, wrong secrets and the sign-in of each person: one stream for each gaming day of a
casino, `access/2026-11-20`.

The metadata of the event has the person who tried, as the actor is everywhere.
"""

from datetime import datetime
from typing import Literal

import msgspec

from casino.people.sign_in.events import SignInEvent
from tables.codec import EventCodec
from tables.play.events import Person

Locked = Literal["", "pair", "source"]
"""Lock set by the attempt: none, this source for this person, or this source for everybody."""


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


AccessEvent = WrongPinGiven | WrongPasswordGiven | SignInEvent
ACCESS_EVENTS = EventCodec[AccessEvent](AccessEvent)
TYPES = ACCESS_EVENTS.types
"""The types of these events, as the record has them."""


def access_stream(day: str) -> str:
    return f"access/{day}"
