"""Forms of pages stay within the limit of bodies, with each field as long as its page lets it be."""

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Role
from casino.web.limits import ANYBODY_BYTES, SIGNED_IN_BYTES
from casino.web.tests.test_head_requests import addresses
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db(transaction=True)

CHARACTER_BYTES = len("%C3%A9")
"""A letter with an accent, as a form sends it."""
SIGN_BYTES = len("%25")
"""A sign of a password."""
UNLIMITED = 60
"""Characters of a field without a limit of its own: a number, an amount, a time."""


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """Table T1, open."""
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


def forms_of(browser: Client) -> dict[str, int]:
    """The bytes of the largest form of each page that opens, with all of its fields full."""
    found: dict[str, int] = {}
    for address in addresses():
        answer = browser.get(address) if not address.startswith("/api/") else None
        if (
            answer is None
            or answer.streaming
            or not answer.headers.get("Content-Type", "").startswith("text/html")
        ):
            continue
        sizes = [
            bytes_of(form)
            for form in read_page(answer.content).select("form")
            if form.get("method") == "post"
        ]
        found[address] = max(sizes, default=0)
    return found


def bytes_of(form: Element) -> int:
    """The bytes of the form as it is sent, with all of its fields full."""
    size = 0
    for field in form.select("input, select, textarea"):
        length = int(field.get("maxlength") or UNLIMITED)
        if field.get("type") in ("hidden", "checkbox", "radio"):
            length = len(field.get("value", "on"))
        each = SIGN_BYTES if field.get("type") == "password" else CHARACTER_BYTES
        size += len(field.get("name", "")) + len("=&") + length * each
    return size


def test_forms_of_signed_in_people_fit_into_their_limit(house: OpenHouse, as_role: AsRole) -> None:
    roles = (Role.PIT_BOSS, Role.ADMINISTRATOR, Role.CASH_DESK, Role.GAMES_INSPECTOR)
    largest = {role: forms_of(as_role(role)) for role in roles}
    assert sum(size > 0 for forms in largest.values() for size in forms.values()) > 40
    over = {
        (role, page): size
        for role, forms in largest.items()
        for page, size in forms.items()
        if size > SIGNED_IN_BYTES
    }
    assert over == {}


def test_forms_without_sign_in_fit_into_the_limit_of_anybody(house: OpenHouse) -> None:
    largest = forms_of(Client())
    assert largest["/sign-in/"] > 0
    assert {page: size for page, size in largest.items() if size > ANYBODY_BYTES} == {}
