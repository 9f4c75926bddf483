"""A token and the rules of sign-in are believed for a moment, until a revocation is heard."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from casino.api.access import authentication
from casino.api.access.clients import create_client
from casino.api.access.scopes import TABLES_READ
from casino.people.models import Role
from casino.people.sign_in.rules import rules_of
from casino.web.revocation import heard as module
from casino.web.revocation.heard import Heard, heard
from tables.handling.models import Casino
from testkit.api import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def casino(casino_id: int, db: None) -> Casino:
    return Casino.objects.create(id=casino_id, name="Casino of a test")


@pytest.fixture
def system(casino: Casino, settings: Settings) -> Iterator[Caller]:
    settings.API_TOKEN_BELIEVED_SECONDS = 5.0
    yield Caller(create_client(name="desk", casino=casino, scopes=[TABLES_READ]))
    authentication.forget_tokens()


def let_in(system: Caller) -> bool:
    status: int = system.get("rulebooks").status_code
    assert status in (200, 401)
    return status == 200


def test_a_token_is_believed_until_the_revocation_of_a_client_is_heard(system: Caller) -> None:
    heard.note_answer()
    assert let_in(system)
    system.client.accesstoken_set.all().delete()
    assert let_in(system)
    heard.note("person/1")
    assert let_in(system)
    heard.note(f"client/{system.client.pk}")
    assert not let_in(system)


def test_a_token_is_not_believed_by_a_process_that_missed_what_was_revoked(system: Caller) -> None:
    heard.note_answer()
    assert let_in(system)
    system.client.accesstoken_set.all().delete()
    heard.note_all()
    assert not let_in(system)


def test_a_token_is_not_believed_by_a_process_that_does_not_listen(
    system: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DEAF_AFTER_S", 0.0)
    assert let_in(system)
    system.client.accesstoken_set.all().delete()
    assert not let_in(system)


def test_the_rules_of_sign_in_are_read_again_once_their_change_is_heard(casino: Casino) -> None:
    cache.clear()
    assert rules_of(casino.pk).second_factor_roles == ()
    Casino.objects.filter(pk=casino.pk).update(second_factor_roles=[Role.PIT_BOSS])
    heard.note(f"casino/{casino.pk}")
    assert rules_of(casino.pk).second_factor_roles == (Role.PIT_BOSS,)


def test_a_mark_changes_with_its_kind_alone() -> None:
    ours = Heard()
    clients, casinos = ours.mark("client"), ours.mark("casino")
    ours.note("client/7")
    assert ours.mark("client") != clients and ours.mark("casino") == casinos
    ours.note_all()
    assert ours.mark("casino") != casinos
