"""No browser stores an answer to a signed-in person. Files that are the same for everybody may be stored."""

import pytest
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest
from django.test import Client

from casino.people.models import Role
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
BY_SCRIPT = {"HX-Request": "true", "HX-Target": "main#page"}


def directives(client: Client, method: str, path: str, status: int, **more: object) -> set[str]:
    answer = client.generic(method, path, **more)  # type: ignore[arg-type]
    assert answer.status_code == status, (path, answer.status_code)
    return set(answer.get("Cache-Control", "").replace(" ", "").split(",")) - {""}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/floor/", 200),
        ("HEAD", "/floor/", 200),
        ("GET", "/rules/", 200),
        ("GET", "/", 302),
        ("GET", "/registers/", 403),
        ("GET", "/nowhere/", 404),
        ("GET", "/floor/%00/", 404),
        ("GET", "/floor/T9/", 404),
        ("DELETE", "/your-pin/", 405),
        ("POST", "/your-pin/", 422),
        ("POST", "/still-here/", 204),
        ("GET", "/floor", 301),
    ],
)
def test_no_answer_to_a_person_who_is_signed_in_is_stored(
    as_role: AsRole, method: str, path: str, status: int
) -> None:
    browser = as_role(Role.PIT_BOSS)
    browser.raise_request_exception = False
    assert directives(browser, method, path, status) >= {"private", "no-store"}


def test_fragment_and_lock_page_of_a_session_are_not_stored(as_role: AsRole) -> None:
    browser = as_role(Role.PIT_BOSS)
    assert "no-store" in directives(browser, "GET", "/floor/", 200, headers=BY_SCRIPT)
    browser.post("/lock/")
    assert "no-store" in directives(browser, "GET", "/floor/", 302)
    assert "no-store" in directives(browser, "GET", "/floor/", 403, headers=BY_SCRIPT)


def test_an_error_that_nobody_foresaw_is_not_stored(as_role: AsRole) -> None:
    def breaks(sender: object, request: HttpRequest, **more: object) -> None:
        raise RuntimeError("nobody foresaw this")

    browser = as_role(Role.PIT_BOSS)
    browser.raise_request_exception = False
    user_logged_out.connect(breaks)
    try:
        assert "no-store" in directives(browser, "POST", "/sign-out/", 500)
    finally:
        user_logged_out.disconnect(breaks)


def test_the_answers_that_begin_and_end_a_session_are_not_stored(as_role: AsRole) -> None:
    browser = as_role(Role.PIT_BOSS)
    assert "no-store" in directives(browser, "POST", "/sign-out/", 302)
    assert "no-store" in directives(Client(), "GET", "/sign-in/", 200)


def test_static_files_keep_their_rule(as_role: AsRole) -> None:
    browser = as_role(Role.PIT_BOSS)
    whole = browser.get("/static/css/people.css")
    assert whole.getvalue()  # read to its end, the file is closed
    seen_before = browser.get("/static/css/people.css", headers={"If-Modified-Since": whole["Last-Modified"]})
    assert [each.status_code for each in (whole, seen_before)] == [200, 304]
    assert not [each for each in (whole, seen_before) if "no-store" in each.get("Cache-Control", "")]
    assert "no-store" in directives(browser, "GET", "/static/css/none.css", 404)
