"""The screens at a table, each a page of its own in the table's language: its sign, and the display of its colours.

A change of limits refreshes the sign like every page (it-campione/5, it-venezia/general-9 and general-10,
it-live/minimum). The display replaces that of pt-americana/9-11.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.commands.table_snapshot import board_shown, rulebook_of
from casino.kit.limits import sign_of
from casino.kit.table_screen import display_of, table_screen
from casino.people.gate import permission_required
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@require_GET
@never_cache
@permission_required("floor.see")
def sign(request: HttpRequest, code: str) -> HttpResponse:
    """/sign/RF1/: the limits in force at one table, in big type. A closed table has none."""
    return _screen(request, code, "floor/sign.html", sign=sign_of)


@require_GET
@never_cache
@permission_required("floor.see")
def display(request: HttpRequest, code: str) -> HttpResponse:
    """/display/RA1/: the worth of a chip of each colour in play at one table, in big type."""
    return _screen(request, code, "floor/display.html", display=display_of)


def _screen(
    request: HttpRequest, code: str, template: str, **presenters: Callable[[State, Rulebook], object]
) -> HttpResponse:
    view = board_shown(request, code)
    rulebook = rulebook_of(view)
    ((kind, presenter),) = presenters.items()
    with override(rulebook.language):
        screen = table_screen(view, rulebook)
        on_it = presenter(view.state, rulebook) if view.state and screen["is_open"] else None
        return render(request, template, {"kind": kind, "screen": screen, kind: on_it})
