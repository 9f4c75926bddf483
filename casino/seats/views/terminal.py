"""/seat/: a terminal enters the code that staff gave for its seat, and gets the seat's screen. Nobody signs in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from casino.commands.rejections import Rejection, attempted
from casino.seats.access import ended_in_each_language, keep_token
from casino.seats.forms import LONGEST, OpenScreenForm
from casino.seats.screens import open_screen


@method_decorator(sensitive_post_parameters(), name="dispatch")
@method_decorator(never_cache, name="dispatch")
class Terminal(View):
    """A GET asks for the code, `?code=` fills it in; a POST opens the screen, or shows why not (422)."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request, code=request.GET.get("code", "")[:LONGEST])

    def post(self, request: HttpRequest) -> HttpResponse:
        form = OpenScreenForm(request.POST)
        form.full_clean()
        code, key = form.cleaned_data["opening_code"], form.cleaned_data["key"]
        opened = attempted(lambda: open_screen(code, timezone.now(), key=key))
        if isinstance(opened, Rejection):
            return self._page(request, refused=opened.sentence)
        screen, token = opened
        response = redirect("seat:seat", screen.table, screen.number)
        keep_token(response, screen, token)
        return response

    def _page(self, request: HttpRequest, *, code: str = "", refused: str = "") -> HttpResponse:
        ended = ended_in_each_language() if "ended" in request.GET else None
        context = {"code": code, "refused": refused, "ended": ended}
        return render(request, "seats/terminal.html", context, status=422 if refused else 200)
