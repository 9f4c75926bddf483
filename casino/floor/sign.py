"""The sign of a table: a page of its own that always shows the limits in force, for a screen beside the table.

A change of limits pokes it like every page (it-campione/5, it-venezia/general-9 and general-10, it-live/minimum).
"""

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.floor.board_shown import board_shown, rulebook_of
from casino.floor.figures import figures_of
from casino.floor.posted_limits import LimitRow, announced_rows, limit_rows, limits_in_force
from casino.floor.table_screen import table_screen
from casino.people.gate import allowed
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class SignWords(msgspec.Struct, frozen=True):
    """What stands on a sign beside the names of the bets."""

    minimum: str
    maximum: str
    steps: str


WORDS = {
    "en": SignWords("Minimum", "Maximum", "in steps of"),
    "fr": SignWords("Minimum", "Maximum", "par paliers de"),
    "it": SignWords("Minimo", "Massimo", "a multipli di"),
    "pt": SignWords("Mínimo", "Máximo", "em múltiplos de"),
}


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on the sign of an open table."""

    words: SignWords
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
    shown = sign_of(view.state, rulebook) if screen.is_open else None
    return render(request, "floor/sign.html", {"screen": screen, "sign": shown})


def sign_of(state: State, rulebook: Rulebook) -> Sign:
    """The sign of an open table."""
    limits, figures = limits_in_force(state, rulebook), figures_of(rulebook.language)
    return Sign(
        words=WORDS[rulebook.language],
        minimum=figures.plain(limits.minimum),
        rows=limit_rows(limits, rulebook, figures),
        announced=announced_rows(limits, rulebook, state.wheel, figures),
    )
