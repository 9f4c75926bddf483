"""A secret that was sent comes back in no answer: every form of the project, sent with a mark as each secret.

The type of a field makes it secret, so the tests ask the forms themselves for their secrets.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from casino.commands.signing import PINS
from casino.kit.forms.secret_fields import all_forms, is_secret
from casino.one_machine.open_house import open_house
from casino.one_machine.permissions_matrix import (
    Values,
    addresses,
    path_of,
    session_of,
    values_of_the_demonstration,
)
from casino.one_machine.tests.test_the_public_controller_only_reads import KNOWN
from casino.people.demonstration_house import CASINO_ID, PEOPLE
from casino.people.models import Person, Role
from casino.people.sign_in.session import PROVEN_AT, change_stored
from tables.registers.entries.fields import fields_of
from tables.registers.entries.kinds import KINDS
from testkit.pages import Response

MARK = "mark-of-a-secret"
REASON = "of this test"
ASKED = (Role.ADMINISTRATOR, Role.PIT_BOSS, Role.CASH_DESK, Role.GAMES_INSPECTOR)
"""The roles that between them may send every form."""
TEMPLATES = Path(settings.BASE_DIR) / "templates"
INPUT = re.compile(
    r'<input\b[^>]*(?:type="password"|autocomplete="(?:one-time-code|current-password|new-password)")[^>]*>'
)
NAMED_BY_THEIR_PAGES = {
    "pin{{ suffix }}": PINS,
    "{{ password }}": ("password", "proof_password"),
    "{{ code }}": ("one_time_code", "proof_code"),
}
"""Names in parts of pages that their pages complete."""


def own_forms() -> Iterator[type[forms.Form]]:
    return (form for form in all_forms() if form.__module__.startswith("casino."))


def secrets() -> set[str]:
    """The names of all fields for secrets, by their type."""
    return {
        name
        for form in own_forms()
        for name, field in form.base_fields.items()
        if isinstance(field.widget, forms.PasswordInput)
    }


@pytest.fixture(scope="module")
def sessions(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """A demonstration house that has just been opened; for each role the key of a session in it."""
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("casino.one_machine.open_house.YESTERDAYS_COUPS", 5)
        now = timezone.now()
        list(open_house(now, wheel_port=4100))
        people = {
            each.role: Person.objects.get(username=each.sign_in, casino_id=CASINO_ID) for each in PEOPLE
        }
        yield {role: session_of(person, now) for role, person in people.items()}
        transaction.set_rollback(True)


def paths(values: Values) -> Iterator[str]:
    """Every address to which a form can be sent, with each command that it knows."""
    for address in addresses():
        if address.pattern.startswith(("api/", "oauth/", "sign-out/")):
            continue
        known = next((found for begins, found in KNOWN.items() if address.pattern.startswith(begins)), {})
        ends_with_command = address.pattern.endswith(("<slug:command>", "<slug:step>"))
        for command in sorted(known) if known and ends_with_command else [None]:
            yield path_of(
                address.pattern,
                lambda pattern, name, command=command: (  # type: ignore[misc]  # bound now, called at once
                    command if command and name in ("command", "step") else values(pattern, name)
                ),
            )


def sent(client: Client, path: str, names: Iterable[str]) -> Response:
    """The answer to a form with the mark as each of these secrets; it is undone."""
    form = dict.fromkeys(names, MARK) | {"reason": REASON}
    with transaction.atomic():
        answer = client.post(path, form)
        transaction.set_rollback(True)
    return answer


def shows(answer: Response, what: str) -> bool:
    return what in answer.getvalue().decode(errors="replace") + str(answer.headers) + str(answer.cookies)


@pytest.fixture
def client(sessions: dict[str, str]) -> Client:
    return Client(raise_request_exception=False, SERVER_NAME="localhost")


@pytest.mark.django_db
@pytest.mark.parametrize("role", ASKED)
def test_no_secret_that_was_sent_comes_back_in_the_answer(
    sessions: dict[str, str], client: Client, role: Role
) -> None:
    client.cookies[settings.SESSION_COOKIE_NAME] = sessions[role]
    shown, answered = [], 0
    for path in paths(values_of_the_demonstration(timezone.now())):
        answer = sent(client, path, secrets())
        answered += answer.status_code in (200, 302, 403, 422)
        if shows(answer, MARK):
            shown.append(f"{path}: {answer.status_code}")
    assert shown == []
    assert answered > 150


@pytest.mark.django_db
def test_a_form_that_waits_for_a_proof_holds_what_was_entered_and_no_secret(
    sessions: dict[str, str], client: Client
) -> None:
    """Each secret by itself: a form with one is not held, by whichever name."""
    client.cookies[settings.SESSION_COOKIE_NAME] = sessions[Role.ADMINISTRATOR]
    long_ago = (timezone.now() - timedelta(hours=1)).timestamp()
    assert change_stored(SessionStore(sessions[Role.ADMINISTRATOR]), {PROVEN_AT: long_ago})
    found = paths(values_of_the_demonstration(timezone.now()))
    holding = [path for path in found if shows(sent(client, path, ()), f'name="reason" value="{REASON}"')]
    shown = [
        (path, name) for path in holding for name in secrets() if shows(sent(client, path, [name]), MARK)
    ]
    assert shown == []
    assert len(holding) > 10


def test_a_name_is_a_secret_in_all_forms_or_in_none() -> None:
    open_names = {
        name
        for form in own_forms()
        for name, field in form.base_fields.items()
        if not isinstance(field.widget, forms.PasswordInput)
    }
    open_names |= {field.name for kind in KINDS for field in fields_of(kind)} | {"code", "key", "seen"}
    assert sorted(name for name in open_names if is_secret(name)) == []


def test_no_widget_of_a_secret_renders_its_value() -> None:
    rendered = [
        f"{form.__name__}.{name}"
        for form in own_forms()
        for name, field in form.base_fields.items()
        if isinstance(field.widget, forms.PasswordInput) and field.widget.render_value
    ]
    assert rendered == [] and len(secrets()) > 15


def test_every_input_for_a_secret_is_one_of_a_secret_field_and_has_no_value() -> None:
    wrong, found = [], 0
    for template in TEMPLATES.rglob("*.html"):
        for element in INPUT.findall(template.read_text(encoding="utf-8")):
            (name,) = re.findall(r' name="([^"]+)"', element)
            names = NAMED_BY_THEIR_PAGES.get(name, (name,))
            found += 1
            if " value=" in element or not all(is_secret(each) for each in names):
                wrong.append(f"{template.relative_to(TEMPLATES)}: {name}")
    assert wrong == [] and found > 20
