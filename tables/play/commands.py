"""What can be said to a table: requests, which are judged, and facts, which are recorded.

A request (`Request`) asks the platform to do something and is carried out or refused with the clause. A fact
(`Fact`) says what somebody or something saw happen: it is never refused for breaking a clause; the breach is a
violation beside it. A fact is refused only where it cannot have happened (a number that the wheel has not, a table
that is not open). The class says which of the two a thing is; this is the one place.
"""

from typing import Literal

import msgspec

from tables.play.events import Ball, Choice, Derogation, Person, Source
from tables.play.observation import Rotation
from tables.roulette.rulebook import Limits


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    """The base of all commands to a table."""


class Request(Command, frozen=True, kw_only=True):
    """Asks; is carried out or refused. Decided on the version of the table that was seen."""


class Fact(Command, frozen=True, kw_only=True):
    """Tells; is recorded at whatever version the table has by then, and judged there."""


# ---------------------------------------------------------------- requests


class OpenTable(Request, frozen=True, kw_only=True, tag="open-table"):
    """Begin a gaming day. `staff` maps the rulebook's positions to people; `spinner` is one of the positions.

    What the last day handed on is not said here: the record has it.
    """

    table: str
    day: str
    rulebook: str
    rulebook_version: int
    wheel: str = "french"
    cylinder_mm: int | None = None
    """The diameter of its wheel's cylinder; None where it is not registered."""
    double: bool = False
    limits: Limits
    balls: tuple[Ball, ...]
    ball: str
    staff: dict[str, Person]
    spinner: str
    face_value_only: bool = False
    """Play with face-value chips exclusively, where the rulebook has chips of colours."""


class PlaceBet(Request, frozen=True, kw_only=True, tag="place-bet"):
    """Put a bet down: `bet` in any of its codes or names, `amount` in minor units (an announced bet's total).

    `chip` is the value of one of its chips, `layout` which one of a double table's. Chips are of a `colour` or carry a
    `face_value`; where neither is said at a table with chips of colours, they are of the player's own colour.
    """

    player: str
    bet: str
    amount: int
    distance: int | None = None
    layout: int = 1
    chip: int | None = None
    colour: str | None = None
    face_value: bool = False
    on_behalf_of: str | None = None
    """The player whom a third party places it for."""


class WithdrawBet(Request, frozen=True, kw_only=True, tag="withdraw-bet"):
    """Take a bet off the cloth again, by its reference."""

    ref: str


class ReplayBet(Request, frozen=True, kw_only=True, tag="replay-bet"):
    """Play a won announced bet again from its payment, in a way that the rulebook names (`a-completare`, `parol`)."""

    ref: str
    replay: str


class DeclareCompany(Request, frozen=True, kw_only=True, tag="declare-company"):
    """Hold the limits to the sum of these players."""

    players: tuple[str, ...]


class EndCompany(Request, frozen=True, kw_only=True, tag="end-company"):
    """Hold the limits to each of these players alone again: all members of one company."""

    players: tuple[str, ...]


class ChangeLimits(Request, frozen=True, kw_only=True, tag="change-limits"):
    """Post other limits. `players_told` and `sign_changed` say that notice was given and the sign shows them."""

    limits: Limits
    players_told: bool
    sign_changed: bool
    derogation: Derogation | None = None


class ChoosePrison(Request, frozen=True, kw_only=True, tag="choose-prison"):
    """Decide about an imprisoned stake: `stay`, `partage` or `move:<even chance>`."""

    ref: str
    choice: Choice


class ResolveDiscrepancy(Request, frozen=True, kw_only=True, tag="resolve-discrepancy"):
    """The chief decides which of two different numbers stands, and says why."""

    number: int
    reason: str


class AnnounceBetsOpen(Request, frozen=True, kw_only=True, tag="bets-open"):
    """Faites vos jeux: open the next coup for bets."""


class CloseTable(Request, frozen=True, kw_only=True, tag="close-table"):
    """End the gaming day."""


# ---------------------------------------------------------------- facts


class Seen(Fact, frozen=True, kw_only=True):
    """A fact that staff or a reader may have seen. A reader says of which game, and whether it saw it live."""

    source: Source = "staff"
    game: str | None = None
    """The reader's own name for the coup: epoch and counter."""
    live: bool = True
    """False where only the time of arrival is known: the report may be of a coup long over."""


class LaunchBall(Seen, frozen=True, kw_only=True, tag="launch"):
    """The ball was launched."""

    rotor_direction: Rotation | None = None
    ball_direction: Rotation | None = None


class FailLaunch(Seen, frozen=True, kw_only=True, tag="launch-failed"):
    """The launch came to nothing."""

    reason: str


class CloseBets(Seen, frozen=True, kw_only=True, tag="bets-closed"):
    """Rien ne va plus was announced, or the reader closed the bets."""


class SeeLateBet(Fact, frozen=True, kw_only=True, tag="late-bet"):
    """Chips were seen on the cloth after rien ne va plus; `bet` says where, in a bet's code or in any words."""

    player: str
    bet: str
    amount: int


class FindExcess(Fact, frozen=True, kw_only=True, tag="excess-bet"):
    """Chips were found on the cloth before bets were closed: over the maximum the excess rule settles them, if there
    is one; else they break the clause of the maximum."""

    player: str
    bet: str
    amount: int
    distance: int | None = None
    layout: int = 1
    chip: int | None = None
    colour: str | None = None
    face_value: bool = False
    on_behalf_of: str | None = None


class SeeVoid(Seen, frozen=True, kw_only=True, tag="void"):
    """The reader holds the launch for void."""

    reader: str
    reasons: tuple[str, ...]


class AnnulCoup(Fact, frozen=True, kw_only=True, tag="null-coup"):
    """The coup is null, for one of the rulebook's reasons."""

    reason: str


class DeclareNumber(Seen, frozen=True, kw_only=True, tag="number"):
    """The ball rests on `number`; or, of a past `coup`, it rested there."""

    number: int
    coup: int | None = None
    """The past coup that staff confirms or contradicts; None: the one at hand."""
    recovered: bool = False
    doubts: tuple[str, ...] = ()
    """What the reader itself says against the number."""
    corrects: bool = False
    """The same source gave another number for this same coup before."""


class MissResults(Fact, frozen=True, kw_only=True, tag="results-missing"):
    """`count` results fell unheard."""

    count: int


class ConfirmPayments(Fact, frozen=True, kw_only=True, tag="payments-confirmed"):
    """All prizes are paid. Without `coup`: of the oldest coup that still has payments open."""

    coup: int | None = None


class ChangeBall(Fact, frozen=True, kw_only=True, tag="ball-change"):
    """The ball was changed; to the other one where `ball` is not given."""

    ball: str | None = None
    announced: bool = True


class ChangeSpinner(Fact, frozen=True, kw_only=True, tag="spinner-change"):
    """Somebody else spins now."""

    person: Person


class PassDeadline(Fact, frozen=True, kw_only=True, tag="deadline"):
    """A shift rule's sweep saw that a deadline is near (`warned`) or past (`overdue`)."""

    rule: str
    stage: Literal["warned", "overdue"]
    opened_version: int
    """The version of the event that opened it: the case, whatever is swept again."""


class ChangeReader(Fact, frozen=True, kw_only=True, tag="reader"):
    """The wheel reader's state changed."""

    reader: str
    state: Literal["live", "silent", "fault"]
    detail: str = ""


class WarnWheel(Fact, frozen=True, kw_only=True, tag="wheel-warning"):
    """The reader warns, or ends its warning."""

    reader: str
    warnings: tuple[str, ...]
    ended: bool = False


class StartRotor(Seen, frozen=True, kw_only=True, tag="rotor"):
    """The rotor turns for the next coup."""

    reader: str
