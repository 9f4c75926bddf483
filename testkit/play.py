"""A table's day in hand, without a database: for tests and for trying out a rulebook.

It works as the command handler does, on plain values: decide, then evolve by the decided events.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from msgspec.structs import replace

from tables.play import commands as c
from tables.play.day.questions import inherit
from tables.play.decide import decide
from tables.play.events import Agreement, Ball, Event, Person, Signature
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.state import Discrepancy, State
from tables.refusal import Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def opening(
    rulebook: Rulebook, *, table: str = "T1", day: str = "2026-11-20", double: bool = False
) -> c.OpenTable:
    """Return the command that opens a table in the form of this rulebook, with its usual limits and somebody on
    every seat.
    """
    staff = {
        position: Person(id=f"p{index}", name=f"Croupier {index}")
        for index, position in enumerate(rulebook.staff.positions, start=1)
    }
    second = {
        position: Person(id=f"q{index}", name=f"Croupier {index} of layout 2")
        for index, position in enumerate(rulebook.staff.at_second_layout, start=1)
    }
    bounds = rulebook.cylinder.bounds_mm if rulebook.cylinder else None
    smallest_width = bounds[0] if bounds else 0
    return c.OpenTable(
        table=table,
        day=day,
        rulebook=rulebook.id,
        rulebook_version=rulebook.version,
        wheel=next(iter(rulebook.wheels)),
        cylinder_mm=max(550, smallest_width),
        limits=rulebook.default_limits,
        balls=(Ball(name="A", diameter_mm=20), Ball(name="B", diameter_mm=20)),
        ball="A",
        double=double,
        staff=staff,
        second_staff=second if double else {},
        spinner=rulebook.staff.positions[-1],
    )


def repeated_aloud(command: c.Command, rulebook: Rulebook) -> c.Command:
    """A placed bet as it comes at a table that does as it should: an announced one was repeated by all who must."""
    rule = rulebook.repetition
    if rule is None or not isinstance(command, c.PlaceBet) or command.repeated:
        return command
    try:
        announced = isinstance(parse_bet(command.bet, rulebook), AnnouncedBet)
    except Refused:
        return command
    return replace(command, repeated=rule.repeated_by) if announced else command


DIRECTOR = Signature(person=Person(id="director", name="Director"), role="direction")
CHIEF = Signature(person=Person(id="chief", name="Chef de table"), role="chef_de_table")


DECISIONS = (
    c.AnnulCoup,
    c.Authorised,
    c.ChangeLimits,
    c.CloseTable,
    c.DecideDispute,
    c.OpenTable,
    c.RefuseLateBet,
    c.ResumeTable,
    c.SuspendTable,
)


def signed_by_house(command: c.Command, rulebook: Rulebook, now: datetime) -> c.Command:
    """Return a decision in the form of a correct casino: signed by the permitted roles, and agreed with the body
    that the rulebook names.

    A signed command stays as it is.
    """
    if not isinstance(command, DECISIONS) or command.signatures:
        return command
    if isinstance(command, c.ChangeLimits | c.OpenTable) and command.agreement is None:
        command = replace(command, agreement=agreed(now))
    forced = isinstance(command, c.CloseTable) and command.forced
    return command if forced else replace(command, signatures=(DIRECTOR, CHIEF, *_others(rulebook)))


def _others(rulebook: Rulebook) -> Iterator[Signature]:
    """Yield the roles to which the rulebook reserves a decision, other than the management and the chief."""
    reserved = (rulebook.limits, rulebook.suspension, rulebook.disputes)
    for role in {rule.decided_by for rule in reserved if rule is not None}:
        if role is not None and role not in (DIRECTOR.role, CHIEF.role):
            yield Signature(person=Person(id=role, name=role), role=role)


def agreed(now: datetime) -> Agreement:
    """An agreement of this moment."""
    return Agreement(person="Dr. Neri", at=now, ground="the evening of a tournament")


def without_reports(disputed: Discrepancy | None) -> Discrepancy | None:
    """A discrepancy as its numbers alone."""
    return None if disputed is None else replace(disputed, reports=())


OneEvent = TypeVar("OneEvent", bound=Event)


class DayInHand:
    """One gaming day, `after` a closed one if given: give commands with `do`, look at `state` and at `events`.

    Announced bets are repeated aloud by the people whom the rulebook names, unless the day `repeats` nothing by
    itself; decisions are signed by the permitted roles, unless the day `signs` nothing by itself.
    """

    decide = staticmethod(decide)
    """Decision on a command: the events alone, without the judgement of the shift rules."""

    def __init__(
        self,
        rulebook: Rulebook,
        *,
        opened: bool = True,
        after: State | None = None,
        now: datetime = NOON,
        repeats: bool = True,
        signs: bool = True,
    ) -> None:
        self.rulebook = rulebook
        self.now = now
        self.repeats = repeats
        self.signs = signs
        self.state = inherit(after) if after else State()
        self.events: list[Recorded] = []
        if opened:
            self.do(opening(rulebook))

    def do(self, *commands: c.Command) -> list[Event]:
        """Give the commands one after the other, now, and return the events of all. Raises Refused."""
        made: list[Event] = []
        for command in commands:
            said = repeated_aloud(command, self.rulebook) if self.repeats else command
            if self.signs:
                said = signed_by_house(said, self.rulebook, self.now)
            for dated in self.decide(self.state, said, self.rulebook, self.now):
                recorded = Recorded(dated.event, self.state.version + 1, dated.at)
                self.state = evolve(self.state, recorded, self.rulebook)
                self.events.append(recorded)
                made.append(dated.event)
        return made

    def seat(self, *players: str, balance: int = 100_000_000) -> None:
        """Give each player a seat with this balance, if the rulebook has seats; minor units."""
        if self.rulebook.seats is not None:
            self.do(*(c.BuyIn(seat=player, amount=balance) for player in players))

    def pass_time(self, **duration: float) -> None:
        """Let time pass: `pass_time(minutes=61)`."""
        self.now += timedelta(**duration)

    def coup(self, number: int, *bets: c.PlaceBet) -> None:
        """Plays one coup by hand to its payment."""
        self.do(c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
        self.do(c.ConfirmPayments())

    def of_type(self, event_type: type[OneEvent]) -> list[OneEvent]:
        """All events of that type so far."""
        return [recorded.event for recorded in self.events if isinstance(recorded.event, event_type)]
