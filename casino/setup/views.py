"""The pages of setting up: one address a step, each the form with the earlier entries."""

from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.text import capfirst
from django.utils.translation import get_language, override
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET

from casino.kit.sentences import sentence_of
from casino.languages.choosing import keep_in_browser
from casino.languages.language import current_language, tag_of
from casino.people.known_browsers import remember_browser
from casino.setup.casino import Draft, set_up
from casino.setup.forms import STEPS, AdministratorForm, StepForm
from casino.setup.links import LinkGone, keep_for_visitor, open_link
from tables.refusal import Refused

DRAFT = "set_up"
"""Session key of the entered values, without passwords and PINs."""
NAMES = [*STEPS]
LAST = NAMES[-1]


@require_GET
@never_cache
def begin(request: HttpRequest, token: str) -> HttpResponse:
    """/set-up/TOKEN/: on to the first step that is not entered."""
    return redirect("set_up:step", token, _first_missing(_draft(request)))


@method_decorator(sensitive_post_parameters(), name="dispatch")
@method_decorator(never_cache, name="dispatch")
class Step(View):
    """/set-up/TOKEN/casino/: a step's form; a POST stores the entries, or shows their faults (422).

    410 for an invalid link. The pages are in the language of the first step.
    """

    http_method_names = ["get", "post", "options"]

    def dispatch(self, request: HttpRequest, *args: Any, **names: Any) -> HttpResponseBase:
        """Return the step, or the reason why the link is not accepted."""
        if names["name"] not in STEPS:
            raise Http404(f"no step of setting up is called {names['name']}")
        chosen = _draft(request).get("language", {}).get("language")
        with override(chosen or get_language()):
            try:
                return super().dispatch(request, *args, **names)
            except LinkGone as gone:
                return render(request, "setup/gone.html", {"why": gone.why}, status=410)

    def get(self, request: HttpRequest, token: str, name: str) -> HttpResponse:
        open_link(token, request.session, timezone.now())
        draft = _draft(request)
        first = _first_missing(draft)
        if NAMES.index(name) > NAMES.index(first):
            return redirect("set_up:step", token, first)
        return _page(request, token, name, STEPS[name](initial=_initial(name, draft), draft=draft))

    def post(self, request: HttpRequest, token: str, name: str) -> HttpResponse:
        link = open_link(token, request.session, timezone.now())
        draft = _draft(request)
        form = STEPS[name](request.POST, draft=draft)
        if not form.is_valid():
            return _page(request, token, name, form)
        keep_for_visitor(link, request.session)
        if isinstance(form, AdministratorForm):
            return _finish(request, token, draft, form)
        request.session[DRAFT] = {**draft, name: form.cleaned_data}
        return redirect("set_up:step", token, NAMES[NAMES.index(name) + 1])


def _finish(request: HttpRequest, token: str, draft: Draft, form: AdministratorForm) -> HttpResponse:
    """Create the casino with its first administrator, who signs in next; go back to a step that is still missing."""
    if (first := _first_missing(draft)) != LAST:
        return redirect("set_up:step", token, first)
    try:
        administrator = set_up(token, request.session, draft, form, timezone.now())
    except Refused as refused:
        form.add_error(None, capfirst(sentence_of(refused.refusal)))
        return _page(request, token, LAST, form)
    # The person signed in here is not the new administrator; the draft goes with the session.
    logout(request)
    response = redirect("sign_in")
    keep_in_browser(response, settings.LANGUAGE_COOKIE_NAME, draft["language"]["language"])
    # With several casinos the name needs the casino's number, which the administrator reads once signed in.
    remember_browser(request, response, administrator.account_name)
    return response


def _page(request: HttpRequest, token: str, name: str, form: StepForm) -> HttpResponse:
    place = NAMES.index(name)
    context = {
        "form": form,
        "step": name,
        "token": token,
        "number": place + 1,
        "steps": len(NAMES),
        "before": NAMES[place - 1] if place else "",
        "last": name == LAST,
        "language": tag_of(current_language()),
    }
    return render(request, "setup/step.html", context, status=422 if form.errors else 200)


def _draft(request: HttpRequest) -> Draft:
    draft: Draft = request.session.get(DRAFT, {})
    return draft


def _initial(name: str, draft: Draft) -> dict[str, Any]:
    """Return the initial values of a step's form: the entered ones, or for languages the language of these pages."""
    usual = {"languages": [draft["language"]["language"]]} if name == "languages" else {}
    return {**usual, **draft.get(name, {})}


def _first_missing(draft: Draft) -> str:
    return next((name for name in STEPS if name not in draft), LAST)
