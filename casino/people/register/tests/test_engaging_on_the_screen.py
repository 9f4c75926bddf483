"""Somebody is engaged on the screen, sets password and PIN with a one-time link, and works here."""

from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.test import Client

from casino.people.models import Person, Role
from casino.people.register.aggregate import life_of
from casino.people.register.tests.conftest import PASSWORD, House, only_sentence
from testkit.pages import read_page
from testkit.people import browser_of

pytestmark = pytest.mark.django_db
NEW: dict[str, Any] = {"name": "Anna M.", "sign_in": "anna", "role": "pit_boss", "language": ""}


def set_up(path: str, password: str = PASSWORD, pin: str = "", **more: str) -> tuple[int, str]:
    form = {"password": password, "password_again": password, "pin": pin, "pin_again": pin} | more
    response = Client().post(path, form)
    page = read_page(response.content)
    alerts = page.select("[role=alert]")
    return response.status_code, alerts[0].get_text() if alerts else page.get_text()


def test_from_the_form_by_the_link_to_the_first_sign_in(house: House) -> None:
    anna = house.engage(language="it")
    assert (anna.display_name, anna.role, anna.language) == ("Anna M.", Role.PIT_BOSS, "it")
    assert (anna.casino_id, anna.must_set_password) == (house.casino_id, True)
    assert not anna.has_usable_password()
    path = house.link(anna)
    assert "Welcome, Anna M." in Client().get(path).content.decode()
    status, said = set_up(path, pin="8642")
    assert (status, "You sign in as anna" in said) == (200, True)
    anna.refresh_from_db()
    assert not anna.must_set_password
    assert check_password("8642", anna.pin)
    answer = Client().post("/sign-in/", {"username": "anna", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/floor/")
    assert [record.type for record, _ in life_of(anna)] == ["person_engaged", "password_set", "pin_set"]


def test_the_link_is_shown_once_and_good_once(house: House) -> None:
    anna = house.engage()
    path = house.link(anna)
    page = read_page(house.browser.get(f"/people/{anna.pk}/").content)
    assert not page.select("#setup-links")
    assert set_up(path)[0] == 200
    for answer in (Client().get(path), Client().post(path, {"password": "another " + PASSWORD})):
        assert answer.status_code == 404
        assert "not good any more" in answer.content.decode()
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


def test_another_link_ends_the_one_before_until_one_is_used(house: House) -> None:
    anna = house.engage()
    first = house.link(anna)
    assert house.change(anna, "issue-setup-link") == 302
    second = house.link(anna)
    assert Client().get(first).status_code == 404
    assert set_up(second)[0] == 200
    assert "reset by two people" in house.refused(anna, "issue-setup-link")


def test_a_link_of_somebody_who_is_suspended_is_none(house: House) -> None:
    anna = house.engage()
    path = house.link(anna)
    house.change(anna, "suspend-person", reason="a mistake")
    assert Client().get(path).status_code == 404


def test_a_croupier_sets_a_pin_and_has_no_password(house: House) -> None:
    carlo = house.engage(name="Carlo", sign_in="carlo", role="croupier")
    path = house.link(carlo)
    assert not read_page(Client().get(path).content).select("#password")
    assert set_up(path, pin="")[0] == 422
    assert set_up(path, pin="8642")[0] == 200
    carlo.refresh_from_db()
    assert check_password("8642", carlo.pin)
    assert not carlo.has_usable_password()


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"password": "too short", "password_again": "too short"}, "at least 12 characters"),
        ({"password_again": "something else again"}, "two new passwords are not the same"),
        ({"password": "", "password_again": ""}, "at least 12 characters"),
        ({"pin": "1234", "pin_again": "1234"}, "digits in a row"),
        ({"pin": "8642", "pin_again": "8643"}, "two new PINs are not the same"),
        ({"pin": "four", "pin_again": "four"}, "4 to 12 digits"),
    ],
)
def test_secret_against_the_rules_is_refused_and_sets_nothing(
    house: House, form: dict[str, str], says: str
) -> None:
    anna = house.engage()
    path = house.link(anna)
    status, said = set_up(path, **form)
    assert (status, says in said) == (422, True), said
    anna.refresh_from_db()
    assert not anna.has_usable_password()
    assert not anna.pin
    assert set_up(path)[0] == 200


@pytest.mark.parametrize("path", ["/welcome/1/abc/", "/welcome/99999999999999999999/a-b/", "/welcome/0/%00/"])
def test_unknown_link_is_not_found(house: House, path: str) -> None:
    assert Client().get(path).status_code == 404
    assert Client().post(path).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": ""}, "1 to 80 characters"),
        ({"name": "A" * 81}, "80"),
        ({"sign_in": "an na"}, "no name to sign in with"),
        ({"role": ""}, "is no role"),
        ({"role": "god"}, "is no role"),
        ({"language": "xx"}, "is no language"),
        ({"name": "a\0b"}, "cannot be read"),
    ],
)
def test_a_wrong_form_is_refused_in_one_sentence_and_engages_nobody(
    house: House, wrong: dict[str, Any], says: str
) -> None:
    before = Person.objects.count()
    status, page = house.post("engage-person", **(NEW | wrong))
    assert status == 422
    assert says in only_sentence(page)
    assert Person.objects.count() == before
    (form,) = page.select("details[open] form")
    assert form.select("[role=alert]")


def test_person_has_one_account(house: House) -> None:
    anna = house.engage()
    for again in ({"sign_in": "anna.2"}, {"sign_in": "anna.2", "name": "ANNA m."}):
        _, page = house.post("engage-person", **(NEW | again))
        assert "has an account already, anna" in only_sentence(page)
    _, page = house.post("engage-person", **(NEW | {"name": "Another"}))
    assert "somebody has that name already" in only_sentence(page)
    house.change(anna, "end-engagement")
    assert house.engage(sign_in="anna.2").username == "anna.2"
    assert "has an account already, anna.2" in house.refused(anna, "restore-person")


def test_the_form_sent_twice_engages_once(house: House) -> None:
    for _ in range(2):
        assert house.post("engage-person", **NEW, key="k1")[0] == 302
    assert Person.objects.filter(username="anna").count() == 1


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.CROUPIER])
def test_the_register_is_seen_by_four_roles_and_kept_by_one(house: House, role: Role) -> None:
    somebody = house.engage(name="X", sign_in="x", role=role)
    sees = role in (Role.ADMINISTRATOR, Role.DIRECTION, Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)
    browser = browser_of(somebody)
    for path in ("", f"{house.boss.pk}/", "access/", "staff.csv"):
        assert browser.get(f"/people/{path}").status_code == (200 if sees else 403)
    page = read_page(browser.get("/people/").content)
    keeps = role is Role.ADMINISTRATOR
    assert bool(page.select("#engage")) is keeps
    status, _ = house.post(f"{house.boss.pk}/change-role", browser, role="cash_desk")
    assert status == (302 if keeps else 403)
    status, _ = house.post("engage-person", browser, **NEW)
    assert status == (302 if keeps else 403)


def test_the_list_is_chosen_by_role_and_standing(house: House) -> None:
    house.change(house.boss, "suspend-person", reason="x")

    def names(query: str) -> list[str]:
        page = read_page(house.browser.get(f"/people/{query}").content)
        return [link.get_text() for link in page.select("#people tbody a")]

    assert house.boss.display_name in names("")
    assert names("?role=direction") == [house.direction.display_name]
    assert names("?standing=suspended") == [house.boss.display_name]
    assert names("?standing=left") == []
    assert len(names("?role=nothing&standing=x")) == 4
