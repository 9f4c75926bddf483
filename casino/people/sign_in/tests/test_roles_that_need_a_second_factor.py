"""A role that signs in with a second factor sets one up before anything else; a casino says which roles those are."""

import re

import pytest
from django.test import Client

from casino.people.models import SIGN_IN, Person, Role
from casino.people.sign_in import events as e
from casino.people.sign_in.rules import second_factor_required
from casino.people.sign_in.second_factors import has_second_factor
from casino.people.sign_in.tests.conftest import (
    App,
    Engaged,
    Recorded,
    app_of,
    factors_of,
    give_code,
    give_password,
    rules_are,
)
from tables.handling.models import Casino
from testkit.pages import find, read_page

pytestmark = pytest.mark.django_db
BY_DEFAULT = {Role.ADMINISTRATOR, Role.DIRECTION, Role.GAMES_INSPECTOR}
ELSEWHERE = ("/floor/", "/rules/", "/your-pin/", "/compliance/", "/house/series/")


@pytest.fixture
def inspector(engaged: Engaged) -> Person:
    return engaged(Role.GAMES_INSPECTOR)


def set_up_an_app(client: Client) -> App:
    """By the pages, as somebody with a telephone does it."""
    page = read_page(client.get("/your-sign-in/app/").content)
    app = App(re.sub(r"\s", "", find(page, "#app-secret").get_text()))
    answer = client.post("/your-sign-in/app/", {"one_time_code": app.code()})
    assert (answer.status_code, answer["Location"]) == (302, "/your-sign-in/recovery-codes/")
    return app


@pytest.mark.parametrize("role", SIGN_IN)
def test_by_default_administrator_direction_and_inspector_need_one(role: Role, engaged: Engaged) -> None:
    person = engaged(role)
    assert second_factor_required(person) == (role in BY_DEFAULT)
    client, _ = give_password(person)
    led = client.get("/rules/")
    if role in BY_DEFAULT:
        assert (led.status_code, led["Location"]) == (302, "/your-sign-in/")
    else:
        assert led.status_code == 200


def test_the_casino_says_which_roles(engaged: Engaged, house: Casino) -> None:
    rules_are(house, second_factor_roles=["cash_desk"])
    assert second_factor_required(engaged(Role.CASH_DESK))
    assert not second_factor_required(engaged(Role.ADMINISTRATOR))


def test_until_there_is_one_nothing_else_opens(inspector: Person) -> None:
    client, _ = give_password(inspector)
    for path in ELSEWHERE:
        for answer in (client.get(path), client.post(path)):
            assert (answer.status_code, answer["Location"]) == (302, "/your-sign-in/"), path
    fragment = client.get("/rules/", headers={"HX-Request": "true"})
    assert fragment["HX-Redirect"] == "/your-sign-in/"
    assert "Your role signs in with a second factor" in client.get("/your-sign-in/").content.decode()


def test_with_an_app_everything_opens_and_recovery_codes_are_shown_once(
    inspector: Person, recorded: Recorded
) -> None:
    client, _ = give_password(inspector)
    set_up_an_app(client)
    codes = read_page(client.get("/your-sign-in/recovery-codes/").content).select(".codes code")
    assert len({code.get_text() for code in codes}) == 10
    again = read_page(client.get("/your-sign-in/recovery-codes/").content)
    assert not again.select(".codes") and "10 codes are left" in again.get_text()
    assert client.get("/rules/").status_code == 200
    added = [each for each in recorded() if isinstance(each, e.SecondFactorAdded | e.RecoveryCodesMade)]
    assert [type(each) for each in added] == [e.SecondFactorAdded, e.RecoveryCodesMade]


def test_a_wrong_code_sets_up_nothing_and_keeps_the_same_key(inspector: Person) -> None:
    client, _ = give_password(inspector)
    shown = find(read_page(client.get("/your-sign-in/app/").content), "#app-secret").get_text()
    refused = client.post("/your-sign-in/app/", {"one_time_code": "000 000 0"})
    assert refused.status_code == 422
    assert find(read_page(refused.content), "#app-secret").get_text() == shown
    assert not has_second_factor(inspector)


def test_there_is_one_app(inspector: Person) -> None:
    client, _ = give_password(inspector)
    app = set_up_an_app(client)
    assert client.post("/your-sign-in/app/", {"one_time_code": app.code()}).status_code == 422
    assert factors_of(inspector) == ["recovery_codes", "totp"]


def test_new_recovery_codes_make_the_old_ones_void(inspector: Person) -> None:
    client, _ = give_password(inspector)
    set_up_an_app(client)
    (old, *_) = [
        code.get_text()
        for code in read_page(client.get("/your-sign-in/recovery-codes/").content).select(".codes code")
    ]
    client.post("/your-sign-in/recovery-codes/")
    new = [
        code.get_text()
        for code in read_page(client.get("/your-sign-in/recovery-codes/").content).select(".codes code")
    ]
    other, _ = give_password(inspector)
    assert give_code(other, old).status_code == 422
    assert give_code(other, new[0]).status_code == 302


def test_without_the_last_one_the_role_is_led_back(inspector: Person, recorded: Recorded) -> None:
    client, _ = give_password(inspector)
    set_up_an_app(client)
    factor = find(read_page(client.get("/your-sign-in/").content), "input[name=factor]")["value"]
    assert client.post("/your-sign-in/remove/", {"factor": factor})["Location"] == "/your-sign-in/"
    assert factors_of(inspector) == []
    assert client.get("/rules/")["Location"] == "/your-sign-in/"
    assert isinstance(recorded()[-1], e.SecondFactorRemoved)
    assert client.post("/your-sign-in/remove/", {"factor": factor}).status_code == 422


def test_nobody_removes_the_second_factor_of_somebody_else_there(engaged: Engaged) -> None:
    victim, other = engaged(Role.PIT_BOSS), engaged(Role.PIT_BOSS)
    app_of(victim)
    client, _ = give_password(other)
    key = victim.authenticator_set.get(type="totp").pk  # type: ignore[attr-defined]  # of django-allauth
    for factor in (str(key), "", "-1", "x", str(2**64)):
        assert client.post("/your-sign-in/remove/", {"factor": factor}).status_code == 422
    assert has_second_factor(victim)
