"""Names to sign in with are each casino's own: people of one name in two casinos are kept apart in all that they do."""

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from casino.kit.uncountable import LEAST_KEY
from casino.people.attempts import lock_of
from casino.people.models import AccessEntry, Person, Role
from casino.people.register.aggregate import PersonAggregate
from casino.people.register.secrets import set_password, set_pin
from casino.people.sign_in.tests.conftest import app_of
from casino.people.signing import SigningFailed, signature_of
from tables.handling import Actor, handle
from tables.handling.models import Casino
from tables.handling.registers import register_casino
from tables.registers.people.commands import EngagePerson
from testkit.pages import Response, read_page
from testkit.people import browser_of, engage
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
FIRST, SECOND = "a password of the first", "a password of the second"
BY = Actor(id="operator", name="Operator")
WRONG = "This name and password do not go together. Both are case-sensitive."


@pytest.fixture
def annas(db: None) -> tuple[Person, Person]:
    """Anna of one casino and Anna of another, engaged under the same name."""
    people = []
    for name, password, pin in (("Casino Uno", FIRST, "4711"), ("Casino Due", SECOND, "8625")):
        casino = register_casino({"name": name, "time_zone": "Europe/Rome"}, by=BY, now=timezone.now())
        command = EngagePerson(name="Anna M.", sign_in="anna", role=Role.PIT_BOSS, language="")
        engaged = handle(PersonAggregate(casino.pk), command, by=BY, now=timezone.now())
        anna = Person.objects.get(pk=engaged.state.number)
        set_password(anna, password, by=BY, now=timezone.now())
        set_pin(anna, pin, by=BY, now=timezone.now())
        people.append(Person.objects.get(pk=anna.pk))
    return people[0], people[1]


def give(name: str, password: str, client: Client | None = None) -> Response:
    return (client or Client()).post("/sign-in/", {"username": name, "password": password})


def signed_in(name: str, password: str) -> int | None:
    """Whose session begins; None where none does."""
    browser = Client()
    give(name, password, browser)
    return int(browser.session["_auth_user_id"]) if "_auth_user_id" in browser.session else None


def said(response: Response) -> str:
    (alert,) = read_page(response.content).select("#sign-in-error")
    return alert.get_text()


def test_each_signs_in_with_the_number_of_their_casino(annas: tuple[Person, Person]) -> None:
    first, second = annas
    assert signed_in(first.account_name, FIRST) == first.pk
    assert signed_in(second.account_name, SECOND) == second.pk
    assert signed_in(first.account_name, SECOND) is None
    assert signed_in(second.account_name, FIRST) is None


def test_the_name_alone_is_answered_as_a_wrong_password_and_as_a_name_that_nobody_has(
    annas: tuple[Person, Person],
) -> None:
    for name, password in (
        ("anna", FIRST),
        ("anna", SECOND),
        ("anna", "no"),
        ("nobody", FIRST),
        ("anna@9999", FIRST),
    ):
        answer = give(name, password)
        assert (answer.status_code, said(answer)) == (200, WRONG)


def test_the_name_alone_is_nobodys_though_one_casino_alone_has_it(annas: tuple[Person, Person]) -> None:
    """Otherwise another casino could take it away by engaging somebody, and learn that it exists."""
    Person.objects.filter(pk=annas[1].pk).update(username="anna.due")
    for name, password in (("anna", FIRST), ("anna.due", SECOND), ("anna.tre", FIRST)):
        answer = give(name, password)
        assert (answer.status_code, said(answer)) == (200, WRONG), name


def test_the_name_alone_signs_in_where_there_is_one_casino(annas: tuple[Person, Person]) -> None:
    first, second = annas
    Person.objects.filter(pk=second.pk).delete()
    Casino.objects.filter(pk=second.casino_id).delete()
    assert signed_in("anna", FIRST) == first.pk
    assert signed_in(first.account_name, FIRST) == first.pk


def test_wrong_passwords_for_the_name_alone_lock_nobody_and_are_nobodys_in_the_record(
    annas: tuple[Person, Person],
) -> None:
    first, second = annas
    assert [give("anna", "no").status_code for _ in range(5)] == [200] * 4 + [429]
    for anna in annas:
        assert lock_of("password", "127.0.0.1", anna.account_name, timezone.now()) is None
        assert not AccessEntry.objects.filter(casino_id=anna.casino_id, type="wrong_password_given").exists()
    assert signed_in(first.account_name, FIRST) == first.pk
    assert signed_in(second.account_name, SECOND) == second.pk


def test_an_engagement_of_another_casino_changes_nothing_for_who_has_the_name(
    annas: tuple[Person, Person],
) -> None:
    """In a browser that knows them, the name alone goes on."""
    first, second = annas
    browser = Client()
    Person.objects.filter(pk=second.pk).update(username="bea")
    give(first.account_name, FIRST, browser)
    browser.post("/sign-out/")
    command = EngagePerson(name="Anna N.", sign_in="anna", role=Role.PIT_BOSS, language="")
    handle(PersonAggregate(second.casino_id), command, by=BY, now=timezone.now())
    assert give("anna", FIRST, browser).status_code == 302


def test_numbers_of_people_do_not_count_those_of_other_casinos(annas: tuple[Person, Person]) -> None:
    numbers = [anna.pk for anna in annas]
    assert all(number >= LEAST_KEY for number in numbers)
    assert len(set(numbers)) == 2


def test_ones_own_account_says_how_to_write_the_name(annas: tuple[Person, Person]) -> None:
    first, _ = annas
    page = read_page(browser_of(first).get("/your-account/").content)
    assert first.account_name in page.get_text()


def test_the_administrator_reads_how_a_persons_name_is_written(
    annas: tuple[Person, Person], colleague: Callable[..., Person]
) -> None:
    first, _ = annas
    administrator = browser_of(colleague(Role.ADMINISTRATOR, casino_id=first.casino_id))
    for path in ("/people/", f"/people/{first.pk}/"):
        assert first.account_name in read_page(administrator.get(path).content).get_text(), path


def test_a_browser_in_which_one_of_them_has_signed_in_means_that_one(annas: tuple[Person, Person]) -> None:
    first, second = annas
    browser = Client()
    give(second.account_name, SECOND, browser)
    browser.post("/sign-out/")
    assert give("anna", FIRST, browser).status_code == 200
    assert give("anna", SECOND, browser).status_code == 302
    assert browser.session["_auth_user_id"] == str(second.pk)
    browser.post("/sign-out/")
    # Both are known here now: the name alone says nothing any more.
    give(first.account_name, FIRST, browser)
    browser.post("/sign-out/")
    assert said(give("anna", SECOND, browser)) == WRONG


def test_a_lock_of_one_is_none_of_the_other(annas: tuple[Person, Person]) -> None:
    first, second = annas
    assert [give(first.account_name, "no").status_code for _ in range(5)] == [200] * 4 + [429]
    assert give(first.account_name, FIRST).status_code == 429
    assert signed_in(second.account_name, SECOND) == second.pk
    assert lock_of("password", "127.0.0.1", second.account_name, timezone.now()) is None
    call_command("axes_reset_username", first.account_name)
    assert signed_in(first.account_name, FIRST) == first.pk


def test_the_name_with_and_without_the_number_has_one_count(casino_id: int) -> None:
    boss = engage(Role.PIT_BOSS, casino_id=casino_id, sign_in="bruno")
    answers = [give(name, "no") for name in ("bruno", boss.account_name, "bruno", boss.account_name, "bruno")]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]
    assert boss.account_name not in read_page(answers[-1].content).get_text()


def test_secrets_of_one_are_none_of_the_other(annas: tuple[Person, Person]) -> None:
    first, second = annas
    beside = engage(Role.PIT_BOSS, casino_id=second.casino_id)
    assert signature_of("anna", "8625", beside=beside, now=timezone.now()).person.id == f"person/{second.pk}"
    with pytest.raises(SigningFailed):
        signature_of("anna", "4711", beside=beside, now=timezone.now())
    set_password(first, "another password of it", by=BY, now=timezone.now())
    assert signed_in(second.account_name, SECOND) == second.pk
    app_of(second)
    assert signed_in(second.account_name, SECOND) is None, "the second step is asked first"
    assert signed_in(first.account_name, "another password of it") == first.pk


def test_the_number_at_the_end_of_a_name_stands_for_a_casino(annas: tuple[Person, Person]) -> None:
    first, _ = annas
    command = EngagePerson(name="Bea", sign_in=first.account_name, role=Role.PIT_BOSS, language="")
    with expect_refusal("sign-in-ends-with-a-number"):
        handle(PersonAggregate(first.casino_id), command, by=BY, now=timezone.now())


def test_sign_in_name_is_unique_in_a_casino(annas: tuple[Person, Person]) -> None:
    first, _ = annas
    command = EngagePerson(name="Anna N.", sign_in="anna", role=Role.PIT_BOSS, language="")
    with expect_refusal("sign-in-taken"):
        handle(PersonAggregate(first.casino_id), command, by=BY, now=timezone.now())


def test_at_the_machine_the_number_says_who_is_meant(annas: tuple[Person, Person]) -> None:
    with pytest.raises(CommandError, match=f"there are {annas[0].account_name}, {annas[1].account_name}"):
        call_command("set_pin", "anna")


def test_the_sign_in_page_tells_of_the_number_where_there_are_several_casinos(
    annas: tuple[Person, Person],
) -> None:
    assert read_page(Client().get("/sign-in/").content).select("#several-casinos")
    Casino.objects.filter(pk=annas[1].casino_id).delete()
    assert not read_page(Client().get("/sign-in/").content).select("#several-casinos")


def test_setup_link_shows_the_sign_in_name(
    annas: tuple[Person, Person], colleague: Callable[..., Person]
) -> None:
    first, _ = annas
    administrator = browser_of(colleague(Role.ADMINISTRATOR, casino_id=first.casino_id))
    entered = {"name": "Carla", "sign_in": "carla", "role": "pit_boss", "language": "", "key": "one"}
    administrator.post("/people/engage-person", entered)
    carla = Person.objects.get(username="carla")
    page = read_page(administrator.get(f"/people/{carla.pk}/").content)
    (link,) = page.select("#setup-links code")
    welcome = Client().get(link.get_text().removeprefix("http://testserver"))
    assert carla.account_name in read_page(welcome.content).get_text()
