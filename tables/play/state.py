"""Current state of a table's day, evolved from its events: the basis of screens and of decisions."""

from datetime import datetime
from typing import Any, Literal

import msgspec

from tables.play.cash.state import Advances, Cash
from tables.play.change.state import ChangeAtTable
from tables.play.colours.state import Colours
from tables.play.coup.state import Course
from tables.play.direction.state import Direction
from tables.play.dispute.state import Corrections
from tables.play.equipment.state import ChipSeries
from tables.play.events import Ball, Derogation, Person
from tables.play.held.state import Held
from tables.play.live.state import Live
from tables.play.payment.state import Differences
from tables.play.reader.observation import Rotation
from tables.play.reader.state import NumberReport, Reader
from tables.play.slips.state import Slips
from tables.play.staff.state import Roster
from tables.roulette.rulebook import Limits
from tables.roulette.stake import Stake

RUNNING = ("betting", "launched", "bets_closed")
"""The phases in which a coup is on its way to its number."""

Phase = Literal["closed", "idle", "betting", "launched", "bets_closed", "paying"]
"""closed: no gaming day; idle: between coups (bets reopen with faites vos jeux); betting: faites vos jeux;
launched: the ball is in the track, bets still come; bets_closed: rien ne va plus; paying: the number has fallen."""


Stage = Literal["warned", "overdue"]
"""The progress of a case of a shift rule: its warning's time has come, or the time by which it should have been
closed."""


class PendingChoice(msgspec.Struct, frozen=True, kw_only=True):
    """Imprisoned stake whose owner may still choose, with its position before the choice.

    The stake stays in its place until the owner chooses; until then `choice` is empty.
    """

    coup: int
    stake: Stake
    choice: str = ""


class OpenViolation(msgspec.Struct, frozen=True, kw_only=True):
    """Open violation: the act that the clause demands has not resolved it yet."""

    violation: str
    rule: str
    clause: str
    since: datetime
    code: str = ""
    parameters: dict[str, Any] = {}
    words: str = ""
    coup: int | None = None
    lasting: bool = False
    """True for a violation that is open until an act ends it (a ball not changed). The others concern one moment of one
    coup."""


class SeenWarning(msgspec.Struct, frozen=True, kw_only=True):
    """The person of the staff who acknowledged a warning, and the time (UTC)."""

    by: str
    at: datetime


class PastCoup(msgspec.Struct, frozen=True, kw_only=True):
    """A coup of the day that has its number. Money may still be open on it, and a second report may still come."""

    coup: int
    number: int
    source: Literal["staff", "reader"]
    game: str | None = None
    """The reader's own name for it: epoch and counter."""
    awaits_reader: bool = False
    """Staff declared it, or a witness gave it, and the primary reader has not reported it yet."""
    confirmed: bool = False
    """A second source gave the same number, or the chief decided."""
    doubts: tuple[str, ...] = ()
    """The reasons why a person must confirm it: `recovered`, `other_game`, or the reader's own doubts."""
    had_bets: bool = False
    fell_at: datetime | None = None
    """The time when its number fell; None in a state that was kept before this field existed."""
    reader: str | None = None
    """The reader that gave its number; None where staff did, and in a state that was kept before this was."""


class DoubtedNumber(msgspec.Struct, frozen=True, kw_only=True):
    """A reader's number that waits for a person. `running` is the game that ran when it came."""

    number: int
    doubts: tuple[str, ...]
    game: str | None = None
    running: str | None = None
    coup: int = 0
    """The coup of the number; 0 in a state that was kept before numbers waited one by one: the next to fall."""
    at: datetime | None = None
    """The time of its arrival; None in a state that was kept before this field existed, like `launch`."""
    launch: tuple[int, int] | None = None
    """The last coup that was opened, and how often its ball had been launched, when it came."""
    reader: str | None = None
    """The reader that gave it; None in a state that was kept before this was."""


class Discrepancy(msgspec.Struct, frozen=True, kw_only=True):
    """Sources gave different numbers for one coup; its payment waits for the chief."""

    coup: int
    recorded: int
    others: tuple[int, ...]
    """The other numbers that were reported, in their order; most often one."""
    reports: tuple[NumberReport, ...] = ()
    """Each source with the number that it gave, in their order; empty in a state that was kept before this was."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """All numbers between which the chief decides, the recorded one first."""
        return (self.recorded, *self.others)


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """A bet of the last coup that was played again from its payment on `number`, and the part of it that is still paid
    out.
    """

    ref: str
    replay: str
    paid_out: int
    number: int | None = None


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A table's gaming day. Times in UTC, money in minor units of `currency`."""

    version: int = 0
    phase: Phase = "closed"
    phase_since: datetime | None = None
    table: str = ""
    day: str = ""
    previous_day: str | None = None
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
    staff: dict[str, Person] = {}
    roster: Roster = Roster()
    spinner: Person | None = None
    spinner_since: datetime | None = None
    coup: int = 0
    game: str | None = None
    """The reader's own name for the running coup, once it has reported of it."""
    launches: int = 0
    """Launches of the running coup."""
    course: Course = Course()
    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None
    """The directions of wheel and ball in the present launch, each None if unknown."""
    last_direction: Rotation | None = None
    """The wheel's in the last launch that brought a number or after which the coup was null, None where it is
    not known."""
    last_ball_direction: Rotation | None = None
    """The ball's in that launch."""
    bets: tuple[Stake, ...] = ()
    bets_numbered: int = 0
    """The highest number in a bet's reference, so that each bet of the day gets one of its own."""
    settled_bets: tuple[Stake, ...] = ()
    """Bets on the cloth at the last number. If another number turns out to be valid, it decides over these bets."""
    settled_limits: Limits | None = None
    """Limits in force at the last number, by which one of its bets was over the maximum; None before the day's first
    number."""
    settled_groups: tuple[tuple[str, ...], ...] = ()
    """Players who were in a group then."""
    replayed: tuple[Replayed, ...] = ()
    """Replayed bets of the last number, kept until the next number, so that no bet is replayed twice."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Players in groups, whose limits hold for their sum."""
    played_in_groups: tuple[str, ...] = ()
    """The players of the day with free bets at a number, or whose partners had some, while they were in a group."""
    face_value_only: bool = False
    derogation: Derogation | None = None
    """Derogation by which the limits in force exceed the rulebook's."""
    direction: Direction = Direction()
    corrections: Corrections = Corrections()
    live: Live = Live()
    change: ChangeAtTable = ChangeAtTable()
    advances: Advances = Advances()
    chip_series: ChipSeries = ChipSeries()
    colours: Colours = Colours()
    held: Held = Held()
    differences: Differences = Differences()
    slips: Slips = Slips()
    cash: Cash = Cash()
    choices: tuple[PendingChoice, ...] = ()
    number: int | None = None
    past: tuple[PastCoup, ...] = ()
    """The last coups of the day, the newest last, at most thirty-two."""
    doubted: tuple[DoubtedNumber, ...] = ()
    """The numbers of a reader for the running coup, the next one, and later ones that a person has not confirmed;
    the oldest first."""
    dismissed: tuple[int, ...] = ()
    """Repeated numbers that a person dismissed since the last launch or number."""
    announcement: str = ""
    numbers: tuple[int, ...] = ()
    """The last numbers, the newest first, at most twenty."""
    discrepancies: tuple[Discrepancy, ...] = ()
    """Still to be decided, the oldest first."""
    payments_open: tuple[int, ...] = ()
    violations: tuple[OpenViolation, ...] = ()
    violations_raised: int = 0
    noted: dict[str, Stage] = {}
    """The progress of each case of a shift rule in the day's record, by its name. It outlasts its violation."""
    warnings_seen: dict[str, SeenWarning] = {}
    """The warnings that somebody acknowledged, by the name of the case."""
    readers: dict[str, Reader] = {}
    """The wheel readers of the table that were heard today, or are known to be away, by code."""
    carried: tuple[Stake, ...] = ()
    before_closing: "State | None" = None
    """The table as its closing found it, kept while the day may be opened again; None at an open table."""

    @property
    def reader(self) -> Reader:
        """The primary reader; one without a name if none is known today."""
        return next((each for each in self.readers.values() if each.role == "primary"), Reader())

    @property
    def witnesses(self) -> tuple[Reader, ...]:
        """The witness readers that are known today, by code."""
        known = sorted(self.readers.items())
        return tuple(each for _, each in known if each.role == "witness")

    @property
    def void(self) -> tuple[str, ...]:
        """The reasons why the reader whose facts count holds the running coup's launch for void; empty if it does
        not.
        """
        return next((each.void for each in self.readers.values() if each.void), ())

    @property
    def rotor_turns(self) -> bool:
        """True if the wheel turns for the next coup already."""
        return any(each.place_bets for each in self.readers.values())

    @property
    def last_coup(self) -> PastCoup | None:
        """The coup that brought `number`; None before the day's first."""
        return self.past[-1] if self.past else None

    @property
    def coup_of_new_bets(self) -> int:
        """The coup that a bet takes part in which comes onto the cloth now: the running one, else the next."""
        return self.coup if self.phase in RUNNING else self.coup + 1

    @property
    def waiting(self) -> tuple[DoubtedNumber, ...]:
        """Return the waiting numbers of the coup to be confirmed next: more than one if they contradict each other."""
        return tuple(each for each in self.doubted if each.coup <= self.coup_of_new_bets)

    @property
    def number_doubts(self) -> tuple[str, ...]:
        """The reasons why a person must confirm the waiting number, or else the recorded one."""
        if self.doubted:
            return self.doubted[0].doubts
        return self.past[-1].doubts if self.past else ()

    @property
    def discrepancy(self) -> Discrepancy | None:
        return self.discrepancies[0] if self.discrepancies else None


def as_kept(state: State) -> dict[str, Any]:
    """Return the state as plain JSON values, for the table snapshot."""
    kept: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return kept


def from_kept(kept: dict[str, Any]) -> State:
    """Return the state from a table snapshot. Raises msgspec.ValidationError if the snapshot does not fit."""
    return msgspec.convert(_with_readers(kept), State, str_keys=True)


def written(state: State) -> str:
    """Return the state of `as_kept` as JSON text, without the step over plain values."""
    return _encode(state).decode()


def from_written(text: str) -> State:
    """Return the state again from JSON text. Raises msgspec.ValidationError where it does not fit."""
    if OF_ONE_READER in text:
        return from_kept(msgspec.json.decode(text))
    return _decode(text)


OF_ONE_READER = '"reader": {'
"""Stands in the text of a state (as the database gives it) that was kept before a table had several readers."""


def _with_readers(kept: dict[str, Any]) -> dict[str, Any]:
    """Return a kept board in today's form: before a table had several readers a state kept one."""
    if "readers" in kept or not kept:
        return kept
    one = kept.get("reader") or {}
    before = kept.get("before_closing")
    return {
        **{name: value for name, value in kept.items() if name != "reader"},
        "readers": {one["name"]: one} if one.get("name") else {},
        **({"before_closing": _with_readers(before)} if before else {}),
    }


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(State).decode
