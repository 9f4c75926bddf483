"""A table whose books are closed: what can still be said of its day."""

from casino.floor.asking import Answer
from casino.floor.put_right import put_right
from casino.kit.table_snapshot import rulebook_of
from tables.handling.projections.table_snapshots import TableSnapshot


def disputes_of_the_closed_day(view: TableSnapshot, answer: Answer | None) -> dict[str, object] | None:
    """The disputes that wait, and what another can be opened about, for the parts that an open table's page has of
    them; None before the table's first day."""
    if view.state is None:
        return None
    asked = answer.asked.get("dispute", "") if answer else ""
    return {
        "tile": {"code": view.table.code},
        "currency": view.state.currency,
        "put_right": put_right(view.state, rulebook_of(view), asked),
        "answer": answer,
    }
