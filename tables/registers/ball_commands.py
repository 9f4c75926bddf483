"""Commands to the register about a ball, and their decisions.

A ball at a table has the size and the make that the rulebook demands (pt-francesa/9, pt-americana/17), and was found
fit. Its known values are judged before that too: when it is registered, and when an inspection finds it fit. One that
is replaced in play leaves the casino's balls in the same moment as the other takes its letter (pt-francesa/10,
pt-americana/18).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from tables.refusal import Refused
from tables.registers.balls import (
    SPARE,
    BallAssigned,
    BallEvent,
    BallInspected,
    BallRegistered,
    BallWithdrawn,
    RegisteredBall,
    evolve_ball,
)
from tables.registers.equipment import (
    STORE,
    EquipmentCommand,
    Inspect,
    Rulebooks,
    Standing,
    check_in_service,
    check_inspected,
    check_serial,
    check_taken_from,
    inspection_event,
    judging_rulebooks,
)
from tables.registers.make import (
    BallMake,
    ball_faults,
    check_fits_one,
    check_measures,
    first_fault,
)
from tables.roulette.rulebook import Rulebook

LETTERS = "ABCDEFGH"
BALLS_OTHERWISE = 2
"""Lettered balls of a table whose rulebook names no number."""


class RegisterBall(EquipmentCommand, frozen=True, kw_only=True, tag="register-ball"):
    """Take a ball into the register; it comes into the store, or is `found_at` the table, as the ball of `letter`, and
    is then written down as it was found.

    `rulebook` is the id of the one that it is registered for and judged by; where none is named, it has to fit one of
    those that the casino plays by.
    """

    diameter_mm: float
    rulebook: str = ""
    make: BallMake = BallMake()
    remarks: str = ""
    found_at: str = STORE
    letter: str = SPARE


class InspectBall(Inspect, frozen=True, kw_only=True, tag="inspect-ball"):
    """Record the condition of a ball found by an inspection. Diameter and make are the measured and observed ones; a
    ball of another make than its rulebook demands is not found fit.
    """

    diameter_mm: float | None = None
    make: BallMake = BallMake()


class AssignBall(EquipmentCommand, frozen=True, kw_only=True, tag="assign-ball"):
    """Give a ball to a table, as the one of `letter` or as a spare, or take it to the store. `taken_from` is the
    place that was seen, if it was.
    """

    table: str
    letter: str = SPARE
    taken_from: str | None = None


class WithdrawBall(EquipmentCommand, frozen=True, kw_only=True, tag="withdraw-ball"):
    """Play with a ball no more."""

    reason: str


BallCommand = RegisterBall | InspectBall | AssignBall | WithdrawBall


def decide_ball(
    ball: RegisteredBall,
    command: BallCommand,
    at: datetime,
    *,
    tables: Mapping[str, Standing],
    rulebooks: Rulebooks,
) -> Iterator[BallEvent]:
    """Yield the events of `command` about `ball`. `tables` has the tables of the command and the one where the ball is,
    `rulebooks` those that the casino plays by and the one that the ball is registered for. Raises Refused.
    """
    if isinstance(command, RegisterBall):
        yield from _register(ball, command, rulebooks)
        return
    check_in_service(ball, "ball", command.serial)
    match command:
        case InspectBall():
            yield _inspected(ball, command, at, judging_rulebooks(ball, tables, rulebooks))
        case AssignBall():
            _check_assignment(ball, command, tables)
            yield BallAssigned(
                serial=ball.serial, table=command.table, letter=command.letter, previous=ball.table
            )
        case WithdrawBall():
            if not command.reason:
                raise Refused("ball-withdrawn-without-reason", serial=ball.serial)
            _check_not_in_play(ball, tables)
            yield BallWithdrawn(serial=ball.serial, reason=command.reason, previous=ball.table)


def replacement(
    replaced: RegisteredBall | None, ball: RegisteredBall, *, table: str, letter: str, reason: str
) -> Iterator[BallEvent]:
    """Yield the events of the two balls in a replacement at an open table; None: the replaced one is not registered."""
    if replaced is not None:
        yield BallWithdrawn(serial=replaced.serial, reason=reason, previous=replaced.table)
    yield BallAssigned(serial=ball.serial, table=table, letter=letter, previous=ball.table)


def check_replacing(ball: RegisteredBall, serial: str, table: str, rulebook: Rulebook) -> None:
    """Raise Refused unless `ball` is in the store or a spare of this table, and may be played with there."""
    rule = rulebook.ball_change
    clause = rule.replacement_clause if rule else None
    check_in_service(ball, "ball", serial, clause)
    if ball.letter or ball.table not in (STORE, table):
        if ball.letter:
            raise Refused(
                "replacing-ball-in-use",
                clause,
                serial=serial,
                letter=ball.letter,
                of_table=ball.table,
                table=table,
            )
        raise Refused(
            "replacing-ball-is-a-spare-elsewhere", clause, serial=serial, of_table=ball.table, table=table
        )
    check_ball(ball, rulebook)


def check_ball(ball: RegisteredBall, rulebook: Rulebook) -> None:
    """Raise Refused for a ball that was not found fit, or whose make is not known to fit this rulebook."""
    rule = rulebook.ball_change
    check_inspected(ball, "ball", rule.clause if rule else None)
    first_fault(ball_faults(ball.make, ball.serial, ball.diameter_mm, rulebook, in_use=True))


def letters_at(rulebook: Rulebook) -> str:
    return LETTERS[: rulebook.ball_change.balls if rulebook.ball_change else BALLS_OTHERWISE]


def _inspected(
    ball: RegisteredBall, command: InspectBall, at: datetime, judging: Sequence[Rulebook]
) -> BallInspected:
    """Return the event of the inspection. Raises Refused if a ball found fit breaks its rulebook."""
    _check_measured(command)
    event = inspection_event(BallInspected, command, at, diameter_mm=command.diameter_mm, make=command.make)
    if command.condition == "fit":
        _check_make(evolve_ball(ball, event, ball.version, at), judging)
    return event


def _check_measured(command: RegisterBall | InspectBall) -> None:
    """Raise Refused for measures that no ball can have."""
    if command.diameter_mm is not None and command.diameter_mm <= 0:
        raise Refused("ball-diameter-missing", diameter_mm=command.diameter_mm)
    check_measures(command.make, "ball", command.serial, command.diameter_mm)


def _check_make(ball: RegisteredBall | BallRegistered, judging: Sequence[Rulebook]) -> None:
    """Raise Refused if the known make of the ball fits none of these rulebooks."""
    check_fits_one(
        [
            ball_faults(ball.make, ball.serial, ball.diameter_mm, rulebook, in_use=False)
            for rulebook in judging
        ]
    )


def _register(ball: RegisteredBall, command: RegisterBall, rulebooks: Rulebooks) -> Iterator[BallEvent]:
    check_serial(command.serial, "ball")
    if ball.version:
        raise Refused("ball-registered-already", serial=command.serial, place=ball.table)
    _check_measured(command)
    registered = BallRegistered(
        serial=command.serial,
        diameter_mm=command.diameter_mm,
        rulebook=command.rulebook,
        make=command.make,
        remarks=command.remarks,
    )
    if not command.found_at:
        _check_make(registered, tuple(rulebooks.values()))
    yield registered
    if command.found_at:
        yield BallAssigned(
            serial=command.serial,
            table=command.found_at,
            letter=command.letter,
            previous=STORE,
            found=True,
        )


def _check_assignment(ball: RegisteredBall, command: AssignBall, tables: Mapping[str, Standing]) -> None:
    check_taken_from(ball, "ball", command.taken_from)
    if (command.table, command.letter) == (ball.table, ball.letter):
        raise Refused("ball-there-already", serial=ball.serial)
    _check_not_in_play(ball, tables)
    if command.table == STORE:
        if command.letter:
            raise Refused("stored-ball-with-letter", letter=command.letter)
        return
    there = tables[command.table]
    if command.letter:
        _check_letter(command.letter, there)
    check_ball(ball, there.rulebook)


def _check_letter(letter: str, there: Standing) -> None:
    rule = there.rulebook.ball_change
    clause = rule.clause if rule else None
    letters = letters_at(there.rulebook)
    if letter not in letters:
        raise Refused("ball-letter-unknown", clause, letter=letter, table=there.table, letters=tuple(letters))
    if there.balls.get(letter):
        raise Refused(
            "ball-letter-taken", clause, table=there.table, letter=letter, serial=there.balls[letter]
        )
    if there.is_open:
        raise Refused("ball-replaced-at-open-table", clause, table=there.table)


def _check_not_in_play(ball: RegisteredBall, tables: Mapping[str, Standing]) -> None:
    """Raise Refused for a lettered ball of an open table: it is replaced there, and does not vanish."""
    if ball.letter and ball.table in tables and tables[ball.table].is_open:
        rule = tables[ball.table].rulebook.ball_change
        raise Refused(
            "ball-in-play",
            rule.replacement_clause if rule else None,
            serial=ball.serial,
            letter=ball.letter,
            table=ball.table,
        )
