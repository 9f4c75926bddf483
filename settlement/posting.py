"""Rows of the ledger for the movements of an event."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

import msgspec

from settlement.bank import events as bank
from settlement.boxes import events as boxes
from settlement.ledger.accounts import Account
from settlement.ledger.desk_money import bank_moves, box_moves, series_moves, slip_moves
from settlement.ledger.moves import Move
from settlement.models import LedgerEntry
from settlement.slips import events as slips
from tables.registers import chip_series
from tables.stream.event import RecordedEvent
from tables.stream.row_writing import insert_objects


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A row of the ledger that is still to be written, by its columns: the model's own objects take ten times as long
    to make."""

    casino_id: int
    stream_id: str
    version: int
    line: int
    table: str
    day: str
    coup: int | None
    at: datetime
    reason: str
    account: Account
    amount: int
    currency: str


def insert_entries(entries: Sequence[Entry]) -> None:
    insert_objects(LedgerEntry, entries)


def entries_of(
    recorded: RecordedEvent, moved: Iterable[tuple[int | None, Move]], *, table: str, day: str, currency: str
) -> list[Entry]:
    """The posting of one event, not saved: two entries for each move, with the coup that it is about or None."""
    sides = ((coup, side) for coup, move in moved for side in move.entries())
    return [
        Entry(
            casino_id=recorded.casino_id,
            stream_id=recorded.stream_id,
            version=recorded.version,
            line=line,
            table=table,
            day=day,
            coup=coup,
            at=recorded.occurred_at,
            reason=reason,
            account=account,
            amount=amount,
            currency=currency,
        )
        for line, (coup, (reason, account, amount)) in enumerate(sides, 1)
    ]


def of_slip(recorded: RecordedEvent) -> list[Entry]:
    event = slips.SLIP_EVENTS.read(recorded)
    return _posting(recorded, event, slip_moves(event))


def of_box(recorded: RecordedEvent) -> list[Entry]:
    """Return the ledger entries of an event of a drop box's own stream: the counted notes."""
    event = boxes.BOX_EVENTS.read(recorded)
    return _posting(recorded, event, box_moves(event))


def of_bank(recorded: RecordedEvent) -> list[Entry]:
    """Return the ledger entries of an event of the chip bank's stream; they belong to no table."""
    event = bank.BANK_EVENTS.read(recorded)
    return _at_no_table(recorded, bank_moves(event), event.day, event.currency)


def of_series(recorded: RecordedEvent) -> list[Entry]:
    """Return the ledger entries of an event of the casino's series of chips; empty without a recorded currency."""
    event = chip_series.SERIES_EVENTS.read(recorded)
    if not isinstance(event, chip_series.WithPieces) or not event.currency:
        return []
    return _at_no_table(recorded, series_moves(event), event.day, event.currency)


def _posting(
    recorded: RecordedEvent, of: slips.SlipEvent | boxes.BoxEvent, moves: Iterable[Move]
) -> list[Entry]:
    moved = ((None, move) for move in moves)
    return entries_of(recorded, moved, table=of.table, day=of.day, currency=of.currency)


def _at_no_table(recorded: RecordedEvent, moves: Iterable[Move], day: str, currency: str) -> list[Entry]:
    moved = ((None, move) for move in moves)
    return entries_of(recorded, moved, table="", day=day, currency=currency)


AWAY_FROM_TABLES: dict[str, Callable[[RecordedEvent], list[Entry]]] = {
    **dict.fromkeys(slips.TYPES, of_slip),
    **dict.fromkeys(boxes.TYPES, of_box),
    **dict.fromkeys(bank.TYPES, of_bank),
    **dict.fromkeys(chip_series.TYPES, of_series),
}
"""Function that makes the posting of an event in another stream than a table's, by its type."""
