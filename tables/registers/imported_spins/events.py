"""Events of a wheel's imported permanences; the metadata has who imported them."""

from __future__ import annotations

from datetime import datetime

import msgspec

from tables.codec import EventCodec
from tables.registers.imported_spins.commands import OldSpin


class OldSpinsImported(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="old_spins_imported"):
    """A part of an old permanence was imported, for the statistics of the wheel alone.

    `imported` numbers the imports of the wheel from 1; a long file has several parts, in the order of time.
    """

    serial: str
    imported: int
    part: int
    parts: int
    file: str
    sha256: str
    first_at: datetime
    last_at: datetime
    spins: tuple[OldSpin, ...]


IMPORT_EVENTS = EventCodec[OldSpinsImported](tuple[OldSpinsImported])
IMPORT_TYPES = IMPORT_EVENTS.types
