"""A violation's life: who may say what to it and when, what it then is, and what its name says."""

import pytest

from tables.play.events import Person, Signature
from tables.roulette.refusal import Refused
from tables.violations.commands import Acknowledge, AnyLifeCommand, Dismiss, Explain, Reopen, Uphold
from tables.violations.decisions import INSPECTORS, STAFF, WORDS_AT_MOST, decide
from tables.violations.events import TYPES, from_record, to_record
from tables.violations.life import Life, evolve
from tables.violations.naming import cause_version, table_day_and_name, violation_stream

CLAUSE = "pt-francesa/9"
OTHERS = ("cash_desk", "administrator")


def signed(role: str) -> tuple[Signature, ...]:
    return (Signature(person=Person(id="p1", name="Somebody"), role=role),)


def said(role: str, name: str, words: str = "in words") -> AnyLifeCommand:
    by = signed(role)
    said: dict[str, AnyLifeCommand] = {
        "acknowledge": Acknowledge(signatures=by),
        "explain": Explain(words=words, signatures=by),
        "uphold": Uphold(reason=words, signatures=by),
        "dismiss": Dismiss(reason=words, signatures=by),
        "reopen": Reopen(reason=words, signatures=by),
    }
    return said[name]


def after(*commands: AnyLifeCommand) -> Life:
    life = Life()
    for command in commands:
        life = evolve(life, decide(life, command, CLAUSE))
    return life


UPHELD = (said("games_inspector", "uphold"),)
MAY = {
    "acknowledge": (STAFF, ()),
    "explain": (STAFF, ()),
    "uphold": (INSPECTORS, ()),
    "dismiss": (INSPECTORS, ()),
    "reopen": (INSPECTORS, UPHELD),
}


@pytest.mark.parametrize("name", MAY)
@pytest.mark.parametrize("role", (*STAFF, *INSPECTORS, *OTHERS))
def test_each_thing_is_said_by_the_roles_that_may_and_no_other(name: str, role: str) -> None:
    roles, before = MAY[name]
    life = after(*before)
    if role in roles:
        assert evolve(life, decide(life, said(role, name), CLAUSE)).version == life.version + 1
        return
    with pytest.raises(Refused, match="has to sign") as refusal:
        decide(life, said(role, name), CLAUSE)
    assert refusal.value.clause == CLAUSE


def test_a_violation_is_acknowledged_explained_and_upheld() -> None:
    steps = (said("chef_de_table", "acknowledge"), said("pit_boss", "explain"), *UPHELD)
    assert [after(*steps[:count]).status for count in range(4)] == [
        "raised",
        "acknowledged",
        "explained",
        "upheld",
    ]
    assert after(*steps) == Life(version=3, status="upheld")


@pytest.mark.parametrize("ends", ["uphold", "dismiss"])
def test_an_ended_one_is_closed_to_all_but_an_inspector_who_opens_it_again(ends: str) -> None:
    life = after(said("public_controller", ends))
    for role, name in (
        ("pit_boss", "acknowledge"),
        ("pit_boss", "explain"),
        ("games_inspector", "uphold"),
        ("games_inspector", "dismiss"),
    ):
        with pytest.raises(Refused, match="an inspector may open it again, with a reason"):
            decide(life, said(role, name), CLAUSE)
    again = evolve(life, decide(life, said("games_inspector", "reopen"), CLAUSE))
    assert (again.status, again.ended) == ("reopened", False)
    assert evolve(again, decide(again, said("pit_boss", "explain"), CLAUSE)).status == "explained"


def test_only_an_ended_one_is_opened_again() -> None:
    with pytest.raises(Refused, match="it is raised, and still open"):
        decide(Life(), said("games_inspector", "reopen"), CLAUSE)


def test_what_is_known_is_not_acknowledged_again() -> None:
    with pytest.raises(Refused, match="known already: explain it"):
        decide(after(said("pit_boss", "explain")), said("pit_boss", "acknowledge"), CLAUSE)


@pytest.mark.parametrize("name", [name for name in MAY if name != "acknowledge"])
def test_words_are_asked_for_and_have_an_end(name: str) -> None:
    roles, before = MAY[name]
    with pytest.raises(Refused, match="say "):
        decide(after(*before), said(roles[0], name, "  "), CLAUSE)
    with pytest.raises(Refused, match="at most are right") as refusal:
        decide(after(*before), said(roles[0], name, "x" * (WORDS_AT_MOST + 1)), CLAUSE)
    assert (refusal.value.limit, refusal.value.value) == (WORDS_AT_MOST, WORDS_AT_MOST + 1)


def test_every_event_comes_back_from_the_record_as_it_went_in() -> None:
    life, types = Life(), set()
    for role, name in (
        ("pit_boss", "acknowledge"),
        ("pit_boss", "explain"),
        ("games_inspector", "uphold"),
        ("games_inspector", "reopen"),
        ("games_inspector", "dismiss"),
    ):
        event = decide(life, said(role, name), CLAUSE)
        type_, data = to_record(event)
        assert from_record(type_, data) == event
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
