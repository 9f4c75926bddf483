"""The events of a line, for its listener."""

from datetime import datetime
from typing import Protocol


class Ear(Protocol):
    """The receiver of a line's bytes, in order."""

    async def connected(self, at: datetime, *, whole: bool = False, peer: str = "") -> None:
        """Take note of a new connection, to the address or device `peer`.

        On a `whole` one, each `arrived` is one message, and complete.
        """

    async def arrived(self, data: bytes, at: datetime) -> None: ...

    async def lost(self, at: datetime) -> None: ...

    async def settled(self) -> None:
        """Come back once the disk has the observations of all that arrived."""
