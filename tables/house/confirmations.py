"""Confirmations of a live table, from its inbox into the record: all that wait, in one append.

They are taken whenever a command meets the table, so that none that came in before a number is left behind it.
"""

from datetime import datetime

from tables.house.streams import fold_records
from tables.live.inbox import take_out, waiting
from tables.play.events import to_record
from tables.play.live_stakes import judge_all
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.stream import NewEvent, append


def take_waiting(
    casino_id: int, table: str, stream_id: str, *, state: State, rulebook: Rulebook, now: datetime
) -> State:
    """The table after what waited is recorded, each dated when it came in. `state` is held by this transaction."""
    if rulebook.seats is None or state.phase == "closed":
        return state
    waited = waiting(casino_id, table, state.day)
    if not waited:
        return state
    judged = list(judge_all(state, (each.asked for each in waited), rulebook))
    new = []
    for each, verdict in zip(waited, judged, strict=True):
        for dated in verdict.events:
            type_, data = to_record(dated.event)
            metadata = {"by": each.by}
            new.append(NewEvent(type=type_, data=data, occurred_at=dated.at, metadata=metadata))
    take_out(casino_id, table, state.day, judged)
    if not new:
        return state
    appended = append(casino_id, stream_id, new, expected_version=state.version, now=now)
    return fold_records(appended.events, state)
