"""Fills and credits of a simulated table: requested at the pit when chips of a value run low or high, and received or
handed over once the chips can be there. The bank's steps are in no table's record, and are not made here.
"""

from tables.play import commands as c
from tables.play.events import Pieces, Signature, SlipKind
from tables.play.slips.questions import slip_number
from tables.play.slips.state import OpenSlip
from tables.simulation.day_under_way import CHIEF, PIT_BOSS, DayUnderWay, Teller, signature

KINDS: tuple[SlipKind, ...] = ("fill", "credit")
ISSUED_AFTER = 180
"""Seconds from the request to the slip that the chip bank issues."""
CARRIED_AFTER = 240
"""Seconds from the request to a fill's chips leaving the bank, and to somebody being there who fetches a credit's."""
AT_THE_TABLE_AFTER = 360
"""Seconds from the request to the chips of a fill at the table, and to those of a credit being counted out."""
NOT_IN_THE_LAST = 8
"""Coups before the last one in which a table asks for nothing more."""


def see_to_float(day: DayUnderWay, coups_left: int) -> None:
    """Receive the fill, hand over the credit, or request one for values that run low or high; one slip at a time.

    A table with seats has no chips to fill.
    """
    if day.rulebook.seats is not None:
        return
    end_slips(day)
    if day.state.slips.open or coups_left < NOT_IN_THE_LAST:
        return
    for kind in KINDS:
        pieces = day.purses.float.wanted(kind)
        if pieces:
            _ask(day, kind, pieces)
            return


def end_slips(day: DayUnderWay) -> None:
    """Receive a fill whose chips have come, and hand over a credit that is fetched."""
    for slip in day.state.slips.open:
        if day.passed(slip.since) >= AT_THE_TABLE_AFTER:
            day.must(_ended(day, slip), CHIEF)


def seconds_until_slips_end(day: DayUnderWay) -> float:
    """Return the seconds until no slip is open any more; 0 if none is open."""
    since = [day.passed(slip.since) for slip in day.state.slips.open]
    return max((AT_THE_TABLE_AFTER - each for each in since), default=0)


def _ask(day: DayUnderWay, kind: SlipKind, pieces: Pieces) -> None:
    command = c.RequestFill if kind == "fill" else c.RequestCredit
    signed = (signature(PIT_BOSS, "pit_boss"),)
    number = slip_number(kind, day.next_slip(kind))
    day.must(
        command(slip=number, pieces=pieces, by_series=_of_series(day, pieces), signatures=signed), PIT_BOSS
    )


def _of_series(day: DayUnderWay, pieces: Pieces) -> dict[str, Pieces]:
    """Return the pieces as of the newest series, if the casino distinguishes its series."""
    in_play = day.state.chip_series.in_play
    return {in_play[-1]: pieces} if in_play else {}


def _ended(day: DayUnderWay, slip: OpenSlip) -> c.Command:
    done = c.ReceiveFill if slip.kind == "fill" else c.HandOverCredit
    return done(
        slip=slip.slip,
        pieces=dict(slip.pieces),
        by_series={name: dict(pieces) for name, pieces in slip.by_series},
        signatures=_croupier_and_chief(day),
    )


def _croupier_and_chief(day: DayUnderWay) -> tuple[Signature, ...]:
    seated = next(iter(day.state.staff.values()))
    return signature(Teller(seated.id, seated.name), "croupier"), signature(CHIEF, "chef_de_table")
