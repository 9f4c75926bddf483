"""What tests of the reference pages share."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.test import Client

from casino.people.models import Role
from testkit.pages import Element, read_page
from testkit.people import browser_of, engage

Read = Callable[..., Element]


@pytest.fixture
def inspector(db: None) -> Client:
    """A games inspector's browser."""
    return browser_of(engage(Role.GAMES_INSPECTOR))


@pytest.fixture(scope="session")
def pages_read() -> dict[str, Element]:
    """Pages that a test has read already: they follow from the rulebook and the address alone."""
    return {}


@pytest.fixture
def read(inspector: Client, pages_read: dict[str, Element]) -> Read:
    """`read("it-venezia", lang="pt")`: a rulebook's page."""

    def fetch(rulebook: str, **asked: str) -> Element:
        address = f"/rules/{rulebook}/?{urlencode(asked)}"
        if address not in pages_read:
            pages_read[address] = _fetched(inspector, address)
        return pages_read[address]

    return fetch


def _fetched(client: Client, address: str) -> Element:
    response = client.get(address)
    assert response.status_code == 200, address
    return read_page(response.content)


def cells(page: Element, selector: str) -> list[list[str]]:
    """The rows of a table's body: what stands in each cell."""
    (table,) = page.select(selector)
    return [
        [" ".join(cell.get_text(" ").split()) for cell in row.select("th, td")]
        for row in table.select("tbody tr")
    ]
