"""The inbox of a live table: confirmations come in one by one, each an insert, and are taken out together.

Five hundred seats confirm in the last second of a round. Taken into the record one by one, each would wait for the
table's row and rewrite its whole day; put down here they only meet when the next one in line takes all that wait.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
from django.db import connection
from django.db.models import Q

from tables.handling.live.models import WaitingConfirmation
from tables.play.events import SeatBet
from tables.play.live.questions import Confirmation, Judged
from tables.refusal import LimitRefused, Refusal, Refused

PUT_IN = (Path(__file__).parent / "sql" / "put_in.sql").read_text()
TAKING = 0x71FE
"""The advisory lock of those who take from an inbox: the first of a pair of keys, the second names the table."""


class Waiting(msgspec.Struct, frozen=True):
    asked: Confirmation
    by: dict[str, Any]


class _RefusedConfirmation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    refusal: Refusal
    of_limits: bool = False


def put_in(casino_id: int, table: str, day: str, confirmation: Confirmation, by: Mapping[str, Any]) -> None:
    """Let a confirmation wait. One that waits already stays as it is; one that was refused gives way to it."""
    with connection.cursor() as cursor:
        cursor.execute(
            PUT_IN,
            {
                "casino_id": casino_id,
                "table": table,
                "seat": confirmation.seat,
                "day": day,
                "coup": confirmation.coup,
                "bets": msgspec.json.encode(confirmation.bets).decode(),
                "received_at": confirmation.at,
                "by": msgspec.json.encode(by).decode(),
            },
        )


def commit_without_waiting() -> None:
    """Let this transaction end before it is on the disk.

    Nobody has an answer yet: the append that takes a confirmation answers it, after it waits for itself and all before
    it.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit TO off")


def line_up(casino_id: int, table: str) -> None:
    """Lock this table's inbox until this transaction ends, waiting for a process that takes from it. The function
    writes nothing.
    """
    with connection.cursor() as cursor:
        key = crc32(f"{casino_id}/{table}".encode()) - 2**31
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [TAKING, key])


def waits(casino_id: int, table: str, seat: str, day: str, coup: int) -> bool:
    """Return True if the seat's confirmation is still to be taken. Raises Refused if it was taken and refused."""
    row = WaitingConfirmation.objects.filter(
        casino_id=casino_id, table=table, seat=seat, day=day, coup=coup
    ).first()
    if row is None:
        return False
    if row.refusal is None:
        return True
    refused = msgspec.convert(row.refusal, _RefusedConfirmation)
    raise (LimitRefused if refused.of_limits else Refused).again(refused.refusal)


def waiting(casino_id: int, table: str, day: str) -> list[Waiting]:
    rows = WaitingConfirmation.objects.filter(
        casino_id=casino_id, table=table, day=day, refusal__isnull=True
    ).order_by("received_at", "seat")
    return [
        Waiting(
            Confirmation(
                coup=row.coup,
                seat=row.seat,
                bets=msgspec.convert(row.bets, tuple[SeatBet, ...]),
                at=row.received_at,
            ),
            row.by,
        )
        for row in rows
    ]


def tables_waited_for(casino_id: int) -> set[str]:
    """Return the tables of a casino at which a confirmation waits."""
    rows = WaitingConfirmation.objects.filter(casino_id=casino_id, refusal__isnull=True)
    return set(rows.values_list("table", flat=True).distinct())


def take_out(casino_id: int, table: str, day: str, judged: Sequence[Judged]) -> None:
    """Remove the recorded confirmations, mark the refused ones, and delete rows of other rounds.

    Drafts stay: their round makes them void, and a seat that confirms holds its draft while it waits for this
    process.
    """
    rows = WaitingConfirmation.objects.filter(casino_id=casino_id, table=table)
    for each in judged:
        if each.refusal is not None:
            row = rows.filter(seat=each.confirmation.seat, day=day, coup=each.confirmation.coup)
            row.update(refusal=msgspec.to_builtins(_as_kept(each.refusal)))
    done = [each.confirmation.seat for each in judged if each.refusal is None]
    coups = {each.confirmation.coup for each in judged}
    rows.filter(day=day, seat__in=done, coup__in=coups).delete()
    rows.filter(~Q(day=day) | ~Q(coup__in=coups), refusal__isnull=False).delete()


def _as_kept(refused: Refused) -> _RefusedConfirmation:
    return _RefusedConfirmation(refusal=refused.refusal, of_limits=isinstance(refused, LimitRefused))
