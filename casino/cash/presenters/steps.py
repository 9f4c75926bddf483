"""A step of a slip, of a box or of safekeeping, as its page and its document show it."""

from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec

from casino.commands.signing import signatory


class ShownStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step that was made: when (UTC), by whom, who signed, each with role, and its words."""

    label: str
    at: datetime
    by: str = ""
    signed: tuple[str, ...]
    words: str


def signatories(signed: Iterable[Mapping[str, str]]) -> tuple[str, ...]:
    """Return the signatories, each with role, of a row of the database."""
    return tuple(signatory(each["name"], each["role"]) for each in signed)
