"""What the house holds, as a list by age, and the receipt of each thing that has one, for paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.cash.held_shown import listed, receipt_shown, together
from casino.people.acting import person_of
from casino.people.gate import allowed
from tables.handling.safekeeping import HeldAtTable, held_items, held_under
from tables.roulette.loader import get_rulebook


@require_GET
@never_cache
@allowed("held.see")
def held_list(request: HttpRequest) -> HttpResponse:
    """/cash/held/: all that is held at any table and has not ended, the oldest first."""
    held = held_items(person_of(request).casino_id)
    context = {"held": listed(held, timezone.now()), "together": together(held)}
    return render(request, "cash/held.html", context)


@require_GET
@never_cache
@allowed("sheet.see")
def held_receipt(request: HttpRequest, receipt: str) -> HttpResponse:
    """/cash/held/VE1/2026-11-20/r3/: the receipt of something that is or was held, with what became of it."""
    casino_id = person_of(request).casino_id
    found = held_under(casino_id, receipt)
    if found is None:
        raise Http404(f"nothing is or was held under the receipt {receipt}")
    table, held = found
    currency = get_rulebook(held.clause.partition("/")[0]).currency
    at = HeldAtTable(table=table, currency=currency, held=held)
    return render(
        request, "cash/held_receipt.html", {"receipt": receipt_shown(casino_id, at, timezone.now())}
    )
