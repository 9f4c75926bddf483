"""Everything that can happen at a table, as it is written into the record.

An event is named in the past. Its tag is its type in the record, its fields are the event's data there; who did
it, where, and when stand in the event's metadata and times, not here. A field is added with a default or not at
all: what was recorded once is read for ever.
"""

from datetime import datetime
from typing import Literal, get_args

import msgspec

from tables.play.observation import Rotation
from tables.roulette.rulebook import Limits

Source = Literal["staff", "reader"]
Choice = str
"""What the owner of an imprisoned stake wants: `stay`, `partage` or `move:<even chance>`."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table: the casino's own identifier and the name shown on screens."""

    id: str
    name: str


class Ball(msgspec.Struct, frozen=True, kw_only=True):
    """One of the table's balls: its letter at the table and its diameter in millimetres."""

    name: str
    diameter_mm: float


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base of all table events."""


class TableOpened(Event, frozen=True, kw_only=True, tag="table_opened"):
    """A gaming day began at this table; what the last one handed on is repeated here."""

    table: str
    day: str
    rulebook: str
    rulebook_version: int
    wheel: str
    """The numbering of its wheel: a name among the rulebook's wheels, `french` or `american`."""
    double: bool
    currency: str
    limits: Limits
    balls: tuple[Ball, ...]
    ball: str
    staff: dict[str, Person]
    spinner: str
    """The position whose holder spins."""
    previous_day: str | None = None
    last_number: int | None = None
    last_direction: Rotation | None = None
    numbers: tuple[int, ...] = ()
    bound: tuple["CarriedStake", ...] = ()
    cylinder_mm: int | None = None
    """The diameter of the wheel's cylinder in millimetres."""
    face_value_only: bool = False
    """The table is played with face-value chips exclusively (where the rulebook has chips of colours)."""


class CarriedStake(msgspec.Struct, frozen=True, kw_only=True):
    """A stake in prison that one gaming day hands to the next."""

    ref: str
    player: str
    bet: str
    amount: int
    level: int
    layout: int = 1
    chip: int | None = None
    colour: str | None = None
    on_behalf_of: str | None = None


class BetsOpened(Event, frozen=True, kw_only=True, tag="bets_opened"):
    """Faites vos jeux: coup number `coup` of the day is open for bets."""

    coup: int
    source: Source
    game: str | None = None
    """The reader's own name for the coup: epoch and counter."""


class BetPlaced(Event, frozen=True, kw_only=True, tag="bet_placed"):
    """A bet lies on the cloth (or beside it, announced). `amount` is the total in minor units."""

    coup: int
    ref: str
    player: str
    bet: str
    amount: int
    distance: int | None = None
    """On an even chance: how far from the employee the chips lie, the farthest largest."""
    excess: bool = False
    """It was found on the cloth above the maximum and is settled by the rulebook's excess rule."""
    layout: int = 1
    """Which of a double table's layouts it lies on."""
    chip: int | None = None
    """The value of one of its chips in minor units, where it is known; the amount is a multiple of it."""
    colour: str | None = None
    """The colour of its chips, by its English name (`yellow`), where it is known."""
    face_value: bool = False
    """Its chips carry their value; where the rulebook has chips of colours the others carry none."""
    on_behalf_of: str | None = None
    """The player for whom a third party placed it: it counts to that player's limits."""
    replay_of: str | None = None
    """It was placed out of the payment of the bet with this reference."""


class BetWithdrawn(Event, frozen=True, kw_only=True, tag="bet_withdrawn"):
    """A bet was taken off the cloth before bets were closed."""

    coup: int
    ref: str


class BetReplayed(Event, frozen=True, kw_only=True, tag="bet_replayed"):
    """A won announced bet is played again from its payment; the bets that this places follow as `bet_placed`.

    Money in minor units: `won` (the prize) + `stake` (of its winning chips) = `stays` + `restaked` + `paid_out`.
    """

    coup: int
    """The coup that it won in."""
    ref: str
    replay: str
    """The rulebook's name for the way of replaying, such as `a-completare`."""
    won: int
    stake: int
    stays: int
    restaked: int
    paid_out: int


class CompanyDeclared(Event, frozen=True, kw_only=True, tag="company_declared"):
    """These players play in company: limits hold for their sum from now on."""

    players: tuple[str, ...]


class CompanyEnded(Event, frozen=True, kw_only=True, tag="company_ended"):
    """These players play each for themselves again."""

    players: tuple[str, ...]


class Derogation(msgspec.Struct, frozen=True, kw_only=True):
    """Why the sign may exceed the rulebook's maximums: who authorised it, and how the authority was told."""

    authorisers: tuple[str, ...]
    notice: str


class LimitsChanged(Event, frozen=True, kw_only=True, tag="limits_changed"):
    """The limits in force changed: the players were told and the sign shows the new ones."""

    limits: Limits
    previous: Limits
    derogation: Derogation | None = None


class LateBetSeen(Event, frozen=True, kw_only=True, tag="late_bet_seen"):
    """Chips came onto the cloth after rien ne va plus: recorded, and no part of the coup.

    `bet` is the bet's code where they lay on a position, else the words for where they lay.
    """

    coup: int
    player: str
    bet: str
    amount: int


class BallLaunched(Event, frozen=True, kw_only=True, tag="ball_launched"):
    """The ball was launched; `launch` counts the launches of this coup from 1."""

    coup: int
    launch: int
    source: Source
    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None
    game: str | None = None


class LaunchFailed(Event, frozen=True, kw_only=True, tag="launch_failed"):
    """The launch came to nothing (too weak, ball lost its track): the coup goes on, the ball is launched again."""

    coup: int
    source: Source
    reason: str


class BetsClosed(Event, frozen=True, kw_only=True, tag="bets_closed"):
    """Rien ne va plus."""

    coup: int
    source: Source
    game: str | None = None


class VoidSeen(Event, frozen=True, kw_only=True, tag="void_seen"):
    """The reader holds this launch for void and its wheel has locked the bets: whether the coup is null, staff says."""

    coup: int
    reader: str
    reasons: tuple[str, ...]


class CoupAnnulled(Event, frozen=True, kw_only=True, tag="coup_annulled"):
    """A null coup: its bets stay, the ball goes back to the previous number and is launched again."""

    coup: int
    reason: str
    clause: str
    previous_number: int | None


class NumberFell(Event, frozen=True, kw_only=True, tag="number_fell"):
    """The ball rests. The result of the coup."""

    coup: int
    number: int
    colour: str | None
    source: Source
    announcement: str
    game: str | None = None
    doubts: tuple[str, ...] = ()
    """Why a person must confirm it before anything is paid: `recovered` (unheard at the time and read off the wheel
    afterwards), `other_game` (the reader names another game than the running one), or what the reader itself says
    against it."""


class NumberConfirmed(Event, frozen=True, kw_only=True, tag="number_confirmed"):
    """A second source (or a person, for a doubtful number) gave the same number for the coup."""

    coup: int
    number: int
    source: Source
    game: str | None = None


class DiscrepancyFound(Event, frozen=True, kw_only=True, tag="discrepancy_found"):
    """Two sources gave two different numbers for one coup: nothing is paid until the chief decides."""

    coup: int
    recorded: int
    other: int
    source: Source
    game: str | None = None


class DiscrepancyResolved(Event, frozen=True, kw_only=True, tag="discrepancy_resolved"):
    """The chief decided which number stands."""

    coup: int
    number: int
    colour: str | None
    announcement: str
    reason: str


class ResultsMissing(Event, frozen=True, kw_only=True, tag="results_missing"):
    """The reader's counter shows that results fell unheard: this many coups are known only to have been."""

    count: int
    after_coup: int


class PrisonChosen(Event, frozen=True, kw_only=True, tag="prison_chosen"):
    """The owner of an imprisoned stake chose what happens to it. `coup` is the coup that imprisoned it."""

    coup: int
    ref: str
    choice: Choice


class PaymentsConfirmed(Event, frozen=True, kw_only=True, tag="payments_confirmed"):
    """All prizes of the coup are paid (and losing stakes cleared)."""

    coup: int


class BallChanged(Event, frozen=True, kw_only=True, tag="ball_changed"):
    """The ball in play was changed for another one of the table's."""

    ball: str
    previous: str
    announced: bool


class SpinnerChanged(Event, frozen=True, kw_only=True, tag="spinner_changed"):
    """Somebody else spins now."""

    person: Person
    previous: Person | None


class DeadlineWarned(Event, frozen=True, kw_only=True, tag="deadline_warned"):
    """A shift rule's deadline comes near."""

    rule: str
    clause: str
    opened_at: datetime
    due_at: datetime


class ViolationRaised(Event, frozen=True, kw_only=True, tag="violation_raised"):
    """A clause was broken. `violation` names it within the day; `cause` is what opened the case."""

    violation: str
    rule: str
    clause: str
    detail: str
    coup: int | None = None
    due_at: datetime | None = None


class ViolationResolved(Event, frozen=True, kw_only=True, tag="violation_resolved"):
    """What the clause demanded has been done at last."""

    violation: str
    rule: str
    clause: str
    late_s: int | None = None


class ReaderChanged(Event, frozen=True, kw_only=True, tag="reader_changed"):
    """The wheel reader came on line, fell silent, or reports a fault."""

    reader: str
    state: Literal["live", "silent", "fault"]
    detail: str = ""


class WheelWarned(Event, frozen=True, kw_only=True, tag="wheel_warned"):
    """The reader warns, or takes its warning back: a question to the table, not yet a violation."""

    reader: str
    warnings: tuple[str, ...]
    ended: bool = False


class RotorStarted(Event, frozen=True, kw_only=True, tag="rotor_started"):
    """The rotor turns for the next coup while the last one is still being paid."""

    reader: str


class TableClosed(Event, frozen=True, kw_only=True, tag="table_closed"):
    """The gaming day ended at this table; what the next opening needs is carried here."""

    day: str
    coups: int
    ball: str
    last_number: int | None
    last_direction: Rotation | None
    numbers: tuple[int, ...]
    bound: tuple[CarriedStake, ...]


AnyEvent = (
    TableOpened
    | BetsOpened
    | BetPlaced
    | BetWithdrawn
    | BetReplayed
    | CompanyDeclared
    | CompanyEnded
    | LimitsChanged
    | LateBetSeen
    | BallLaunched
    | LaunchFailed
    | BetsClosed
    | VoidSeen
    | CoupAnnulled
    | NumberFell
    | NumberConfirmed
    | DiscrepancyFound
    | DiscrepancyResolved
    | ResultsMissing
    | PrisonChosen
    | PaymentsConfirmed
    | BallChanged
    | SpinnerChanged
    | DeadlineWarned
    | ViolationRaised
    | ViolationResolved
    | ReaderChanged
    | WheelWarned
    | RotorStarted
    | TableClosed
)


TYPES = frozenset(str(event.__struct_config__.tag) for event in get_args(AnyEvent))
"""The types of all table events, as the record has them."""


def to_record(event: Event) -> tuple[str, dict[str, object]]:
    """The event as the record keeps it: its type, and its data as plain JSON values."""
    data: dict[str, object] = msgspec.to_builtins(event)
    return str(data.pop("type")), data


def from_record(type_: str, data: dict[str, object]) -> AnyEvent:
    """The event again from its type and (upcast) data. Raises msgspec.ValidationError where they do not fit."""
    event: AnyEvent = msgspec.convert({**data, "type": type_}, AnyEvent)
    return event
