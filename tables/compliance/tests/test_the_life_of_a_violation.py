"""A violation's life: who may say what to it and when, what it then is, and what its name says."""

import pytest

from tables.codec import encode
from tables.compliance.commands import Acknowledge, AnyViolationCommand, Dismiss, Explain, Reopen, Uphold
from tables.compliance.decide import INSPECTORS, STAFF, WORDS_AT_MOST, decide
from tables.compliance.events import TYPES, VIOLATION_EVENTS
from tables.compliance.state import (
    ViolationState,
    cause_version,
    evolve,
    table_day_and_name,
    violation_stream,
)
from tables.play.events import Person, Signature
from testkit.refusals import expect_refusal

CLAUSE = "pt-francesa/9"
OTHERS = ("cash_desk", "administrator")


def signed(role: str) -> tuple[Signature, ...]:
    return (Signature(person=Person(id="p1", name="Somebody"), role=role),)


def request(role: str, name: str, words: str = "in words") -> AnyViolationCommand:
    by = signed(role)
    request: dict[str, AnyViolationCommand] = {
        "acknowledge": Acknowledge(signatures=by),
        "explain": Explain(words=words, signatures=by),
        "uphold": Uphold(reason=words, signatures=by),
        "dismiss": Dismiss(reason=words, signatures=by),
        "reopen": Reopen(reason=words, signatures=by),
    }
    return request[name]


def after(*commands: AnyViolationCommand) -> ViolationState:
    life = ViolationState()
    for command in commands:
        life = evolve(life, decide(life, command, CLAUSE))
    return life


UPHELD = (request("games_inspector", "uphold"),)
MAY = {
    "acknowledge": (STAFF, (), "acknowledgement-unsigned"),
    "explain": (STAFF, (), "explanation-unsigned"),
    "uphold": (INSPECTORS, (), "upholding-unsigned"),
    "dismiss": (INSPECTORS, (), "dismissal-unsigned"),
    "reopen": (INSPECTORS, UPHELD, "reopening-unsigned"),
}


@pytest.mark.parametrize("name", MAY)
@pytest.mark.parametrize("role", (*STAFF, *INSPECTORS, *OTHERS))
def test_answer_to_a_violation_is_accepted_from_its_roles_alone(name: str, role: str) -> None:
    roles, before, code = MAY[name]
    life = after(*before)
    if role in roles:
        assert evolve(life, decide(life, request(role, name), CLAUSE)).version == life.version + 1
        return
    with expect_refusal(code, clause=CLAUSE, roles=roles):
        decide(life, request(role, name), CLAUSE)


def test_a_violation_is_acknowledged_explained_and_upheld() -> None:
    steps = (request("chef_de_table", "acknowledge"), request("pit_boss", "explain"), *UPHELD)
    assert [after(*steps[:count]).status for count in range(4)] == [
        "raised",
        "acknowledged",
        "explained",
        "upheld",
    ]
    assert after(*steps) == ViolationState(version=3, status="upheld")


@pytest.mark.parametrize("ends", ["uphold", "dismiss"])
def test_an_ended_one_is_closed_to_all_but_an_inspector_who_opens_it_again(ends: str) -> None:
    life = after(request("public_controller", ends))
    for role, name in (
        ("pit_boss", "acknowledge"),
        ("pit_boss", "explain"),
        ("games_inspector", "uphold"),
        ("games_inspector", "dismiss"),
    ):
        with expect_refusal("violation-ended"):
            decide(life, request(role, name), CLAUSE)
    again = evolve(life, decide(life, request("games_inspector", "reopen"), CLAUSE))
    assert (again.status, again.ended) == ("reopened", False)
    assert evolve(again, decide(again, request("pit_boss", "explain"), CLAUSE)).status == "explained"


def test_only_an_ended_one_is_opened_again() -> None:
    with expect_refusal("violation-still-open", status="raised"):
        decide(ViolationState(), request("games_inspector", "reopen"), CLAUSE)


def test_acknowledged_violation_is_not_acknowledged_again() -> None:
    with expect_refusal("violation-known-already"):
        decide(after(request("pit_boss", "explain")), request("pit_boss", "acknowledge"), CLAUSE)


@pytest.mark.parametrize("name", [name for name in MAY if name != "acknowledge"])
def test_words_are_asked_for_and_have_an_end(name: str) -> None:
    roles, before, _ = MAY[name]
    with expect_refusal("violation-words-missing"):
        decide(after(*before), request(roles[0], name, "  "), CLAUSE)
    with expect_refusal("violation-words-too-long") as refusal:
        decide(after(*before), request(roles[0], name, "x" * (WORDS_AT_MOST + 1)), CLAUSE)
    assert (refusal.value.limit, refusal.value.value) == (WORDS_AT_MOST, WORDS_AT_MOST + 1)


def test_every_event_comes_back_from_the_record_as_it_went_in() -> None:
    life, types = ViolationState(), set()
    for role, name in (
        ("pit_boss", "acknowledge"),
        ("pit_boss", "explain"),
        ("games_inspector", "uphold"),
        ("games_inspector", "reopen"),
        ("games_inspector", "dismiss"),
    ):
        event = decide(life, request(role, name), CLAUSE)
        type_, data = encode(event)
        assert VIOLATION_EVENTS.decode(type_, data) == event
        types.add(type_)
        life = evolve(life, event)
    assert types == TYPES


def test_a_violations_stream_names_table_day_and_violation() -> None:
    stream = violation_stream("RF1", "2026-11-20", "12-same-ball-again")
    assert stream == "violation/RF1/2026-11-20/12-same-ball-again"
    assert table_day_and_name(stream) == ("RF1", "2026-11-20", "12-same-ball-again")


@pytest.mark.parametrize(
    ("name", "version"), [("12-same-ball-again", 13), ("ball-change-12", 12), ("time-at-ball", None)]
)
def test_a_violations_name_says_which_event_is_behind_it(name: str, version: int | None) -> None:
    assert cause_version(name) == version
