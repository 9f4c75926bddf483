"""The chips of the casino: their places, and the chip bank with the steps of the cash desk."""

from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.cash.forms.steps import BANK, CLAIM, chips_by_series, step_form
from casino.cash.presenters.chips import (
    LABELS,
    colours_out,
    form_rows,
    only_series,
    other_row,
    series_in_a_form,
    shown_chips,
    shown_entries,
    shown_places,
)
from casino.cash.presenters.desk_claims import desk_receipt_of, shown_claims
from casino.commands.submitting import RejectedForm, rejected_form, submit
from casino.kit.forms.command_form import command_of
from casino.kit.forms.fields import Form
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.signing import colleagues_who_sign
from settlement.bank.conservation import KINDS
from settlement.bank.pieces import BySeries
from settlement.bank_aggregate import BankAggregate, bank_state
from settlement.casino_chips import house_chips
from settlement.desk_claim_aggregate import DeskClaimAggregate
from settlement.models import BankEntry
from tables.handling.chip_series_in_force import casino_currencies
from tables.refusal import Refused

ENTRIES_SHOWN = 30


@require_GET
@never_cache
@permission_required("chips.see")
def chips(request: HttpRequest) -> HttpResponse:
    """/cash/chips/: where all chips of the casino are, by series and value; `?currency=` where it plays in several."""
    known = casino_currencies(person_of(request).casino_id)
    currency = request.GET.get("currency") or next(iter(known), "")
    if known and currency not in known:
        raise Http404(f"the house's tables play in {', '.join(known)}")
    return _page(request, currency)


@require_POST
@permission_required("chips.see")
def do_chips(request: HttpRequest, step: str) -> HttpResponse:
    """/cash/chips/count: one step; the page with the refusal where it is refused (422)."""
    form, currency = step_form(request, BANK, step), request.POST.get("currency", "")
    bank = BankAggregate(person_of(request).casino_id)
    rejection = submit(
        request, bank, partial(command_of, form), now=timezone.now(), terminal="cash", keys_of="bank"
    )
    if rejection:
        return _page(request, currency, rejected_form(step, rejection, request.POST.dict()))
    response = redirect("cash:chips")
    response["Location"] += f"?currency={currency}"
    return response


@require_POST
@permission_required("chips.see")
def do_claim(request: HttpRequest, step: str) -> HttpResponse:
    """/cash/chips/claims/claim: one step about a claim at the cash desk; the page with the refusal (422)."""
    form, currency = step_form(request, CLAIM, step), request.POST.get("currency", "")
    claims = DeskClaimAggregate(person_of(request).casino_id)
    rejection = submit(
        request, claims, partial(command_of, form), now=timezone.now(), terminal="cash", keys_of="desk-claims"
    )
    if rejection:
        return _page(request, currency, rejected_form(f"{step}-claim", rejection, request.POST.dict()))
    response = redirect("cash:chips")
    response["Location"] += f"?currency={currency}"
    return response


@require_GET
@never_cache
@permission_required("chips.see")
def desk_receipt(request: HttpRequest, number: int) -> HttpResponse:
    """/cash/chips/receipts/7/: the receipt of a sale or a redemption at the cash desk, to be printed."""
    receipt = desk_receipt_of(person_of(request).casino_id, number)
    if receipt is None:
        raise Http404(f"the chip bank has no sale or redemption {number}")
    return render(request, "cash/chips/receipt.html", {"receipt": receipt})


def _page(request: HttpRequest, currency: str, rejected: RejectedForm | None = None) -> HttpResponse:
    casino_id, now = person_of(request).casino_id, timezone.now()
    currencies = casino_currencies(casino_id)
    if currency not in currencies:
        currency = next(iter(currencies), "")
    context: dict[str, Any] = {
        "currencies": currencies,
        "currency": currency,
        "rejected": rejected,
        "step": rejected.command if rejected else "",
    }
    if currency:
        found, bank = house_chips(casino_id, currency), bank_state(casino_id, currency, now)
        series = series_in_a_form(bank)
        rows = form_rows(bank, series, _readable_chips(rejected.entered, bool(series)) if rejected else {})
        entries = BankEntry.objects.filter(casino_id=casino_id, currency=currency).order_by("-version")
        context |= {
            "chips": shown_chips(found, currency),
            "kinds": [gettext(LABELS[kind]) for kind in KINDS],
            "places": shown_places(found, currency),
            "series_known": found.has_series,
            "counted": entries.filter(what="bank_counted").first(),
            "entries": shown_entries(entries[:ENTRIES_SHOWN]),
            "colours": colours_out(casino_id),
            "series": series,
            "only_series": only_series(bank),
            "rows": (*rows, other_row(len(rows) + 1, series)),
            "may": request.user.has_perm("bank.keep"),
            "claims": shown_claims(casino_id),
            "may_answer": request.user.has_perm("desk_claim.answer"),
            "signers": colleagues_who_sign(person_of(request)),
            "key": token_hex(8),
        }
    return render(request, "cash/chips/chips.html", context, status=422 if rejected else 200)


def _readable_chips(form: Form, with_series: bool) -> BySeries:
    """Return the chips that were counted in a form that was refused; nothing if they cannot be read."""
    with suppress(Refused):
        chips = chips_by_series(form)
        return chips if with_series or len(chips) == 1 else {}
    return {}
