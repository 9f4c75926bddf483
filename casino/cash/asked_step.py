"""A step that somebody at the cash desk asks for with a form of a page: carried out, or why not in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone

from casino.floor.form_check import checked
from casino.floor.form_fields import Form, count
from casino.floor.signatures import signed
from casino.people.acting import SENT_BEFORE, acting
from casino.people.permissions import RULES, rule_of
from tables.play.commands import Command
from tables.roulette.refusal import Refused
from tables.stream import ConcurrencyError, IdempotencyConflict


def check_step(request: HttpRequest, step: str, permissions: Mapping[str, str], where: str) -> None:
    """Raises Http404 for what is no step at `where`, PermissionDenied unless the person may take it."""
    if step not in permissions:
        raise Http404(f"nothing called {step} is done {where}")
    if not RULES[permissions[step]](request.user):
        raise PermissionDenied(rule_of(permissions[step]))


def carried_out(
    request: HttpRequest, step: Callable[[Form], Command], say: Callable[..., Any], *, keys_of: str = "cash"
) -> str:
    """Has the door `say` carry out what the form asks for, signed by who sent it and by those who signed beside.

    Empty once that is done, else why it was not. `keys_of` keeps a form's key apart from those of other doors.
    """
    form, person, now = request.POST.dict(), request.user, timezone.now()
    try:
        key = checked(form).get("key")
        command = signed(step(form), form, person, now)
        say(
            command,
            by=acting(person, "cash"),
            now=now,
            idempotency_key=f"{keys_of}/{person.pk}/{key}" if key else None,
        )
    except IdempotencyConflict:
        return SENT_BEFORE
    except ConcurrencyError:
        return "Somebody else was faster: look, and send it again."
    except Refused as refusal:
        return refusal.detail[:1].upper() + refusal.detail[1:]
    return ""


def seen(request: HttpRequest, what: str) -> int | None:
    """The version that the form was made at, None where it names none. Raises Refused for what is no version."""
    form = request.POST.dict()
    return count(form, "seen", f"version of a {what}") if form.get("seen") else None
