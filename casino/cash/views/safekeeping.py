"""What is in safekeeping, as a list by age, and the receipt of each item that has one, for paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.cash.presenters.safekeeping import listed, safekeeping_receipt, together
from casino.people.acting import person_of
from casino.people.gate import permission_required
from tables.handling.safekeeping import HeldAtTable, held_items, held_under
from tables.roulette.loader import get_rulebook


@require_GET
@never_cache
@permission_required("held.see")
def safekeeping(request: HttpRequest) -> HttpResponse:
    """/cash/held/: all that is in safekeeping, of any table, the oldest first."""
    held = held_items(person_of(request).casino_id)
    context = {"held": listed(held, timezone.now()), "together": together(held)}
    return render(request, "cash/safekeeping/list.html", context)


@require_GET
@never_cache
@permission_required("sheet.see")
def receipt(request: HttpRequest, receipt: str) -> HttpResponse:
    """/cash/held/VE1/2026-11-20/r3/: the receipt of an item, with what became of it."""
    casino_id = person_of(request).casino_id
    found = held_under(casino_id, receipt)
    if found is None:
        raise Http404(f"nothing is or was held under the receipt {receipt}")
    table, held = found
    currency = get_rulebook(held.clause.partition("/")[0]).currency
    at = HeldAtTable(table=table, currency=currency, held=held)
    context = {"receipt": safekeeping_receipt(casino_id, at, timezone.now())}
    return render(request, "cash/safekeeping/receipt.html", context)
