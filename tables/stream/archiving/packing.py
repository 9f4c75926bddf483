"""Compaction of past months: their indexes are built again without the room that appends needed.

Tables that play at the same time append to many places of an index, which leaves its pages half full. Nothing is
appended any more to a month that has rested; so its pages are filled.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import connection

from tables.stream.archiving.months import record_months, rested, written_month

UNPACKED = """
    SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid
    WHERE indrelid = %s::regclass AND NOT coalesce(index.reloptions, '{}') @> '{fillfactor=100}'
"""


def pack_months(now: datetime, progress: Callable[[str], None] = lambda line: None) -> list[int]:
    """Pack the months (yyyymm) that have rested and are not packed yet, and name them. Appends and readers go on
    meanwhile. For the owner of the record, outside of a transaction."""
    packed = []
    for part in record_months():
        if not part.month or part.archived or not rested(part.month, now):
            continue
        with connection.cursor() as cursor:
            for table in (f"record.event_{part.month}", f"record.sealed_event_{part.month}"):
                cursor.execute(UNPACKED, [table])
                names = [name for (name,) in cursor.fetchall()]
                for name in names:
                    progress(f"{written_month(part.month)}: {name}")
                    cursor.execute(f"ALTER INDEX {name} SET (fillfactor = 100)")
                    cursor.execute(f"REINDEX INDEX CONCURRENTLY {name}")
                if names and part.month not in packed:
                    packed.append(part.month)
    return packed
