"""A form of a screen becomes a command: read, signed, given its key, handed to the command handler."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

import msgspec
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from casino.commands.rejections import Rejection, attempted
from casino.commands.signing import signed
from casino.kit.forms.fields import Form, count
from casino.kit.forms.secret_fields import is_secret
from casino.kit.forms.validation import checked
from casino.people.acting import acting, person_of
from tables.handling import Aggregate, handle

State = TypeVar("State")

NOT_ENTERED = ("csrfmiddlewaretoken", "key")
"""Fields that nobody fills in."""


def submit(
    request: HttpRequest,
    aggregate: Aggregate[Any, State, Any],
    command: Callable[[Form], Any],
    *,
    now: datetime,
    terminal: str,
    keys_of: str,
    version_of: str = "",
    conflict: str = "",
    check: Callable[[Any, State], None] | None = None,
) -> Rejection | None:
    """Have the command that the form asks for handled; None once it is carried out, else why it was not.

    The person who sent it has signed, with those who gave their PIN. A person's keys are that person's own: nobody
    takes the key of a reader's observation, and `keys_of` keeps them apart from those of other forms. `version_of`
    names what the form's field `seen` is a version of. `check` is given the command and the state that it meets, and
    raises Refused where it was not meant for that one.
    """
    sent_form, person = request.POST.dict(), person_of(request)

    def work() -> None:
        form = checked(sent_form)
        key = form.get("key")
        sent = signed(command(form), form, person, now)
        handle(
            aggregate,
            sent,
            by=acting(person, terminal),
            now=now,
            seen=count(form, "seen", f"{version_of}_version") if version_of and form.get("seen") else None,
            idempotency_key=f"{keys_of}/{person.pk}/{key}" if key else None,
            check=partial(check, sent) if check else None,
        )

    return attempted(work, conflict=conflict)


def by_htmx(request: HttpRequest) -> bool:
    """Return True if an open page sent the request and takes the response into itself."""
    return bool(HtmxDetails(request))


class RejectedForm(msgspec.Struct, frozen=True, kw_only=True):
    """A form to be shown with its entries; if its command was rejected, with the sentence and the clause."""

    command: str
    entered: Mapping[str, str] = {}
    detail: str = ""
    clause: str = ""


def rejected_form(command: str, rejection: Rejection, form: Form) -> RejectedForm:
    """The form of that command as it was sent, without secrets and keys."""
    return RejectedForm(
        command=command,
        entered=entered(form),
        detail=rejection.sentence,
        clause=rejection.clause_as_printed,
    )


def entered(form: Form) -> dict[str, str]:
    """Return the values that a person entered in a form, without secrets."""
    return {name: value for name, value in form.items() if name not in NOT_ENTERED and not is_secret(name)}
