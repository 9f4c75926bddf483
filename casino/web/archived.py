"""A day whose month has left the database: 410 with the file that holds it, for screens as a page and for the API as
problem details.

The requested day is known only once its stream is read; so this comes after every view.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

from casino.web import problem_response as problem
from tables.stream import MonthArchived
from tables.stream.archiving.months import written_month


class ArchivedMonths(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the answer for a month that is archived; None for every other error."""
        if not isinstance(error, MonthArchived):
            return None
        month = written_month(error.month)
        if problem.is_for_machines(request):
            detail = gettext("The days of {month} are archived, in the file {file}").format(
                month=month, file=error.file
            )
            return problem.problem_response(problem.document(410, detail))
        return render(request, "410.html", {"month": month, "file": error.file}, status=410)
