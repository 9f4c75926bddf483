"""/language/: choosing the language that one reads."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from casino.commands.submitting import submit
from casino.kit.forms.command_form import command_of
from casino.languages.choosing import keep_in_browser
from casino.people.acting import person_of
from casino.people.register.aggregate import PersonAggregate
from casino.people.register.forms import FORMS
from casino.people.sign_in.standing import own_page


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """A POST with `language`, and `back_to` for the page to come back to. It is kept for the person, or in the browser
    where nobody is signed in. A language that there is not changes nothing."""
    following = own_page(request, request.POST.get("back_to", ""))
    response = redirect(following)
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        return response
    if request.user.is_authenticated:
        _keep_for_person(request)
    else:
        keep_in_browser(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


def _keep_for_person(request: HttpRequest) -> None:
    """Store the language for the person, as on the page of the own account.

    A refusal, such as that of the language already in use, changes nothing.
    """
    own = person_of(request)
    submit(
        request,
        PersonAggregate(own.casino_id),
        lambda form: command_of(FORMS["change-language"], form, own.pk),
        now=timezone.now(),
        terminal="people",
        keys_of="account",
    )
