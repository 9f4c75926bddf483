"""Commands to the register about a ball, and their decisions.

A ball comes to a table as large as the rulebook says (pt-francesa/9, pt-americana/17) and found fit. One that is
replaced in play leaves the house's balls in the same moment as the other takes its letter (pt-francesa/10,
pt-americana/18).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from tables.registers.balls import (
    SPARE,
    BallAssigned,
    BallEvent,
    BallInspected,
    BallRegistered,
    BallWithdrawn,
    RegisteredBall,
)
from tables.registers.equipment import (
    STORE,
    EquipmentCommand,
    Inspect,
    Standing,
    check_in_service,
    check_inspected,
    check_serial,
    check_taken_from,
    inspection_event,
)
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

LETTERS = "ABCDEFGH"
BALLS_OTHERWISE = 2
"""How many lettered balls a table has whose rulebook does not say."""


class RegisterBall(EquipmentCommand, frozen=True, kw_only=True, tag="register-ball"):
    """Take a ball into the register; it comes into the store, or is `found_at` the table, as the ball of `letter`."""

    diameter_mm: float
    material: str = ""
    colour: str = "white"
    found_at: str = STORE
    letter: str = SPARE


class InspectBall(Inspect, frozen=True, kw_only=True, tag="inspect-ball"):
    """Write down in what condition an inspection found a ball."""


class AssignBall(EquipmentCommand, frozen=True, kw_only=True, tag="assign-ball"):
    """Give a ball to a table, as the one of `letter` or as a spare, or take it to the store. `taken_from` says where
    it was taken, where that was looked at."""

    table: str
    letter: str = SPARE
    taken_from: str | None = None


class WithdrawBall(EquipmentCommand, frozen=True, kw_only=True, tag="withdraw-ball"):
    """Play with a ball no more."""

    reason: str


BallCommand = RegisterBall | InspectBall | AssignBall | WithdrawBall


def decide_ball(
    ball: RegisteredBall, command: BallCommand, at: datetime, *, tables: Mapping[str, Standing]
) -> Iterator[BallEvent]:
    """What comes of `command` about `ball`. `tables` has the tables that the command speaks of and the one where the
    ball is. Raises Refused."""
    if isinstance(command, RegisterBall):
        yield from _register(ball, command)
        return
    check_in_service(ball, "ball", command.serial)
    match command:
        case InspectBall():
            yield inspection_event(BallInspected, command, at)
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
    """What a replacement at a table that is open means to the two balls; None: the replaced one is not registered."""
    if replaced is not None:
        yield BallWithdrawn(serial=replaced.serial, reason=reason, previous=replaced.table)
    yield BallAssigned(serial=ball.serial, table=table, letter=letter, previous=ball.table)


def check_replacing(ball: RegisteredBall, serial: str, table: str, rulebook: Rulebook) -> None:
    """Raises Refused unless `ball` lies in the store or is a spare of this table, and may be played with there."""
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
    """Raises Refused for a ball that is not as large as this rulebook says, or not found fit."""
    rule = rulebook.ball_change
    if rule is not None:
        smallest, largest = rule.diameter_mm
        if not smallest <= ball.diameter_mm <= largest:
            raise Refused(
                "ball-size-wrong",
                rule.clause,
                serial=ball.serial,
                diameter_mm=ball.diameter_mm,
                smallest_mm=smallest,
                largest_mm=largest,
            )
    check_inspected(ball, "ball", rule.clause if rule else None)


def letters_at(rulebook: Rulebook) -> str:
    return LETTERS[: rulebook.ball_change.balls if rulebook.ball_change else BALLS_OTHERWISE]


def _register(ball: RegisteredBall, command: RegisterBall) -> Iterator[BallEvent]:
    check_serial(command.serial, "ball")
    if ball.version:
        raise Refused("ball-registered-already", serial=command.serial, place=ball.table)
    if command.diameter_mm <= 0:
        raise Refused("ball-diameter-missing", diameter_mm=command.diameter_mm)
    yield BallRegistered(
        serial=command.serial,
        diameter_mm=command.diameter_mm,
        material=command.material,
        colour=command.colour,
    )
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
    """A lettered ball of an open table is replaced there; it does not vanish from it."""
    if ball.letter and ball.table in tables and tables[ball.table].is_open:
        rule = tables[ball.table].rulebook.ball_change
        raise Refused(
            "ball-in-play",
            rule.replacement_clause if rule else None,
            serial=ball.serial,
            letter=ball.letter,
            table=ball.table,
        )
