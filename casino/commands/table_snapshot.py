"""The table that an address names, and the rulebook that it is played by."""

from django.http import Http404, HttpRequest

from casino.people.acting import person_of
from tables.handling.models import GamingTable
from tables.handling.projections.table_snapshots import TableSnapshot, table_snapshot
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
from tables.text import alike


class TableInOtherLetters(Http404):
    """No table has this code; `code` is that of the table which a person means by it."""

    def __init__(self, entered: str, code: str) -> None:
        self.code = code
        super().__init__(f"no table is called {entered}: the table is {code}")


def board_shown(request: HttpRequest, code: str) -> TableSnapshot:
    """The table of that code in the person's casino. Raises Http404, for a code in other letters with the right one."""
    casino_id = person_of(request).casino_id
    if not code.isprintable():
        raise Http404("no table is called so")
    view = table_snapshot(casino_id, code)
    if view is not None:
        return view
    codes = GamingTable.ever.filter(casino_id=casino_id).values_list("code", flat=True)
    if (meant := alike(code, codes)) is not None and meant != code:
        raise TableInOtherLetters(code, meant)
    raise Http404(f"no table is called {code}")


def opened_board(request: HttpRequest, code: str) -> tuple[TableSnapshot, State]:
    """Return the snapshot with the table's day, open or closed. Raises Http404 for a table that never had one."""
    view = board_shown(request, code)
    if view.state is None:
        raise Http404(f"{code} was never opened")
    return view, view.state


def rulebook_of(view: TableSnapshot) -> Rulebook:
    """The rulebook that the day was opened under; before a first day the newest of the table's own."""
    if view.state is None:
        return get_rulebook(view.table.rulebook)
    return get_rulebook(view.state.rulebook, view.state.rulebook_version)
