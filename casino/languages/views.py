"""/language/: choosing the language that one reads."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from casino.languages.choosing import keep_in_browser
from casino.languages.language import supported


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """A POST with `language`, and `back_to` for the page to come back to. It is kept for the person, or in the browser
    where nobody is signed in. A language that there is not changes nothing."""
    following = request.POST.get("back_to", "")
    if not url_has_allowed_host_and_scheme(
        following, {request.get_host()}, require_https=request.is_secure()
    ):
        following = "/"
    response = redirect(following)
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES) and supported(language):
        _keep(request, response, language)
    return response


def _keep(request: HttpRequest, response: HttpResponse, language: str) -> None:
    person = request.user
    if person.is_authenticated and hasattr(person, "language"):
        person.language = language
        person.save(update_fields=["language"])
    else:
        keep_in_browser(response, settings.LANGUAGE_COOKIE_NAME, language)
