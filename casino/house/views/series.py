"""The house's series of chips: which are in play, the counts of each, and what the direction and the cash desk do."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.house.forms.series import COMMANDS, exchange_chips
from casino.house.presenters.series import Asked, asked, empty_rows, shown
from casino.kit.clauses import cited_from
from casino.kit.forms.fields import Form
from casino.kit.submitting import submit
from casino.people.acting import person_of
from casino.people.gate import allowed
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.handling.chip_series_in_force import house_series, series_rule
from tables.registers.chip_series import CasinoSeries
from tables.registers.chip_series_commands import SeriesCommand


@require_GET
@never_cache
@allowed("series.see")
def series(request: HttpRequest) -> HttpResponse:
    """/house/series/: all series of the house, the newest first, with their validity and their counts."""
    return _page(request)


@require_POST
@allowed("series.change")
def ask(request: HttpRequest, command: str) -> HttpResponse:
    """/house/series/end-series: what the direction asks; carried out, or said on the page why not (422)."""
    if command not in COMMANDS:
        raise Http404(f"nothing called {command} is asked of the house's chips")
    return _asked(request, command, COMMANDS[command])


@require_POST
@allowed("series.exchange")
def exchange(request: HttpRequest) -> HttpResponse:
    """/house/series/exchange-chips: the cash desk takes chips of an ended series and gives others for them."""
    return _asked(request, "exchange-chips", exchange_chips)


def _asked(request: HttpRequest, name: str, command: Callable[[Form], SeriesCommand]) -> HttpResponse:
    rejection = submit(
        request,
        SeriesAggregate(person_of(request).casino_id),
        command,
        now=timezone.now(),
        terminal="house",
        keys_of="house",
    )
    if rejection:
        return _page(request, asked(name, request.POST.dict(), rejection))
    return redirect("house:series")


def _page(request: HttpRequest, refused: Asked | None = None) -> HttpResponse:
    state, rule = house_series(person_of(request).casino_id), series_rule(person_of(request).casino_id)
    context = {
        "series": shown(state),
        "in_play": state.in_play,
        "clause": cited_from(rule.clause) if rule else "",
        "currency": rule.currency if rule else "",
        "rows": empty_rows(),
        "asked": refused,
        "asked_in_its_form": refused is not None and rule is not None and _has_its_form(refused, state),
        "may_change": request.user.has_perm("series.change"),
        "may_exchange": request.user.has_perm("series.exchange"),
    }
    return render(request, "house/series.html", context, status=422 if refused else 200)


def _has_its_form(refused: Asked, state: CasinoSeries) -> bool:
    """Whether the form that was refused is still on the page; another may have ended the series meanwhile."""
    if refused.command == "introduce-series":
        return True
    with_form = {"exchange-chips": state.ended, "withdraw-chips": (*state.in_play, *state.ended)}
    return refused.series in with_form.get(refused.command, state.in_play)
