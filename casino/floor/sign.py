"""The sign of a table: a page of its own that always shows the limits in force, for a screen beside the table.

A change of limits pokes it like every page (it-campione/5, it-venezia/general-9 and general-10, it-live/minimum).
"""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.floor.table_screen import table_screen
from casino.kit.limits import LimitRow, announced_rows, limit_rows, limits_in_force
from casino.kit.money import figures_of
from casino.kit.table_snapshot import board_shown, rulebook_of
from casino.people.gate import allowed
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on the sign of an open table."""

    minimum: str
    rows: tuple[LimitRow, ...]
    announced: tuple[LimitRow, ...]


@require_GET
@never_cache
@allowed("floor.see")
def sign(request: HttpRequest, code: str) -> HttpResponse:
    """/sign/RF1/: the limits in force at one table, in big type. A closed table has none."""
    view = board_shown(request, code)
    rulebook = rulebook_of(view)
    screen = table_screen(view, rulebook)
    shown = sign_of(view.state, rulebook) if view.state and screen.is_open else None
    with override(rulebook.language):
        return render(request, "floor/sign.html", {"kind": "sign", "screen": screen, "sign": shown})


def sign_of(state: State, rulebook: Rulebook) -> Sign:
    """The sign of an open table."""
    limits, figures = limits_in_force(state, rulebook), figures_of(rulebook.language)
    return Sign(
        minimum=figures.plain(limits.minimum),
        rows=limit_rows(limits, rulebook, figures),
        announced=announced_rows(limits, rulebook, state.wheel, figures),
    )
