"""A colleague signs with a PIN what somebody else does: a wrong one signs nothing, and too many lock it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from casino.people.models import Person, Role
from casino.people.signing import SigningFailed, own_signature, signature_of
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def boss(colleague: Callable[..., Person]) -> Person:
    return colleague(Role.PIT_BOSS)


@pytest.fixture
def inspector(colleague: Callable[..., Person]) -> Person:
    return colleague(Role.GAMES_INSPECTOR, pin="4711")


def test_a_colleague_signs_with_the_right_pin_in_the_role_that_is_theirs(
    boss: Person, inspector: Person
) -> None:
    signature = signature_of(inspector.username, "4711", beside=boss, now=NOW)
    assert (signature.person.name, signature.role) == (inspector.display_name, "games_inspector")


def test_a_wrong_pin_signs_nothing(boss: Person, inspector: Person) -> None:
    with expect_refusal("pin-wrong", kind=SigningFailed):
        signature_of(inspector.username, "4712", beside=boss, now=NOW)


def test_too_many_wrong_pins_lock_the_right_one_too_and_for_a_time_only(
    boss: Person, inspector: Person, settings: Settings
) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        with expect_refusal("pin-wrong", kind=SigningFailed):
            signature_of(inspector.username, "0000", beside=boss, now=NOW)
    with expect_refusal("pin-mistyped-too-often", kind=SigningFailed):
        signature_of(inspector.username, "4711", beside=boss, now=NOW)
    assert signature_of(inspector.username, "4711", beside=boss, now=NOW + timedelta(days=1))


def test_nobody_signs_beside_themselves(inspector: Person) -> None:
    with expect_refusal("signs-beside-themselves", kind=SigningFailed):
        signature_of(inspector.username, "4711", beside=inspector, now=NOW)


def test_nobody_of_another_casino_signs(colleague: Callable[..., Person], inspector: Person) -> None:
    with expect_refusal("signatory-unknown", kind=SigningFailed):
        signature_of(inspector.username, "4711", beside=colleague(Role.PIT_BOSS, casino_id=2), now=NOW)


def test_person_without_a_pin_cannot_sign(boss: Person, colleague: Callable[..., Person]) -> None:
    with expect_refusal("signatory-unknown", kind=SigningFailed):
        signature_of(colleague(Role.CHEF_DE_TABLE).username, "", beside=boss, now=NOW)


def test_a_pin_is_never_kept_as_it_is(inspector: Person) -> None:
    assert "4711" not in inspector.pin


def test_acting_person_signs_by_acting(boss: Person) -> None:
    assert own_signature(boss).person.id == f"person/{boss.pk}"
