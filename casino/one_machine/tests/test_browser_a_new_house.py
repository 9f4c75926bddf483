"""An empty house, from the link in the terminal to the first coup of two tables of different rulebooks, by the screens
alone: with people of every role, a wheel reader on a socket and a client of the API."""

import json
import signal
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django import DjangoDbBlocker

from casino.one_machine.part import CHECKOUT
from casino.people.models import SIGN_IN, Role
from testkit.axe import breaks_no_rule
from testkit.browsers import TABLET
from testkit.command_line import run_command
from testkit.new_house import LINK, NewHouse
from testkit.one_machine import HouseForTests, free_row_of_ports, wait_until
from testkit.screens import WheelInHand
from testkit.stream import django_on

SECOND_FACTOR = (Role.DIRECTION, Role.GAMES_INSPECTOR)
"""The roles, beside the administrator's, that sign in with one unless a casino says otherwise."""
ON_THE_WAY = {
    *("set-up-language", "set-up-casino", "set-up-languages", "set-up-rulebooks", "set-up-administrator"),
    *("set-up-without-an-answer", "set-up-link-gone", "sign-in-wrong-password", "second-step"),
    *("second-step-wrong-code", "second-factor-needed", "authenticator-app", "recovery-codes", "locked"),
    *("locked-wrong-pin", "signed-in-a-while-ago", "engaged", "welcome"),
}
"""Pages that no link of an open house leads to."""
CROUPIERS = tuple(f"Croupier {number}" for number in range(1, 6))
"""Two for the first table, and one for each position of the second that may not be empty."""


@pytest.fixture
def house(house_folder: Path) -> Iterator[HouseForTests]:
    """A house of real processes that nobody has set up."""
    settings = {
        "HOUSE": "empty",
        "DJANGO_SETTINGS_MODULE": "testkit.quick_house_settings",
        "WHEEL_READER_ADDRESSES": "127.0.0.1",
    }
    house = HouseForTests(house_folder, environment=settings)
    house.open()
    yield house
    assert house.close(signal.SIGINT) == 0, "Ctrl-C closes it"
    assert house.left_running() == []


class SharedTerminal(NewHouse):
    """A terminal at which people come and go. It keeps styles and scripts, and nothing of the last person."""

    @contextmanager
    def at_work(self) -> Iterator[Self]:
        with self.chromium.new_context(viewport=TABLET) as self._context:
            yield self

    @contextmanager
    def browser(self) -> Iterator[Page]:
        """A page of the terminal for its next person. An error on its console fails the test."""
        errors: list[str] = []
        with self._context.new_page() as page:
            page.on("pageerror", lambda error: errors.append(str(error)))
            yield page
            page.evaluate("localStorage.clear()")
        self._context.clear_cookies()
        assert errors == []


class Looks:
    """Looks at each page on the way once: axe finds nothing on it, dark or light."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def __call__(self, page: Page, name: str) -> None:
        if name not in self.seen:
            self.seen.add(name)
            breaks_no_rule(page, name)


@contextmanager
def wheel(folder: Path) -> Iterator[WheelInHand]:
    """A wheel on a socket, which does what it is told."""
    port = free_row_of_ports(2)
    where = ["--port", str(port), "--control-port", str(port + 1), "--games", "0", "--then-idle"]
    with (folder / "wheel.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tables.wheels.simulate", *where], cwd=CHECKOUT, stdout=log, stderr=log
        )
    try:
        wait_until(lambda: _listens(port) and _listens(port + 1), 60, "the wheel listens")
        yield WheelInHand(port, port + 1)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def _listens(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def test_from_the_printed_link_to_the_first_coup_of_two_tables(
    house: HouseForTests, chromium: Browser, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    said = house.wait_for_words("/set-up/")
    found = LINK.search(said)
    assert found, said
    looks = Looks()
    address = f"http://localhost:{house.port}"
    new = NewHouse(chromium, address, looks)
    terminal = SharedTerminal(chromium, address, looks)
    with wheel(tmp_path) as turning, new.browser() as anna, terminal.at_work():
        new.set_up(
            anna, found[0], casino="Casino Real", rulebooks=("pt-francesa", "it-venezia"), sign_in="anna"
        )
        new.sign_in(anna, "anna", second_factor=True)
        new.lock(anna)
        terminal.second_step("anna")
        anna.goto(f"{new.address}/")
        expect(anna.locator("#to-do")).to_contain_text("There are no tables yet.")

        new.register(anna, "pit", {"code": "A", "name": "Sala A"})
        for code, rulebook in (("RF1", "pt-francesa"), ("VE1", "it-venezia")):
            table = {"code": code, "name": f"Table {code}", "rulebook": rulebook, "pit": "A"}
            new.register(anna, "table", table, unticked=["counts_float"])
        reader = {"code": "W1", "table": "RF1", "url": f"socket://127.0.0.1:{turning.port}"}
        new.register(anna, "reader", reader)
        new.register(anna, "client", {"code": "mystery", "name": "Mystery", "scopes": "tables:read"})
        secret = anna.locator("#secret").inner_text()
        client_id = anna.locator(".secret .sub code").inner_text()
        assert _signs_in(new.address, client_id, secret)

        links = [
            new.engage(anna, f"One {role}", f"one-{role}", role)
            for role in SIGN_IN
            if role is not Role.ADMINISTRATOR
        ]
        for number, called in enumerate(CROUPIERS, start=1):
            links.append(new.engage(anna, called, f"croupier-{number}", Role.CROUPIER))
        for link in links:
            terminal.welcome(link)
        for role in SIGN_IN:
            if role not in (Role.ADMINISTRATOR, Role.PIT_BOSS):
                _sees_the_first_page(terminal, f"one-{role}", second_factor=role in SECOND_FACTOR)

        with new.browser() as boss:
            new.sign_in(boss, f"one-{Role.PIT_BOSS}")
            for code in ("RF1", "VE1"):
                new.equip(boss, code, ("A", "B"), "20")
            new.open_table(boss, "RF1", croupiers=("Croupier 1", "Croupier 2"))
            _coup_by_the_reader(boss, turning)
            new.open_table(boss, "VE1", croupiers=CROUPIERS[2:])
            _coup_by_hand(boss)

        anna.goto(f"{new.address}/registers/reader/W1/")
        expect(anna.locator("#line")).to_contain_text("It is heard.")
        anna.goto(f"{new.address}/registers/")
        expect(anna.locator("#to-do")).not_to_contain_text("RF1")
    with django_db_blocker.unblock(), django_on(house.database_url):
        _is_the_same_by_its_file(tmp_path / "house.toml")
    assert looks.seen == ON_THE_WAY


def _sees_the_first_page(terminal: SharedTerminal, name: str, *, second_factor: bool) -> None:
    """Sign somebody in, with what their role asks for, and see the page where they begin."""
    with terminal.browser() as page:
        terminal.sign_in(page, name, second_factor=second_factor)
        answer = page.goto(f"{terminal.address}/")
        assert answer is not None and answer.ok, name
        expect(page.locator("h1").first).to_be_attached()
        expect(page.locator(".bar")).to_contain_text(f"One {name.removeprefix('one-')}")


def _is_the_same_by_its_file(file: Path) -> None:
    """A casino that is made of the file that this one writes has the registers that the screens have made."""
    file.write_text(_manage("house", "export", "--casino", "1"))
    made = _manage("house", "load", str(file), "--new")
    number = made.splitlines()[-1].split()[1].rstrip(":")
    first, second = (
        tomllib.loads(file.read_text()),
        tomllib.loads(_manage("house", "export", "--casino", number)),
    )
    assert set(first["person"]) > {"anna", f"one-{Role.PIT_BOSS}", "croupier-1"}
    assert set(first) >= {"casino", "pit", "table", "reader", "client", "wheel", "ball"}
    assert second == first


def _manage(*arguments: str) -> str:
    ended = run_command(*arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def _coup_by_the_reader(page: Page, turning: WheelInHand) -> None:
    for command in ("launch", "close", "fall 17"):
        turning.tell(command)
    expect(page.locator(".head .n.big")).to_have_text("17")


def _coup_by_hand(page: Page) -> None:
    step = page.locator(".next b")
    for words in ("Faites vos jeux", "Launch", "Rien ne va plus", "Enter the number"):
        expect(step).to_have_text(words)
        page.locator(".next").click()
    page.locator("label:has(#pad-8)").click()
    page.get_by_role("button", name="Declare").click()
    expect(page.locator(".head .n.big")).to_have_text("8")


def _signs_in(address: str, client: str, secret: str) -> bool:
    """Whether the API gives a client a token."""
    asked = {"grant_type": "client_credentials", "client_id": client, "client_secret": secret}
    with urlopen(f"{address}/oauth/token/", urlencode(asked).encode(), timeout=30) as answer:
        return bool(json.load(answer)["access_token"])
