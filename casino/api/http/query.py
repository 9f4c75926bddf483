"""What stands in an address's query: each parameter read in one way, and refused in one sentence."""

from collections.abc import Iterable
from datetime import date, datetime

from rest_framework.request import Request

from casino.api.settlement.problem import Problem

LONGEST_NUMBER = 18
"""Digits; so that what is asked for fits the database's numbers."""


def check_known(request: Request, known: Iterable[str]) -> None:
    """Raises Problem for a parameter that the call does not have: one mistyped must not pass for none."""
    has = tuple(known)
    for name in request.query_params:
        if name not in has:
            there_are = f"there are {', '.join(has)}" if has else "this call takes none"
            raise Problem.malformed(name, f"no such parameter; {there_are}")


def whole_number(request: Request, name: str, default: int, *, least: int, most: int | None = None) -> int:
    """The whole number that a parameter says, or its default. Raises Problem."""
    said = once(request, name)
    if said is None:
        return default
    fits = said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER
    if not fits or int(said) < least or (most is not None and int(said) > most):
        right = f"from {least} to {most}" if most is not None else f"from {least} on"
        raise Problem.malformed(name, f"'{said}' is no whole number {right}")
    return int(said)


def once(request: Request, name: str) -> str | None:
    """What a parameter says, None without it. Raises Problem where it stands twice."""
    said = request.query_params.getlist(name)
    if len(said) > 1:
        raise Problem.malformed(name, "it stands in the address more than once; say it once")
    if said and "\x00" in said[0]:
        raise Problem.malformed(name, "it has a NUL character")
    return said[0] if said else None


def one_of(request: Request, name: str, there_are: Iterable[str]) -> str | None:
    """What a parameter says, of the words that there are; None without it. Raises Problem."""
    said, known = once(request, name), tuple(there_are)
    if said is not None and said not in known:
        raise Problem.malformed(name, f"'{said}' is none of {', '.join(known)}")
    return said


def several(request: Request, name: str) -> tuple[str, ...]:
    """What a parameter says that may stand several times, or once with commas."""
    said = [part for each in request.query_params.getlist(name) for part in each.split(",")]
    if any("\x00" in part or not part for part in said):
        raise Problem.malformed(name, "it is empty, or has a NUL character")
    return tuple(dict.fromkeys(said))


def day_named(said: str, place: str) -> str:
    """A gaming day, as its ISO date. Raises Problem."""
    try:
        day = date.fromisoformat(said)
    except ValueError:
        raise Problem.malformed(place, f"'{said}' is no date; it is written 2031-05-17") from None
    return day.isoformat()


def moment(said: str, place: str) -> datetime:
    """A time by RFC 3339, with its zone. Raises Problem. In an address a `+` arrives as a space, unless it is `%2B`."""
    try:
        at = datetime.fromisoformat(said.replace(" ", "+"))
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or "T" not in said:
        raise Problem.malformed(
            place, f"'{said}' is no time; it is written 2031-05-17T21:30:00Z, in UTC or with its zone"
        )
    return at
