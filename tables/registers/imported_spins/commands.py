"""The request to import an old permanence."""

from datetime import datetime

import msgspec

from tables.play.command import Request


class OldSpin(msgspec.Struct, frozen=True, array_like=True):
    """A number and when it fell. Numbers are as recorded: 37 is the double zero."""

    at: datetime
    number: int


class ImportOldSpins(Request, frozen=True, kw_only=True, tag="import-old-spins"):
    """Import an old permanence of the wheel: `file` is the name of its file, `sha256` the hash of its bytes."""

    serial: str
    file: str
    sha256: str
    spins: tuple[OldSpin, ...]
