"""Pages for guests without a sign-in: the sign of a table, and the registered signs of the casino."""

from collections.abc import Callable, Collection, Sequence

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.commands.table_snapshot import rulebook_of
from casino.kit.drawn_number import Fallen, drawn
from casino.kit.guest_signs import is_key_of_sign
from casino.kit.limits import sign_of
from casino.kit.table_screen import display_of
from casino.signs.rate import address_of, limited, token_or_address
from casino.web.background import in_thread, stand_aside
from casino.web.capacity import sign_screens
from casino.web.revocation import subjects
from casino.web.revocation.permits import Terms
from casino.web.streams.event_stream import event_stream
from casino.web.streams.live_messages import heard_until, live_messages
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
"""A sign without a stream that could not be renewed for so long shows no limits: others may be in force."""
COLUMN = 20
"""Numbers one under the other in a printed permanence."""


@require_GET
@never_cache
@limited(by=address_of)
def sign(request: HttpRequest, casino_id: int, code: str, key: str) -> HttpResponse:
    """/public/1/sign/VE1/<key>/: minimum and maximums in force at a table, its currency and its rulebook's name;
    nothing of its game. A closed table has no limits (it-venezia/general-9).

    With another key there is no such address, whether the table exists or not.
    """
    if not is_key_of_sign(key, casino_id, code):
        raise Http404("no such sign")
    return _sign(request, _table(casino_id, code), ("limits",))


class _Standing(msgspec.Struct, frozen=True):
    """Identity of a token's sign: a sign that ends, or shows another table or other parts, has another."""

    casino_id: int
    code: str
    table: str
    shows: tuple[str, ...]


@require_GET
@never_cache
@limited(by=token_or_address)
def registered_sign(request: HttpRequest, token: str) -> HttpResponse:
    """/signs/<token>/: what a registered sign shows of its table (limits, colours, last numbers, the day's
    permanence), until it is withdrawn or has another token."""
    standing = _standing(token)
    if standing is None:
        raise Http404("no such sign")
    view = _table(standing.casino_id, standing.table)
    return _sign(request, view, standing.shows, stream=reverse("sign_live", args=(token,)))


@require_GET
async def sign_live(request: HttpRequest, token: str) -> HttpResponseBase:
    """/signs/<token>/live: the stream of a registered sign while it is valid.

    casino/web/streams/live_messages.py makes its messages. Answers 503 if the process is full.
    """
    standing = await in_thread(_standing, token)
    await stand_aside()
    if standing is None:
        raise Http404("no such sign")
    messages = live_messages(
        standing.casino_id,
        tables=frozenset({standing.table}),
        heard_until=heard_until(request),
        terms=Terms(
            _unchanged,
            (token, standing),
            frozenset({subjects.sign(standing.casino_id, standing.code)}),
        ),
        to_staff=False,
    )
    return event_stream(request, messages, sign_screens)


def _standing(token: str) -> _Standing | None:
    found = entry_with_token("sign", token)
    if found is None:
        return None
    values = entry(found[0], "sign", found[1]).values
    return _Standing(found[0], found[1], values["table"], tuple(values["shows"]))


def _unchanged(asked: Collection[tuple[str, _Standing]]) -> set[tuple[str, _Standing]]:
    """Return the tokens whose sign is the same as when their streams began."""
    return {(token, standing) for token, standing in asked if _standing(token) == standing}


def _sign(
    request: HttpRequest, view: TableSnapshot, shows: Sequence[str], *, stream: str = ""
) -> HttpResponse:
    """The page with these parts, in the language of the table's rulebook; a closed table has none. A page without a
    stream asks again by the clock."""
    state, rulebook = view.state, rulebook_of(view)
    context = {
        "code": view.table.code,
        "title": rulebook.title,
        "language": rulebook.language,
        "currency": rulebook.currency,
        "read_at": timezone.now(),
        "renewed_every_s": RENEWED_EVERY_S,
        "stale_after_s": STALE_AFTER_S,
        "stream": stream,
        "shows": shows,
    }
    with override(rulebook.language), timezone.override(view.table.casino.time_zone):
        if state is not None and state.phase != "closed":
            context |= {"is_open": True} | {part: PARTS[part](view, state, rulebook) for part in shows}
        return render(request, "signs/sign.html", context)


def _last_numbers(view: TableSnapshot, state: State, rulebook: Rulebook) -> list[Fallen]:
    return [drawn(number, rulebook) for number in state.numbers]


def _permanence(view: TableSnapshot, state: State, rulebook: Rulebook) -> list[list[tuple[int, Fallen]]]:
    """The numbers of the day with their coups, in order and in columns as a permanence is printed; those that are
    disputed or doubted are left out."""
    sheets = PayoutSheet.objects.filter(
        casino_id=view.table.casino_id, table=state.table, day=state.day, withheld=False
    )
    numbers = sheets.order_by("coup").values_list("coup", "number")
    in_order = [(coup, drawn(number, rulebook)) for coup, number in numbers]
    return [in_order[first : first + COLUMN] for first in range(0, len(in_order), COLUMN)]


PARTS: dict[str, Callable[[TableSnapshot, State, Rulebook], object]] = {
    "limits": lambda view, state, rulebook: sign_of(state, rulebook),
    "colours": lambda view, state, rulebook: display_of(state, rulebook),
    "numbers": _last_numbers,
    "permanence": _permanence,
}
"""Parts of a sign, by the names in its register entry."""


def _table(casino_id: int, code: str) -> TableSnapshot:
    """Raises Http404, alike for a casino and a table that there is not."""
    known = casino_id <= HIGHEST_ID and code.isprintable()
    view = table_snapshot(casino_id, code) if known else None
    if view is None:
        raise Http404("no such table")
    return view
