"""Secrets cannot be guessed: limits by who tries, locks that grow, and each wrong attempt in the record."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from django.test import Client
from pytest_django import Settings

from casino.people.access_events import ACCESS_EVENTS, WrongPasswordGiven, WrongPinGiven, access_stream
from casino.people.attempts import Kind, begin_attempt, failed_attempt, forget_attempts
from casino.people.models import AttemptCounter, Person, Role
from casino.people.sign_in_limits import source_of_address
from casino.people.signing import SigningFailed, signature_at, signature_of
from tables.handling import Actor
from tables.handling.models import Casino
from tables.stream import RecordedEvent, read_stream
from testkit.pages import Response, read_page
from testkit.people import PASSWORD
from testkit.refusals import expect_refusal

Colleague = Callable[..., Person]
pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 20, tzinfo=UTC)
MINUTES = timedelta(minutes=1)
DAY = "2026-11-20"


@pytest.fixture
def house(casino_id: int) -> int:
    """A registered casino, so that there is a record."""
    return Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon").pk


def guess(kind: Kind, by: str, whose: str, now: datetime) -> datetime | None:
    """A wrong attempt: until when it is locked, before or after it."""
    lock = begin_attempt(kind, by, whose, now) or failed_attempt(kind, by, whose, now)
    return lock.until if lock else None


def locks(by: str, whose: str) -> Iterator[timedelta]:
    """How long each lock lasts of somebody who goes on as soon as they may."""
    now = NOW
    while True:
        until = guess("pin", by, whose, now)
        if until is not None:
            yield until - now
            now = until


def test_each_lock_is_twice_as_long_as_the_last_up_to_a_day() -> None:
    growing = locks("person/1", "2")
    assert [next(growing) // MINUTES for _ in range(9)] == [15, 30, 60, 120, 240, 480, 960, 1440, 1440]


def test_an_attempt_is_counted_before_its_secret_is_compared(settings: Settings) -> None:
    at_once = [begin_attempt("password", "203.0.113.9", "anna", NOW) for _ in range(50)]
    assert at_once.count(None) == settings.AXES_FAILURE_LIMIT


@pytest.mark.django_db(transaction=True)
def test_attempts_at_the_same_moment_are_counted_one_by_one(settings: Settings) -> None:
    def one(_: int) -> bool:
        try:
            return begin_attempt("password", "203.0.113.9", "anna", NOW) is None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(one, range(24))].count(True) == settings.AXES_FAILURE_LIMIT


def test_right_secret_deletes_its_own_count(settings: Settings) -> None:
    for by in ("person/1", "person/3"):
        for _ in range(settings.AXES_FAILURE_LIMIT - 1):
            assert guess("pin", by, "2", NOW) is None
    forget_attempts("pin", "2", "person/1")
    assert guess("pin", "person/1", "2", NOW) is None
    assert guess("pin", "person/3", "2", NOW) is not None


def test_attempts_older_than_a_week_are_not_counted() -> None:
    growing = locks("person/1", "2")
    [next(growing) for _ in range(3)]
    later = NOW + timedelta(days=9)
    again = [guess("pin", "person/1", "2", later) for _ in range(5)]
    assert again == [None] * 4 + [later + 15 * MINUTES]


def test_address_that_tries_many_names_is_locked_for_all_names(
    settings: Settings,
) -> None:
    tried = [guess("password", "203.0.113.9", f"name-{n}", NOW) for n in range(settings.SIGN_IN_NAMES)]
    assert tried == [None] * (settings.SIGN_IN_NAMES - 1) + [NOW + 15 * MINUTES]
    assert begin_attempt("password", "203.0.113.9", "another", NOW) is not None
    assert begin_attempt("password", "203.0.113.10", "another", NOW) is None
    # Once it is open again a single wrong password does not close it for another twenty.
    later = NOW + 16 * MINUTES
    assert guess("password", "203.0.113.9", "another", later) is None
    again = [guess("password", "203.0.113.9", f"more-{n}", later) for n in range(settings.SIGN_IN_NAMES)]
    assert next(until - later for until in again if until) == 30 * MINUTES


def test_names_that_sign_in_in_the_end_do_not_count_against_their_address(
    settings: Settings,
) -> None:
    for n in range(settings.SIGN_IN_NAMES * 2):
        assert guess("password", "203.0.113.9", f"name-{n}", NOW) is None
        forget_attempts("password", f"name-{n}", "203.0.113.9")


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002::/64"),
        ("2001:db8:1:2::9", "2001:0db8:0001:0002::/64"),
        ("", ""),
    ],
)
def test_all_addresses_of_one_ipv6_network_are_one_source(address: str, source: str) -> None:
    assert source_of_address(address) == source


# ---------------------------------------------------------------- sign-in


def sign_in(name: str, password: str = "no", **of: Any) -> Response:
    return Client().post("/sign-in/", {"username": name, "password": password}, **of)


def text(response: Response) -> str:
    return " ".join(read_page(response.content).get_text().split())


@pytest.mark.parametrize(
    "header", ["HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_CLIENT_IP"]
)
def test_no_header_passes_the_lock_of_a_name(colleague: Colleague, header: str) -> None:
    boss = colleague(Role.PIT_BOSS)
    statuses = [sign_in(boss.username, **{header: f"198.51.100.{n}"}).status_code for n in range(5)]
    assert statuses == [200] * 4 + [429]
    assert sign_in(boss.username, PASSWORD, **{header: "198.51.100.99"}).status_code == 429
    assert sign_in(boss.username, PASSWORD, REMOTE_ADDR="198.51.100.99").status_code == 302


def test_address_tries_a_bounded_number_of_names(colleague: Colleague, settings: Settings) -> None:
    settings.SIGN_IN_NAMES = 3
    boss = colleague(Role.PIT_BOSS)
    answers = [sign_in(f"guess-{n}") for n in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "wrong passwords for too many names from this place. Sign-in opens again in 15 minutes" in text(
        sign_in(boss.username, PASSWORD)
    )
    assert sign_in(boss.username, PASSWORD, REMOTE_ADDR="198.51.100.99").status_code == 302


def test_the_page_of_a_lock_names_who_is_locked_and_not_what_was_typed_as_password(
    colleague: Colleague,
) -> None:
    boss = colleague(Role.PIT_BOSS)
    answer = [sign_in(boss.username, "faites vos jeux") for _ in range(5)][-1]
    assert answer["Retry-After"] == str(15 * 60)
    said = text(answer)
    assert f"too many wrong passwords for {boss.username} from this place" in said
    assert "faites" not in said


@pytest.mark.parametrize("how", [("axes_reset",), ("axes_reset_ip", "127.0.0.1")])
def test_the_operator_opens_a_lock_by_a_command(colleague: Colleague, how: tuple[str, ...]) -> None:
    boss = colleague(Role.PIT_BOSS)
    [sign_in(boss.username) for _ in range(5)]
    call_command(*how)
    assert sign_in(boss.username, PASSWORD).status_code == 302


def browser_in_which_signed_in(*people: Person) -> Client:
    browser = Client()
    for each in people:
        assert browser.post("/sign-in/", {"username": each.username, "password": PASSWORD}).status_code == 302
        browser.post("/sign-out/")
    return browser


def tried(browser: Client, person: Person, password: str = "no", times: int = 1) -> int:
    form = {"username": person.username, "password": password}
    return [browser.post("/sign-in/", form).status_code for _ in range(times)][-1]


def test_a_stranger_behind_the_pits_address_locks_nobody_out_of_their_own_terminal(
    colleague: Colleague, settings: Settings
) -> None:
    settings.SIGN_IN_NAMES = 3
    boss, chef = colleague(Role.PIT_BOSS), colleague(Role.CHEF_DE_TABLE)
    terminal, stranger = browser_in_which_signed_in(boss, chef), Client()
    for person in (boss, chef, colleague(Role.CASH_DESK)):
        assert tried(stranger, person, times=5) == 429
    assert tried(stranger, boss, PASSWORD) == 429
    assert tried(terminal, boss, PASSWORD) == 302
    terminal.post("/sign-out/")
    assert tried(terminal, chef, PASSWORD) == 302


def test_a_known_browser_guesses_no_more_often_than_another(colleague: Colleague) -> None:
    boss, other = colleague(Role.PIT_BOSS), colleague(Role.CHEF_DE_TABLE)
    terminal = browser_in_which_signed_in(boss)
    assert tried(terminal, boss, times=5) == 429
    assert tried(terminal, boss, PASSWORD) == 429
    # With a name that never signed in there it is as unknown as any.
    assert tried(Client(), other, times=4) == 200
    assert tried(terminal, other) == 429


@pytest.mark.parametrize("cookie", ["", "forged", "WyJhIixbInBpdCJdXQ:1wXyZ:AAAA"])
def test_a_cookie_that_the_house_has_not_signed_makes_no_browser_known(
    colleague: Colleague, cookie: str
) -> None:
    boss = colleague(Role.PIT_BOSS)
    statuses = []
    for n in range(5):
        browser = Client()
        browser.cookies["known_browser"] = f"{cookie}{n}"
        statuses.append(tried(browser, boss))
    assert statuses == [200] * 4 + [429]


# ---------------------------------------------------------------- PINs


def wrong(person: Person, beside: Person, times: int = 1, now: datetime = NOW) -> str:
    for _ in range(times):
        with pytest.raises(SigningFailed) as failed:
            signature_of(person.username, "0001", beside=beside, now=now)
    return failed.value.code


def test_person_who_guesses_a_pin_is_locked_and_its_owner_signs_elsewhere(colleague: Colleague) -> None:
    thief, other = colleague(Role.CHEF_DE_TABLE), colleague(Role.PIT_BOSS)
    inspector = colleague(Role.GAMES_INSPECTOR, pin="4711")
    assert wrong(inspector, thief, times=6) == "pin-mistyped-too-often"
    with expect_refusal("pin-mistyped-too-often", kind=SigningFailed):
        signature_of(inspector.username, "4711", beside=thief, now=NOW)
    assert signature_of(inspector.username, "4711", beside=other, now=NOW).role == "games_inspector"
    system = Actor(id="client/7", name="Cash system")
    assert signature_at(inspector.casino_id, inspector.username, "4711", by=system, now=NOW)
    # What others sign meanwhile opens nothing for whoever is locked.
    assert wrong(inspector, thief) == "pin-mistyped-too-often"


def test_person_who_guesses_many_pins_is_locked_for_all(colleague: Colleague, settings: Settings) -> None:
    settings.SIGN_IN_NAMES = 3
    thief = colleague(Role.CHEF_DE_TABLE)
    others = [colleague(Role.CROUPIER, pin="4711") for _ in range(4)]
    for each in others[:3]:
        wrong(each, thief)
    with expect_refusal("pins-of-too-many-mistyped", kind=SigningFailed):
        signature_of(others[3].username, "4711", beside=thief, now=NOW)


@pytest.mark.parametrize("name", ["nobody", "", "a\0b", "\0"])
def test_a_name_that_nobody_has_signs_nothing(colleague: Colleague, name: str) -> None:
    with expect_refusal("signatory-unknown", kind=SigningFailed):
        signature_of(name, "4711", beside=colleague(Role.PIT_BOSS), now=NOW)


def test_a_system_that_guesses_pins_is_locked_as_a_person_is(colleague: Colleague) -> None:
    inspector = colleague(Role.GAMES_INSPECTOR, pin="4711")
    system = Actor(id="client/7", name="Cash system", terminal="api")
    for _ in range(5):
        with expect_refusal("pin-wrong", kind=SigningFailed):
            signature_at(inspector.casino_id, inspector.username, "0001", by=system, now=NOW)
    with expect_refusal("pin-mistyped-too-often", kind=SigningFailed):
        signature_at(inspector.casino_id, inspector.username, "4711", by=system, now=NOW)
    assert signature_of(inspector.username, "4711", beside=colleague(Role.PIT_BOSS), now=NOW)


@pytest.mark.parametrize("weak", ["0000", "1234"])
def test_a_weak_pin_of_former_times_signs_nothing(colleague: Colleague, weak: str) -> None:
    inspector = colleague(Role.GAMES_INSPECTOR, pin=weak)
    with expect_refusal("pin-to-be-changed", kind=SigningFailed):
        signature_of(inspector.username, weak, beside=colleague(Role.PIT_BOSS), now=NOW)


def test_a_new_pin_from_the_operator_is_locked_nowhere(
    colleague: Colleague, monkeypatch: pytest.MonkeyPatch
) -> None:
    inspector, boss = colleague(Role.GAMES_INSPECTOR, pin="4711"), colleague(Role.PIT_BOSS)
    wrong(inspector, boss, times=6)
    monkeypatch.setattr("sys.stdin.readline", lambda: "86420\n")
    call_command("set_pin", inspector.username)
    assert signature_of(inspector.username, "86420", beside=boss, now=NOW)
    assert not AttemptCounter.objects.exists()


# ---------------------------------------------------------------- the record


def recorded(house: int, day: str = DAY) -> list[RecordedEvent]:
    return read_stream(house, access_stream(day))


def test_each_wrong_pin_is_in_the_record_with_who_tried_and_the_lock(
    house: int, colleague: Colleague
) -> None:
    boss = colleague(Role.PIT_BOSS, casino_id=house)
    inspector = colleague(Role.GAMES_INSPECTOR, casino_id=house, pin="4711")
    signature_of(inspector.username, "4711", beside=boss, now=NOW)
    wrong(inspector, boss, times=7)
    events = recorded(house)
    tried = [each for each in map(ACCESS_EVENTS.read, events) if isinstance(each, WrongPinGiven)]
    assert len(tried) == len(events)
    assert [each.person.name for each in tried] == [inspector.display_name] * 5
    assert [each.locked for each in tried] == [""] * 4 + ["pair"]
    assert tried[-1].locked_until == NOW + 15 * MINUTES
    assert {each.metadata["by"]["id"] for each in events} == {f"person/{boss.pk}"}
    # Identifiers are drawn by chance and may contain these digits.
    pin = re.compile(r"(?<![0-9A-Za-z-])0001(?![0-9A-Za-z-])")
    assert not [each for each in events if pin.search(f"{each.data} {each.metadata}")]


def test_each_wrong_password_of_a_person_is_in_the_record_and_other_words_are_not(
    house: int, colleague: Colleague
) -> None:
    boss = colleague(Role.PIT_BOSS, casino_id=house)
    sign_in("my password in the wrong field")
    [sign_in(boss.username, REMOTE_ADDR="203.0.113.9") for _ in range(7)]
    stored = [each for day in days_around(house) for each in recorded(house, day)]
    tried = [each for each in map(ACCESS_EVENTS.read, stored) if isinstance(each, WrongPasswordGiven)]
    assert len(tried) == len(stored)
    assert {each.address for each in tried} == {"203.0.113.9"}
    assert [each.locked for each in tried] == [""] * 4 + ["pair"]


def days_around(house: int) -> list[str]:
    today = datetime.now(UTC).date()
    return [(today + timedelta(days=n)).isoformat() for n in (-1, 0, 1)]
