"""What the screens at a table have in common, its sign and its display: both show it alone, in its own language."""

import msgspec

from tables.handling.projections.table_snapshots import TableSnapshot
from tables.roulette.rulebook import Rulebook


class TableScreen(msgspec.Struct, frozen=True, kw_only=True):
    """Whose screen it is, as the table stands."""

    code: str
    name: str
    language: str
    currency: str
    day: str
    version: int
    is_open: bool


def table_screen(view: TableSnapshot, rulebook: Rulebook) -> TableScreen:
    """A screen of that table."""
    state = view.state
    return TableScreen(
        code=view.table.code,
        name=view.table.name,
        language=rulebook.language,
        currency=rulebook.currency,
        day=state.day if state else "",
        version=state.version if state else 0,
        is_open=state is not None and state.phase != "closed",
    )
