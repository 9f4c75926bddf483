"""The sign-in page: in, out, locked, and what it shows to whom."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import Settings

from casino.people.models import SIGN_IN, Person, Role
from testkit.house import OpenHouse
from testkit.pages import Element, Response, find, read_page
from testkit.people import PASSWORD

Colleague = Callable[..., Person]
pytestmark = pytest.mark.django_db


def sign_in(client: Client, name: str, password: str = PASSWORD, **more: str) -> Response:
    return client.post("/sign-in/", {"username": name, "password": password, **more})


def page(response: Response) -> Element:
    return read_page(response.content)


def test_sign_in_redirects_to_the_floor(client: Client, colleague: Colleague) -> None:
    boss = colleague(Role.PIT_BOSS)
    response = sign_in(client, boss.username)
    assert (response.status_code, response["Location"]) == (302, "/floor/")
    assert int(client.session["_auth_user_id"]) == boss.pk


@pytest.mark.parametrize("role", SIGN_IN)
def test_sign_in_redirects_to_a_page_of_the_role(
    role: Role, client: Client, colleague: Colleague, casino_id: int
) -> None:
    OpenHouse(casino_id, "it-venezia")
    to = find(page(client.get(client.get("/")["Location"])), "input[name=next]")["value"]
    response = sign_in(client, colleague(role, casino_id=casino_id).username, next=to)
    assert client.get(response["Location"]).status_code == 200
    assert client.get("/")["Location"] == response["Location"]


def test_sign_in_redirects_to_the_requested_page(client: Client, colleague: Colleague) -> None:
    asked = client.get("/floor/RF1/")
    assert (asked.status_code, asked["Location"]) == (302, "/sign-in/?next=/floor/RF1/")
    form = page(client.get(asked["Location"]))
    to = find(form, "input[name=next]")
    assert to and to["value"] == "/floor/RF1/"
    response = sign_in(client, colleague(Role.PIT_BOSS).username, next="/floor/RF1/")
    assert response["Location"] == "/floor/RF1/"


def test_nobody_is_sent_to_another_site_after_signing_in(client: Client, colleague: Colleague) -> None:
    response = sign_in(client, colleague(Role.PIT_BOSS).username, next="https://elsewhere.example/")
    assert response["Location"] == "/floor/"


def test_a_wrong_password_and_an_unknown_name_are_told_the_same(client: Client, colleague: Colleague) -> None:
    wrong = page(sign_in(client, colleague(Role.PIT_BOSS).username, "no"))
    unknown = page(sign_in(client, "nobody", "no"))
    said = [find(answer, "[role=alert]").get_text(strip=True) for answer in (wrong, unknown)]
    assert said == ["This name and password do not go together. Both are case-sensitive."] * 2


def test_every_field_of_the_form_has_a_label_and_says_when_it_is_wrong(client: Client) -> None:
    form = page(sign_in(client, "nobody", "no"))
    for field in form.select("form input:not([type=hidden])"):
        assert field.closest("label") is not None
        described = field["aria-describedby"]
        assert field["aria-invalid"] == "true" and form.select(f"#{described}")


def test_wrong_passwords_lock_their_name_alone_for_a_while(client: Client, colleague: Colleague) -> None:
    boss, chef = colleague(Role.PIT_BOSS), colleague(Role.CHEF_DE_TABLE)
    answers = [sign_in(client, boss.username, "no") for _ in range(5)]
    assert answers[-1].status_code == 429
    right = sign_in(client, boss.username)
    assert right.status_code == 429
    assert "opens again in 15 minutes" in page(right).get_text()
    assert sign_in(client, chef.username).status_code == 302


def test_signing_out_takes_a_post_and_ends_the_session(client: Client, colleague: Colleague) -> None:
    client.force_login(colleague(Role.PIT_BOSS), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/sign-out/").status_code == 200
    assert "_auth_user_id" in client.session
    assert client.post("/sign-out/")["Location"] == "/sign-in/"
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("open_house", [True, False])
def test_the_demonstration_sign_ins_are_shown_only_in_the_demonstration_house(
    client: Client, settings: Settings, open_house: bool
) -> None:
    settings.DEMONSTRATION_HOUSE = open_house
    text = page(client.get("/sign-in/")).get_text()
    assert ("pitboss" in text, "rien ne va plus" in text) == (open_house, open_house)


def test_no_page_may_run_a_script_or_style_that_stands_in_it(client: Client) -> None:
    response = client.get("/sign-in/")
    policy = response["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "style-src 'self'" in policy and "unsafe" not in policy
    document = page(response)
    assert all(script.get("src") for script in document.select("script"))
    assert not document.select("style, [style]")
