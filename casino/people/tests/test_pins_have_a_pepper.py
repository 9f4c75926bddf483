"""PINs are stored with a pepper, a key that no copy of the database has, and may need more digits by a setting."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from pytest_django import Settings

from casino.people.models import AttemptCounter, Person, Role
from casino.people.pin_hashing import PinHasher, hash_pin, is_pepper_missing
from casino.people.pin_rules import check_pin
from casino.people.signing import SigningFailed, change_own_pin, check_own_secret, signature_of
from testkit.people import browser_of
from testkit.refusals import expect_refusal

Colleague = Callable[..., Person]
pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, tzinfo=UTC)
PIN = "4711"
NEW_KEY = "kept by nobody, drawn for a test: 7hQ2mZx9"
OTHER_KEY = "kept by nobody, another of them: 3dK8wRt5"


@pytest.fixture
def inspector(colleague: Colleague) -> Person:
    """A games inspector who signs with PIN."""
    return colleague(Role.GAMES_INSPECTOR, pin=PIN)


@pytest.fixture
def sign(inspector: Person, colleague: Colleague) -> Callable[[str], str]:
    """`sign("4711")`: the inspector signs what a pit boss does; the stored hash afterwards."""
    boss = colleague(Role.PIT_BOSS)

    def signed(pin: str) -> str:
        signature_of(inspector.username, pin, beside=boss, now=NOW)
        inspector.refresh_from_db()
        return inspector.pin

    return signed


def test_stored_pin_is_found_by_no_guess_without_the_pepper(inspector: Person, settings: Settings) -> None:
    algorithm, _, iterations, salt, stored = inspector.pin.split("$")
    assert algorithm == "peppered_pin"
    plain = PBKDF2PasswordHasher()
    guesses = [f"{number:04}" for number in range(10_000)]
    assert plain.encode(PIN, salt, int(iterations)).rpartition("$")[2] != stored

    settings.SECRET_KEY = OTHER_KEY
    hasher = PinHasher()
    found = [guess for guess in guesses if hasher.encode(guess, salt, int(iterations)).endswith(stored)]
    assert found == []


def test_pin_of_an_earlier_version_gets_the_pepper_at_the_next_right_entry(
    inspector: Person, sign: Callable[[str], str]
) -> None:
    plain = make_password(PIN)
    Person.objects.filter(pk=inspector.pk).update(pin=plain)
    with expect_refusal("pin-wrong", kind=SigningFailed):
        sign("8642")
    assert Person.objects.get(pk=inspector.pk).pin == plain
    peppered = sign(PIN)
    assert peppered.startswith("peppered_pin$")
    assert sign(PIN) == peppered


def test_pin_goes_on_with_a_new_pepper_and_then_without_the_old_one(
    inspector: Person, sign: Callable[[str], str], settings: Settings
) -> None:
    before = inspector.pin
    settings.PIN_PEPPER = NEW_KEY  # the one before was made from SECRET_KEY
    after = sign(PIN)
    assert after != before
    settings.SECRET_KEY = OTHER_KEY
    assert sign(PIN) == after


def test_pin_with_an_earlier_secret_key_goes_on_if_the_key_is_named(
    sign: Callable[[str], str], settings: Settings
) -> None:
    earlier, settings.SECRET_KEY = settings.SECRET_KEY, NEW_KEY
    settings.PIN_PEPPERS_OLD = [OTHER_KEY, earlier]
    after = sign(PIN)
    settings.PIN_PEPPERS_OLD = []
    assert sign(PIN) == after


def test_pin_goes_on_with_a_new_secret_key_that_has_the_former_one_as_fallback(
    sign: Callable[[str], str], settings: Settings
) -> None:
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], NEW_KEY
    after = sign(PIN)
    settings.SECRET_KEY_FALLBACKS = []
    assert sign(PIN) == after


def test_pin_whose_pepper_is_lost_is_refused_by_name_and_counts_as_no_attempt(
    inspector: Person, sign: Callable[[str], str], settings: Settings
) -> None:
    settings.SECRET_KEY = OTHER_KEY
    assert is_pepper_missing(inspector.pin)
    with expect_refusal("pin-key-missing", kind=SigningFailed):
        sign(PIN)
    with expect_refusal("pin-key-missing", kind=SigningFailed):
        check_own_secret(inspector, PIN, now=NOW)
    assert not AttemptCounter.objects.exists()
    Person.objects.filter(pk=inspector.pk).update(pin=hash_pin("8642"))
    assert sign("8642")


def test_setting_asks_for_six_digits_of_new_pins_and_of_old_ones(
    inspector: Person, sign: Callable[[str], str], settings: Settings
) -> None:
    settings.PIN_LEAST_DIGITS = 6
    with expect_refusal("pin-malformed", shortest=6, longest=12):
        check_pin("86420")
    check_pin("864209")
    with expect_refusal("pin-to-be-changed", kind=SigningFailed):
        sign(PIN)
    page = browser_of(inspector).get("/your-pin/").content.decode()
    assert "6 to 12 digits" in page
    session = browser_of(inspector).session
    change_own_pin(inspector, session, old=PIN, new="864209", now=NOW, idempotency_key="")
    assert sign("864209")
