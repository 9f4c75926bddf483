"""The neutral observation: the message of every wheel reader, in any protocol."""

from datetime import datetime
from typing import Literal

import msgspec

Rotation = Literal["clockwise", "anticlockwise"]
OTHER_WAY: dict[Rotation, Rotation] = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}


Kind = Literal[
    "rotor_started",
    "ball_launched",
    "launch_failed",
    "bets_closed",
    "result",
    "result_recovered",
    "results_missing",
    "game_void",
    "warning",
    "warning_cleared",
    "fault",
    "reader_online",
    "reader_offline",
]


class Observation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that a reader saw. Fields that its protocol does not give stay None.

    `epoch` counts the restarts and wraps of the wheel's own game counter, `game` is that counter: a game is
    (reader, epoch, game). `sequence` numbers all observations of one reader in the order in which the driver
    made them, from 1 in each `lease`; both distinguish an observation from a second delivery of the same one.
    """

    reader: str
    epoch: int
    game: int | None
    sequence: int
    lease: int = 0
    """The lease under which a gateway listened to the reader; 0 without one: over HTTP, or in an older spool."""
    kind: Kind
    received_at: datetime
    observed_at: datetime | None = None
    """The time of the event, if it is known: the time of arrival after a silence is not."""
    number: int | None = None
    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None
    rotor_speed_rpm: float | None = None
    launch_pocket: int | None = None
    """The pocket that passed the ball as it was launched (kind ball_launched)."""
    ball_turns: int | None = None
    warnings: tuple[str, ...] = ()
    missing: int | None = None
    """The number of unheard results before this one (kind results_missing)."""
    raw: str = ""
    """The bytes as received, in Latin-1, so that none is lost."""

    @property
    def key(self) -> str:
        """The identity for idempotency: the same for every delivery by every route."""
        sequence = f"{self.lease}.{self.sequence}" if self.lease else str(self.sequence)
        return f"{self.reader}:{sequence}"
