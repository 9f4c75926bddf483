"""A person with a second factor proves with it. A change of factors, password or PIN ends all other sessions."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from casino.people.gate import AllowedSession, still_allowed
from casino.people.models import Person, Role
from casino.people.sign_in.second_factors import mark_of
from casino.people.sign_in.session import PROVEN_AT, SECOND_FACTOR
from casino.people.sign_in.tests.conftest import (
    App,
    Engaged,
    app_of,
    change_session,
    factors_of,
    give_code,
    give_password,
    is_signed_in,
    recovery_codes_of,
    rules_are,
)
from casino.people.signing import check_own_secret
from tables.handling.models import Casino
from testkit.house import OpenHouse
from testkit.pages import find, read_page
from testkit.people import PASSWORD, browser_of
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
PIN, NEW_PIN, NEW_PASSWORD = "4711", "86420", "une boule qui tourne longtemps"


@pytest.fixture
def boss(engaged: Engaged) -> Person:
    return engaged(Role.PIT_BOSS, pin=PIN)


def before_the_factor(person: Person) -> Client:
    """A browser whose session has given the password alone, and goes on although the person has a factor: as a version
    before this rule left one."""
    person.refresh_from_db()
    client = browser_of(person)
    change_session(client, **{SECOND_FACTOR: False})
    return client


def goes_on(session_key: str | None) -> bool:
    """Whether a stream of the floor in this session goes on."""
    asked = AllowedSession(session_key or "", "floor.see")
    return asked in still_allowed({asked})


def factor_of(client: Client) -> str:
    return str(find(read_page(client.get("/your-sign-in/").content), "input[name=factor]")["value"])


# ---------------------------------------------------------------- what ends the other sessions


def adds_an_app(here: Client, _: Person) -> None:
    page = read_page(here.get("/your-sign-in/app/").content)
    app = App("".join(find(page, "#app-secret").get_text().split()))
    assert here.post("/your-sign-in/app/", {"one_time_code": app.code()}).status_code == 302


def makes_recovery_codes(here: Client, _: Person) -> None:
    assert here.post("/your-sign-in/recovery-codes/").status_code == 302


def removes_the_app(here: Client, _: Person) -> None:
    assert here.post("/your-sign-in/remove/", {"factor": factor_of(here)}).status_code == 302


def changes_the_pin(here: Client, _: Person) -> None:
    form = {"old": PIN, "new": NEW_PIN, "again": NEW_PIN, "key": "one"}
    assert here.post("/your-pin/", form)["Location"] == "/your-pin/?changed"


def changes_the_password(here: Client, _: Person) -> None:
    form = {"old": PASSWORD, "new": NEW_PASSWORD, "again": NEW_PASSWORD}
    assert here.post("/your-password/", form)["Location"] == "/your-password/?changed"


@pytest.mark.parametrize(
    ("change", "with_app"),
    [
        (adds_an_app, False),
        (makes_recovery_codes, True),
        (removes_the_app, True),
        (changes_the_pin, True),
        (changes_the_password, True),
    ],
)
def test_a_change_of_ones_own_proofs_ends_every_other_session_and_its_stream(
    boss: Person, change: Callable[[Client, Person], None], with_app: bool
) -> None:
    if with_app:
        app_of(boss)
        boss.refresh_from_db()
    here, elsewhere = browser_of(boss), browser_of(boss)
    key = elsewhere.session.session_key
    assert goes_on(key) and elsewhere.get("/rules/").status_code == 200
    change(here, boss)
    assert not goes_on(key)
    assert elsewhere.get("/rules/")["Location"] == "/sign-in/?next=/rules/"
    assert here.get("/rules/").status_code == 200
    assert goes_on(here.session.session_key)


@pytest.mark.parametrize("command", ["reset-pin", "reset-password", "reset-second-factor"])
def test_a_reset_by_two_people_ends_every_session_and_its_stream(
    engaged: Engaged, boss: Person, command: str
) -> None:
    app_of(boss)
    administrator = browser_of(engaged(Role.ADMINISTRATOR))
    inspector = engaged(Role.GAMES_INSPECTOR, pin=NEW_PIN)
    boss.refresh_from_db()
    session = browser_of(boss)
    signed = {"signer": inspector.username, "pin": NEW_PIN}
    assert administrator.post(f"/people/{boss.pk}/{command}", signed).status_code == 302
    assert not goes_on(session.session.session_key)
    assert session.get("/rules/").status_code == 302


def test_a_pin_set_at_the_machine_ends_every_session(boss: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    session = browser_of(boss)
    monkeypatch.setattr("sys.stdin", StringIO(f"{NEW_PIN}\n"))
    call_command("set_pin", boss.account_name)
    assert session.get("/rules/").status_code == 302


def test_a_refused_change_ends_no_session(boss: Person) -> None:
    app_of(boss)
    boss.refresh_from_db()
    here, elsewhere = browser_of(boss), browser_of(boss)
    assert here.post("/your-sign-in/app/", {"one_time_code": "000000"}).status_code == 422
    assert here.post("/your-sign-in/remove/", {"factor": "1"}).status_code == 422
    assert here.post("/your-pin/", {"old": "0000", "new": NEW_PIN, "again": NEW_PIN}).status_code == 422
    assert elsewhere.get("/rules/").status_code == 200


def test_a_login_that_waits_for_its_second_step_ends_with_the_password_that_it_gave(boss: Person) -> None:
    app = app_of(boss)
    waiting, _ = give_password(boss)
    boss.refresh_from_db()
    changes_the_password(browser_of(boss), boss)
    assert waiting.get("/sign-in/second-step/")["Location"] == "/sign-in/"
    assert give_code(waiting, app.code())["Location"] == "/sign-in/"
    assert not is_signed_in(waiting)


# ---------------------------------------------------------------- the proof that an act needs


def test_a_session_of_before_the_factor_changes_no_factor_and_sees_no_code(boss: Person) -> None:
    """The password alone neither makes recovery codes nor shows them, removes the app, or adds another."""
    app_of(boss)
    codes = recovery_codes_of(boss)
    intruder = before_the_factor(boss)
    again = "/sign-in/again/"
    assert intruder.post(again, {"password": PASSWORD, "next": "/your-sign-in/"}).status_code == 422
    for path in (
        "/your-sign-in/",
        "/your-sign-in/app/",
        "/your-sign-in/passkey/",
        "/your-sign-in/recovery-codes/",
    ):
        assert intruder.get(path)["Location"].startswith(again), path
    key = mark_of(boss.authenticator_set.get(type="totp"))  # type: ignore[attr-defined]  # of django-allauth
    for path, form in (
        ("/your-sign-in/remove/", {"factor": key}),
        ("/your-sign-in/recovery-codes/", {}),
        ("/your-sign-in/passkey/options/", {}),
    ):
        answer = intruder.post(path, form | {"proof_password": PASSWORD})
        assert answer.status_code in (302, 403, 422), path
        assert not [code for code in codes if code in answer.content.decode()]
    assert factors_of(boss) == ["recovery_codes", "totp"]
    assert recovery_codes_of(boss) == []  # new ones would be shown once


@pytest.mark.parametrize("path", ["/your-pin/", "/your-password/", "/your-sign-in/"])
def test_a_password_given_just_now_is_no_proof_of_a_person_with_a_factor(boss: Person, path: str) -> None:
    app = app_of(boss)
    client = before_the_factor(boss)
    assert client.get(path)["Location"].startswith("/sign-in/again/")
    refused = client.post("/sign-in/again/", {"password": PASSWORD})
    assert "your password is not enough" in refused.content.decode().lower()
    assert not read_page(refused.content).select("input[type=password]")
    assert client.post("/sign-in/again/", {"one_time_code": app.code(), "next": path})["Location"] == path
    assert client.get(path).status_code == 200


def test_a_held_form_goes_on_with_a_code_and_not_with_the_password(engaged: Engaged, house: Casino) -> None:
    administrator = engaged(Role.ADMINISTRATOR)
    app = app_of(administrator)
    administrator.refresh_from_db()
    client = browser_of(administrator)
    change_session(client, **{PROVEN_AT: (timezone.now() - timedelta(minutes=6)).timestamp()})
    pit = {"code": "P9", "name": "The upper room", "key": "one"}
    held = {
        each["name"]: each.get("value", "")
        for each in read_page(client.post("/registers/do/register/pit", pit).content).select(
            "main form input"
        )
    }
    assert held.items() >= pit.items() and "proof_password" not in held
    answer = client.post("/registers/do/register/pit", held | {"proof_password": PASSWORD, "proof_code": ""})
    assert answer.status_code == 422
    answer = client.post("/registers/do/register/pit", held | {"proof_code": app.code()})
    assert answer.status_code == 302


def test_a_recovery_code_is_a_proof_once(boss: Person) -> None:
    app_of(boss)
    code, *_ = recovery_codes_of(boss)
    client = before_the_factor(boss)
    assert client.post("/sign-in/again/", {"one_time_code": code}).status_code == 302
    assert client.post("/sign-in/again/", {"one_time_code": code}).status_code == 422


def test_a_lock_opens_by_the_pin_or_by_a_factor_and_not_by_the_password_of_who_has_one(
    engaged: Engaged,
) -> None:
    without_pin = engaged(Role.CASH_DESK)
    app = app_of(without_pin)
    without_pin.refresh_from_db()
    client = browser_of(without_pin)
    client.post("/lock/")
    assert client.post("/locked/", {"secret": PASSWORD}).status_code == 422
    assert client.get("/rules/").status_code == 302
    assert client.post("/locked/", {"secret": app.code()}).status_code == 302
    assert client.get("/rules/").status_code == 200


def test_a_signature_of_ones_own_takes_the_pin_of_a_person_with_a_factor(engaged: Engaged) -> None:
    inspector, now = engaged(Role.GAMES_INSPECTOR), timezone.now()
    check_own_secret(inspector, PASSWORD, now=now)
    app_of(inspector)
    with expect_refusal("own-pin-not-set"):
        check_own_secret(inspector, PASSWORD, now=now)


# ---------------------------------------------------------------- screens that nobody acts at


def test_big_screens_and_streams_need_the_factor_that_the_role_needs(engaged: Engaged, house: Casino) -> None:
    table = OpenHouse(house.pk, "pt-francesa", now=timezone.now()).table
    rules_are(house, second_factor_roles=["pit_boss"])
    client, _ = give_password(engaged(Role.PIT_BOSS))
    for path in (f"/sign/{table}/", f"/display/{table}/", "/floor/live"):
        assert client.get(path)["Location"] == "/your-sign-in/", path
    assert not goes_on(client.session.session_key)
    change_session(client, **{SECOND_FACTOR: True})
    assert client.get(f"/sign/{table}/").status_code == 200
    assert goes_on(client.session.session_key)


def test_big_screens_wait_for_a_new_password_as_every_page_does(boss: Person, house: Casino) -> None:
    table = OpenHouse(house.pk, "pt-francesa", now=timezone.now()).table
    client = browser_of(boss)
    rules_are(house, password_days=90)
    Person.objects.filter(pk=boss.pk).update(password_set_at=timezone.now() - timedelta(days=90))
    assert client.get(f"/sign/{table}/")["Location"] == "/your-password/?old"
