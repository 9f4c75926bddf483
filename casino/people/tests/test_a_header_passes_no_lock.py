"""The lock of sign-in on a real server: no header passes it, unless a trusted proxy has written it."""

import http.client
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from casino.people.models import Person, Role
from testkit.api import serving
from testkit.people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


class Stranger:
    """A client of sign-in that says by a header who it is."""

    def __init__(self, web: str) -> None:
        self.place = urlsplit(web).netloc
        self.cookie, self.token = "", ""

    def sign_in(self, name: str, password: str, **headers: str) -> int:
        if not self.cookie:
            page, cookie = self._send("GET")
            found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page.body)
            assert found and cookie
            self.token, self.cookie = found.group(1).decode(), cookie.partition(";")[0]
        form = {"username": name, "password": password, "csrfmiddlewaretoken": self.token}
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie}
        answer, _ = self._send("POST", urlencode(form), {**kind, **headers})
        return answer.status

    def _send(
        self, method: str, body: str = "", headers: dict[str, str] | None = None
    ) -> tuple["_Answer", str | None]:
        connection = http.client.HTTPConnection(self.place, timeout=30)
        connection.request(method, "/sign-in/", body, headers or {})
        with connection.getresponse() as response:
            answer = _Answer(response.status, response.read())
            cookie = response.headers["Set-Cookie"]
        connection.close()
        return answer, cookie


class _Answer:
    def __init__(self, status: int, body: bytes) -> None:
        self.status, self.body = status, body


@pytest.mark.parametrize(("proxies", "last"), [("", 429), ("127.0.0.1", 302)])
def test_an_address_in_a_header_counts_only_from_a_trusted_proxy(
    proxies: str, last: int, tmp_path: Path, colleague: Callable[..., Person]
) -> None:
    boss = colleague(Role.PIT_BOSS)
    with serving(tmp_path, {"TRUSTED_PROXIES": proxies, "SIGN_IN_ATTEMPTS": "2"}) as web:
        stranger = Stranger(web)
        for n in range(2):
            stranger.sign_in(boss.username, "no", **{"X-Forwarded-For": f"198.51.100.{n}"})
        assert stranger.sign_in(boss.username, PASSWORD, **{"X-Forwarded-For": "198.51.100.99"}) == last
