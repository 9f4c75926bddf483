"""Baselines of the API: a minimal Django view that reads a row, and one that inserts a row.

Plain functions in the same server, under the same settings and behind the same middleware as the API. Neither
authenticates, checks its input, counts its clients, or keeps a first answer.
"""

import json

from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from bench.load.models import BareRow
from casino.urls import handler400, handler500
from casino.urls import urlpatterns as of_the_house

__all__ = ["handler400", "handler500", "urlpatterns"]


def read_row(request: HttpRequest, key: int) -> JsonResponse:
    """One row by its primary key, as JSON."""
    return JsonResponse(BareRow.objects.values().get(pk=key))


@csrf_exempt
def insert_row(request: HttpRequest) -> JsonResponse:
    """The body as one row, committed as durably as the record is; its key."""
    return JsonResponse({"id": BareRow.objects.create(**json.loads(request.body)).pk}, status=201)


urlpatterns = [
    # Before all others, where few patterns are tried until one fits.
    path("api/bare/rows", insert_row),
    path("api/bare/rows/<int:key>", read_row),
    *of_the_house,
]
