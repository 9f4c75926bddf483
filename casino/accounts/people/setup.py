"""The page of a one-time link, whose holder sets the first secrets of its person, once."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from casino.commands.rejections import attempted
from casino.people.acting import acting
from casino.people.models import SIGN_IN, Person
from casino.people.pin_rules import pin_lengths
from casino.people.register.forms import SetupForm
from casino.people.register.secrets import set_password, set_pin
from casino.people.register.setup_link import person_of_link


@method_decorator(sensitive_post_parameters(), name="dispatch")
@method_decorator(never_cache, name="dispatch")
class SetUp(View):
    """/welcome/7/<token>/: password and PIN, twice each; a link that is used or overtaken is none (404)."""

    def get(self, request: HttpRequest, number: int, token: str) -> HttpResponse:
        return self._page(request, _whose(number, token))

    def post(self, request: HttpRequest, number: int, token: str) -> HttpResponse:
        form, now = SetupForm(request.POST), timezone.now()
        form.full_clean()

        def work() -> Person | None:
            with transaction.atomic():
                # If the same link is sent twice at once, the second request waits here, and finds the link used.
                Person.objects.select_for_update().filter(pk=min(number, 2**62)).first()
                person = _whose(number, token)
                if person is None:
                    return None
                password, pin = form.secrets_for(person)
                by = acting(person, "setup-link")
                if password or person.role in SIGN_IN:
                    set_password(person, password, by=by, now=now)
                if pin:
                    set_pin(person, pin, by=by, now=now)
            return person

        done = attempted(work)
        if done is None or isinstance(done, Person):
            return self._page(request, done, done=done is not None)
        return self._page(request, _whose(number, token), refused=done.sentence)

    def _page(
        self, request: HttpRequest, person: Person | None, *, done: bool = False, refused: str = ""
    ) -> HttpResponse:
        context = {
            "person": person,
            "sign_in": person.signs_in_as if person else "",
            "signs_in": person is not None and person.role in SIGN_IN,
            "done": done,
            "refused": refused,
            "shortest": pin_lengths()[0],
            "longest": pin_lengths()[-1],
        }
        status = 404 if person is None else 422 if refused else 200
        return render(request, "accounts/register/setup.html", context, status=status)


def _whose(number: int, token: str) -> Person | None:
    if number >= 2**63 or not token.isprintable():
        return None
    return person_of_link(number, token)
