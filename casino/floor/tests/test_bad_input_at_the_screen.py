"""Whatever is sent to a table by a form: one clear sentence at its place, nothing recorded, never a broken page."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from itertools import cycle

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from casino.floor.forms import OF_THE_DIRECTION, OF_THE_TABLE
from casino.floor.tests.conftest import play
from casino.kit.forms.validation import LONGEST
from casino.people.models import Role
from tables.handling.models import Board
from tables.handling.observations import observe
from tables.play import commands as c
from tables.play.reader.observation import Observation
from testkit.house import OpenHouse
from testkit.pages import Response, read_page
from testkit.people import browser_of, engage

BET = {"player": "P1", "bet": "rouge", "chip": "10", "other": ""}
LAID = BET | {"distance": "", "layout": "1", "on_behalf_of": "", "face_value": ""}
SENSIBLE: dict[str, dict[str, str]] = {
    "bets-open": {},
    "launch": {},
    "directions": {
        "coup": "1",
        "launch": "1",
        "rotor_direction": "clockwise",
        "ball_direction": "anticlockwise",
    },
    "launch-failed": {"reason": "too weak"},
    "bets-closed": {},
    "null-coup": {"reason": "ball-left-the-wheel"},
    "number": {"number": "5", "coup": ""},
    "payments-confirmed": {},
    "place-bet": LAID,
    "excess-bet": LAID | {"chip": "5000"},
    "late-bet": BET,
    "accept-late-bet": LAID | {"repeated-employee": "yes", "repeated-chief": "yes", "signer": "", "pin": ""},
    "refuse-announcement": {
        "player": "P1",
        "announcement": "tiers",
        "amount": "30",
        "reason": "unclear",
        "words": "",
    },
    "refuse-late-bet": BET | {"reason": "the ball was falling"},
    "move-bet": {"ref": "b1", "bet": "noir", "repeated-employee": "yes"},
    "take-over": {"name": "Croupier 2", "relieved": "yes", "notice": ""},
    "turns": {"turns": "2"},
    "ball-hangs": {},
    "ball-freed": {},
    "doubt-dismissed": {"coup": "1"},
    "losers-cleared": {},
    "withdraw-bet": {"ref": "b1"},
    "lift-stakes": {"player": "P1", "laid_too": ""},
    "repeat-bets": {"player": "P1"},
    "double-bets": {"player": "P1"},
    "replay-bet": {"ref": "b1", "replay": "a-rifare"},
    "choose-prison": {"ref": "b1", "choice": "partage"},
    "resolve-discrepancy": {"number": "5", "reason": "camera 3"},
    "ball-change": {"ball": "B", "announced": "yes"},
    "spinner-change": {"name": "Croupier 9", "person": ""},
    "staff-change": {"seat": "chef", "person": "", "name": "Croupier 9"},
    "break-begin": {"person": "p1"},
    "break-end": {"person": "p1"},
    "excuse-time-at-ball": {"reason": "told to the inspector"},
    "announce-last-coup": {},
    "reconstitute-bets": {"ref": "b1", "bet": "noir", "basis": "staff", "name": "Croupier 1"},
    "open-dispute": {"coup": "1", "player": "P1", "reason": "my chip lay on 17"},
    "decide-dispute": {"dispute": "d1", "outcome": "pay", "amount": "5", "reason": "camera 3"},
    "decide-difference": {"difference": "x1", "outcome": "stands", "reason": "camera 3"},
    "suspend-table": {"cause": "service", "reason": "", "return_bets": ""},
    "resume-table": {},
    "notify-control": {"notice": "by telephone"},
    "revoke-last-coup": {"reason": "play goes on"},
    "confirm-sign": {},
    "explain-forced-close": {"reason": "the slip was found", "signer": "", "pin": ""},
    "explain-variance": {"reason": "a chip lay under the cloth", "signer": "", "pin": ""},
    "count-float": {
        "moment": "opening",
        "pieces-value-1": "5",
        "pieces-1": "10",
        "box-yellow": "20",
        "signer": "",
        "pin": "",
    },
    "replace-ball": {"ball": "A", "reason": "defect", "serial": ""},
    "assign-colour": {"colour": "yellow", "value": "5", "count": "20"},
    "buy-more-chips": {"colour": "yellow", "value": "", "count": "20"},
    "present-chips": {"colour": "yellow", "count": "20"},
    "redeem-colour": {"colour": "yellow", "count": "20", "accepted": "yes"},
    "redeem-late-chips": {"colour": "yellow", "count": "20", "accepted": "yes"},
    "foreign-chips": {"player": "P1", "symbol": "star", "count": "2", "where": "on 17"},
    "buy-in": {"seat": "1", "amount": "50"},
    "leave-seat": {"seat": "1"},
    "collect-unclaimed": {"seat": "1"},
    "ask-for-change": {
        "player": "P1",
        "handed": "notes",
        "series": "",
        "given-value-1": "50",
        "given-1": "1",
    },
    "serve-change": {"number": "1"},
    "finish-change": {"paid-value-1": "5", "paid-1": "10"},
    "give-back-change": {"number": "1"},
    "claim-change": {"receipt": "c1", "what": "one chip too few"},
    "answer-claim": {"claim": "1", "upheld": "yes", "answer": "counted again"},
    "take-cash": {"player": "P1", "notes-value-1": "50", "notes-1": "2", "total": "100"},
    "correct-cash": {
        "taken": "2",
        "notes-value-1": "50",
        "notes-1": "2",
        "total": "",
        "reason": "a nought too many",
        "signer": "",
        "pin": "",
    },
    "place-box": {"serial": "T1-A", "signer": "", "pin": ""},
    "remove-box": {"serial": "T1-A", "reason": "full", "replaced_by": "", "signer": "", "pin": ""},
    "count-tips": {
        "shift": "night",
        "tips-value-1": "5",
        "tips-1": "10",
        "total": "",
        "reason": "",
        "signer": "",
        "pin": "",
    },
    "advance-chips": {"player": "P1", "amount": "50", "signer": "", "pin": ""},
    "announce-on-advance": {"ref": "v1", "bet": "tiers", "amount": "", "repeated": "yes"},
    "repay-advance": {"ref": "v1", "amount": "50"},
    "carry-advance": {"ref": "v1", "signer": "", "pin": ""},
    "see-old-series": {"series": "1998", "player": "P1", "amount": "5", "where": "on 17"},
    "see-unclaimed": {"coup": "1", "refs": "b1"},
    "see-abandoned": {"ref": "b1"},
    "claim-held": {"ref": "h1", "player": "P1", "reason": "it is mine"},
    "count-held": {"ref": "h1", "pieces-value-1": "5", "pieces-1": "2", "signer": "", "pin": ""},
    "pay-in": {"ref": "h1", "signer": "", "pin": ""},
    "end-held": {"ref": "h1", "outcome": "house", "reason": "nobody came"},
    "declare-company": {"member-P1": "yes", "member-P2": "yes"},
    "end-company": {"member-P1": "yes", "member-P2": "yes"},
    "change-limits": {
        "minimum": "10",
        "maximum-plein": "100",
        "maximum-pair": "",
        "players_told": "yes",
        "sign_changed": "yes",
        "reopened": "",
        "authorisers": "",
        "notice": "",
    },
}
"""A form for each command, as a screen sends it."""

CONTROL_CHARACTERS = {"a NUL": "5\x00", "a line's end": "5\n5", "an escape": "\x1b[2J"}
TOO_LONG = {"five thousand nines": "9" * 5000, "eighteen thousand letters": "x" * 18_000}
WRONG_AS_AMOUNT = {
    word: word
    for word in (
        *("Infinity", "NaN", "1e999999999", "1e5000", "99999999999", "0", "0.001"),
        *("-5", "1,23.50", "٣", "5 5", "0x10", "ten"),
    )
}
WRONG_AS_NUMBER = {
    word: word for word in ("Infinity", "1e1", "-1", "٣", "²", "37", "999", "5.0", "5,", "0x10", "<b>5</b>")
}
WRONG_BY_FIELD = {
    "chip": WRONG_AS_AMOUNT,
    "other": WRONG_AS_AMOUNT,
    "minimum": WRONG_AS_AMOUNT,
    "amount": WRONG_AS_AMOUNT,
    "pieces-value-1": WRONG_AS_AMOUNT,
    "pieces-1": WRONG_AS_NUMBER,
    "box-yellow": WRONG_AS_NUMBER,
    "maximum-plein": WRONG_AS_AMOUNT,
    "layout": WRONG_AS_NUMBER,
    "number": WRONG_AS_NUMBER,
    "coup": WRONG_AS_NUMBER,
}
FIELDS = [(command, field) for command, form in SENSIBLE.items() for field in (*form, "key")]
WRONG = {
    (command, field): dict((control, long)) | WRONG_BY_FIELD.get(field, {})
    for (command, field), control, long in zip(
        FIELDS, cycle(CONTROL_CHARACTERS.items()), cycle(TOO_LONG.items()), strict=False
    )
}
"""What is wrong in each field of a command, by a name. A page is drawn for each, so a field has one control character
and one text that is too long, in turn."""


READY_FOR: Mapping[str, tuple[c.Command, ...]] = {
    "bets-open": (),
    "late-bet": (c.AnnounceBetsOpen(), c.CloseBets()),
}
"""Commands that come before this one; before all others bets are open."""
BETS_ARE_OPEN = (c.AnnounceBetsOpen(),)


@pytest.fixture(scope="module")
def tables(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Mapping[tuple[c.Command, ...], tuple[OpenHouse, Client]]]:
    """An open table and its pit boss's browser for each of these beginnings. Bad input changes nothing, so all commands
    share them, and with them the parts of the page that stay the same."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = {}
        for casino_id, begun in enumerate((*READY_FOR.values(), BETS_ARE_OPEN), start=1):
            house = OpenHouse(casino_id, "pt-francesa", now=timezone.now())
            play(house, *begun)
            made[begun] = house, browser_of(engage(Role.PIT_BOSS, casino_id=casino_id))
        yield made
        transaction.set_rollback(True)


def ask(client: Client, command: str, form: dict[str, str]) -> Response:
    """One form as a screen sends it. The limits have an address of their own: not everybody changes them."""
    address = {"change-limits": "limits"}.get(
        command, f"{'direct' if command in OF_THE_DIRECTION else 'do'}/{command}"
    )
    return client.post(f"/floor/T1/{address}", form, headers={"HX-Request": "true"})


def said(answer: Response) -> set[str]:
    """The sentences on the answered page."""
    page = read_page(answer.content)
    return {each.get_text() for each in page.select("[role=alert] .said b")}


def test_every_command_has_its_form_here() -> None:
    assert sorted(SENSIBLE) == sorted((*OF_THE_TABLE, *OF_THE_DIRECTION, "change-limits"))


@pytest.mark.django_db
@pytest.mark.parametrize("command", SENSIBLE)
def test_hostile_field_is_refused_in_one_sentence_and_records_nothing(
    tables: Mapping[tuple[c.Command, ...], tuple[OpenHouse, Client]], command: str
) -> None:
    table, boss = tables[READY_FOR.get(command, BETS_ARE_OPEN)]
    before = len(table.events())
    for field in (*SENSIBLE[command], "key"):
        for name, value in WRONG[command, field].items():
            answer = ask(boss, command, SENSIBLE[command] | {field: value})
            assert answer.status_code == 422, (field, name)
            (sentence,) = said(answer)
            assert 10 < len(sentence) < 150 and sentence.isprintable(), (field, name)
            assert len(table.events()) == before, (field, name)


@pytest.mark.parametrize(("field", "longest"), LONGEST.items())
def test_field_takes_its_longest_text_and_refuses_a_longer_one(
    table: OpenHouse, boss: Client, field: str, longest: int
) -> None:
    table.do(c.AnnounceBetsOpen())
    exactly, too_many = (
        said(ask(boss, "place-bet", BET | {field: "x" * many})) for many in (longest, longest + 1)
    )
    assert not any("too many" in sentence for sentence in exactly)
    assert too_many == {
        f"{field.capitalize()}: {longest + 1:,} characters are too many, {longest:,} at most can be taken"
    }


def test_a_field_that_no_screen_has_is_refused(table: OpenHouse, boss: Client) -> None:
    for field in ("\x00", "x" * 100):
        assert said(ask(boss, "bets-open", {field: "1"})) == {"The form has a field that no screen sends"}
    assert table.state.phase == "idle"


@pytest.mark.parametrize(
    "command", ["choose-prison", "resolve-discrepancy", "replay-bet", "declare-company", "end-company"]
)
def test_a_refusal_is_told_also_when_its_card_is_no_longer_on_the_page(
    table: OpenHouse, boss: Client, command: str
) -> None:
    answer = ask(boss, command, SENSIBLE[command])
    assert answer.status_code == 422
    assert len(said(answer)) == 1


@pytest.mark.parametrize(
    ("command", "form", "there"),
    [
        ("number", {"number": "5", "coup": "9", "at": "number"}, "answer-number"),
        ("number", {"number": "5", "coup": "9"}, "answer-next"),
        ("null-coup", {"reason": "boredom", "at": "null"}, "answer-null"),
        ("number", {"number": "5", "coup": "9", "at": "doubt"}, "answer-doubt"),
    ],
)
def test_a_refusal_is_said_once_where_it_was_asked(
    table: OpenHouse, boss: Client, command: str, form: dict[str, str], there: str
) -> None:
    table.do(c.AnnounceBetsOpen())
    page = read_page(ask(boss, command, form).content)
    (told,) = page.select("[role=alert]:has(.said)")
    assert told["id"] == there


def test_each_form_that_asks_for_a_number_or_a_null_coup_says_which_it_is(
    table: OpenHouse, boss: Client
) -> None:
    doubtful = c.DeclareNumber(number=17, source="reader", game="1/1", recovered=True)
    play(table, c.AnnounceBetsOpen(), doubtful, c.AnnounceBetsOpen())
    page = read_page(boss.get("/floor/T1/").content)
    forms = page.select("form[hx-post$='/number'], form[hx-post$='/null-coup']")
    cards = [field["value"] for form in forms for field in form.select("[name=at]")]
    assert sorted(cards) == ["doubt", "doubt", "null", "number"]


@pytest.mark.parametrize(
    "address", ["/floor/T1%00/", "/floor/T1%00/record/", "/floor/T1%0A/", f"/floor/{'T' * 5000}/"]
)
def test_an_address_that_no_table_can_have_is_not_found(table: OpenHouse, boss: Client, address: str) -> None:
    assert boss.get(address).status_code == 404


@pytest.mark.parametrize("address", ["do/launch", "open", "close"])
def test_nothing_is_asked_of_a_table_that_cannot_be(table: OpenHouse, boss: Client, address: str) -> None:
    assert boss.post(f"/floor/T1%00/{address}").status_code == 404


# ---------------------------------------------------------------- whose key it is


def test_a_key_from_a_form_cannot_be_a_readers_key(table: OpenHouse, boss: Client) -> None:
    now = datetime.now(UTC)
    seen = Observation(
        reader=table.reader, epoch=1, game=1, sequence=1, kind="ball_launched", received_at=now
    )
    assert ask(boss, "bets-open", {"key": f"observation:{seen.key}"}).status_code == 200
    observe(table.casino_id, table.reader, seen, now)
    assert table.state.phase == "launched"


def test_two_people_may_have_the_same_key(
    table: OpenHouse, boss: Client, as_role: Callable[[Role], Client]
) -> None:
    table.do(c.AnnounceBetsOpen())
    chef = as_role(Role.CHEF_DE_TABLE)
    for client, bet in ((boss, "rouge"), (chef, "noir")):
        assert ask(client, "place-bet", BET | {"bet": bet, "key": "k"}).status_code == 200
    assert [bet.bet for bet in table.state.bets] == ["rouge", "noir"]


# ---------------------------------------------------------------- a table that moves on


def test_a_table_that_moves_on_too_fast_is_told_as_that(table: OpenHouse, boss: Client) -> None:
    stood = Board.objects.get(casino_id=table.casino_id, table="T1")
    play(table, c.AnnounceBetsOpen(), c.LaunchBall())
    # However often the command is decided anew, somebody else's events have come first.
    stood.save()
    answer = ask(boss, "bets-open", {})
    assert answer.status_code == 422
    assert said(answer) == {"The table moved on while this was sent: look, and send it again."}
    assert table.events()[-1].type == "ball_launched"
