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
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.embedded.part import CHECKOUT
from casino.people.models import SIGN_IN, Role
from testkit.axe import breaks_no_rule
from testkit.new_house import LINK, NewHouse
from testkit.one_machine import HouseForTests, free_row_of_ports, wait_until
from testkit.screens import WheelInHand

SECOND_FACTOR = (Role.DIRECTION, Role.GAMES_INSPECTOR)
"""The roles, beside the administrator's, that sign in with one unless a casino says otherwise."""
ON_THE_WAY = {
    *("set-up-language", "set-up-casino", "set-up-languages", "set-up-rulebooks", "set-up-administrator"),
    *("set-up-without-an-answer", "set-up-link-gone", "sign-in-wrong-password", "second-step"),
    *("second-step-wrong-code", "second-factor-needed", "authenticator-app", "recovery-codes", "locked"),
    *("locked-wrong-pin", "signed-in-a-while-ago", "engaged", "welcome"),
}
"""Pages that no link of an open house leads to."""
CROUPIERS = tuple(f"Croupier {number}" for number in range(1, 8))


@pytest.fixture
def house(house_folder: Path) -> Iterator[HouseForTests]:
    """A house of real processes that nobody has set up."""
    house = HouseForTests(house_folder, environment={"HOUSE": "empty"})
    house.open()
    yield house
    house.close()


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
    house: HouseForTests, chromium: Browser, tmp_path: Path
) -> None:
    said = house.wait_for_words("/set-up/")
    found = LINK.search(said)
    assert found, said
    looks = Looks()
    new = NewHouse(chromium, f"http://localhost:{house.port}", looks)
    with wheel(tmp_path) as turning, new.browser() as anna:
        new.set_up(
            anna, found[0], casino="Casino Real", rulebooks=("pt-francesa", "it-venezia"), sign_in="anna"
        )
        new.sign_in(anna, "anna", second_factor=True)
        new.lock(anna)
        new.second_step("anna")
        anna.goto(f"{new.address}/")
        expect(anna.locator("#to-do")).to_contain_text("There are no tables yet.")

        new.register(anna, "pit", {"code": "A", "name": "Sala A"})
        for code, rulebook in (("RF1", "pt-francesa"), ("VE1", "it-venezia")):
            table = {"code": code, "name": f"Table {code}", "rulebook": rulebook, "pit": "A"}
            new.register(anna, "table", table, unticked=["counts_float"])
        address = f"socket://127.0.0.1:{turning.port}"
        new.register(anna, "reader", {"code": "W1", "table": "RF1", "url": address})
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
            new.welcome(link)
        for role in SIGN_IN:
            if role not in (Role.ADMINISTRATOR, Role.PIT_BOSS):
                _sees_the_first_page(new, f"one-{role}", second_factor=role in SECOND_FACTOR)

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
    _is_the_same_by_its_file(house, tmp_path / "house.toml")
    assert looks.seen == ON_THE_WAY


def _sees_the_first_page(new: NewHouse, name: str, *, second_factor: bool) -> None:
    """Sign somebody in, with what their role asks for, and see the page where they begin."""
    with new.browser() as page:
        new.sign_in(page, name, second_factor=second_factor)
        answer = page.goto(f"{new.address}/")
        assert answer is not None and answer.ok, name
        expect(page.locator("h1").first).to_be_attached()
        expect(page.locator(".bar")).to_contain_text(f"One {name.removeprefix('one-')}")


def _is_the_same_by_its_file(house: HouseForTests, file: Path) -> None:
    """A casino that is made of the file that this one writes has the registers that the screens have made."""
    file.write_text(_manage(house, "house", "export", "--casino", "1"))
    made = _manage(house, "house", "load", str(file), "--new")
    number = made.splitlines()[-1].split()[1].rstrip(":")
    first, second = (
        tomllib.loads(file.read_text()),
        tomllib.loads(_manage(house, "house", "export", "--casino", number)),
    )
    assert set(first["person"]) > {"anna", f"one-{Role.PIT_BOSS}", "croupier-1"}
    assert set(first) >= {"casino", "pit", "table", "reader", "client", "wheel", "ball"}
    assert second == first


def _manage(house: HouseForTests, *arguments: str) -> str:
    command = [sys.executable, "-W", "ignore", "manage.py", *arguments]
    environment = house.environment | {"DATABASE_URL": house.database_url}
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


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
