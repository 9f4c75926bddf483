"""The sign of a table for its guests, on a telephone or a screen beside it, without a sign-in."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.kit.limits import sign_of
from casino.kit.table_snapshot import rulebook_of
from casino.public.rate import limited_by_address
from tables.handling.projections.table_snapshots import TableSnapshot, table_snapshot

HIGHEST_ID = 2**63 - 1
"""Beyond it the database knows no casino."""
RENEWED_EVERY_S = 10
STALE_AFTER_S = 30
"""A sign that could not be renewed for so long shows no limits: others may be in force."""


@require_GET
@never_cache
@limited_by_address
def sign(request: HttpRequest, casino_id: int, code: str) -> HttpResponse:
    """/public/1/sign/VE1/: minimum and maximums in force at a table, its currency and its rulebook's name; nothing
    of its game. A closed table has no limits (it-venezia/general-9)."""
    view = _table(casino_id, code)
    state, rulebook = view.state, rulebook_of(view)
    is_open = state is not None and state.phase != "closed"
    context = {
        "code": view.table.code,
        "title": rulebook.title,
        "language": rulebook.language,
        "currency": rulebook.currency,
        "sign": sign_of(state, rulebook) if state is not None and is_open else None,
        "read_at": timezone.now(),
        "renewed_every_s": RENEWED_EVERY_S,
        "stale_after_s": STALE_AFTER_S,
    }
    with override(rulebook.language), timezone.override(view.table.casino.time_zone):
        return render(request, "public/sign.html", context)


def _table(casino_id: int, code: str) -> TableSnapshot:
    """Raises Http404, alike for a casino and a table that there is not."""
    known = casino_id <= HIGHEST_ID and code.isprintable()
    view = table_snapshot(casino_id, code) if known else None
    if view is None:
        raise Http404("no such table")
    return view
