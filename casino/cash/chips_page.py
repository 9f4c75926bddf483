"""The chips of the house: where they all are, and the chip bank with what the cash desk does there."""

from contextlib import suppress
from secrets import token_hex
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.cash.chips_form import COMMANDS, PERMISSIONS
from casino.cash.chips_shown import (
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
from casino.cash.steps import check_step
from casino.kit.submitting import submit
from casino.people.acting import person_of
from casino.people.gate import allowed
from casino.people.signing import colleagues_who_sign
from settlement.bank.conservation import KINDS
from settlement.bank.pieces import BySeries
from settlement.bank_aggregate import BankAggregate, bank_stands
from settlement.house_chips import house_chips
from settlement.models import BankEntry
from tables.handling.currencies import house_currencies
from tables.roulette.refusal import Refused

ENTRIES_SHOWN = 30


@require_GET
@never_cache
@allowed("chips.see")
def chips(request: HttpRequest) -> HttpResponse:
    """/cash/chips/: where all chips of the house are, by series and value; `?currency=` where it plays in several."""
    known = house_currencies(person_of(request).casino_id)
    currency = request.GET.get("currency") or next(iter(known), "")
    if known and currency not in known:
        raise Http404(f"the house's tables play in {', '.join(known)}")
    return _page(request, currency)


@require_POST
@allowed("chips.see")
def do(request: HttpRequest, step: str) -> HttpResponse:
    """/cash/chips/count: what the cash desk says, carried out, or said on the page why not (422)."""
    check_step(request, step, PERMISSIONS, "at the chip bank")
    currency = request.POST.get("currency", "")
    bank = BankAggregate(person_of(request).casino_id)
    rejection = submit(request, bank, COMMANDS[step], now=timezone.now(), terminal="cash", keys_of="bank")
    if rejection:
        return _page(request, currency, step, rejection.sentence)
    answer = redirect("cash:chips")
    answer["Location"] += f"?currency={currency}"
    return answer


def _page(request: HttpRequest, currency: str, step: str = "", refused: str = "") -> HttpResponse:
    casino_id, now = person_of(request).casino_id, timezone.now()
    currencies = house_currencies(casino_id)
    if currency not in currencies:
        currency = next(iter(currencies), "")
    context: dict[str, Any] = {
        "currencies": currencies,
        "currency": currency,
        "step": step,
        "refused": refused,
    }
    if currency:
        found, bank = house_chips(casino_id, currency), bank_stands(casino_id, currency, now)
        series = series_in_a_form(bank)
        rows = form_rows(bank, series, _entered(request, step, bool(series)) if refused else {})
        entries = BankEntry.objects.filter(casino_id=casino_id, currency=currency).order_by("-version")
        context |= {
            "chips": shown_chips(found),
            "kinds": [LABELS[kind] for kind in KINDS],
            "places": shown_places(found),
            "series_told": found.series_told,
            "counted": entries.filter(what="bank_counted").first(),
            "entries": shown_entries(entries[:ENTRIES_SHOWN]),
            "colours": colours_out(casino_id),
            "series": series,
            "only_series": only_series(bank),
            "rows": (*rows, other_row(len(rows) + 1, series)),
            "asked": request.POST,
            "may": request.user.has_perm("bank.keep"),
            "signers": colleagues_who_sign(person_of(request)),
            "key": token_hex(8),
        }
    return render(request, "cash/chips.html", context, status=422 if refused else 200)


def _entered(request: HttpRequest, step: str, with_series: bool) -> BySeries:
    """What was counted in the form; nothing where it cannot be read."""
    with suppress(Refused):
        chips = COMMANDS[step](request.POST.dict()).by_series
        return chips if with_series or len(chips) == 1 else {}
    return {}
