"""The page of a reader: its line, its raw lines, its dead letters and its recorder; and the list of all readers."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Person, Role
from tables.handling import Actor
from tables.handling.models import RegisterEntry
from tables.handling.registers import declare
from tables.refusal import Refused
from tables.wheels.models import (
    ReaderDeadLetter,
    ReaderLease,
    ReaderRecording,
    ReaderRecordingPart,
    ReaderStatus,
    ReaderWatch,
)
from testkit.forms import sent_by
from testkit.house import OpenHouse
from testkit.pages import Element, Response, find, read_page
from testkit.people import AsRole, browser_of, engage

PIN = "4921"
READER = "W-T1"
ADDRESS = f"/readers/{READER}/"
TEST = Actor(id="test", name="Test", terminal="test")
SEES = (
    Role.CHEF_DE_TABLE,
    Role.PIT_BOSS,
    Role.DIRECTION,
    Role.GAMES_INSPECTOR,
    Role.PUBLIC_CONTROLLER,
    Role.ADMINISTRATOR,
)
DECIDES = (Role.PIT_BOSS, Role.DIRECTION, Role.ADMINISTRATOR)


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    """A table with its reader, which stands in the register too."""
    made = OpenHouse(casino_id, "pt-francesa", now=timezone.now())
    register(casino_id, READER, protocol="slingshot2", url="socket://10.0.0.5:4001")
    return made


@pytest.fixture
def boss(house: OpenHouse) -> Client:
    return browser_of(engage(Role.PIT_BOSS, casino_id=house.casino_id, pin=PIN))


def register(casino_id: int, code: str, **values: Any) -> None:
    row = RegisterEntry.objects.filter(casino_id=casino_id, kind="table", code="T1").exists()
    if not row:
        declare(
            casino_id,
            "table",
            "T1",
            {"name": "Table", "rulebook": "pt-francesa"},
            by=TEST,
            now=timezone.now(),
        )
    declare(casino_id, "reader", code, {"table": "T1"} | values, by=TEST, now=timezone.now())


def status(house: OpenHouse, **otherwise: Any) -> ReaderStatus:
    """What a gateway reports of the reader."""
    now = timezone.now()
    reported = {
        "gateway": "pit-1:/var/spool",
        "connection": "connected",
        "connection_since": now - timedelta(minutes=5),
        "peer": "10.0.0.5:4001",
        "hearing": "live",
        "last_valid_at": now,
        "last_bytes_at": now,
        "per_minute": 118,
        "messages": 590,
        "bytes_read": 12_390,
        "since": now - timedelta(minutes=5),
        "updated_at": now,
    }
    made: ReaderStatus = ReaderStatus.objects.create(
        casino_id=house.casino_id, **{"reader": READER, **reported, **otherwise}
    )
    return made


def dead_letter(house: OpenHouse, **otherwise: Any) -> ReaderDeadLetter:
    observation = {"kind": "result", "number": 17, "raw": "*X;5;011;17;0;139;0\r\n"}
    refused = Refused("reader-lease-lost", reader=READER, lease=7, held=8, gateway="pit-2").refusal
    letter = {
        "gateway": "pit-1:/var/spool",
        "spool": uuid4(),
        "row": 1,
        "kind": "result",
        "number": 17,
        "observation": observation,
        "reason": "reader-lease-lost",
        "refusal": msgspec.to_builtins(refused),
        "set_aside_at": timezone.now(),
    }
    made: ReaderDeadLetter = ReaderDeadLetter.objects.create(
        casino_id=house.casino_id, **{"reader": READER, **letter, **otherwise}
    )
    return made


def page(browser: Client, address: str = ADDRESS, code: int = 200) -> Element:
    answer = browser.get(address)
    assert answer.status_code == code
    return read_page(answer.content)


def words(shown: Element, selector: str) -> str:
    return find(shown, selector).get_text(" ", strip=True)


# ---------------------------------------------------------------- the line


def test_page_shows_connection_lease_rate_and_last_valid_message(house: OpenHouse, boss: Client) -> None:
    status(house)
    ReaderLease.objects.create(
        casino_id=house.casino_id,
        reader=READER,
        lease=7,
        spool=uuid4(),
        holder="pit-1:/var/spool",
        expires_at=timezone.now() + timedelta(minutes=1),
    )
    shown = page(boss)
    assert words(shown, ".reader-state").startswith("Live Primary Table T1 SlingShot 2")
    connection, messages = words(shown, "#connection"), words(shown, "#messages")
    assert "Connected 10.0.0.5:4001" in connection
    assert "pit-1:/var/spool number 7" in connection
    assert "118 messages in the last minute" in messages
    assert "590 messages, 12.1" in messages
    assert "Errors None" in messages


def test_page_shows_that_a_lease_has_expired(house: OpenHouse, boss: Client) -> None:
    ReaderLease.objects.create(
        casino_id=house.casino_id,
        reader=READER,
        lease=7,
        spool=uuid4(),
        holder="pit-1:/var/spool",
        expires_at=timezone.now() - timedelta(minutes=1),
    )
    assert "No gateway. pit-1:/var/spool held it until" in words(page(boss), "#connection")


def test_page_shows_errors_by_kind(house: OpenHouse, boss: Client) -> None:
    status(house, errors={"not_understood": 3, "line_lost": 2, "flood": 0})
    shown = words(page(boss), "#messages")
    assert "Messages not understood 3" in shown
    assert "Lost connections 2" in shown
    assert "Cut off" not in shown


@pytest.mark.parametrize(
    ("reported", "state", "said"),
    [
        ({"connection": "lost", "reason": "broken pipe"}, "Connection lost", "Broken pipe"),
        (
            {"connection": "lost", "reason": "[Errno 111] Connect call failed ('10.0.0.5', 4001)"},
            "Connection lost",
            "The other end is there and refuses connections: check the port",
        ),
        ({"connection": "cut_off", "reason": "flood"}, "Cut off", "Too many bytes in a short time"),
        ({"connection": "unusable"}, "Options cannot be used", ""),
        (
            {"hearing": "no_valid_message", "last_raw": "\\xff\\x00"},
            "Bytes arrive, no valid message",
            "Last bytes \\xff\\x00",
        ),
        ({"hearing": "silent"}, "Silent", ""),
        ({"updated_at": timezone.now() - timedelta(minutes=1)}, "No gateway reports this reader", ""),
    ],
    ids=["lost", "nothing there", "cut off", "unusable", "no valid message", "silent", "no gateway"],
)
def test_page_shows_trouble_of_the_line(
    house: OpenHouse, boss: Client, reported: dict[str, Any], state: str, said: str
) -> None:
    status(house, **reported)
    shown = page(boss)
    assert words(shown, ".reader-state .state") == state
    assert said in words(shown, ".reader-cards")


@pytest.mark.parametrize(
    ("reported", "role", "advice"),
    [
        ({}, "primary", ""),
        (
            {"connection": "lost"},
            "primary",
            "The gateway tries again by itself. Check power, cable and network of the reader. Enter the numbers of T1 "
            "by hand meanwhile.",
        ),
        (
            {"connection": "lost"},
            "witness",
            "The gateway tries again by itself. Check power, cable and network of the reader.",
        ),
        (
            {"hearing": "no_valid_message"},
            "witness",
            "Compare the raw lines below with the protocol. Usual causes: wrong baud rate, wrong terminator, other "
            "device.",
        ),
    ],
    ids=["live", "lost", "witness", "no valid message"],
)
def test_page_says_what_to_do_about_trouble(
    house: OpenHouse, boss: Client, reported: dict[str, Any], role: str, advice: str
) -> None:
    code = READER if role == "primary" else "CAM-T1"
    status(house, **{"reader": code, **reported})
    if role == "witness":
        register(house.casino_id, code, url="socket://10.0.0.6:4001", role=role)
    shown = page(boss, f"/readers/{code}/")
    assert "".join(each.text for each in shown.select("#advice")) == advice


def test_page_of_a_reader_that_is_not_listened_to_gives_no_advice(house: OpenHouse, boss: Client) -> None:
    register(house.casino_id, READER, url="socket://10.0.0.5:4001", enabled=False)
    shown = page(boss)
    assert words(shown, ".reader-state .state") == "Not in use"
    assert not shown.select("#advice")


def test_page_of_a_reader_of_numbers_only_shows_that_it_is_one_source(house: OpenHouse, boss: Client) -> None:
    assert not page(boss).select("#messages .note")
    declare(
        house.casino_id,
        "reader",
        READER,
        {"table": "T1", "protocol": "plain_result", "url": "socket://10.0.0.5:4001"},
        by=TEST,
        now=timezone.now(),
    )
    assert "Each number comes in one message" in words(page(boss), "#messages .note")


def test_page_of_a_reader_over_http_has_no_raw_lines_and_no_recorder(house: OpenHouse, boss: Client) -> None:
    register(house.casino_id, "API-T1", protocol="http", role="witness")
    shown = page(boss, "/readers/API-T1/")
    assert words(shown, ".reader-state .state") == "Reports over the API"
    assert not shown.select("#lines, #recorder, #advice")
    assert shown.select("#dead-letters")


def test_page_of_an_unknown_reader_is_not_found(house: OpenHouse, boss: Client) -> None:
    page(boss, "/readers/W-T9/", 404)


def test_page_of_another_casinos_reader_is_not_found(house: OpenHouse) -> None:
    stranger = browser_of(engage(Role.PIT_BOSS, casino_id=house.casino_id + 1))
    page(stranger, ADDRESS, 404)


# ---------------------------------------------------------------- raw lines


def test_page_shows_raw_lines_escaped_with_what_was_understood(house: OpenHouse, boss: Client) -> None:
    now = timezone.now()
    lines = [
        {
            "at": now.isoformat(),
            "raw": "*X;5;011;17;0;139;0\\r\\n",
            "read_as": "status",
            "told": ["result 17"],
        },
        {"at": now.isoformat(), "raw": "<b>\\x00", "read_as": "not_understood", "told": []},
    ]
    ReaderWatch.objects.create(
        casino_id=house.casino_id, reader=READER, watched_until=now, lines=lines, written_at=now
    )
    first, second = page(boss).select("#lines tbody tr")
    assert [each.text for each in first.select("code.raw")] == ["<b>\\x00"]
    assert "Not understood" in first.text
    assert "is-broken" in first.classes
    assert "*X;5;011;17;0;139;0\\r\\n" in second.text
    assert "Result 17" in second.text


def test_page_lets_the_gateway_write_raw_lines_while_it_is_looked_at(house: OpenHouse, boss: Client) -> None:
    page(boss)
    watched = ReaderWatch.objects.get(casino_id=house.casino_id, reader=READER)
    assert timedelta(seconds=5) < watched.watched_until - timezone.now() < timedelta(seconds=30)


# ---------------------------------------------------------------- dead letters


def decided(
    browser: Client, house: OpenHouse, letter: ReaderDeadLetter, act: str, **entered: str
) -> Response:
    address = f"{ADDRESS}dead-letters/{letter.pk}/"
    form = sent_by(page(browser, address), f'form[action$="{act}-dead-letter"]', **entered)
    return browser.post(f"{address}{act}-dead-letter", form)


@pytest.mark.parametrize("act", ["retry", "discard"])
def test_dead_letter_is_decided_with_reason_and_signature(house: OpenHouse, boss: Client, act: str) -> None:
    letter = dead_letter(house)
    shown = page(boss)
    assert "is-due" in find(shown, "#dead-letters").classes
    assert "Result 17" in words(shown, "#dead-letters tbody")
    answer = decided(boss, house, letter, act, reason="compared with the table", pin=PIN)
    assert (answer.status_code, answer["Location"]) == (302, ADDRESS)
    letter.refresh_from_db()
    person = Person.objects.get(casino_id=house.casino_id, role=Role.PIT_BOSS)
    assert (letter.request, letter.request_reason) == (act, "compared with the table")
    assert letter.requested_by == person.display_name
    assert [each["person"]["name"] for each in letter.signed] == [person.display_name]
    assert f"{act.capitalize()} requested" in words(page(boss), "#dead-letters tbody")


@pytest.mark.parametrize(
    ("entered", "said"),
    [
        ({"reason": "", "pin": PIN}, "reason"),
        ({"reason": "a test", "pin": "0000"}, "PIN"),
        ({"reason": "a test", "pin": ""}, "PIN"),
        ({"reason": "a" * 201, "pin": PIN}, "200"),
    ],
    ids=["no reason", "wrong PIN", "no PIN", "long reason"],
)
def test_dead_letter_is_not_decided_by_a_wrong_form(
    house: OpenHouse, boss: Client, entered: dict[str, str], said: str
) -> None:
    letter = dead_letter(house)
    answer = decided(boss, house, letter, "discard", **entered)
    assert answer.status_code == 422
    assert said in find(read_page(answer.content), "[role=alert]").text
    letter.refresh_from_db()
    assert letter.request == ""


def test_dead_letter_that_was_decided_is_not_decided_again(house: OpenHouse, boss: Client) -> None:
    letter = dead_letter(house)
    address = f"{ADDRESS}dead-letters/{letter.pk}/"
    form = sent_by(page(boss, address), 'form[action$="discard-dead-letter"]', reason="a test", pin=PIN)
    assert boss.post(f"{address}discard-dead-letter", form).status_code == 302
    assert boss.post(f"{address}retry-dead-letter", form).status_code == 422
    assert not page(boss, address).select("form.letter-form")


def test_dead_letter_refused_again_can_be_decided_again(house: OpenHouse, boss: Client) -> None:
    letter = dead_letter(
        house, request="retry", outcome="refused_again", done_at=timezone.now(), requested_at=timezone.now()
    )
    assert decided(boss, house, letter, "discard", reason="a test", pin=PIN).status_code == 302


def test_dead_letter_of_another_reader_is_not_found(house: OpenHouse, boss: Client) -> None:
    letter = dead_letter(house, reader="W-T2")
    page(boss, f"{ADDRESS}dead-letters/{letter.pk}/", 404)
    sent = {"reason": "a test", "pin": PIN}
    assert boss.post(f"{ADDRESS}dead-letters/{letter.pk}/discard-dead-letter", sent).status_code == 404


def test_dead_letter_has_no_other_act(house: OpenHouse, boss: Client) -> None:
    letter = dead_letter(house)
    sent = {"reason": "a test", "pin": PIN}
    assert boss.post(f"{ADDRESS}dead-letters/{letter.pk}/forget-dead-letter", sent).status_code == 404


# ---------------------------------------------------------------- the recorder


def press(browser: Client, selector: str) -> Response:
    form = find(page(browser), selector)
    return browser.post(form["action"], sent_by(page(browser), selector))


def test_recorder_starts_stops_and_gives_the_file(house: OpenHouse, boss: Client) -> None:
    assert press(boss, 'form[action$="/record"]').status_code == 302
    recording = ReaderRecording.objects.get(casino_id=house.casino_id, reader=READER)
    assert "Recording runs" in words(page(boss), "#recorder .recorder")
    assert press(boss, 'form[action$="/stop"]').status_code == 302
    recording.refresh_from_db()
    assert recording.ended_by == "stopped"
    ReaderRecording.objects.filter(pk=recording.pk).update(state="ended", size=21)
    ReaderRecordingPart.objects.create(
        casino_id=house.casino_id, recording=recording.pk, part=1, body="0.000 *X;2;011; 4;0;141;0\\r\\n\n"
    )
    link = find(page(boss), ".recordings a")
    answer = boss.get(link["href"])
    assert answer["Content-Disposition"] == f'attachment; filename="reader-recording-{recording.pk}.txt"'
    assert answer.getvalue().endswith(b"0.000 *X;2;011; 4;0;141;0\\r\\n\n")


def test_recorder_refuses_a_second_recording(house: OpenHouse, boss: Client) -> None:
    sent = sent_by(page(boss), 'form[action$="/record"]')
    assert boss.post(f"{ADDRESS}record", sent).status_code == 302
    answer = boss.post(f"{ADDRESS}record", sent)
    assert answer.status_code == 422
    assert find(read_page(answer.content), ".said[role=alert]").text.strip()
    assert ReaderRecording.objects.filter(casino_id=house.casino_id).count() == 1


def test_recording_of_another_reader_is_not_given(house: OpenHouse, boss: Client) -> None:
    now = timezone.now()
    other = ReaderRecording.objects.create(
        casino_id=house.casino_id, reader="W-T2", asked_by="x", asked_at=now, until=now, most_bytes=1000
    )
    assert boss.get(f"{ADDRESS}recordings/{other.pk}.txt").status_code == 404
    assert boss.post(f"{ADDRESS}recordings/{other.pk}/stop").status_code == 404


# ---------------------------------------------------------------- all readers, and who sees what


def test_list_shows_each_reader_with_its_role_and_its_line(house: OpenHouse, boss: Client) -> None:
    status(house)
    dead_letter(house)
    register(house.casino_id, "CAM-T1", url="socket://10.0.0.6:4001", role="witness")
    rows = [row.get_text(" ", strip=True) for row in page(boss, "/readers/").select("#readers tbody tr")]
    assert rows[0].startswith("CAM-T1 T1 Witness SlingShot 2 No gateway reports this reader")
    assert rows[1].startswith("W-T1 T1 Primary SlingShot 2 Live")
    assert rows[1].endswith("1")


def test_state_on_the_tables_page_leads_to_the_readers_of_the_table(house: OpenHouse, boss: Client) -> None:
    register(house.casino_id, "W-T2", url="socket://10.0.0.6:4001", table="")
    link = find(page(boss, "/floor/T1/"), "#readers")
    assert link["href"] == "/readers/?table=T1"
    listed = page(boss, link["href"]).select("#readers tbody th")
    assert [each.get_text(strip=True) for each in listed] == ["W-T1"]


@pytest.mark.parametrize("role", [Role(each) for each in Role.values])
def test_pages_of_readers_are_for_those_who_see_the_floor(
    house: OpenHouse, as_role: AsRole, role: Role
) -> None:
    letter = dead_letter(house)
    seen = 200 if role in SEES else 403
    for address in ("/readers/", ADDRESS, f"{ADDRESS}dead-letters/{letter.pk}/"):
        page(as_role(role), address, seen)


@pytest.mark.parametrize("role", SEES)
def test_recorder_and_dead_letters_are_for_those_who_decide(
    house: OpenHouse, as_role: AsRole, role: Role
) -> None:
    letter, browser = dead_letter(house), as_role(role)
    buttons = page(browser).select('form[action$="/record"]')
    forms = page(browser, f"{ADDRESS}dead-letters/{letter.pk}/").select("form.letter-form")
    assert (len(buttons), len(forms)) == ((1, 2) if role in DECIDES else (0, 0))
    sent = {"reason": "a test", "pin": PIN}
    answers = [
        browser.post(f"{ADDRESS}record").status_code,
        browser.post(f"{ADDRESS}dead-letters/{letter.pk}/discard-dead-letter", sent).status_code,
    ]
    assert answers == ([302, 422] if role in DECIDES else [403, 403])
