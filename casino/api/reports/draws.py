"""/api/v1/draws: the tables to inspect, as anybody may repeat their draw."""

from datetime import date, timedelta
from typing import Annotated

import msgspec
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import REPORTS_READ
from casino.api.http.query import day_named, once
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.compliance.draw_forms import LISTED_DAYS
from casino.compliance.published_draws import PublishedDraw, listed_span, published_draw, published_draws
from casino.web.problem import Problem
from casino.web.problem_response import NotThere
from tables.compliance.draws.decide import COUNTED_DAYS, DAYS_AHEAD
from tables.handling.gaming_day import gaming_day


class DrawsPage(msgspec.Struct, frozen=True, kw_only=True):
    """The draws of the gaming days `from` to `to`, the newest day first; a day without one is left out."""

    draws: tuple[PublishedDraw, ...]
    first: Annotated[str, msgspec.Meta(description="The first gaming day that was looked at")]
    last: Annotated[str, msgspec.Meta(description="The last one")]


_SPAN = [
    query("from", f"From this gaming day on; {COUNTED_DAYS} days ago if not said", OpenApiTypes.DATE),
    query(
        "to",
        f"To this gaming day, {LISTED_DAYS} days at most; {DAYS_AHEAD} days ahead if not said",
        OpenApiTypes.DATE,
    ),
]


class DrawsView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("list_draws", "reports", DrawsPage, parameters=_SPAN)
    def get(self, request: Request) -> DrawsPage:
        """Return the tables to inspect, day by day. An unrevealed draw has its commitment, without seed and tables."""
        casino_id = client_of(request).casino_id
        usual_first, usual_last = listed_span(gaming_day(casino_id, timezone.now()))
        first, last = _day(request, "from", usual_first), _day(request, "to", usual_last)
        if not timedelta() <= last - first < timedelta(days=LISTED_DAYS):
            wrong = gettext("right are two days in their order, {days} days at most").format(days=LISTED_DAYS)
            raise Problem.malformed("to", wrong)
        return DrawsPage(
            draws=published_draws(casino_id, first, last), first=first.isoformat(), last=last.isoformat()
        )


class DrawView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("get_draw", "reports", PublishedDraw)
    def get(self, request: Request, date: str) -> PublishedDraw:
        """Return the tables to inspect on one gaming day."""
        day = _date(day_named(date, "date"))
        found = published_draw(client_of(request).casino_id, day)
        if found is None:
            raise NotThere("draw-unknown", day=day.isoformat())
        return found


def _day(request: Request, name: str, usual: date) -> date:
    value = once(request, name)
    return usual if value is None else _date(day_named(value, name))


def _date(day: str) -> date:
    return date.fromisoformat(day)
