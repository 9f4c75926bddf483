"""Views of the items in safekeeping: the list by age, and the receipt of an item for paper."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.cash.presenters.held_document import held_document
from casino.cash.presenters.safekeeping import listed, safekeeping_receipt, together
from casino.kit.documents.made_from import made_from_streams, read_with_record
from casino.kit.documents.pdf_response import pdf_response
from casino.people.acting import person_of
from casino.people.gate import permission_required
from tables.handling.safekeeping import HeldAtTable, held_items, held_streams, held_under
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
    """/cash/held/VE1/2026-11-20/r3/: the receipt of an item, with its course."""
    casino_id = person_of(request).casino_id
    context = {"receipt": safekeeping_receipt(casino_id, _held_under(casino_id, receipt), timezone.now())}
    return render(request, "cash/safekeeping/receipt.html", context)


@require_GET
@never_cache
@permission_required("sheet.see")
def receipt_pdf(request: HttpRequest, receipt: str) -> HttpResponse:
    """/cash/held/VE1/2026-11-20/r3.pdf: the same as a PDF."""
    casino_id, now = person_of(request).casino_id, timezone.now()
    at = _held_under(casino_id, receipt)
    made, record = read_with_record(
        lambda: made_from_streams(casino_id, held_streams(casino_id, at.table, at.held)),
        lambda: safekeeping_receipt(casino_id, at, now),
    )
    document = held_document(casino_id, made, at.held.day, record=record)
    return pdf_response(document, f"held-{receipt.replace('/', '-')}")


def _held_under(casino_id: int, receipt: str) -> HeldAtTable:
    """Return the item with this receipt. Raises Http404 for an unknown receipt."""
    found = held_under(casino_id, receipt)
    if found is None:
        raise Http404(f"nothing is or was held under the receipt {receipt}")
    table, held = found
    currency = get_rulebook(held.clause.partition("/")[0]).currency
    return HeldAtTable(table=table, currency=currency, held=held)
