"""The house's series of chips: which are in play, the counts of each, and what the direction and the cash desk do."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.reauthentication import act_required
from casino.commands.signing import reserved_to
from casino.commands.submitting import submit
from casino.equipment.forms.series import FORMS, ExchangeChipsForm
from casino.equipment.presenters.series import RejectedSeriesForm, empty_rows, rejected, series_counts
from casino.kit.clauses import cited_from
from casino.kit.forms.command_form import CommandForm, command_of
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.signing import as_offered, colleagues_who_sign
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.handling.chip_series_in_force import casino_series, series_rule
from tables.registers.chip_series import CasinoSeries
from tables.registers.chip_series_commands import SeriesRule


@require_GET
@never_cache
@permission_required("series.see")
def series(request: HttpRequest) -> HttpResponse:
    """/house/series/: all series of the house, the newest first, with their validity and their counts."""
    return _rendered(request)


@require_POST
@act_required("series", by="command")
def change(request: HttpRequest, command: str) -> HttpResponse:
    """/house/series/end-series: a command of the direction; carried out, or the page with the refusal (422)."""
    if command not in FORMS:
        raise Http404(f"no form of the series of chips is called {command}")
    return _command(request, command, FORMS[command])


@require_POST
@permission_required("series.exchange")
def exchange(request: HttpRequest) -> HttpResponse:
    """/house/series/exchange-chips: the cash desk takes chips of an ended series and gives others for them."""
    return _command(request, "exchange-chips", ExchangeChipsForm)


def _command(request: HttpRequest, name: str, form: type[CommandForm]) -> HttpResponse:
    casino_id = person_of(request).casino_id
    currency = _currency(series_rule(casino_id))
    rejection = submit(
        request,
        SeriesAggregate(casino_id),
        partial(command_of, form, currency=currency),
        now=timezone.now(),
        terminal="house",
        keys_of="house",
    )
    if rejection:
        return _rendered(request, rejected(name, request.POST.dict(), rejection, currency))
    return redirect("house:series")


def _currency(rule: SeriesRule | None) -> str:
    return rule.currency if rule else ""


def _rendered(request: HttpRequest, refused: RejectedSeriesForm | None = None) -> HttpResponse:
    state, rule = casino_series(person_of(request).casino_id), series_rule(person_of(request).casino_id)
    context = {
        "series": series_counts(state, _currency(rule)),
        "in_play": state.in_play,
        "clause": cited_from(rule.clause) if rule else "",
        "currency": _currency(rule),
        "rows": empty_rows(_currency(rule)),
        "signers": as_offered(colleagues_who_sign(person_of(request))),
        "decided_by": reserved_to(rule.decided_by) if rule and state.series else None,
        "rejected": refused,
        "rejected_in_its_form": refused is not None and rule is not None and _has_its_form(refused, state),
        "may_change": request.user.has_perm("series.change"),
        "may_exchange": request.user.has_perm("series.exchange"),
    }
    return render(request, "equipment/series.html", context, status=422 if refused else 200)


def _has_its_form(refused: RejectedSeriesForm, state: CasinoSeries) -> bool:
    """Return True if the form that was refused is still on the page; another may have ended the series meanwhile."""
    if refused.command == "introduce-series":
        return True
    with_form = {"exchange-chips": state.ended, "withdraw-chips": (*state.in_play, *state.ended)}
    return refused.series in with_form.get(refused.command, state.in_play)
