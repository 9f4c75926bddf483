"""The form with which an officer confirms a person who is present."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from casino.accounts.people.people import CONFIRM, person_here, person_page
from casino.commands.reauthentication import act_required
from casino.commands.rejections import attempted
from casino.commands.submitting import rejected_form
from casino.people.acting import person_of
from casino.people.register.confirming import confirm_person
from casino.people.register.forms import ConfirmForm


@sensitive_post_parameters()
@require_POST
@act_required("confirmation.confirm-person")
def confirm(request: HttpRequest, number: int) -> HttpResponse:
    """/people/7/confirm-person: carried out, or the person's page with the refusal at the form (422)."""
    officer, person = person_of(request), person_here(request, number)
    form = ConfirmForm(request.POST)
    form.full_clean()
    key = form.cleaned_data.get("key")
    rejection = attempted(
        lambda: confirm_person(
            officer,
            person,
            form.cleaned_data["pin"],
            form.secrets_for(person),
            now=timezone.now(),
            idempotency_key=f"people/{officer.pk}/{key}" if key else None,
        )
    )
    if rejection is not None:
        return person_page(request, person, rejected_form(CONFIRM, rejection, request.POST.dict()))
    return redirect("person", person.pk)
