"""The lines of the compliance report as CSV, by the button of its page."""

from collections.abc import Iterator, Mapping
from io import BytesIO

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from msgspec.structs import asdict

from casino.compliance.forms import ReportFilter, with_today
from casino.compliance.period import Period, span
from casino.kit.csv_form import form_asked, write_table
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import sight_of
from casino.reports.columns import Row
from casino.reports.days.compliance import COLUMNS, rows_of
from settlement.blind_count import Sight


@require_GET
@never_cache
@permission_required("compliance.read")
def compliance_csv(request: HttpRequest) -> HttpResponse:
    """/compliance/report.csv?day=&table=: all lines as CSV, or the lines chosen on the page.

    `form=spreadsheet` gives the form for spreadsheet programs. The other form has the same bytes as the CSV file of the
    same lines, so PDF and XLSX print its hash. Answers 422 for a day or a table that does not exist.
    """
    casino_id = person_of(request).casino_id
    form = ReportFilter(casino_id, with_today(request), usually="with")
    if not form.is_valid():
        words = " ".join(str(error) for errors in form.errors.values() for error in errors)
        return HttpResponse(words, status=422, content_type="text/plain; charset=utf-8")
    period, table = form.period, form.cleaned_data["table"]
    chosen = {name: value for name, value in asdict(form.choice).items() if value}
    out = BytesIO()
    write_table(
        out, COLUMNS, _rows(casino_id, period, table, chosen, sight_of(request.user)), form_asked(request)
    )
    of = "-".join(filter(None, (span(str(period.since), str(period.until)), period.shift, table)))
    named = content_disposition_header(True, f"compliance-{of}.csv") or ""
    return HttpResponse(
        out.getvalue(),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": named},
    )


def _rows(
    casino_id: int, period: Period, table: str, chosen: Mapping[str, str], sight: Sight
) -> Iterator[Row]:
    """Yield the rows day by day, as files have them."""
    wanted = {**chosen, "shift": period.shift} if period.shift else chosen
    for day in period.days:
        yield from rows_of(casino_id, day, table or None, wanted, sight)
