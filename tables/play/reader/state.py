"""The wheel readers of a table, each by itself, and the numbers that they gave."""

from datetime import datetime
from typing import Literal

import msgspec

from tables.play.event import ReaderRole, Source


class NumberReport(msgspec.Struct, frozen=True, kw_only=True):
    """A number that one source gave for a coup, and when (UTC). `reader` is None of staff, and of a reader that an
    older event does not name."""

    number: int
    at: datetime
    source: Source = "reader"
    reader: str | None = None
    coup: int | None = None
    """Coup of the report; None if the report fits no coup and only this reader gave it."""
    game: str | None = None
    """The reader's own name for the coup: epoch and counter."""
    certain: bool = True
    """False if its source itself reports something against it."""


class Reader(msgspec.Struct, frozen=True, kw_only=True):
    """A wheel reader as the table knows it. `place_bets`: its rotor turns for the next coup."""

    name: str | None = None
    role: ReaderRole = "primary"
    state: Literal["none", "live", "silent", "fault"] = "none"
    since: datetime | None = None
    detail: str = ""
    warnings: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    """The reasons why it holds the running coup's launch for void."""
    place_bets: bool = False
    reported: tuple[NumberReport, ...] = ()
    """The last numbers that it gave, the newest last, at most thirty-two: one for each coup, or for each game of it."""

    @property
    def is_away(self) -> bool:
        """True if it is known to give no numbers: silent, or with a fault."""
        return self.state in ("silent", "fault")
