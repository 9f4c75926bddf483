"""The list of people and each person's page, with the forms that change them."""

import secrets
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.commands.reauthentication import act_required
from casino.commands.submitting import RejectedForm, rejected_form, submit
from casino.kit.forms.command_form import command_of
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.models import SIGN_IN, Confirmation, Person, Role, Standing, has_several_casinos
from casino.people.permissions import rule_of
from casino.people.register.aggregate import PersonAggregate, life_of
from casino.people.register.confirming import to_be_confirmed
from casino.people.register.forms import FORMS, EngageForm, PeopleFilter
from casino.people.register.presenters import language_names, life_steps, row_of
from casino.people.register.setup_link import LINK_AFTER, setup_path, waits_for_secrets
from casino.people.sign_in.second_factors import has_second_factor
from casino.people.signing import colleagues_who_sign
from tables.handling.set_up import is_being_set_up
from tables.registers.people.decide import SECOND_OFFICERS
from tables.registers.people.events import PersonErased

ENGAGE = "engage-person"
CONFIRM = "confirm-person"
LINKS = "setup_links"
"""Session key of the one-time links that the next page shows, once."""


@require_GET
@never_cache
@permission_required("people.see")
def people(request: HttpRequest) -> HttpResponse:
    """/people/: who works here, of a role or of a standing, with the form that engages somebody."""
    return people_page(request)


@require_GET
@never_cache
@permission_required("people.see")
def person(request: HttpRequest, number: int) -> HttpResponse:
    """/people/7/: a person with the history of their account."""
    return person_page(request, person_here(request, number))


@require_POST
@act_required("people.engage-person")
def engage(request: HttpRequest) -> HttpResponse:
    """/people/engage-person: on to the new person's page with their one-time link, or the form again (422)."""
    aggregate = PersonAggregate(person_of(request).casino_id)
    rejection = submit(
        request,
        aggregate,
        partial(command_of, EngageForm),
        now=timezone.now(),
        terminal="people",
        keys_of="people",
    )
    if rejection is not None:
        return people_page(request, rejected_form(ENGAGE, rejection, request.POST.dict()))
    keep_links(request, [aggregate.number])
    return redirect("person", aggregate.number)


@require_POST
@act_required("people", by="command")
def change(request: HttpRequest, number: int, command: str) -> HttpResponse:
    """/people/7/change-role: carried out, or the person's page with the refusal at its form (422)."""
    if command not in FORMS:
        raise Http404(f"no form of the register of people is called {command}")
    changed = person_here(request, number)
    aggregate = PersonAggregate(changed.casino_id)
    rejection = submit(
        request,
        aggregate,
        lambda form: command_of(FORMS[command], form, changed.pk),
        now=timezone.now(),
        terminal="people",
        keys_of="people",
        conflict=gettext("Somebody else changed this person meanwhile: look, and send it again."),
    )
    if rejection is not None:
        return person_page(request, changed, rejected_form(command, rejection, request.POST.dict()))
    if aggregate.changed and issubclass(FORMS[command].makes, LINK_AFTER):  # type: ignore[arg-type]  # each makes a command
        keep_links(request, [changed.pk])
    return redirect("person", changed.pk)


def people_page(request: HttpRequest, rejected: RejectedForm | None = None, **more: object) -> HttpResponse:
    """Render the list, with a rejected form or another message."""
    chosen, own = PeopleFilter(request.GET), person_of(request)
    found = Person.objects.filter(casino_id=own.casino_id).order_by("display_name", "pk")
    if chosen.is_valid() and (standing := chosen.cleaned_data["standing"]):
        found = found.filter(standing=standing)
    else:
        found = found.exclude(standing=Standing.LEFT)
    if chosen.is_valid() and (role := chosen.cleaned_data["role"]):
        found = found.filter(role=role)
    several = has_several_casinos()
    context = {
        "people": [row_of(each, several=several) for each in found],
        "to_be_confirmed": [row_of(each) for each in to_be_confirmed(own.casino_id)],
        "roles": Role.choices,
        "standings": Standing.choices,
        "chosen_role": request.GET.get("role", ""),
        "chosen_standing": request.GET.get("standing", ""),
        **_form_context(request, rejected),
        **more,
    }
    failed = rejected is not None or "mistakes" in more
    return render(request, "accounts/register/people.html", context, status=422 if failed else 200)


def keep_links(request: HttpRequest, numbers: list[int]) -> None:
    """Keep the one-time links of these people, as far as they have yet to set something, for the next page."""
    waiting = [
        each
        for each in Person.objects.filter(pk__in=numbers).order_by("display_name", "pk")
        if waits_for_secrets(each)
    ]
    request.session[LINKS] = [
        [each.display_name, request.build_absolute_uri(setup_path(each))] for each in waiting
    ]


def person_here(request: HttpRequest, number: int) -> Person:
    """Return the person of this number of the casino. Raises Http404."""
    casino_id = person_of(request).casino_id
    if number >= 2**63:
        raise Http404("nobody has that number")
    return get_object_or_404(Person, pk=number, casino_id=casino_id)


def person_page(request: HttpRequest, shown: Person, rejected: RejectedForm | None = None) -> HttpResponse:
    """The person's page, with a form that was refused."""
    own = person_of(request)
    life = life_of(shown)
    is_erased = any(isinstance(event, PersonErased) for _, event in life)
    offered = _offered(shown, may_keep=own.has_perm("people.keep") and own.pk != shown.pk and not is_erased)
    context = {
        "person": row_of(shown, several=has_several_casinos()),
        "offered": offered,
        "may_confirm": (confirmable := _may_confirm(own, shown)),
        "refused_at_head": rejected is not None
        and rejected.command not in (*offered, *((CONFIRM,) if confirmable else ())),
        "role": shown.role,
        "language": shown.language,
        "is_self": own.pk == shown.pk,
        "has_pin": bool(shown.pin),
        "has_password": shown.has_usable_password(),
        "has_second_factor": has_second_factor(shown),
        "signs_in": shown.role in SIGN_IN,
        "roles": Role.choices,
        "life": life_steps(life),
        **_form_context(request, rejected, shown.language, about=shown),
    }
    return render(request, "accounts/register/person.html", context, status=422 if rejected else 200)


def _offered(shown: Person, *, may_keep: bool) -> tuple[str, ...]:
    """Return the commands whose forms the person's page has, for a viewer who keeps the register."""
    if not may_keep:
        return ()
    if shown.standing != Standing.ACTIVE:
        return ("restore-person", *(("end-engagement",) if shown.standing == Standing.SUSPENDED else ()))
    there = {
        "issue-setup-link": waits_for_secrets(shown),
        "reset-password": shown.role in SIGN_IN,
        "reset-pin": bool(shown.pin),
        "reset-second-factor": has_second_factor(shown),
    }
    return tuple(each for each in FORMS if each != "restore-person" and there.get(each, True))


def _may_confirm(own: Person, shown: Person) -> bool:
    """Return whether the page has the form with which `own` confirms this person."""
    waits = shown.is_active and shown.confirmation != Confirmation.CONFIRMED
    return waits and own.has_perm("people.confirm") and own.pk != shown.pk


def countersigning(request: HttpRequest) -> dict[str, object]:
    """Return the context of a form that a second officer countersigns."""
    return _form_context(request, None)


def _form_context(
    request: HttpRequest, rejected: RejectedForm | None, language: str = "", about: Person | None = None
) -> dict[str, object]:
    """Return the context that both forms share. A person never countersigns a change of their own account."""
    own = person_of(request)
    beside = [each for each in colleagues_who_sign(own) if each.role in SECOND_OFFICERS]
    return {
        "signers": [each for each in beside if about is None or each.pk != about.pk],
        "is_being_set_up": is_being_set_up(own.casino_id),
        "rejected": rejected,
        "key": secrets.token_hex(8),
        "may_keep": request.user.has_perm("people.keep"),
        "keeping_rule": rule_of("people.keep"),
        "languages": language_names(own.casino_id, language),
        "links": request.session.pop(LINKS, []) if LINKS in request.session else [],
    }
