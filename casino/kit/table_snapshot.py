"""The table that an address names, as it stands, and the rulebook that it is played by."""

from django.http import Http404, HttpRequest

from casino.people.acting import person_of
from tables.handling.projections.table_snapshots import BoardView, board
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook


def board_shown(request: HttpRequest, code: str) -> BoardView:
    """The table of that code in the person's casino. Raises Http404."""
    view = board(person_of(request).casino_id, code) if code.isprintable() else None
    if view is None:
        raise Http404(f"no table is called {code}")
    return view


def opened_board(request: HttpRequest, code: str) -> tuple[BoardView, State]:
    """The same with the table's day, open or closed. Raises Http404 for a table that never had one."""
    view = board_shown(request, code)
    if view.state is None:
        raise Http404(f"{code} was never opened")
    return view, view.state


def rulebook_of(view: BoardView) -> Rulebook:
    """The rulebook that the day was opened under; before a first day the newest of the table's own."""
    if view.state is None:
        return get_rulebook(view.table.rulebook)
    return get_rulebook(view.state.rulebook, view.state.rulebook_version)
