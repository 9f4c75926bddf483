"""Whoever has a second factor signs in with it as well: each code once, and wrong ones are counted and recorded."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from pytest_django import Settings

from casino.people.models import AttemptCounter, Person, Role
from casino.people.sign_in import events as e
from casino.people.sign_in.passkeys import ASKED_FOR, passkey_by_answer
from casino.people.sign_in.second_factors import counter_of
from casino.people.sign_in.session import SECOND_FACTOR
from casino.people.sign_in.tests.conftest import (
    App,
    Engaged,
    Recorded,
    app_of,
    give_code,
    give_password,
    is_signed_in,
    recovery_codes_of,
)
from testkit.pages import find, read_page
from testkit.people import PASSWORD
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, 0, 10, tzinfo=UTC)
S = timedelta(seconds=1)


@pytest.fixture
def boss(engaged: Engaged) -> Person:
    return engaged(Role.PIT_BOSS)


@pytest.mark.parametrize(("off", "is_right"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)])
def test_a_code_is_right_in_its_half_minute_and_the_one_before_and_after(off: int, is_right: bool) -> None:
    secret = generate_totp_secret()
    counter = counter_of(secret, App(secret).code(NOW), NOW + off * S)
    assert counter == (int(NOW.timestamp()) // 30 if is_right else None)


def test_the_password_alone_signs_nobody_in_who_has_an_app(boss: Person) -> None:
    app_of(boss)
    client, answer = give_password(boss)
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/second-step/")
    assert not is_signed_in(client)
    assert client.get("/floor/")["Location"] == "/sign-in/?next=/floor/"


def test_with_the_code_the_session_begins_on_the_page_that_was_asked_for(
    boss: Person, recorded: Recorded
) -> None:
    app = app_of(boss)
    client, _ = give_password(boss, next="/rules/")
    answer = give_code(client, app.code())
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert client.session[SECOND_FACTOR] is True
    (signed_in,) = [each for each in recorded() if isinstance(each, e.SignedIn)]
    assert (signed_in.proofs, signed_in.address) == (("password", "totp"), "127.0.0.1")
    assert signed_in.person.name == boss.display_name


def test_without_a_second_factor_the_password_signs_in_as_ever(boss: Person, recorded: Recorded) -> None:
    client, answer = give_password(boss)
    assert answer["Location"] == "/floor/" and is_signed_in(client)
    assert client.session[SECOND_FACTOR] is False
    client.post("/sign-out/")
    assert [type(each) for each in recorded()] == [e.SignedIn, e.SignedOut]


def test_a_code_is_good_once(boss: Person) -> None:
    app = app_of(boss)
    code = app.code()
    first, _ = give_password(boss)
    assert give_code(first, code).status_code == 302
    second, _ = give_password(boss)
    refused = give_code(second, code)
    assert refused.status_code == 422 and not is_signed_in(second)
    assert "was used before" in find(read_page(refused.content), "[role=alert]").get_text()


def test_an_earlier_code_is_not_accepted_after_a_later_one(boss: Person) -> None:
    app, now = app_of(boss), datetime.now(UTC)
    first, _ = give_password(boss)
    assert give_code(first, app.code(now + 30 * S)).status_code == 302
    second, _ = give_password(boss)
    assert give_code(second, app.code(now)).status_code == 422


def test_a_recovery_code_stands_in_for_the_app_once(boss: Person, recorded: Recorded) -> None:
    app_of(boss)
    code, *others = recovery_codes_of(boss)
    assert len(others) == 9
    first, _ = give_password(boss)
    assert give_code(first, f"{code[:4]} {code[4:]}").status_code == 302 and is_signed_in(first)
    second, _ = give_password(boss)
    assert give_code(second, code).status_code == 422
    assert give_code(second, others[0]).status_code == 302
    used = [each.left for each in recorded() if isinstance(each, e.RecoveryCodeUsed)]
    assert used == [9, 8]


def test_codes_mistyped_too_often_are_locked_wherever_they_come_from(
    boss: Person, recorded: Recorded, settings: Settings
) -> None:
    app = app_of(boss)
    for number in range(settings.AXES_FAILURE_LIMIT):
        client = Client(REMOTE_ADDR=f"203.0.113.{number}")
        give_password(boss, client)
        assert give_code(client, "nothing").status_code == 422
    client, _ = give_password(boss)
    refused = give_code(client, app.code())
    assert refused.status_code == 422 and not is_signed_in(client)
    assert "mistyped too often" in refused.content.decode()
    wrong = [each for each in recorded() if isinstance(each, e.WrongCodeGiven)]
    assert [each.address for each in wrong] == [f"203.0.113.{number}" for number in range(5)]
    assert [each.locked_until is not None for each in wrong] == [False] * 4 + [True]


def test_a_right_code_ends_the_count(boss: Person) -> None:
    app = app_of(boss)
    client, _ = give_password(boss)
    for _ in range(4):
        give_code(client, "000")
    assert give_code(client, app.code()).status_code == 302
    assert not AttemptCounter.objects.filter(kind="code").exists()


def test_a_second_step_that_is_not_taken_is_no_wrong_password(boss: Person, settings: Settings) -> None:
    app = app_of(boss)
    for _ in range(settings.AXES_FAILURE_LIMIT + 1):
        client, answer = give_password(boss)
        assert answer["Location"] == "/sign-in/second-step/"
    assert give_code(client, app.code()).status_code == 302


def test_nobody_takes_the_second_step_first(client: Client, boss: Person) -> None:
    app = app_of(boss)
    assert client.get("/sign-in/second-step/")["Location"] == "/sign-in/"
    assert give_code(client, app.code())["Location"] == "/sign-in/"
    assert client.post("/sign-in/second-step/options/").status_code == 403


def test_the_second_step_waits_for_five_minutes(boss: Person) -> None:
    app = app_of(boss)
    client, _ = give_password(boss)
    session = client.session
    session[LOGIN_SESSION_KEY]["initiated_at"] = time.time() - 301
    session.save()
    assert give_code(client, app.code())["Location"] == "/sign-in/"
    assert not is_signed_in(client)


def test_somebody_who_left_meanwhile_is_not_let_in(boss: Person) -> None:
    app = app_of(boss)
    client, _ = give_password(boss)
    Person.objects.filter(pk=boss.pk).update(is_active=False)
    assert give_code(client, app.code()).status_code == 422
    assert not is_signed_in(client)


def test_another_key_of_the_house_opens_no_app_and_no_recovery_code(boss: Person, settings: Settings) -> None:
    app = app_of(boss)
    code = recovery_codes_of(boss)[0]
    settings.SECRET_KEY = "another key of the same house, of as many letters"
    client, _ = give_password(boss)
    assert [give_code(client, each).status_code for each in (app.code(), code)] == [422, 422]


def test_passkey_of_one_purpose_is_refused_for_another() -> None:
    """A second step takes a key that has not verified its holder; a sign-in without a password does not."""
    session = SessionStore()
    session[ASKED_FOR] = ["second-step", NOW.timestamp()]
    with expect_refusal("passkey-not-asked-for"):
        passkey_by_answer(session, "sign-in", None, "{}", NOW)
    session[ASKED_FOR] = ["sign-in", NOW.timestamp()]
    with expect_refusal("passkey-not-asked-for"):
        passkey_by_answer(session, "sign-in", None, "{}", NOW + timedelta(minutes=6))


@pytest.mark.parametrize(
    "answer", ["", "[]", "{}", '{"id": 1}', '{"response": {"userHandle": 7}}', "\x00", "é" * 50]
)
def test_impossible_passkey_response_is_refused_on_the_page(answer: str) -> None:
    client = Client()
    assert client.post("/sign-in/passkey/options/").json()["publicKey"]["userVerification"] == "required"
    refused = client.post("/sign-in/passkey/", {"credential": answer})
    assert refused.status_code == 422 and not is_signed_in(client)
    assert find(read_page(refused.content), "[role=alert]")


def test_no_secret_is_on_a_page_or_in_the_record(boss: Person, recorded: Recorded) -> None:
    app = app_of(boss)
    code, (recovery, *_) = app.code(), recovery_codes_of(boss)
    client, _ = give_password(boss)
    pages = [give_code(client, "123 456"), give_code(client, "recovery"), give_code(client, code)]
    words = "".join(page.content.decode() for page in pages) + repr(recorded())
    assert not [each for each in (code, recovery, "123 456", PASSWORD) if each in words]
