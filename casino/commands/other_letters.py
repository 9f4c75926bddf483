"""An address with a table's code in other letters, such as `/floor/rf1/`: the browser is sent to the table's own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.deprecation import MiddlewareMixin

from casino.commands.table_snapshot import TableInOtherLetters


class OtherLetters(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Redirect a reader to the table's own address. Nothing is redirected that would change a table."""
        found = request.resolver_match
        if (
            not isinstance(error, TableInOtherLetters)
            or found is None
            or request.method not in ("GET", "HEAD")
        ):
            return None
        address = resolve_url(found.view_name, **{**found.kwargs, "code": error.code})
        query = request.META.get("QUERY_STRING", "")
        return redirect(f"{address}?{query}" if query else address)
