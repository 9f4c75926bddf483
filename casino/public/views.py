"""What guests read without a sign-in: the sign of a table, and the signs that the casino has registered."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.kit.limits import sign_of
from casino.kit.table_screen import display_of
from casino.kit.table_snapshot import Fallen, drawn, rulebook_of
from casino.public.rate import limited_by_address
from settlement.models import PayoutSheet
from tables.handling.entry_secrets import entry_with_token
from tables.handling.projections.table_snapshots import TableSnapshot, table_snapshot
from tables.handling.registers import entry
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

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
    return _sign(request, _table(casino_id, code), ("limits",))


@require_GET
@never_cache
@limited_by_address
def registered_sign(request: HttpRequest, token: str) -> HttpResponse:
    """/signs/<token>/: what a registered sign shows of its table (limits, colours, last numbers, the day's
    permanence), until it is withdrawn or has another token."""
    found = entry_with_token("sign", token)
    if found is None:
        raise Http404("no such sign")
    casino_id, code = found
    values = entry(casino_id, "sign", code).values
    return _sign(request, _table(casino_id, values["table"]), tuple(values["shows"]))


def _sign(request: HttpRequest, view: TableSnapshot, shows: Sequence[str]) -> HttpResponse:
    """The page with these parts, in the language of the table's rulebook; a closed table has none."""
    state, rulebook = view.state, rulebook_of(view)
    context = {
        "code": view.table.code,
        "title": rulebook.title,
        "language": rulebook.language,
        "currency": rulebook.currency,
        "read_at": timezone.now(),
        "renewed_every_s": RENEWED_EVERY_S,
        "stale_after_s": STALE_AFTER_S,
    }
    with override(rulebook.language), timezone.override(view.table.casino.time_zone):
        if state is not None and state.phase != "closed":
            context |= {"is_open": True} | {part: PARTS[part](view, state, rulebook) for part in shows}
        return render(request, "public/sign.html", context)


def _last_numbers(view: TableSnapshot, state: State, rulebook: Rulebook) -> list[Fallen]:
    return [drawn(number, rulebook) for number in state.numbers]


def _permanence(view: TableSnapshot, state: State, rulebook: Rulebook) -> list[tuple[int, Fallen]]:
    """The numbers of the day with their coups, the newest first; those that are disputed or doubted are left out."""
    sheets = PayoutSheet.objects.filter(
        casino_id=view.table.casino_id, table=state.table, day=state.day, withheld=False
    )
    numbers = sheets.order_by("-coup").values_list("coup", "number")
    return [(coup, drawn(number, rulebook)) for coup, number in numbers]


PARTS: dict[str, Callable[[TableSnapshot, State, Rulebook], object]] = {
    "limits": lambda view, state, rulebook: sign_of(state, rulebook),
    "colours": lambda view, state, rulebook: display_of(state, rulebook),
    "numbers": _last_numbers,
    "permanence": _permanence,
}
"""What a sign may show, by the names that its entry in the register has."""


def _table(casino_id: int, code: str) -> TableSnapshot:
    """Raises Http404, alike for a casino and a table that there is not."""
    known = casino_id <= HIGHEST_ID and code.isprintable()
    view = table_snapshot(casino_id, code) if known else None
    if view is None:
        raise Http404("no such table")
    return view
