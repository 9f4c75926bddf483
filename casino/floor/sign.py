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
from casino.people.gate import allowed
from tables.house.boards import BoardView
from tables.roulette.rulebook import Rulebook


class SignWords(msgspec.Struct, frozen=True):
    """What stands on a sign beside the names of the bets."""

    minimum: str
    maximum: str
    closed: str
    steps: str


WORDS = {
    "en": SignWords("Minimum", "Maximum", "This table is closed", "in steps of"),
    "fr": SignWords("Minimum", "Maximum", "Cette table est fermée", "par paliers de"),
    "it": SignWords("Minimo", "Massimo", "Questo tavolo è chiuso", "a multipli di"),
    "pt": SignWords("Mínimo", "Máximo", "Esta mesa está encerrada", "em múltiplos de"),
}


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """A sign in the rulebook's language. A closed table has no rows: no limits are in force there."""

    code: str
    name: str
    language: str
    words: SignWords
    currency: str
    day: str
    version: int
    is_open: bool
    minimum: str = ""
    rows: tuple[LimitRow, ...] = ()
    announced: tuple[LimitRow, ...] = ()


@require_GET
@never_cache
@allowed("floor.see")
def sign(request: HttpRequest, code: str) -> HttpResponse:
    """/sign/RF1/: the limits in force at one table, in big type."""
    view = board_shown(request, code)
    return render(request, "floor/sign.html", {"sign": sign_of(view, rulebook_of(view))})


def sign_of(view: BoardView, rulebook: Rulebook) -> Sign:
    """The sign of a table as it stands."""
    state = view.state
    language = rulebook.language if rulebook.language in WORDS else "en"
    sign = Sign(
        code=view.table.code,
        name=view.table.name,
        language=rulebook.language,
        words=WORDS[language],
        currency=rulebook.currency,
        day=state.day if state else "",
        version=state.version if state else 0,
        is_open=False,
    )
    if state is None or state.phase == "closed":
        return sign
    limits, figures = limits_in_force(state, rulebook), figures_of(language)
    return msgspec.structs.replace(
        sign,
        is_open=True,
        minimum=figures.plain(limits.minimum),
        rows=limit_rows(limits, rulebook, figures),
        announced=announced_rows(limits, rulebook, state.wheel, figures),
    )
