"""The steps of setting up, by the real forms: from the link to the administrator's first sign-in."""

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Person, Role
from casino.setup.links import first_link, new_link
from casino.setup.models import SetUpLink
from tables.handling import registers
from tables.handling.models import Casino
from testkit.pages import read_page

pytestmark = pytest.mark.django_db

ENTERED: dict[str, dict[str, Any]] = {
    "language": {"language": "en"},
    "casino": {"name": "Casino Real", "time_zone": "Europe/Rome", "currency": "EUR", "day_begins_at": "6"},
    "languages": {"languages": ["en", "it"]},
    "rulebooks": {"rulebooks": ["it-venezia", "pt-francesa"]},
    "administrator": {
        "display_name": "Anna M.",
        "sign_in": "anna",
        "password": "a long enough password",
        "password_again": "a long enough password",
        "pin": "4711",
        "pin_again": "4711",
    },
}


@pytest.fixture
def link() -> str:
    path = first_link(timezone.now())
    assert path is not None
    return path


def walk(browser: Client, link: str, *, until: str = "", **instead: dict[str, Any]) -> Any:
    """Enter the steps in their order, up to the step `until` without it; the last answer."""
    answer = None
    for name, entered in ENTERED.items():
        if name == until:
            break
        answer = browser.post(f"{link}{name}/", entered | instead.get(name, {}))
    return answer


def test_the_steps_make_a_casino_and_an_administrator_who_signs_in(link: str) -> None:
    browser = Client()
    answer = walk(browser, link)
    assert (answer.status_code, answer["Location"]) == (302, "/sign-in/")
    casino, anna = Casino.objects.get(), Person.objects.get()
    assert (casino.name, casino.time_zone, casino.demonstration) == ("Casino Real", "Europe/Rome", False)
    entry = registers.entry(casino.pk, "casino", "casino")
    assert entry.values["currency"] == "EUR"
    assert entry.values["gaming_day_begins_at"] == casino.gaming_day_begins_at == 6
    assert entry.values["languages"] == ["en", "it"]
    assert entry.values["rulebooks"] == ["it-venezia", "pt-francesa"]
    assert [step.by for step in registers.history(casino.pk, "casino", "casino")] == ["Setting up"]
    assert (anna.casino_id, anna.role, anna.display_name) == (casino.pk, Role.ADMINISTRATOR, "Anna M.")
    signed_in = browser.post("/sign-in/", {"username": "anna", "password": "a long enough password"})
    assert signed_in.status_code == 302


def test_the_first_administrator_of_a_second_casino_signs_in_with_the_name_that_was_entered() -> None:
    """In the browser of the steps: nobody has told them the casino's number yet."""
    Casino.objects.create(name="Casino Prima", time_zone="Europe/Rome")
    browser = Client()
    walk(browser, new_link(timezone.now(), another_casino=True))
    entered = {"username": "anna", "password": "a long enough password"}
    assert Client().post("/sign-in/", entered).status_code == 200
    assert browser.post("/sign-in/", entered).status_code == 302


def test_each_step_leads_to_the_next(link: str) -> None:
    browser = Client()
    names = [*ENTERED]
    for name, following in pairwise(names):
        assert browser.get(f"{link}{name}/").status_code == 200
        answer = browser.post(f"{link}{name}/", ENTERED[name])
        assert answer["Location"] == f"{link}{following}/"
    assert browser.get(link)["Location"] == f"{link}administrator/"


def test_nothing_is_stored_before_the_last_step(link: str) -> None:
    walk(Client(), link, until="administrator")
    assert not Casino.objects.exists()
    assert not Person.objects.exists()


def test_a_step_that_is_entered_already_shows_what_was_entered(link: str) -> None:
    browser = Client()
    walk(browser, link, until="rulebooks")
    assert "Casino Real" in browser.get(f"{link}casino/").content.decode()


def test_a_later_step_waits_for_those_before_it(link: str) -> None:
    browser = Client()
    assert browser.get(f"{link}rulebooks/")["Location"] == f"{link}language/"
    answer = browser.post(f"{link}administrator/", ENTERED["administrator"])
    assert answer["Location"] == f"{link}language/"
    assert not Person.objects.exists()


def test_the_pages_are_in_the_language_that_was_chosen_first(link: str) -> None:
    browser = Client()
    browser.post(f"{link}language/", {"language": "it"})
    assert '<html lang="it">' in browser.get(f"{link}casino/").content.decode()


def test_a_link_sets_up_one_casino(link: str) -> None:
    browser = Client()
    walk(browser, link)
    for visitor in (browser, Client()):
        seen = visitor.get(link, follow=True)
        assert seen.status_code == 410
        assert "The casino is set up" in seen.content.decode()
        again = visitor.post(f"{link}administrator/", ENTERED["administrator"] | {"sign_in": "bruno"})
        assert again.status_code == 410
    assert (Casino.objects.count(), Person.objects.count()) == (1, 1)


def test_a_link_leads_its_first_visitor_and_nobody_else(link: str) -> None:
    first, second = Client(), Client()
    assert second.get(link, follow=True).status_code == 200
    walk(first, link, until="casino")
    for answer in (second.get(link, follow=True), second.post(f"{link}language/", ENTERED["language"])):
        assert answer.status_code == 410
        assert "begun with it in another browser" in answer.content.decode()
    assert first.get(link, follow=True).status_code == 200


def test_a_link_that_expires_on_the_way_sets_up_nothing(link: str) -> None:
    browser = Client()
    walk(browser, link, until="administrator")
    SetUpLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = browser.post(f"{link}administrator/", ENTERED["administrator"])
    assert answer.status_code == 410
    assert "24 hours" in answer.content.decode()
    assert not Casino.objects.exists()


@pytest.mark.parametrize(
    ("step", "wrong", "message"),
    [
        ("language", {"language": ""}, "This field is required."),
        ("language", {"language": "xx"}, "Select a valid choice."),
        ("casino", {"name": "   "}, "This field is required."),
        ("casino", {"name": "x" * 201}, "at most 200 characters"),
        ("casino", {"name": "a\x07b"}, "a character that cannot be read (U+0007)"),
        ("casino", {"time_zone": "Europe/Nowhere"}, "Select a valid choice."),
        ("casino", {"currency": "XXX"}, "Select a valid choice."),
        ("casino", {"day_begins_at": "24"}, "Select a valid choice."),
        ("languages", {"languages": []}, "Choose one language at least."),
        ("languages", {"languages": ["en", "xx"]}, "Select a valid choice."),
        ("rulebooks", {"rulebooks": []}, "Choose one rulebook at least."),
        ("rulebooks", {"rulebooks": ["no-such"]}, "Select a valid choice."),
        ("rulebooks", {"rulebooks": ["it-campione"]}, "played in CHF, and the casino's currency is EUR"),
        ("administrator", {"display_name": ""}, "This field is required."),
        ("administrator", {"display_name": "a\x07b"}, "a character that cannot be read (U+0007)"),
        ("administrator", {"sign_in": "anna maria"}, "Enter a valid username."),
        ("administrator", {"password": "short"}, "at least 12 characters"),
        ("administrator", {"password_again": "another one"}, "The two passwords are not the same."),
        ("administrator", {"pin": "12"}, "PIN"),
        ("administrator", {"pin": "1234", "pin_again": "1234"}, "guessed first"),
        ("administrator", {"pin_again": "4712"}, "The two PINs are not the same."),
    ],
)
def test_malformed_setup_step_is_refused_at_its_field_and_stores_nothing(
    link: str, step: str, wrong: dict[str, Any], message: str
) -> None:
    browser = Client()
    walk(browser, link, until=step)
    answer = browser.post(f"{link}{step}/", ENTERED[step] | wrong)
    assert answer.status_code == 422
    said = [each.text for each in read_page(answer.content).select(".wrong")]
    assert len(said) == 1, said
    assert message in said[0]
    assert not Casino.objects.exists()
    assert not Person.objects.exists()
    assert step not in browser.session.get("set_up", {})


def test_a_casinos_name_that_is_taken_is_refused_and_a_persons_of_another_casino_is_not() -> None:
    browser = Client()
    walk(browser, str(first_link(timezone.now())))
    link = new_link(timezone.now(), another_casino=True)
    taken = walk(browser, link, until="languages")
    assert taken.status_code == 422
    assert "Another casino here is called so." in taken.content.decode()
    assert walk(browser, link, casino={"name": "Casino Due"}).status_code == 302
    assert Person.objects.filter(username="anna").count() == 2


def test_a_second_casino_is_set_up_the_same_way_and_who_was_signed_in_is_signed_out() -> None:
    browser = Client()
    walk(browser, str(first_link(timezone.now())))
    browser.post("/sign-in/", {"username": "anna", "password": "a long enough password"})
    link = new_link(timezone.now(), another_casino=True)
    answer = walk(browser, link, casino={"name": "Casino Due"}, administrator={"sign_in": "bruno"})
    assert answer.status_code == 302
    assert "_auth_user_id" not in browser.session
    assert [*Casino.objects.order_by("pk").values_list("name", flat=True)] == ["Casino Real", "Casino Due"]
    assert Person.objects.get(username="bruno").casino_id == Casino.objects.get(name="Casino Due").pk


def test_no_secret_is_kept_between_the_steps(link: str) -> None:
    browser = Client()
    walk(browser, link, until="administrator")
    browser.post(f"{link}administrator/", ENTERED["administrator"] | {"pin_again": "1"})
    assert "a long enough password" not in str(dict(browser.session))
    assert "4711" not in str(dict(browser.session))


def test_there_is_no_other_step(link: str) -> None:
    assert Client().get(f"{link}wine-cellar/").status_code == 404
