"""Who closes a house's gaming day, and when. It is the house's own, and cites no clause.

What is still played has no end that anybody could order, so an open table is not left over by force: its own day is
closed first, under pressure if it must be.
"""

from collections.abc import Iterable, Sequence

import msgspec

from tables.house_day import commands as c
from tables.house_day import events as e
from tables.house_day.life import HouseDayLife
from tables.play.events import Person
from tables.play.signatures import ROLES
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


def left_in_words(left: Iterable[e.LeftOver]) -> str:
    """What is left over, one after the other."""
    return "; ".join(each.what for each in left)


def _closed(life: HouseDayLife, command: c.CloseHouseDay, house: HouseStands) -> e.HouseDayClosed:
    _check_day(life, house)
    open_tables = [each for each in house.left if each.kind == "table"]
    if command.forced:
        if open_tables:
            raise Refused(
                f"{life.day} is not closed by force while a table plays: {left_in_words(open_tables)}. "
                "Close the table first, under pressure if it must be"
            )
        if not house.left:
            raise Refused("a close under pressure: nothing is left over, so the day closes as any other")
        reason = _words(command.reason, "a close under pressure needs its reason")
        by, beside = _signed(command, "a close under pressure", ORDERS, BESIDE_FORCE)
        forced = e.ForcedHouseClose(reason=reason, left=house.left)
    else:
        if house.left:
            raise Refused(f"{life.day} is not closed: {left_in_words(house.left)}")
        by, beside = _signed(command, "the house's day is closed", IN_CHARGE, SIGN_BESIDE)
        forced = None
    return e.HouseDayClosed(day=life.day, tables=house.tables, closed_by=by, signed_by=beside, forced=forced)


def _check_day(life: HouseDayLife, house: HouseStands) -> None:
    """The days of a house are closed once and in their order. Raises Refused."""
    if life.closed is not None:
        raise Refused(f"{life.day} was closed before, by {life.closed.closed_by.name}")
    if life.day > house.today:
        raise Refused(f"{life.day} has not begun: today is {house.today}")
    if not house.tables:
        raise Refused(f"no table was opened on {life.day}: there is nothing to close")
    if house.first_closed is not None and life.day < house.first_closed:
        raise Refused(f"the house closes its days since {house.first_closed}: {life.day} was before that")
    if house.open_before is not None:
        raise Refused(f"{house.open_before} is open still: days are closed in their order")
    if house.to_explain is not None:
        raise Refused(
            f"{house.to_explain} was closed under pressure: say first how it is reconciled, with two signatures"
        )


def _explained(life: HouseDayLife, command: c.ExplainHouseClose) -> e.HouseCloseExplained:
    if not life.to_explain:
        raise Refused(f"{life.day}: no close under pressure waits for an explanation")
    reason = _words(command.reason, "a close under pressure is explained in words: say how it is reconciled")
    by, beside = _signed(command, "the close under pressure is explained", IN_CHARGE, SIGN_BESIDE)
    return e.HouseCloseExplained(day=life.day, reason=reason, explained_by=by, signed_by=beside)


def _words(said: str, ask: str) -> str:
    words = said.strip()
    if not words:
        raise Refused(ask)
    if len(words) > WORDS_AT_MOST:
        raise Refused(
            f"the reason: {WORDS_AT_MOST} characters at most are right", limit=WORDS_AT_MOST, value=len(words)
        )
    return words


def _signed(
    command: c.OfTheHouse, what: str, first: Sequence[str], beside: Sequence[str]
) -> tuple[Person, Person]:
    """Who of `first` has signed, and who else of `beside`: two people. Raises Refused."""
    one = next((each.person for each in command.signatures if each.role in first), None)
    if one is None:
        raise Refused(f"{what}: {_either(first)} has to sign, and nobody did")
    other = next(
        (each.person for each in command.signatures if each.role in beside and each.person.id != one.id), None
    )
    if other is None:
        raise Refused(f"{what}: {_either(beside)} has to sign beside, and nobody did")
    return one, other


def _either(roles: Sequence[str]) -> str:
    return " or ".join(ROLES[role] for role in roles)
