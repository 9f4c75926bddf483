"""Query parameters of an address: each is read in one way, and refused in one sentence."""

from collections.abc import Callable, Collection, Iterable
from datetime import UTC, date, datetime
from typing import TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext
from rest_framework.request import Request

from casino.web.problem import Problem

Row = TypeVar("Row", bound=Model)
S = TypeVar("S")

YEARS = range(1900, 3000)
LONGEST_NUMBER = 18
"""Digits; so that the number fits the database's numbers."""


def check_known(request: Request, known: Iterable[str]) -> None:
    """Raise Problem for a parameter that the call does not have: one mistyped must not pass for none."""
    has = tuple(known)
    for name in request.query_params:
        if name not in has:
            wrong = (
                gettext("no such parameter; there are {parameters}")
                if has
                else gettext("no such parameter; this call takes none")
            )
            raise Problem.malformed(name, wrong.format(parameters=", ".join(has)))


def whole_number(request: Request, name: str, default: int, *, least: int, most: int | None = None) -> int:
    """Return the whole number of a parameter, or its default. Raises Problem."""
    value = once(request, name)
    if value is None:
        return default
    fits = value.isascii() and value.isdecimal() and len(value) <= LONGEST_NUMBER
    if not fits or int(value) < least or (most is not None and int(value) > most):
        wrong = (
            gettext("'{value}' is not a whole number from {least} to {most}")
            if most is not None
            else gettext("'{value}' is not a whole number from {least} on")
        )
        raise Problem.malformed(name, wrong.format(value=value, least=least, most=most))
    return int(value)


def once(request: Request, name: str) -> str | None:
    """Return the value of a parameter, None without it. Raises Problem if the parameter occurs twice."""
    values = request.query_params.getlist(name)
    if len(values) > 1:
        raise Problem.malformed(name, gettext("the address has it more than once; give it once"))
    if values and "\x00" in values[0]:
        raise Problem.malformed(name, gettext("it has a NUL character"))
    return values[0] if values else None


def one_of(request: Request, name: str, there_are: Iterable[str]) -> str | None:
    """Return the value of a parameter, one of the known words; None without it. Raises Problem."""
    value, known = once(request, name), tuple(there_are)
    if value is not None and value not in known:
        raise Problem.malformed(
            name, gettext("'{value}' is none of {known}").format(value=value, known=", ".join(known))
        )
    return value


def several(request: Request, name: str) -> tuple[str, ...]:
    """Return the values of a parameter that may occur several times, or once with commas."""
    values = [part for each in request.query_params.getlist(name) for part in each.split(",")]
    if any("\x00" in part or not part for part in values):
        raise Problem.malformed(name, gettext("it is empty, or has a NUL character"))
    return tuple(dict.fromkeys(values))


def filtered(request: Request, rows: QuerySet[Row], fields: Iterable[str]) -> QuerySet[Row]:
    """Return the rows with the values that the query has for these fields. Raises Problem for a malformed `day`."""
    for field in fields:
        if (value := once(request, field)) is not None:
            rows = rows.filter(**{field: day_named(value, field) if field == "day" else value})
    return rows


def of_status(
    request: Request, rows: QuerySet[Row], statuses: Iterable[str], ended: Collection[str]
) -> QuerySet[Row]:
    """Return the rows of the status in the query, which may also be `open` or `all`. Raises Problem."""
    status = one_of(request, "status", statuses)
    if status == "open":
        return rows.exclude(status__in=ended)
    return rows if status in (None, "all") else rows.filter(status=status)


def following(rows: QuerySet[Row], last: Row, order: Iterable[str]) -> QuerySet[Row]:
    """Return the rows that come after `last` in the order of these fields."""
    later, same = Q(), Q()
    for field in order:
        value = getattr(last, field)
        later |= same & Q(**{f"{field}__gt": value})
        same &= Q(**{field: value})
    return rows.filter(later)


def page_of(rows: QuerySet[Row], limit: int, shown: Callable[[Row], S]) -> tuple[tuple[S, ...], S | None]:
    """Return the first `limit` rows as responses, and the last of these where more rows follow."""
    found = list(rows[: limit + 1])
    page = tuple(map(shown, found[:limit]))
    return page, page[-1] if len(found) > limit else None


def day_named(value: str, place: str) -> str:
    """Return a gaming day, as its ISO date. Raises Problem."""
    try:
        day = date.fromisoformat(value)
    except ValueError:
        raise Problem.malformed(
            place, gettext("'{value}' is no date; it is written 2031-05-17").format(value=value)
        ) from None
    return day.isoformat()


def moment(value: str, place: str) -> datetime:
    """Return a time by RFC 3339, in UTC. Raises Problem for a text that is not one, or outside YEARS.

    In an address a `+` arrives as a space, unless it is `%2B`.
    """
    try:
        at = datetime.fromisoformat(value.replace(" ", "+"))
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or "T" not in value:
        raise Problem.malformed(
            place,
            gettext(
                "'{value}' is no time; it is written 2031-05-17T21:30:00Z, in UTC or with its zone"
            ).format(value=value),
        )
    # Near the ends of time no zone can be applied.
    if at.year not in YEARS:
        raise Problem.malformed(
            place,
            gettext("'{value}' is outside the years {first} to {last}").format(
                value=value, first=YEARS[0], last=YEARS[-1]
            ),
        )
    return at.astimezone(UTC)
