"""Questions about slips, for other packages of the table's day.

Numbers of slips: `F-000123` is the casino's 123rd fill, `C-000045` its 45th credit, without a gap in either.
"""

import re
from collections.abc import Iterable

from tables.play import events as e
from tables.play.events import SlipKind
from tables.play.slips.state import OpenSlip
from tables.play.state import State
from tables.refusal import Refused

CROUPIER, CHIEF = "croupier", "chef_de_table"


ASK = (CHIEF, "pit_boss")
"""The roles that ask for a fill or a credit."""


VOID = (*ASK, "cash_desk")
"""The roles that may void a slip whose chips are not on the way from the table."""


def check_slips_done(state: State) -> None:
    """Raise Refused while a fill was not received, or a credit not handed over."""
    if state.slips.open:
        raise Refused("slips-open", slips=tuple(each.slip for each in state.slips.open))


def carried(slips: Iterable[OpenSlip]) -> tuple[e.CarriedSlip, ...]:
    return tuple(
        e.CarriedSlip(
            slip=each.slip,
            kind=each.kind,
            pieces=dict(each.pieces),
            total=each.total,
            since=each.since,
            by_series={name: dict(pieces) for name, pieces in each.by_series},
        )
        for each in slips
    )


LETTERS: dict[SlipKind, str] = {"fill": "F", "credit": "C"}


KINDS: dict[str, SlipKind] = {"F": "fill", "C": "credit"}


NUMBER = re.compile(r"([FC])-(\d{6,18})", re.ASCII)


def slip_number(kind: SlipKind, place: int) -> str:
    """Return the number of the fill or credit that is this one of its kind in the casino, from 1."""
    return f"{LETTERS[kind]}-{place:06}"


def kind_and_place(number: str) -> tuple[SlipKind, int]:
    """Return the kind of the slip with that number, and its place among its kind. Raises ValueError if the text is
    no slip's number.
    """
    found = NUMBER.fullmatch(number)
    if found is None or not int(found[2]) or slip_number(KINDS[found[1]], int(found[2])) != number:
        raise ValueError(f"{number!r} is not a slip's number, which looks like F-000123 or C-000045")
    return KINDS[found[1]], int(found[2])
