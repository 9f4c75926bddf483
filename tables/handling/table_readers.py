"""The readers of a table and their roles, as the register has them."""

import msgspec

from tables.handling.models import WheelReader
from tables.play.events import ReaderRole
from tables.play.state import State
from tables.stream.database import Statement, run

READERS_OF_TABLE = Statement(
    "readers_of_table",
    "SELECT r.code, r.role, r.enabled, t.witness_takes_over FROM house_wheelreader r "
    "JOIN house_gamingtable t ON t.casino_id = r.casino_id AND t.code = r.table "
    "WHERE r.casino_id = %(casino_id)s AND r.table = %(table)s AND NOT r.withdrawn",
)


class TableReaders(msgspec.Struct, frozen=True, kw_only=True):
    """Readers of a table by role: the code of its `primary`, empty without one, and `witnesses`, in service or not.

    `takes_over`: a witness acts for the primary reader while that one is away.
    """

    primary: str = ""
    primary_in_service: bool = True
    witnesses: frozenset[str] = frozenset()
    in_service: frozenset[str] = frozenset()
    takes_over: bool = False

    def role_of(self, reader: str) -> ReaderRole:
        return "witness" if reader in self.witnesses else "primary"

    def has_lost_primary(self, state: State) -> bool:
        """Return True if the primary reader was put out of service after the table had heard it."""
        known = state.readers.get(self.primary)
        return not self.primary_in_service and known is not None and not known.is_away

    def is_acting(self, reader: str, state: State) -> bool:
        """Return True for the first live witness while the primary reader is away, if the table allows that."""
        known = state.readers.get(self.primary)
        if not self.takes_over or known is None or not known.is_away or reader not in self.witnesses:
            return False
        states = {code: each.state for code, each in state.readers.items()}
        live = (code for code in sorted(self.in_service) if states.get(code) == "live")
        return next(live, reader) == reader


def readers_of_table(casino_id: int, table: str) -> TableReaders:
    """Return the readers of a table. An older register may have two primary readers at one: the first by code is it."""
    rows = sorted(run(READERS_OF_TABLE, casino_id=casino_id, table=table))
    primaries = sorted((not enabled, code) for code, role, enabled, _ in rows if role == "primary")
    primary = primaries[0][1] if primaries else ""
    return TableReaders(
        primary=primary,
        primary_in_service=any(enabled for code, _, enabled, _ in rows if code == primary),
        witnesses=frozenset(code for code, *_ in rows if code != primary),
        in_service=frozenset(code for code, _, enabled, _ in rows if enabled and code != primary),
        takes_over=any(takes_over for *_, takes_over in rows),
    )


def enabled_readers(casino_id: int, table: str) -> list[tuple[WheelReader, ReaderRole]]:
    """Return the enabled readers of a table, by code, with their roles."""
    readers = readers_of_table(casino_id, table)
    rows = WheelReader.objects.filter(casino_id=casino_id, table=table, enabled=True).order_by("code")
    return [(row, readers.role_of(row.code)) for row in rows]
