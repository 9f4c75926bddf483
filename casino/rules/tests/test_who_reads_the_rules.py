"""Who may read the rules, what an address that leads nowhere says, and what a page costs."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from casino.people.models import SIGN_IN, Role
from tables.roulette.loader import rulebooks
from testkit.pages import find, read_page
from testkit.people import browser_of, engage

PAGES = ("/rules/", "/rules/it-venezia/", "/rules/it-venezia/1/")


@pytest.mark.django_db
@pytest.mark.parametrize("role", SIGN_IN)
def test_everybody_with_a_role_reads_them_and_finds_them_in_the_menu(role: Role) -> None:
    client = browser_of(engage(role))
    assert [client.get(page).status_code for page in PAGES] == [200, 200, 200]
    menu = read_page(client.get("/rules/").content).select("nav[aria-label=Main] a")
    assert [link["href"] for link in menu if link.has_attr("aria-current")] == ["/rules/"]


@pytest.mark.parametrize("page", PAGES)
def test_a_stranger_is_sent_to_sign_in(client: Client, page: str) -> None:
    response = client.get(page)
    assert (response.status_code, response["Location"]) == (302, f"/sign-in/?next={page}")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/rules/it-roma/", f"it-roma: no such rulebook; there are {', '.join(sorted(rulebooks()))}."),
        ("/rules/it-venezia/9/", "it-venezia: no version 9; there are 1, 2, 3."),
        ("/rules/it-venezia/0/", "it-venezia: no version 0; there are 1, 2, 3."),
        ("/rules/it-venezia/latest/", "it-venezia: no version latest; there are 1, 2, 3."),
        (
            "/rules/it-venezia/99999999999999999999/",
            "it-venezia: no version 99999999999999999999; there are 1, 2, 3.",
        ),
        ("/rules/it-venezia/?lang=de", "“de”: no such language; there are en, fr, pt, it."),
        ("/rules/it-venezia/?lang=", "“”: no such language; there are en, fr, pt, it."),
        ("/rules/?lang=de", "“de”: no such language; there are en, fr, pt, it."),
    ],
)
def test_unknown_rule_is_refused_with_the_known_ones(inspector: Client, address: str, said: str) -> None:
    response = inspector.get(address)
    assert response.status_code == 404
    assert said in find(read_page(response.content), "main").get_text()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_the_database_only_who_is_reading(
    inspector: Client, django_assert_num_queries: DjangoAssertNumQueries, page: str
) -> None:
    inspector.get(page)
    # The session, and the person of the session.
    with django_assert_num_queries(2):
        inspector.get(page)
