"""The table of acts: screens and the API read it, and nothing else decides on a proof."""

import ast
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from casino.api.access.scopes import ADMINISTRATION
from casino.api.people import COMMANDS, PEOPLE_COMMAND_VIEWS
from casino.api.registers.series import SERIES_COMMAND_VIEWS
from casino.api.waiting.listed import OPERATIONS
from casino.people.acts import ACTS, OverApi, Proof, act_named
from casino.people.permissions import RULES, roles_of
from casino.people.register.forms import FORMS
from casino.people.sign_in.session import PROVEN_AT
from casino.registers.requests.presenters import SHOWN
from tables.handling.models import Casino
from testkit.people import browser_of, engage

NOT_BY_ADDRESS = {
    "registers.grant-administration",
    "registers.declare-by-two",
    "registers.declare-limits",
    "registers.withdraw-by-two",
    "report.sign",
    "draw.make",
    "inspection.enter",
}
"""Acts that are a form of another address: their proof comes with the form."""


def patterns(of: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for each in (of or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            yield from patterns(each, f"{before}{each.pattern}")
        else:
            yield f"{before}{each.pattern}", each


def acts_of_screens() -> set[str]:
    return {act for _, each in patterns() for act in getattr(each.callback, "acts", ())}


def test_every_act_has_a_screen_that_reads_the_table() -> None:
    assert acts_of_screens() == set(ACTS) - NOT_BY_ADDRESS


def test_every_act_has_a_permission_and_the_second_officer_a_role() -> None:
    assert {act.permission for act in ACTS.values()} <= set(RULES)
    assert all(act.proof is Proof.STRONG for act in ACTS.values() if act.over_api is OverApi.CONFIRMED)


def test_every_form_and_command_about_people_is_an_act() -> None:
    assert {f"people.{name}" for name in (*FORMS, *COMMANDS)} <= set(ACTS)


def test_no_view_asks_for_a_proof_past_the_table() -> None:
    """`reauthentication_required` and `has_proven` are called by the decorator that reads the table, and by a page that
    only looks whether its form would be taken."""
    allowed = {
        "casino/commands/reauthentication.py",
        "casino/registers/views.py",
    }
    root = Path(settings.BASE_DIR)
    found = set()
    for path in root.glob("casino/**/*.py"):
        if "tests" in path.parts:
            continue
        names = {each.id for each in ast.walk(ast.parse(path.read_text())) if isinstance(each, ast.Name)}
        if names & {"reauthentication_required", "has_proven"}:
            found.add(path.relative_to(root).as_posix())
    assert found == allowed


def test_an_unknown_act_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match=r"no act 'people.hire'"):
        act_named("people.hire")


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(set(ACTS) - NOT_BY_ADDRESS))
def test_a_screen_asks_for_the_proof_of_its_act(name: str, casino_id: int) -> None:
    """A session without a fresh proof is turned away from an act that needs a strong one, and only from such."""
    Casino.objects.create(pk=casino_id, name="Casino of a test")
    act = ACTS[name]
    addresses = [(path, each) for path, each in patterns() if name in getattr(each.callback, "acts", ())]
    role = roles_of(act.permission)[0]
    client = browser_of(engage(role, casino_id=casino_id))
    session = Session.objects.get(session_key=client.cookies[settings.SESSION_COOKIE_NAME].value)
    stale = (timezone.now() - timedelta(minutes=6)).timestamp()
    session.session_data = client.session.encode({**session.get_decoded(), PROVEN_AT: stale})
    session.save()
    for path, _ in addresses:
        address = "/" + (
            path.replace("<slug:command>", name.partition(".")[2])
            .replace("<int:number>", "1")
            .replace("<uuid:waiting>", "0b9d4c7e-6f0a-4b52-a1f5-2f8ad5c5b2f4")
            .replace("<slug:kind>", "pit")
            .replace("<slug:act>", name.partition(".")[2])
            .replace("<slug:draft>", "d1")
            .replace("<str:entry>", "P1")
        )
        assert asks_again(client, address) == (act.proof is Proof.STRONG), address


def asks_again(client: Client, address: str) -> bool:
    """Whether the address asks for a proof first, by GET or by POST."""
    for answer in (client.get(address), client.post(address, {"reason": "x"})):
        if answer.status_code == 405:
            continue
        page = answer.content.decode()
        if answer.status_code == 302 and answer["Location"].startswith("/sign-in/again/"):
            continue
        if answer.status_code == 403 and "again-title" in page:
            continue
        return False
    return True


def test_every_act_of_administration_needs_the_scope_over_the_api() -> None:
    """Every operation of the document that changes people, registers, tables or webhooks."""
    document = SchemaGenerator().get_schema(public=True)
    waiting = set()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            ((scopes),) = [each["oauth2"] for each in operation["security"]]
            if "202" in operation["responses"] and "#/components/schemas/ActRequested" in str(
                operation["responses"]
            ):
                assert ADMINISTRATION in scopes, (method, path)
                waiting.add((method, path.removeprefix("/api/v1/")))
    assert waiting == {
        *(("post", f"people/{name}") for name in PEOPLE_COMMAND_VIEWS),
        ("put", "registers/{kind}/{code}"),
        ("post", "registers/{kind}/{code}/withdraw"),
        ("post", "registers/{kind}/{code}/secret"),
        ("post", "tables"),
        ("post", "wheel-readers"),
        ("post", "webhooks"),
        ("delete", "webhooks/{webhook}"),
        ("post", "webhooks/{webhook}/secret"),
    }
    for name in SERIES_COMMAND_VIEWS:
        (scopes,) = [
            each["oauth2"] for each in document["paths"][f"/api/v1/chip-series/{name}"]["post"]["security"]
        ]
        assert (ADMINISTRATION in scopes) == (name != "exchange-chips")


def test_every_operation_that_waits_is_shown_to_the_officer() -> None:
    for name in SHOWN:
        assert ADMINISTRATION in OPERATIONS[name].scopes
    assert set(SHOWN) == set(OPERATIONS)
