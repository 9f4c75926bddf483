"""People at the screens of a whole installation. They go on when one of its parts is killed and comes back."""

import re
import threading
import urllib.error
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from casino.people.demonstration_house import PASSWORD, PEOPLE
from testkit.one_machine import HouseForTests

BETWEEN_TURNS_S = 1.0
BETWEEN_LOOKS_S = 2.0
"""Seconds: most of the work of a house that they visit is for their pages."""


class PitBoss:
    """Somebody at the screen who bets, pays and chooses all the while, and goes on when the house is back."""

    BETS = (("rouge", "10"), ("pair", "20"), ("plein:0", "5"), ("tiers", "5"))

    def __init__(self, house: HouseForTests) -> None:
        self.address = f"http://127.0.0.1:{house.port}"
        self.cookies = CookieJar()
        self.browser: OpenerDirector = build_opener(HTTPCookieProcessor(self.cookies))
        self.done = 0
        self._leave = threading.Event()
        self._thread = threading.Thread(target=self._work)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        self.sign_in()
        self._thread.start()
        try:
            yield
        finally:
            self._leave.set()
            self._thread.join()

    def sign_in(self) -> None:
        self.browser.open(f"{self.address}/sign-in/").read()
        self._post("/sign-in/", username=PEOPLE[0].sign_in, password=PASSWORD)

    def _post(self, path: str, **form: str) -> None:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        body = urlencode({**form, "csrfmiddlewaretoken": str(token)}).encode()
        self.browser.open(f"{self.address}{path}", body, timeout=10).read()

    def _work(self) -> None:
        turn = 0
        while not self._leave.is_set():
            turn += 1
            for table in ("CA1", "VE1", "RA1"):
                for code, chip in self.BETS:
                    self._ask(table, "place-bet", player="P1", bet=code, chip=chip, key=f"{turn}-{code}")
                self._ask(table, "payments-confirmed")
                for ref in self._in_prison(table)[:1]:
                    self._ask(table, "choose-prison", ref=ref, choice="partage")
            self._leave.wait(BETWEEN_TURNS_S)

    def _in_prison(self, table: str) -> list[str]:
        return re.findall(r'id="prison-(b[0-9]+)"', self._page(table))

    def _page(self, table: str) -> str:
        """The table's page; nothing while the house is away."""
        try:
            return str(self.browser.open(f"{self.address}/floor/{table}/", timeout=10).read().decode())
        except (OSError, HTTPException):
            return ""

    def _ask(self, table: str, command: str, **form: str) -> None:
        try:
            self._post(f"/floor/{table}/do/{command}", **form)
            self.done += 1
        except urllib.error.HTTPError as refusal:
            refusal.close()
            assert refusal.code in (422, 500, 503), f"{command}: {refusal.code}"
        except (OSError, HTTPException):  # killed before its answer, or in the middle of it
            self._leave.wait(0.1)


class Chief(PitBoss):
    """Somebody who looks whether a number waits and confirms it: what the reader recovered settles no bet by itself."""

    WAITS = re.compile(r"The reader gives ([0-9]+) for coup ([0-9]+)")

    def _work(self) -> None:
        while not self._leave.wait(BETWEEN_LOOKS_S):
            for table in ("CA1", "VE1", "RA1"):
                if waits := self.WAITS.search(self._page(table)):
                    self._ask(table, "number", number=waits[1], coup=waits[2])
