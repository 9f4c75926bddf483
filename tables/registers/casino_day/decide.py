"""Who closes a house's gaming day, and when. It is the house's own, and cites no clause.

What is still played has no end that anybody could order, so an open table is not left over by force: its own day is
closed first, under pressure if it must be.
"""

from collections.abc import Sequence

import msgspec

from tables.play.events import Person
from tables.registers.casino_day import commands as c
from tables.registers.casino_day import events as e
from tables.registers.casino_day.state import HouseDayLife
from tables.roulette.refusal import Refused

IN_CHARGE = ("cash_desk", "pit_boss")
"""One of them closes a day and explains one; the other, an inspector or a controller signs beside."""
ORDERS = ("pit_boss",)
"""Who orders that a day is closed under pressure."""
SIGN_BESIDE = ("cash_desk", "pit_boss", "games_inspector", "public_controller")
BESIDE_FORCE = ("cash_desk", "games_inspector", "public_controller")
WORDS_AT_MOST = 200


class HouseStands(msgspec.Struct, frozen=True, kw_only=True):
    """The house when it is asked about a day. `tables` are those that were opened for it, `left` all that is left over.

    `first_closed` is the first day that it ever closed, `open_before` the earliest one after that and before this one
    that is still open, `to_explain` one that was closed under pressure and that nobody explained; None where there is
    no such.
    """

    today: str
    tables: tuple[e.TableAsClosed, ...]
    left: tuple[e.LeftOver, ...]
    first_closed: str | None = None
    open_before: str | None = None
    to_explain: str | None = None


def decide(life: HouseDayLife, command: c.AnyOfTheHouse, house: HouseStands) -> e.AnyHouseDayEvent:
    """What comes of `command` on a day of the house. Raises Refused."""
    match command:
        case c.CloseHouseDay():
            return _closed(life, command, house)
        case c.ExplainHouseClose():
            return _explained(life, command)


def _closed(life: HouseDayLife, command: c.CloseHouseDay, house: HouseStands) -> e.HouseDayClosed:
    _check_day(life, house)
    open_tables = [each for each in house.left if each.kind == "table"]
    if command.forced:
        if open_tables:
            raise Refused("no-forced-close-while-a-table-plays", day=life.day, left=tuple(open_tables))
        if not house.left:
            raise Refused("no-forced-close-with-nothing-left")
        reason = _words(command.reason, Refused("forced-house-close-without-reason"))
        by, beside = _signed(
            command,
            ORDERS,
            BESIDE_FORCE,
            Refused("forced-house-close-unsigned", roles=ORDERS),
            Refused("forced-house-close-signed-by-one", roles=BESIDE_FORCE),
        )
        forced = e.ForcedHouseClose(reason=reason, left=house.left)
    else:
        if house.left:
            raise Refused("house-day-not-done", day=life.day, left=house.left)
        by, beside = _signed(
            command,
            IN_CHARGE,
            SIGN_BESIDE,
            Refused("house-close-unsigned", roles=IN_CHARGE),
            Refused("house-close-signed-by-one", roles=SIGN_BESIDE),
        )
        forced = None
    return e.HouseDayClosed(day=life.day, tables=house.tables, closed_by=by, signed_by=beside, forced=forced)


def _check_day(life: HouseDayLife, house: HouseStands) -> None:
    """The days of a house are closed once and in their order. Raises Refused."""
    if life.closed is not None:
        raise Refused("house-day-closed-before", day=life.day, by=life.closed.closed_by.name)
    if life.day > house.today:
        raise Refused("house-day-not-begun", day=life.day, today=house.today)
    if not house.tables:
        raise Refused("house-day-without-tables", day=life.day)
    if house.first_closed is not None and life.day < house.first_closed:
        raise Refused("house-day-before-the-first", first=house.first_closed, day=life.day)
    if house.open_before is not None:
        raise Refused("earlier-house-day-open", day=house.open_before)
    if house.to_explain is not None:
        raise Refused("house-day-to-reconcile", day=house.to_explain)


def _explained(life: HouseDayLife, command: c.ExplainHouseClose) -> e.HouseCloseExplained:
    if not life.to_explain:
        raise Refused("nothing-to-reconcile", day=life.day)
    reason = _words(command.reason, Refused("reconciliation-without-words"))
    by, beside = _signed(
        command,
        IN_CHARGE,
        SIGN_BESIDE,
        Refused("reconciliation-unsigned", roles=IN_CHARGE),
        Refused("reconciliation-signed-by-one", roles=SIGN_BESIDE),
    )
    return e.HouseCloseExplained(day=life.day, reason=reason, explained_by=by, signed_by=beside)


def _words(said: str, missing: Refused) -> str:
    words = said.strip()
    if not words:
        raise missing
    if len(words) > WORDS_AT_MOST:
        raise Refused("reason-too-long", limit=WORDS_AT_MOST, value=len(words))
    return words


def _signed(
    command: c.OfTheHouse, first: Sequence[str], beside: Sequence[str], unsigned: Refused, alone: Refused
) -> tuple[Person, Person]:
    """Who of `first` has signed, and who else of `beside`: two people. Raises `unsigned` where nobody of `first` did,
    and `alone` where nobody signed beside."""
    one = next((each.person for each in command.signatures if each.role in first), None)
    if one is None:
        raise unsigned
    other = next(
        (each.person for each in command.signatures if each.role in beside and each.person.id != one.id), None
    )
    if other is None:
        raise alone
    return one, other
