"""Closing of a casino's gaming day. The rules are the casino's own, and cite no clause.

Nobody can order the end of a running coup, so the day never closes with an open table. That table's own day closes
first, by an emergency close if necessary.
"""

from collections.abc import Sequence

import msgspec

from tables.play.command import reason_of
from tables.play.events import Person
from tables.refusal import Refused
from tables.registers.casino_day import commands as c
from tables.registers.casino_day import events as e
from tables.registers.casino_day.state import CasinoDayState

IN_CHARGE = ("cash_desk", "pit_boss")
"""One of them closes and explains a day; the other, an inspector or a controller is the second signatory."""
ORDERS = ("pit_boss",)
"""Roles that order an emergency close."""
SIGN_BESIDE = ("cash_desk", "pit_boss", "games_inspector", "public_controller")
BESIDE_FORCE = ("cash_desk", "games_inspector", "public_controller")


class DayToClose(msgspec.Struct, frozen=True, kw_only=True):
    """Facts for the decision about a day. `tables` are those that were opened for it, `left` its blockers.

    `first_closed` is the first day that it ever closed, `open_before` the earliest one after that and before this
    one that is still open, `to_explain` one closed in an emergency that nobody explained; None without such a day.
    """

    today: str
    tables: tuple[e.TableAsClosed, ...]
    left: tuple[e.ClosingBlocker, ...]
    first_closed: str | None = None
    open_before: str | None = None
    to_explain: str | None = None


def decide(state: CasinoDayState, command: c.AnyOfTheDay, day: DayToClose) -> e.AnyCasinoDayEvent:
    """Return the event of `command` on a day of the casino. Raises Refused."""
    match command:
        case c.CloseHouseDay():
            return _closed(state, command, day)
        case c.ExplainHouseClose():
            return _explained(state, command)


def _closed(state: CasinoDayState, command: c.CloseHouseDay, day: DayToClose) -> e.HouseDayClosed:
    _check_day(state, day)
    open_tables = [each for each in day.left if each.kind == "table"]
    if command.forced:
        if open_tables:
            raise Refused("no-forced-close-while-a-table-plays", day=state.day, left=tuple(open_tables))
        if not day.left:
            raise Refused("no-forced-close-with-nothing-left")
        reason = _words(command.reason, Refused("forced-house-close-without-reason"))
        by, beside = _signed(
            command,
            ORDERS,
            BESIDE_FORCE,
            Refused("forced-house-close-unsigned", roles=ORDERS),
            Refused("forced-house-close-signed-by-one", roles=BESIDE_FORCE),
        )
        forced = e.ForcedHouseClose(reason=reason, left=day.left)
    else:
        if day.left:
            raise Refused("house-day-not-done", day=state.day, left=day.left)
        by, beside = _signed(
            command,
            IN_CHARGE,
            SIGN_BESIDE,
            Refused("house-close-unsigned", roles=IN_CHARGE),
            Refused("house-close-signed-by-one", roles=SIGN_BESIDE),
        )
        forced = None
    return e.HouseDayClosed(day=state.day, tables=day.tables, closed_by=by, signed_by=beside, forced=forced)


def _check_day(state: CasinoDayState, day: DayToClose) -> None:
    """Raise Refused unless the days of a casino are closed once and in their order."""
    if state.closed is not None:
        raise Refused("house-day-closed-before", day=state.day, by=state.closed.closed_by.name)
    if state.day > day.today:
        raise Refused("house-day-not-begun", day=state.day, today=day.today)
    if not day.tables:
        raise Refused("house-day-without-tables", day=state.day)
    if day.first_closed is not None and state.day < day.first_closed:
        raise Refused("house-day-before-the-first", first=day.first_closed, day=state.day)
    if day.open_before is not None:
        raise Refused("earlier-house-day-open", day=day.open_before)
    if day.to_explain is not None:
        raise Refused("house-day-to-reconcile", day=day.to_explain)


def _explained(state: CasinoDayState, command: c.ExplainHouseClose) -> e.HouseCloseExplained:
    if not state.to_explain:
        raise Refused("nothing-to-reconcile", day=state.day)
    reason = _words(command.reason, Refused("reconciliation-without-words"))
    by, beside = _signed(
        command,
        IN_CHARGE,
        SIGN_BESIDE,
        Refused("reconciliation-unsigned", roles=IN_CHARGE),
        Refused("reconciliation-signed-by-one", roles=SIGN_BESIDE),
    )
    return e.HouseCloseExplained(day=state.day, reason=reason, explained_by=by, signed_by=beside)


def _words(entered: str, missing: Refused) -> str:
    words = reason_of(entered)
    if not words:
        raise missing
    return words


def _signed(
    command: c.OfTheDay, first: Sequence[str], beside: Sequence[str], unsigned: Refused, alone: Refused
) -> tuple[Person, Person]:
    """Return the signatory of `first`, and another one of `second` roles: two people.

    Raises `unsigned` if nobody of `first` signed, and `alone` without a second signature.
    """
    one = next((each.person for each in command.signatures if each.role in first), None)
    if one is None:
        raise unsigned
    other = next(
        (each.person for each in command.signatures if each.role in beside and each.person.id != one.id), None
    )
    if other is None:
        raise alone
    return one, other
