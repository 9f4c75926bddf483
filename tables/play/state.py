"""A table's day as it stands, folded from its events. What a screen shows and what a decision is made on."""

from datetime import datetime
from typing import Literal

import msgspec

from tables.play.events import Ball, CarriedStake, Person
from tables.play.observation import Rotation
from tables.roulette.rulebook import Limits

Phase = Literal["closed", "idle", "betting", "launched", "bets_closed", "paying"]
"""closed: no gaming day; idle: between coups (bets reopen with faites vos jeux); betting: faites vos jeux;
launched: the ball is in the track, bets still come; bets_closed: rien ne va plus; paying: the number has fallen."""


class BetOnCloth(msgspec.Struct, frozen=True, kw_only=True):
    """A stake as it lies: `level` above 0 says how often in a row it is imprisoned."""

    ref: str
    player: str
    bet: str
    amount: int
    level: int = 0
    distance: int | None = None
    excess: bool = False


class PendingChoice(msgspec.Struct, frozen=True, kw_only=True):
    """An imprisoned stake whose owner may still choose, with how it lay before its choice."""

    coup: int
    stake: BetOnCloth
    choice: str = "stay"


class OpenViolation(msgspec.Struct, frozen=True, kw_only=True):
    """A violation that stands: not yet resolved by what the clause demands."""

    violation: str
    rule: str
    clause: str
    detail: str
    since: datetime
    coup: int | None = None
    lasting: bool = False
    """It stands until something is done (a ball not changed); the others concern one moment of one coup."""


class Discrepancy(msgspec.Struct, frozen=True, kw_only=True):
    """Two sources gave two numbers for one coup; its payment waits for the chief."""

    coup: int
    recorded: int
    other: int


class Reader(msgspec.Struct, frozen=True, kw_only=True):
    """The wheel reader as the table knows it. `place_bets`: its rotor turns for the next coup."""

    name: str | None = None
    state: Literal["none", "live", "silent", "fault"] = "none"
    since: datetime | None = None
    detail: str = ""
    warnings: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    """Why it holds the running coup's launch for void."""
    place_bets: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A table's gaming day. Times in UTC, money in minor units of `currency`."""

    version: int = 0
    phase: Phase = "closed"
    phase_since: datetime | None = None
    table: str = ""
    day: str = ""
    opened_at: datetime | None = None
    rulebook: str = ""
    rulebook_version: int = 0
    wheel: str = "french"
    double: bool = False
    currency: str = ""
    limits: Limits | None = None
    balls: tuple[Ball, ...] = ()
    ball: str = ""
    ball_since: datetime | None = None
    ball_version: int = 0
    """Version of the event that brought this ball into play: it opens the ball's deadline."""
    ball_warned: bool = False
    staff: dict[str, Person] = {}
    spinner: Person | None = None
    spinner_since: datetime | None = None
    coup: int = 0
    launches: int = 0
    """Launches of the running coup."""
    rotor_direction: Rotation | None = None
    last_direction: Rotation | None = None
    """Of the launch that counted in the last coup."""
    bets: tuple[BetOnCloth, ...] = ()
    bets_numbered: int = 0
    """The highest number in a bet's reference, so that each bet of the day gets one of its own."""
    settled_bets: tuple[BetOnCloth, ...] = ()
    """As they lay when the last number fell: should another number turn out to stand, it decides over these."""
    choices: tuple[PendingChoice, ...] = ()
    number: int | None = None
    number_source: Literal["staff", "reader"] | None = None
    number_doubts: tuple[str, ...] = ()
    """Why a person is asked to confirm it: `recovered`, or what the reader itself says against it."""
    number_confirmed: bool = False
    """A second source gave the same number, or the chief decided."""
    announcement: str = ""
    numbers: tuple[int, ...] = ()
    """The last numbers, the newest first, at most twenty."""
    number_coup: int = 0
    """The coup that brought `number`."""
    discrepancies: tuple[Discrepancy, ...] = ()
    """Still to be decided, the oldest first."""
    payments_open: tuple[int, ...] = ()
    violations: tuple[OpenViolation, ...] = ()
    violations_raised: int = 0
    reader: Reader = Reader()
    carried: tuple[CarriedStake, ...] = ()

    @property
    def discrepancy(self) -> Discrepancy | None:
        """The one that is decided next."""
        return self.discrepancies[0] if self.discrepancies else None
