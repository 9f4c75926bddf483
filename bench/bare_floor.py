"""The addresses of the house and one more, for a bench: a bare floor, which reads what the floor reads and shows it in
one plain template. It has the middleware and the gate of every page, and nothing else."""

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path
from django.views.decorators.cache import never_cache

from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.urls import handler400, handler403, handler500
from casino.urls import urlpatterns as of_the_house
from tables.handling.models import Board, GamingTable

__all__ = ["handler400", "handler403", "handler500", "urlpatterns"]

PLAIN = """<!doctype html><title>Floor</title><main>{% for table, state in tables %}
<article><h2>{{ table.code }}</h2><p>{{ table.name }} {{ state.limits.minimum }}</p>
<b>{{ state.number }}</b><p>{{ state.phase }} {{ state.coup }} {{ state.spinner.name }} {{ state.ball }}</p>
<p>{% for number in state.numbers %}<span>{{ number }}</span>{% endfor %}</p></article>{% endfor %}</main>"""


@never_cache
@permission_required("floor.see")
def bare_floor(request: HttpRequest) -> HttpResponse:
    """/bare-floor/: every table with the values of its snapshot."""
    casino_id = person_of(request).casino_id
    newest = Board.objects.filter(casino_id=casino_id).order_by("table", "-day").distinct("table")
    states = {row.table: row.state for row in newest}
    tables = GamingTable.objects.filter(casino_id=casino_id).order_by("code")
    shown = [(table, states.get(table.code)) for table in tables]
    return HttpResponse(engines["django"].from_string(PLAIN).render({"tables": shown}, request))


urlpatterns = [*of_the_house, path("bare-floor/", bare_floor)]
