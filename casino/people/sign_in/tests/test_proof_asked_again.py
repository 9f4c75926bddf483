"""What changes registers and secrets takes a proof of now; a password grows old where the casino says so."""

from datetime import timedelta

import pytest
from django.conf import settings as set_to
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.utils import timezone
from pytest_django import Settings

from casino.commands.reauthentication import reauthentication_required
from casino.people.access_events import WrongPasswordGiven
from casino.people.models import AccessEntry, Person, Role
from casino.people.sign_in.session import PROVEN_AT
from casino.people.sign_in.tests.conftest import Engaged, Recorded, change_session, rules_are
from tables.handling.models import Casino
from tables.handling.registers import entries
from testkit.pages import find, read_page
from testkit.people import PASSWORD, browser_of

pytestmark = pytest.mark.django_db
NEW = "une boule qui tourne longtemps"
PROTECTED = (
    "/your-pin/",
    "/your-sign-in/app/",
    "/your-sign-in/passkey/",
    "/your-sign-in/recovery-codes/",
)


@pytest.fixture
def boss(engaged: Engaged) -> Person:
    return engaged(Role.PIT_BOSS, pin="4711")


def proven(client: Client, minutes: float) -> None:
    """The last proof in this browser was given so long ago."""
    change_session(client, **{PROVEN_AT: (timezone.now() - timedelta(minutes=minutes)).timestamp()})


@pytest.fixture
def later(boss: Person) -> Client:
    """The boss's browser, six minutes after the sign-in."""
    client = browser_of(boss)
    proven(client, 6)
    return client


@pytest.mark.parametrize("path", PROTECTED)
def test_a_page_of_secrets_opens_for_five_minutes(boss: Person, path: str) -> None:
    client = browser_of(boss)
    proven(client, 4.9)
    assert client.get(path).status_code == 200
    proven(client, 5.1)
    answer = client.get(path)
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/sign-in/again/")


def test_the_password_leads_back(later: Client) -> None:
    address = later.get("/your-pin/")["Location"]
    page = read_page(later.get(address).content)
    assert find(page, "input[name=next]")["value"] == "/your-pin/"
    answer = later.post("/sign-in/again/", {"password": PASSWORD, "next": "/your-pin/"})
    assert (answer.status_code, answer["Location"]) == (302, "/your-pin/")
    assert later.get("/your-pin/").status_code == 200


def test_no_pin_is_a_proof(later: Client) -> None:
    assert later.post("/sign-in/again/", {"password": "4711"}).status_code == 422
    assert later.get("/your-pin/").status_code == 302


def test_a_form_with_secrets_is_not_held_and_one_comes_back_to_its_page(later: Client, boss: Person) -> None:
    form = {"old": "4711", "new": "86420", "again": "86420"}
    answer = later.post("/your-pin/", form, headers={"Referer": "http://testserver/your-pin/"})
    assert answer["Location"] == "/sign-in/again/?next=%2Fyour-pin%2F"
    before = boss.pin
    boss.refresh_from_db()
    assert boss.pin == before


PIT = {"code": "P9", "name": "The upper room", "key": "one"}


@pytest.fixture
def administrator(engaged: Engaged) -> Client:
    """An administrator's browser, six minutes after the sign-in."""
    client = browser_of(engaged(Role.ADMINISTRATOR))
    proven(client, 6)
    return client


def pits(house: Casino) -> list[str]:
    return [each.code for each in entries(house.pk, "pit")]


def test_a_register_changes_by_a_proof_of_now_and_no_word_of_the_form_is_lost(
    administrator: Client, house: Casino
) -> None:
    asked = administrator.post("/registers/do/register/pit", PIT)
    assert asked.status_code == 403 and pits(house) == []
    page = read_page(asked.content)
    form = {each["name"]: each.get("value", "") for each in page.select("main form input")}
    assert form.items() >= PIT.items()
    wrong = administrator.post("/registers/do/register/pit", {**form, "proof_password": "no"})
    assert wrong.status_code == 422 and pits(house) == []
    assert find(read_page(wrong.content), "[role=alert]").get_text() == "That is not your password"
    done = administrator.post("/registers/do/register/pit", {**form, "proof_password": PASSWORD})
    assert done.status_code == 302 and pits(house) == ["P9"]
    assert (
        administrator.post("/registers/do/register/pit", {**PIT, "code": "P8", "key": "two"}).status_code
        == 302
    )


@pytest.mark.parametrize(
    "path",
    [
        "/registers/do/register/pit",
        "/registers/do/change/pit/P1",
        "/registers/do/withdraw/pit/P1",
        "/registers/do/issue-secret/client/C1",
        "/people/engage-person",
        "/people/1/rename-person",
        "/people/load-staff",
    ],
)
def test_every_form_of_a_register_asks(administrator: Client, path: str) -> None:
    answer = administrator.post(path, {"reason": "a & <b>"})
    assert answer.status_code == 403
    assert find(read_page(answer.content), "input[name=reason]")["value"] == "a & <b>"


def test_a_file_is_not_held(administrator: Client) -> None:
    answer = administrator.post(
        "/people/load-staff",
        {"file": SimpleUploadedFile("staff.csv", b"name")},
        headers={"Referer": "http://testserver/people/"},
    )
    assert answer["Location"] == "/sign-in/again/?next=%2Fpeople%2F"


def test_wrong_passwords_are_counted_and_recorded(
    later: Client, recorded: Recorded, settings: Settings
) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        refused = later.post("/sign-in/again/", {"password": "no"})
        assert refused.status_code == 422
    assert "mistyped too often" in later.post("/sign-in/again/", {"password": PASSWORD}).content.decode()
    assert [each.locked for each in recorded() if isinstance(each, WrongPasswordGiven)] == [""] * 4 + ["pair"]


def test_the_decorator_is_for_views_that_wait_for_nothing() -> None:
    async def waits() -> None: ...

    with pytest.raises(TypeError, match="synchronous"):
        reauthentication_required(waits)


# ---------------------------------------------------------------- the password


def test_a_new_password_ends_the_sessions_elsewhere_and_is_recorded(boss: Person) -> None:
    here, elsewhere = browser_of(boss), browser_of(boss)
    answer = here.post("/your-password/", {"old": PASSWORD, "new": NEW, "again": NEW})
    assert (answer.status_code, answer["Location"]) == (302, "/your-password/?changed")
    assert here.get("/rules/").status_code == 200
    assert elsewhere.get("/rules/").status_code == 302
    boss.refresh_from_db()
    assert boss.check_password(NEW) and boss.password_set_at is not None
    assert AccessEntry.objects.filter(person=f"person/{boss.pk}", type="password_set").count() == 1


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"old": "no", "new": NEW, "again": NEW}, "That is not your password"),
        ({"old": PASSWORD, "new": NEW, "again": "other"}, "are not the same"),
        ({"old": PASSWORD, "new": PASSWORD, "again": PASSWORD}, "your password already"),
        ({"old": PASSWORD, "new": "short", "again": "short"}, "too short"),
        ({}, "That is not your password"),
    ],
)
def test_a_password_that_cannot_be_is_refused(boss: Person, form: dict[str, str], why: str) -> None:
    refused = browser_of(boss).post("/your-password/", form)
    assert refused.status_code == 422
    assert why in find(read_page(refused.content), "[role=alert]").get_text()
    boss.refresh_from_db()
    assert boss.check_password(PASSWORD)


def test_old_password_is_changed_first_where_the_casino_requires_a_change(
    boss: Person, house: Casino
) -> None:
    rules_are(house, password_days=90)
    client = browser_of(boss)
    Person.objects.filter(pk=boss.pk).update(password_set_at=timezone.now() - timedelta(days=89))
    assert client.get("/rules/").status_code == 200
    Person.objects.filter(pk=boss.pk).update(password_set_at=timezone.now() - timedelta(days=90))
    assert client.get("/rules/")["Location"] == "/your-password/?old"
    assert "after 90 days" in client.get("/your-password/?old").content.decode()
    client.post("/your-password/", {"old": PASSWORD, "new": NEW, "again": NEW})
    assert client.get("/rules/").status_code == 200


def test_a_password_of_before_there_was_a_date_counts_from_the_engagement(
    boss: Person, house: Casino
) -> None:
    rules_are(house, password_days=90)
    Person.objects.filter(pk=boss.pk).update(
        password_set_at=None, date_joined=timezone.now() - timedelta(days=100)
    )
    assert browser_of(boss).get("/rules/").status_code == 302
    rules_are(house, password_days=0)
    assert browser_of(boss).get("/rules/").status_code == 200


# ---------------------------------------------------------------- what is not served


@pytest.mark.parametrize(
    "path", ["/admin/", "/admin/login/", "/accounts/", "/accounts/login/", "/accounts/signup/", "/sign-up/"]
)
def test_admin_and_sign_up_of_django_are_not_served(path: str, client: Client) -> None:
    with pytest.raises(Resolver404):
        resolve(path)
    assert client.get(path).status_code == 404
    assert "django.contrib.admin" not in set_to.INSTALLED_APPS


@pytest.mark.parametrize(
    "name", ["account_signup", "account_login", "account_email", "mfa_index", "mfa_signup_webauthn"]
)
def test_no_page_of_the_librarys_own_is_served(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(name)
