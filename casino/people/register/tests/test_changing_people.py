"""Roles, standings and secrets change on the screen: what is recorded, what ends at once, and what is refused."""

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.utils import timezone

from casino.people.models import Person, Role
from casino.people.register.aggregate import begin_register, life_of
from casino.people.register.tests.conftest import PIN, Colleague, House
from casino.people.sign_in.second_factors import has_second_factor
from casino.people.signing import SigningFailed, signature_of
from tables.handling.models import Casino
from testkit.pages import Element, read_page
from testkit.people import PASSWORD, browser_of
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db


def types_of(person: Person) -> list[str]:
    return [record.type for record, _ in life_of(person)]


def beside(person: Person) -> dict[str, Any]:
    """What a form has where this person signs beside."""
    return {"signer": person.username, "pin": PIN}


def test_another_role_counts_at_once_and_the_account_stays(house: House) -> None:
    boss = browser_of(house.boss)
    assert boss.get("/house/rota/").status_code == 200
    assert house.change(house.boss, "change-role", role="cash_desk") == 302
    assert house.boss.role == Role.CASH_DESK
    assert boss.get("/house/rota/").status_code == 403
    assert boss.get("/cash/slips/").status_code == 200
    page = read_page(house.browser.get(f"/people/{house.boss.pk}/").content)
    (row,) = [row.get_text() for row in page.select("#life tbody tr") if "Role changed" in row.get_text()]
    assert "from Pit boss to Cash desk" in row
    assert house.administrator.display_name in row


def test_earlier_person_enters_the_register_with_the_first_change(house: House) -> None:
    house.change(house.boss, "change-language", language="pt")
    assert types_of(house.boss) == ["person_engaged", "language_changed"]
    assert life_of(house.boss)[0][0].metadata["by"]["id"] == "register"
    assert house.boss.language == "pt"


def test_the_register_is_begun_once_for_everybody(house: House) -> None:
    Person.objects.filter(pk=house.boss.pk).update(is_active=False, standing="left")
    mine = [person for person in begin_register(timezone.now()) if person.casino_id == house.casino_id]
    assert len(mine) == 4
    assert types_of(house.boss) == ["person_engaged", "person_left"]
    assert not [person for person in begin_register(timezone.now()) if person.casino_id == house.casino_id]


@pytest.mark.parametrize(
    ("command", "standing"), [("suspend-person", "suspended"), ("end-engagement", "left")]
)
def test_suspended_or_departed_person_is_signed_out_and_signs_nothing(
    house: House, colleague: Colleague, command: str, standing: str
) -> None:
    boss = browser_of(house.boss)
    assert boss.get("/floor/").status_code == 200
    assert house.change(house.boss, command, reason="an inquiry") == 302
    assert (house.boss.standing, house.boss.is_active) == (standing, False)
    assert boss.get("/floor/")["Location"].startswith("/sign-in/")
    with expect_refusal("signatory-unknown", kind=SigningFailed):
        signature_of(house.boss.username, PIN, beside=house.administrator, now=timezone.now())
    sign_in = {"username": house.boss.username, "password": PASSWORD}
    assert Client().post("/sign-in/", sign_in).status_code == 200
    assert house.change(house.boss, "restore-person") == 302
    assert (house.boss.standing, house.boss.is_active) == ("active", True)
    assert boss.get("/floor/")["Location"].startswith("/sign-in/"), "the session of before has ended for good"
    assert Client().post("/sign-in/", sign_in).status_code == 302
    signed = signature_of(house.boss.username, PIN, beside=house.administrator, now=timezone.now())
    assert signed.role == "pit_boss"


def test_a_password_is_taken_away_by_two_people(house: House) -> None:
    boss = browser_of(house.boss)
    assert house.change(house.boss, "reset-password", **beside(house.direction)) == 302
    assert not house.boss.has_usable_password()
    assert house.boss.must_set_password
    assert boss.get("/floor/").status_code == 302
    record, _ = life_of(house.boss)[-1]
    assert record.type == "password_reset"
    assert [each["role"] for each in record.metadata["signed"]] == ["administrator", "direction"]
    path = house.link(house.boss)
    new = {"password": "quite another password", "password_again": "quite another password"}
    assert Client().post(path, new).status_code == 200
    assert Client().post("/sign-in/", {"username": house.boss.username, **new}).status_code == 302
    assert house.boss.pin, "the PIN stays"


def test_a_pin_is_taken_away_by_two_people_and_set_with_the_password(house: House) -> None:
    assert house.change(house.boss, "reset-pin", **beside(house.direction)) == 302
    assert house.boss.pin == ""
    with expect_refusal("signatory-unknown", kind=SigningFailed):
        signature_of(house.boss.username, PIN, beside=house.administrator, now=timezone.now())
    form = {"old": PASSWORD, "new": "8642", "again": "8642"}
    assert browser_of(house.boss).post("/your-pin/", form).status_code == 302
    assert types_of(house.boss)[-2:] == ["pin_reset", "pin_set"]


def test_second_factors_are_taken_away_by_two_people_and_sessions_end(house: House) -> None:
    two = beside(house.direction)
    assert "no second factor" in house.refused(house.boss, "reset-second-factor", **two)
    TOTP.activate(house.boss, generate_totp_secret())
    boss = browser_of(house.boss)
    assert boss.get("/floor/").status_code == 200
    assert "by two people" in house.refused(house.boss, "reset-second-factor")
    assert has_second_factor(house.boss)
    assert house.change(house.boss, "reset-second-factor", **two) == 302
    assert not has_second_factor(house.boss)
    assert boss.get("/floor/").status_code == 302
    assert types_of(house.boss)[-1] == "second_factor_reset"


@pytest.mark.parametrize("command", ["reset-password", "reset-pin"])
def test_removal_of_secrets_takes_two_people(house: House, command: str) -> None:
    was = house.boss.password, house.boss.pin
    assert "by two people" in house.refused(house.boss, command)
    assert "not the PIN" in house.refused(house.boss, command, signer=house.direction.username, pin="8888")
    own: dict[str, Any] = {"signer": house.administrator.username, "pin": PIN}
    assert "cannot countersign" in house.refused(house.boss, command, **own)
    themselves: dict[str, Any] = {"signer": house.boss.username, "pin": PIN}
    assert "cannot do that to themselves" in house.refused(house.boss, command, **themselves)
    house.boss.refresh_from_db()
    assert (house.boss.password, house.boss.pin) == was


def test_reset_is_countersigned_by_an_officer_of_another_role(house: House, colleague: Colleague) -> None:
    desk = colleague(Role.CASH_DESK, casino_id=house.casino_id, pin=PIN)
    assert "by two people" in house.refused(house.boss, "reset-password", **beside(desk))
    page = read_page(house.browser.get(f"/people/{house.boss.pk}/").content)
    offered = {each["value"] for each in page.select("#reset-password-signer option")} - {""}
    assert offered == {house.direction.username}, "another administrator has no other role"


@pytest.mark.parametrize(
    ("command", "form"),
    [
        ("change-role", {"role": "pit_boss"}),
        ("suspend-person", {"reason": "x"}),
        ("end-engagement", {}),
        ("rename-person", {"name": "Another"}),
        ("restore-person", {}),
        ("reset-password", {}),
        ("reset-pin", {}),
    ],
)
def test_nobody_does_so_to_themselves(house: House, command: str, form: dict[str, Any]) -> None:
    form = form | beside(house.direction)
    assert "cannot do that to themselves" in house.refused(house.administrator, command, **form)
    page = read_page(house.browser.get(f"/people/{house.administrator.pk}/").content)
    assert not page.select(".asks")


def test_the_last_administrator_who_can_sign_in_stays(house: House) -> None:
    third = browser_of(house.second)
    assert house.change(house.administrator, "suspend-person", third, reason="x") == 302
    Person.objects.filter(pk=house.direction.pk).update(role=Role.ADMINISTRATOR, must_set_password=True)
    other = browser_of(Person.objects.get(pk=house.direction.pk))
    wanted: tuple[tuple[str, dict[str, Any]], ...] = (
        ("suspend-person", {"reason": "x"}),
        ("end-engagement", {}),
        ("change-role", {"role": "pit_boss"}),
    )
    for command, form in wanted:
        assert "last administrator" in house.refused(house.second, command, other, **form)


def test_unknown_person_or_command_is_not_found(house: House) -> None:
    for path in (f"{house.boss.pk}/melt", f"{2**70}/change-role", "999999999999/change-role"):
        assert house.post(path, role="pit_boss")[0] == 404
    assert house.browser.get(f"/people/{2**70}/").status_code == 404


@pytest.mark.parametrize(
    ("command", "form"),
    [
        ("change-role", {"role": "god"}),
        ("change-role", {}),
        ("change-language", {"language": "xx"}),
        ("rename-person", {"name": ""}),
        ("suspend-person", {"reason": " "}),
        ("suspend-person", {"reason": "x" * 300}),
        ("suspend-person", {"reason": "a\0b"}),
        ("end-engagement", {"reason": "x" * 300}),
        ("restore-person", {}),
    ],
)
def test_a_wrong_form_is_refused_in_one_sentence_at_its_place(
    house: House, command: str, form: dict[str, Any]
) -> None:
    house.refused(house.boss, command, **form)
    assert not life_of(house.boss)


def test_no_event_has_a_secret_or_its_hash(house: House) -> None:
    house.change(house.boss, "reset-password", **beside(house.direction))
    path = house.link(house.boss)
    Client().post(path, {"password": "quite another password", "password_again": "quite another password"})
    house.change(house.boss, "reset-pin", **beside(house.direction))
    house.boss.refresh_from_db()
    form = {"old": "quite another password", "new": "8642", "again": "8642"}
    assert browser_of(house.boss).post("/your-pin/", form).status_code == 302
    house.boss.refresh_from_db()
    written = "".join(str((record.data, record.metadata)) for record, _ in life_of(house.boss))
    token = path.strip("/").rpartition("/")[2]
    for secret in ("quite another", "8642", PIN, token, house.boss.password, house.boss.pin, "pbkdf2"):
        assert secret not in written


def test_everybody_chooses_the_language_of_their_own_screens(house: House) -> None:
    boss = browser_of(house.boss)
    assert boss.get("/your-account/").status_code == 200
    answer = boss.post("/your-account/", {"language": "it", "key": "k"})
    assert (answer.status_code, answer["Location"]) == (302, "/your-account/?changed")
    house.boss.refresh_from_db()
    assert house.boss.language == "it"
    assert types_of(house.boss)[-1] == "language_changed"
    refused = boss.post("/your-account/", {"language": "xx"})
    assert refused.status_code == 422
    assert len(read_page(refused.content).select("[role=alert]")) == 1


def offered(page: Element) -> list[str]:
    return [str(option["value"]) for option in page.select("select[name=language] option")]


def test_the_casinos_own_languages_are_offered_and_the_one_that_somebody_has(house: House) -> None:
    Casino.objects.filter(pk=house.casino_id).update(languages=["pt", "en"])
    Person.objects.filter(pk=house.boss.pk).update(language="fr")
    assert offered(read_page(house.browser.get("/people/").content)) == ["", "en", "pt"]
    assert offered(read_page(house.browser.get(f"/people/{house.boss.pk}/").content)) == [
        "",
        "en",
        "fr",
        "pt",
    ]
    assert offered(read_page(browser_of(house.boss).get("/your-account/").content)) == ["", "en", "fr", "pt"]
