"""Two accounts are two people only where somebody else confirmed them: one administrator holds no second signature."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import CommandError, call_command
from django.test import Client

from casino.api.access.clients import create_client
from casino.people.acting import acting
from casino.people.confirmation import NotTwoPeople, check_count_together
from casino.people.models import AccessEntry, Confirmation, Person, Role
from casino.people.register.aggregate import AT_THE_MACHINE, PersonAggregate, life_of
from casino.people.register.confirming import confirm_at_machine, confirm_person, to_be_confirmed
from casino.people.register.secrets import set_password, set_pin
from casino.people.signing import own_signature, signature_at, signature_of
from casino.people.tests.staff import OWN_PIN, PIN, Staff, beside, chosen, confirmation
from tables.handling import Actor, handle
from tables.handling.models import Casino
from tables.registers.people import commands as people
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.pages import read_page
from testkit.people import browser_of, engage
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
FORMER = "a password that its maker knows"
NEW = {
    "password": "quite another password",
    "password_again": "quite another password",
    "pin": "8625",
    "pin_again": "8625",
}


@pytest.fixture
def staff(casino_id: int) -> Staff:
    return Staff(casino_id)


@pytest.fixture
def new_house(casino_id: int) -> Staff:
    return Staff(casino_id, set_up=True)


# ---------------------------------------------------------------- the account that one administrator made


def test_administrator_alone_cannot_engage_after_the_first_opening(staff: Staff) -> None:
    form = {"name": "Anna M.", "sign_in": "anna", "role": "games_inspector", "language": ""}
    response = browser_of(staff.administrator).post("/people/engage-person", form)
    assert response.status_code == 422
    assert "changed by two people" in response.content.decode()
    assert not Person.objects.filter(username="anna").exists()


def test_an_account_taken_over_by_its_maker_signs_nothing_beside_anybody(staff: Staff) -> None:
    """The administrator engages an inspector, opens the link, sets the PIN, and signs with it."""
    browser = browser_of(staff.administrator)
    form = {"name": "Anna M.", "sign_in": "anna", "role": "games_inspector", "language": ""}
    page = browser.post("/people/engage-person", {**form, **beside(staff.direction)}, follow=True)
    (link,) = read_page(page.content).select("#setup-links code")
    assert Client().post(link.get_text().removeprefix("http://testserver"), NEW).status_code == 200
    anna = Person.objects.get(username="anna", casino_id=staff.casino_id)
    own = beside(anna, "8625")

    refused = browser.post(f"/people/{staff.direction.pk}/reset-password", own)
    assert refused.status_code == 422
    assert "has not been confirmed" in refused.content.decode()
    boss = browser_of(staff.boss)
    closed = boss.post("/floor/T1/force-close", {"reason": "an alarm", **own})
    assert closed.status_code == 422
    assert "has not been confirmed" in closed.content.decode()
    assert staff.house.state.phase != "closed"
    client = Actor(id="client/1", name="Personnel system", terminal="api")
    with expect_refusal("signatory-not-confirmed", kind=NotTwoPeople):
        signature_at(staff.casino_id, "anna", "8625", by=client, now=staff.now)
    own_page = browser.post(f"/people/{anna.pk}/confirm-person", confirmation("8625"))
    assert own_page.status_code == 422
    assert "another officer confirms" in own_page.content.decode()
    anna.refresh_from_db()
    assert anna.confirmation == Confirmation.NEEDED
    staff.direction.refresh_from_db()
    assert staff.direction.has_usable_password()


def test_a_person_confirmed_by_a_third_officer_signs(staff: Staff) -> None:
    anna = staff.engaged(Role.GAMES_INSPECTOR, beside=staff.direction)
    response = browser_of(staff.inspector).post(f"/people/{anna.pk}/confirm-person", confirmation(key="k"))
    assert response.status_code == 302
    anna.refresh_from_db()
    assert (anna.confirmation, anna.makers) == (Confirmation.CONFIRMED, [])
    record, *renewed = (record for record, _ in life_of(anna)[-3:])
    assert record.type == "person_confirmed"
    assert record.data["confirmed_by"]["id"] == f"person/{staff.inspector.pk}"
    assert [each["person"]["id"] for each in record.metadata["signed"]] == [
        f"person/{staff.inspector.pk}",
        f"person/{anna.pk}",
    ]
    own = {"id": f"person/{anna.pk}", "name": anna.display_name, "terminal": "confirmation"}
    assert [(each.type, each.metadata["by"]) for each in renewed] == [("password_set", own), ("pin_set", own)]
    reset = browser_of(staff.administrator).post(f"/people/{staff.boss.pk}/reset-pin", beside(anna, OWN_PIN))
    assert reset.status_code == 302


def test_a_person_is_confirmed_with_their_own_pin_and_by_an_officer_who_counts(staff: Staff) -> None:
    anna = staff.engaged(Role.PIT_BOSS, beside=staff.direction)
    bea = staff.engaged(Role.GAMES_INSPECTOR, "Bea", beside=staff.direction)
    page = browser_of(staff.inspector).post(f"/people/{anna.pk}/confirm-person", confirmation("9999"))
    assert "not the PIN" in page.content.decode()
    with expect_refusal("signatory-not-confirmed"):
        confirm_person(bea, anna, PIN, chosen(), now=staff.now)
    anna.refresh_from_db()
    assert anna.confirmation == Confirmation.NEEDED
    assert browser_of(staff.boss).post(f"/people/{anna.pk}/confirm-person", confirmation()).status_code == 403


def test_a_reset_a_link_and_a_pin_by_the_machine_lapse_the_confirmation(staff: Staff) -> None:
    anna = staff.confirmed(staff.engaged(Role.PIT_BOSS, beside=staff.direction), staff.inspector)
    assert signature_of("anna", OWN_PIN, beside=staff.boss, now=staff.now)
    two = (own_signature(staff.administrator), own_signature(staff.direction))
    staff.does(staff.administrator, people.ResetPassword(person=anna.pk, signatures=two))
    with expect_refusal("signatory-not-confirmed"):
        signature_of("anna", OWN_PIN, beside=staff.boss, now=staff.now)
    staff.confirmed(anna, staff.inspector)
    set_pin(anna, PIN, by=AT_THE_MACHINE, now=staff.now)
    with expect_refusal("signatory-not-confirmed"):
        signature_of("anna", PIN, beside=staff.boss, now=staff.now)
    staff.confirmed(anna, staff.inspector)
    set_pin(anna, PIN, by=acting(anna, "your-pin"), now=staff.now)
    assert signature_of("anna", PIN, beside=staff.boss, now=staff.now), "their own new PIN needs nobody"


# ---------------------------------------------------------------- a maker's knowledge ends


def test_a_maker_who_knows_every_secret_of_an_account_uses_none_after_the_confirmation(staff: Staff) -> None:
    """The maker opened the link, knows the PIN and the password, is signed in, and has added a second factor."""
    anna = staff.engaged(Role.PIT_BOSS, beside=staff.direction)
    set_password(anna, "the maker's password", by=acting(anna, "setup-link"), now=staff.now)
    TOTP.activate(anna, generate_totp_secret())
    makers = browser_of(Person.objects.get(pk=anna.pk))
    assert makers.get("/your-account/").status_code == 200
    response = browser_of(staff.inspector).post(f"/people/{anna.pk}/confirm-person", confirmation())
    assert response.status_code == 302
    anna.refresh_from_db()
    assert makers.get("/your-account/").status_code == 302
    assert not anna.check_password("the maker's password")
    assert anna.check_password(chosen().password)
    assert not Authenticator.objects.filter(user=anna).exists()
    with expect_refusal("pin-wrong"):
        signature_of("anna", PIN, beside=staff.boss, now=staff.now)
    assert signature_of("anna", OWN_PIN, beside=staff.boss, now=staff.now)
    removed = AccessEntry.objects.filter(type="second_factor_removed", person=f"person/{anna.pk}")
    assert removed.count() == 1


def test_a_second_factor_from_before_the_last_confirmation_stays(staff: Staff) -> None:
    anna = staff.engaged(Role.PIT_BOSS, beside=staff.direction)
    staff.confirmed(anna, staff.inspector)
    older = TOTP.activate(anna, generate_totp_secret()).instance
    Authenticator.objects.filter(pk=older.pk).update(created_at=staff.now - timedelta(days=1))
    two = (own_signature(staff.administrator), own_signature(staff.direction))
    staff.does(staff.administrator, people.ResetPassword(person=anna.pk, signatures=two))
    Authenticator.objects.create(
        user=anna, type=Authenticator.Type.WEBAUTHN, data={"name": "the maker's key"}
    )
    staff.confirmed(anna, staff.inspector)
    assert [each.pk for each in Authenticator.objects.filter(user=anna)] == [older.pk]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"new_pin": PIN, "new_pin_again": PIN}, "equals the former one"),
        ({"new_pin_again": "9753"}, "two new PINs are not the same"),
        ({"new_pin": "1234", "new_pin_again": "1234"}, "is guessed first"),
        ({"new_password": FORMER, "new_password_again": FORMER}, "equals the former one"),
        ({"new_password_again": "something else entirely"}, "two new passwords are not the same"),
        ({"new_password": "short", "new_password_again": "short"}, "too short"),
        ({"new_password": "", "new_password_again": ""}, "too short"),
        ({"pin": "9753"}, "not the PIN"),
    ],
)
def test_a_confirmation_without_new_secrets_of_the_persons_own_changes_nothing(
    staff: Staff, typed: dict[str, str], words: str
) -> None:
    anna = staff.engaged(Role.PIT_BOSS, beside=staff.direction)
    set_password(anna, FORMER, by=acting(anna, "setup-link"), now=staff.now)
    columns = ("confirmation", "pin", "password", "session_generation")
    before = Person.objects.values(*columns).get(pk=anna.pk)
    address = f"/people/{anna.pk}/confirm-person"
    page = browser_of(staff.inspector).post(address, {**confirmation(), **typed})
    assert page.status_code == 422
    assert words in page.content.decode()
    shown = page.content.decode()
    # As a word: the digits of a PIN may be in a person's number.
    assert not any(re.search(rf"\b{secret}\b", shown) for secret in (OWN_PIN, chosen().password))
    assert Person.objects.values(*columns).get(pk=anna.pk) == before


def test_a_confirmation_sent_twice_counts_once(staff: Staff) -> None:
    anna = staff.engaged(Role.PIT_BOSS, beside=staff.direction)
    browser, address = browser_of(staff.inspector), f"/people/{anna.pk}/confirm-person"
    for _ in range(2):
        assert browser.post(address, confirmation(key="k")).status_code == 302
    assert browser.post(address, confirmation(key="another")).status_code == 422
    types = [record.type for record, _ in life_of(anna)]
    assert types.count("person_confirmed") == 1
    assert types[-3:] == ["person_confirmed", "password_set", "pin_set"]
    assert not AccessEntry.objects.filter(type="wrong_pin_given").exists()


def test_a_croupier_who_is_confirmed_chooses_a_pin_alone(staff: Staff) -> None:
    rui = staff.engaged(Role.CROUPIER, "Rui", beside=staff.direction)
    form = {name: value for name, value in confirmation().items() if "password" not in name}
    assert browser_of(staff.inspector).post(f"/people/{rui.pk}/confirm-person", form).status_code == 302
    rui.refresh_from_db()
    assert rui.confirmation == Confirmation.CONFIRMED
    assert not rui.has_usable_password()


# ---------------------------------------------------------------- setting up a casino, and the upgrade


def test_administrator_alone_sets_up_a_casino_and_people_await_confirmation(new_house: Staff) -> None:
    anna = new_house.engaged(Role.GAMES_INSPECTOR)
    assert anna.confirmation == Confirmation.SET_UP
    assert signature_of("anna", PIN, beside=new_house.administrator, now=new_house.now)
    check_count_together(new_house.casino_id, [own_signature(new_house.administrator), own_signature(anna)])
    page = read_page(browser_of(new_house.direction).get("/people/").content)
    listed = [each.get_text() for each in page.select("#to-be-confirmed tbody th")]
    assert set(listed) == {each.display_name for each in to_be_confirmed(new_house.casino_id)}
    assert anna.display_name in listed


def test_after_the_first_opening_they_count_but_not_beside_their_maker(new_house: Staff) -> None:
    anna = new_house.engaged(Role.GAMES_INSPECTOR)
    OpenHouse(new_house.casino_id, "pt-francesa", now=new_house.now)
    boss = own_signature(new_house.boss)
    check_count_together(new_house.casino_id, [boss, own_signature(anna)])
    with expect_refusal("signatory-made-by-the-other", kind=NotTwoPeople):
        check_count_together(
            new_house.casino_id, [own_signature(new_house.administrator), own_signature(anna)]
        )
    page = browser_of(new_house.administrator).post(f"/people/{new_house.boss.pk}/reset-pin", beside(anna))
    assert "cannot sign together" in page.content.decode()
    with expect_refusal("person-confirmed-by-maker"):
        confirm_person(new_house.administrator, anna, PIN, chosen(), now=new_house.now)
    new_house.confirmed(anna, new_house.direction)
    check_count_together(new_house.casino_id, [own_signature(new_house.administrator), own_signature(anna)])
    assert anna not in to_be_confirmed(new_house.casino_id)


def test_two_accounts_of_one_maker_change_no_account_before_one_is_confirmed(new_house: Staff) -> None:
    quim = new_house.engaged(Role.GAMES_INSPECTOR, "Quim Q.")
    rita = new_house.engaged(Role.ADMINISTRATOR, "Rita R.")
    for officer, person in ((quim, rita), (rita, quim)):
        with expect_refusal("person-confirmed-by-same-maker"):
            confirm_person(officer, person, PIN, chosen(), now=new_house.now)
    OpenHouse(new_house.casino_id, "pt-francesa", now=new_house.now)
    two = [own_signature(quim), own_signature(rita)]
    with expect_refusal("signatories-of-one-maker", kind=NotTwoPeople):
        check_count_together(new_house.casino_id, two)
    with expect_refusal("person-confirmed-by-same-maker"):
        confirm_person(quim, rita, PIN, chosen(), now=new_house.now)
    confirm_at_machine(rita, chosen(), now=new_house.now)
    new_house.confirmed(quim, Person.objects.get(pk=rita.pk))
    check_count_together(new_house.casino_id, two)


def test_two_accounts_of_one_maker_sign_together_at_a_table_in_the_first_night(new_house: Staff) -> None:
    pair = [new_house.engaged(role, f"{role} one") for role in (Role.CHEF_DE_TABLE, Role.GAMES_INSPECTOR)]
    OpenHouse(new_house.casino_id, "pt-francesa", now=new_house.now)
    check_count_together(new_house.casino_id, map(own_signature, pair))


def test_an_administrator_and_an_account_of_the_account_that_they_made_are_not_two_people(
    new_house: Staff,
) -> None:
    second = new_house.engaged(Role.ADMINISTRATOR, "Rita R.")
    command = people.EngagePerson(
        name="Quim Q.", sign_in="quim", role=Role.GAMES_INSPECTOR, signatures=(own_signature(second),)
    )
    quim = Person.objects.get(pk=new_house.does(second, command).state.number)
    set_pin(quim, PIN, by=acting(quim, "setup-link"), now=new_house.now)
    OpenHouse(new_house.casino_id, "pt-francesa", now=new_house.now)
    with expect_refusal("signatories-of-one-maker"):
        two = [own_signature(new_house.administrator), own_signature(quim)]
        check_count_together(new_house.casino_id, two)
    with expect_refusal("person-confirmed-by-same-maker"):
        confirm_person(new_house.administrator, quim, PIN, chosen(), now=new_house.now)


def test_the_machine_confirms_somebody_whom_no_officer_can_confirm(
    staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Administrator and management reset the inspector's PIN: both are makers, and there is no fourth officer."""
    two = (own_signature(staff.administrator), own_signature(staff.direction))
    staff.does(staff.administrator, people.ResetPin(person=staff.inspector.pk, signatures=two))
    new = chosen()
    monkeypatch.setattr("sys.stdin", StringIO(f"{new.pin}\n{new.password}\n"))
    call_command("confirm_person", staff.inspector.username)
    staff.inspector.refresh_from_db()
    assert (staff.inspector.confirmation, staff.inspector.makers) == (Confirmation.CONFIRMED, [])
    assert staff.inspector.check_password(new.password)
    record = next(each for each, _ in life_of(staff.inspector) if each.type == "person_confirmed")
    assert record.data["confirmed_by"] == {"id": "command-line", "name": "Command line"}
    assert signature_of(staff.inspector.username, new.pin, beside=staff.boss, now=staff.now)
    with pytest.raises(CommandError, match="has been confirmed"):
        monkeypatch.setattr("sys.stdin", StringIO(f"{new.pin}\n{new.password}\n"))
        call_command("confirm_person", staff.inspector.username)


def test_a_pin_by_the_machine_lets_the_former_makers_confirm(staff: Staff) -> None:
    two = (own_signature(staff.administrator), own_signature(staff.direction))
    staff.does(staff.administrator, people.ResetPin(person=staff.inspector.pk, signatures=two))
    set_pin(staff.inspector, PIN, by=AT_THE_MACHINE, now=staff.now)
    assert staff.confirmed(staff.inspector, staff.direction).confirmation == Confirmation.CONFIRMED


def test_the_role_that_a_person_has_shows_no_link(staff: Staff) -> None:
    anna = staff.engaged(Role.GAMES_INSPECTOR, beside=staff.direction)
    browser, address = browser_of(staff.administrator), f"/people/{anna.pk}/change-role"
    alone = browser.post(address, {"role": "games_inspector"})
    assert (alone.status_code, b"setup-links" in alone.content) == (422, False)
    both = browser.post(address, {"role": "games_inspector", **beside(staff.direction)}, follow=True)
    assert (both.status_code, read_page(both.content).select("#setup-links code")) == (200, [])


def test_a_role_requested_over_the_api_that_a_person_has_shows_no_link(staff: Staff) -> None:
    anna = staff.engaged(Role.GAMES_INSPECTOR, beside=staff.direction)
    casino = Casino.objects.get(pk=staff.casino_id)
    caller = Caller(create_client(name="HR", casino=casino, scopes=("people:write", "administration")))
    asked = caller.post("people/change-role", {"person": anna.pk, "role": "games_inspector"}, "k1")
    browser, address = browser_of(staff.administrator), f"/requests/{asked.json()['id']}/confirm"
    for form, status in (({}, 422), (beside(staff.direction), 200)):
        page = browser.post(address, form, follow=True)
        assert page.status_code == status
        assert not read_page(page.content).select("#setup-links code")


def test_last_countersigner_cannot_be_suspended_by_one_person(staff: Staff) -> None:
    browser = browser_of(staff.administrator)
    first = browser.post(f"/people/{staff.direction.pk}/suspend-person", {"reason": "x"})
    last = browser.post(f"/people/{staff.inspector.pk}/suspend-person", {"reason": "x"})
    assert (first.status_code, last.status_code) == (302, 422)
    assert Person.objects.get(pk=staff.inspector.pk).is_active


def test_opened_casino_ends_no_set_up_of_another(staff: Staff) -> None:
    other = Casino.objects.create(name="Casino Novo")
    alone = engage(Role.ADMINISTRATOR, casino_id=other.pk, pin=PIN)
    command = people.EngagePerson(
        name="Rui", sign_in="rui", role=Role.CASH_DESK, signatures=(own_signature(alone),)
    )
    outcome = handle(PersonAggregate(other.pk), command, by=acting(alone, "people"), now=staff.now)
    assert outcome.state.confirmation == "set_up"
