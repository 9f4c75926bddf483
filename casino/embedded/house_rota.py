"""The rota of the demonstration house: the ball of two tables by turns, from their opening to late in the day."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from casino.embedded.demonstration_house import CASINO_ID, TABLES
from casino.embedded.house_croupiers import croupier
from tables.handling import Actor, handle
from tables.handling.aggregates.rota import RotaAggregate, recorded_rota
from tables.handling.gaming_day import gaming_day
from tables.handling.projections.table_snapshots import newest_state
from tables.registers.rota.planning import FillIn

PLANNED = ("RF1", "RA1")
"""Tables of one seat, so that three people are enough for each."""
SHIFT = timedelta(hours=6)


def plan_rota(now: datetime, *, by: Actor) -> Iterator[str]:
    """Plans the gaming day that is on, from now for a shift, where nothing was planned for it yet."""
    day = gaming_day(CASINO_ID, now)
    if recorded_rota(CASINO_ID, day).version:
        return
    begins = now.replace(second=0, microsecond=0)
    for table in TABLES:
        state = newest_state(CASINO_ID, table.code)
        if table.code not in PLANNED or state is None or state.spinner is None or state.phase == "closed":
            continue
        # Five croupiers to a table, of whom at most two sit there: the last two are free.
        others = (table.place * 5 + 4, table.place * 5 + 5)
        relief = tuple(croupier(number) for number in others)
        turns = FillIn(table=table.code, people=(state.spinner, *relief), begins=begins, ends=begins + SHIFT)
        handle(RotaAggregate(CASINO_ID, day), turns, by=by, now=now)
    yield f"The rota of {day} is planned"
