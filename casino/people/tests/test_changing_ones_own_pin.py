"""Whoever is signed in changes their own PIN: with the old one, under the rules and limits of every PIN."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.hashers import check_password
from django.db import connections
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from casino.people.models import SIGN_IN, AttemptCounter, Person, Role
from casino.people.signing import SigningFailed, signature_of
from testkit.pages import Response, read_page
from testkit.people import AsRole, browser_of
from testkit.refusals import expect_refusal

Colleague = Callable[..., Person]
pytestmark = pytest.mark.django_db
PATH = "/your-pin/"
OLD, NEW = "4711", "86420"


@pytest.fixture
def boss(colleague: Colleague) -> Person:
    """A pit boss who signs with OLD."""
    return colleague(Role.PIT_BOSS, pin=OLD)


def send(client: Client, old: str = OLD, new: str = NEW, again: str | None = None, **more: str) -> Response:
    return client.post(PATH, {"old": old, "new": new, "again": new if again is None else again, **more})


def said(response: Response) -> str:
    assert response.status_code == 422
    (alert,) = read_page(response.content).select("[role=alert]")
    return alert.get_text()


def pin_is(person: Person, pin: str) -> bool:
    person.refresh_from_db()
    return check_password(pin, person.pin)


def test_with_the_old_pin_the_new_one_signs_and_the_old_one_no_more(
    boss: Person, colleague: Colleague
) -> None:
    client = browser_of(boss)
    response = send(client)
    assert (response.status_code, response["Location"]) == (302, f"{PATH}?changed")
    assert "Your new PIN is set." in client.get(response["Location"]).content.decode()
    beside, now = colleague(Role.CHEF_DE_TABLE), timezone.now()
    assert signature_of(boss.username, NEW, beside=beside, now=now).role == "pit_boss"
    with expect_refusal("pin-wrong", kind=SigningFailed):
        signature_of(boss.username, OLD, beside=beside, now=now)


def failures(person: Person) -> int:
    """Wrong attempts of the person at their own PIN."""
    own = AttemptCounter.objects.filter(kind="pin", by=f"person/{person.pk}", whose=str(person.pk)).first()
    return own.failures if own else 0


def test_a_wrong_old_pin_changes_nothing_and_is_counted(boss: Person) -> None:
    for wrong in ("4712", ""):
        assert said(send(browser_of(boss), old=wrong)) == "That is not your old PIN"
    assert pin_is(boss, OLD) and failures(boss) == 2


@pytest.mark.parametrize(
    "none", ["", "123", "1" * 13, "12a4", "12 34", "12\x0034", "٤٧١١", "４７１１", "471²"]
)
def test_malformed_pin_is_refused_without_trying_the_old_one(boss: Person, none: str) -> None:
    assert said(send(browser_of(boss), new=none)) == "A PIN has 4 to 12 digits"
    assert pin_is(boss, OLD) and failures(boss) == 0


@pytest.mark.parametrize(
    "weak", ["0000", "1111", "999999", "1234", "0123456789", "7890", "4321", "9876543210", "1098"]
)
def test_a_pin_that_is_guessed_first_is_refused_with_the_old_one_untried(boss: Person, weak: str) -> None:
    assert "is guessed first: choose another" in said(send(browser_of(boss), new=weak))
    assert pin_is(boss, OLD) and failures(boss) == 0


def test_two_new_pins_that_differ_are_refused(boss: Person) -> None:
    assert "are not the same" in said(send(browser_of(boss), again="86421"))
    assert pin_is(boss, OLD) and failures(boss) == 0


def test_too_many_wrong_ones_lock_it_here_for_a_time_and_not_where_a_colleague_signs(
    boss: Person, colleague: Colleague, settings: Settings
) -> None:
    client = browser_of(boss)
    for _ in range(settings.AXES_FAILURE_LIMIT):
        send(client, old="0000")
    assert "was mistyped too often here" in said(send(client))
    beside = colleague(Role.CHEF_DE_TABLE)
    assert signature_of(boss.username, OLD, beside=beside, now=timezone.now()).role == "pit_boss"
    AttemptCounter.objects.update(locked_until=timezone.now())
    assert send(client).status_code == 302 and pin_is(boss, NEW)


def test_person_without_a_pin_sets_the_first_with_the_password(colleague: Colleague) -> None:
    person = colleague(Role.CASH_DESK)
    person.set_password("faites vos jeux")
    person.save()
    client = browser_of(person)
    assert "Old PIN" not in client.get(PATH).content.decode()
    for wrong in ("", NEW, "les jeux sont faits"):
        assert said(send(client, old=wrong)) == "That is not your password"
    person.refresh_from_db()
    assert (person.pin, failures(person)) == ("", 3)
    assert send(client, old="faites vos jeux").status_code == 302
    assert pin_is(person, NEW)
    assert "Old PIN" in client.get(PATH).content.decode()


def test_pressed_twice_it_is_changed_once_and_said_so_twice(boss: Person) -> None:
    client = browser_of(boss)
    assert [send(client, key="one").status_code for _ in range(2)] == [302, 302]
    assert pin_is(boss, NEW) and failures(boss) == 0
    assert "not your old PIN" in said(send(client, key="two"))


@pytest.mark.django_db(transaction=True)
def test_pressed_twice_at_once_it_is_changed_once(boss: Person) -> None:
    client = browser_of(boss)
    cookies = client.cookies

    def press(_: int) -> int:
        browser = Client()
        browser.cookies = cookies
        try:
            return send(browser, key="one").status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as two:
        assert [*two.map(press, range(2))] == [302, 302]
    assert pin_is(boss, NEW) and failures(boss) == 0


def test_pin_change_ignores_another_person_in_the_form(boss: Person, colleague: Colleague) -> None:
    other = colleague(Role.CHEF_DE_TABLE, pin="1234")
    send(browser_of(boss), username=other.username, person=str(other.pk))
    assert pin_is(other, "1234") and pin_is(boss, NEW)


def test_no_pin_is_in_a_log_or_on_the_page(boss: Person, caplog: pytest.LogCaptureFixture) -> None:
    client = browser_of(boss)
    with caplog.at_level(logging.DEBUG):
        pages = [send(client, old="90817"), send(client, again="86429"), client.get(PATH), send(client)]
    words = caplog.text + "".join(page.content.decode() for page in pages)
    assert not [pin for pin in (OLD, NEW, "90817", "86429") if pin in words]
    assert pin_is(boss, NEW) and NEW not in boss.pin


def test_person_without_a_session_signs_in_before_a_pin_change(client: Client) -> None:
    for response in (client.get(PATH), send(client)):
        assert (response.status_code, response["Location"]) == (302, f"/sign-in/?next={PATH}")


@pytest.mark.parametrize("role", SIGN_IN)
def test_everybody_who_signs_in_comes_there_from_their_name(role: Role, as_role: AsRole) -> None:
    page = read_page(as_role(role).get(PATH).content)
    (link,) = page.select(f"#menu-person a[href='{PATH}']")
    assert (link["href"], link.get("aria-current")) == (PATH, "page")
