"""Checks of a subscription: each names the fault, with the remedy."""

from collections.abc import Iterable
from difflib import get_close_matches

from django.utils.translation import gettext

from casino.compliance.declared import LISTED
from casino.kit.delivery.addresses import NotAllowed, addresses_to_connect, allowed_by_house, target_of
from casino.web.problem import Problem
from tables.handling.models import GamingTable
from tables.stream import feed_position

TYPES = LISTED.keys()
"""Every type of event that there is."""


def check_url(url: str) -> None:
    """Raise Problem for an address to which nothing would be sent, or whose name cannot be looked up."""
    try:
        addresses_to_connect(target_of(url), allowed_by_house())
    except NotAllowed as refused:
        raise Problem.malformed("url", str(refused)) from None
    except OSError as failure:
        raise Problem.malformed(
            "url",
            gettext("its host cannot be looked up: {failure}").format(failure=failure.strerror or failure),
        ) from None


def check_types(types: Iterable[str]) -> None:
    """Raise Problem for a type of event that there is not: one mistyped would be waited for for ever."""
    for place, type_ in enumerate(types):
        if type_ not in TYPES:
            close = get_close_matches(type_, TYPES, n=1)
            wrong = (
                gettext("'{type}' is no type of event; did you mean {meant}?")
                if close
                else gettext("'{type}' is no type of event")
            )
            raise Problem.malformed(f"types[{place}]", wrong.format(type=type_, meant="".join(close)))


def check_table(casino_id: int, table: str | None) -> None:
    """Raise Problem for a table that is not registered."""
    if table is None:
        return
    codes = GamingTable.objects.filter(casino_id=casino_id).order_by("code").values_list("code", flat=True)
    if not codes.filter(code=table).exists():
        known = ", ".join(codes[:50]) or gettext("none")
        raise Problem.malformed(
            "table",
            gettext("no table '{table}' is registered; there are: {known}").format(table=table, known=known),
        )


def check_position(casino_id: int, place: str, position: int | None) -> None:
    """Raise Problem for a position that the feed has not reached."""
    head = feed_position(casino_id)
    if position is not None and position > head:
        raise Problem.malformed(
            place,
            gettext("the feed has not come to {position}; its last position is {head}").format(
                position=position, head=head
            ),
        )
