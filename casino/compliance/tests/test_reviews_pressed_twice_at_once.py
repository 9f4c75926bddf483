"""What is said of a day's report comes from two at the same moment: real threads on PostgreSQL."""

from typing import get_args

import pytest

from casino.compliance.review import ReviewAggregate, report_hash
from settlement.tests.button import Button, Second
from settlement.tests.test_every_button_pressed_at_once import prepared, pressed_at_once, recorded
from tables.compliance.review import commands as v
from tables.handling import handle
from tables.play.events import Person, Signature
from tables.roulette.refusal import Refused
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]


def by(role: str) -> tuple[Signature, ...]:
    return (Signature(person=Person(id="person/1", name="Somebody"), role=role),)


RAISED = v.RaiseFinding(kind="finding", words="the camera shows ball B", signatures=by("games_inspector"))


def say(house: OpenHouse, command: v.AnyReviewCommand, key: str | None = None) -> object:
    aggregate = ReviewAggregate(house.casino_id, house.day)
    return handle(aggregate, command, by=AT_THE_PIT, now=house.now, idempotency_key=key).state


def button(command: v.AnyReviewCommand, *before: v.AnyReviewCommand, second: Second) -> Button:
    def with_steps(house: OpenHouse) -> None:
        for step in before:
            say(house, step)

    return Button(type(command), "", with_steps, lambda house, key: say(house, command, key), second)


def signing() -> Button:
    """The report that is signed is the one that was seen."""

    def press(house: OpenHouse, key: str | None) -> object:
        seen = report_hash(house.casino_id, house.day)
        return say(house, v.SignReport(side="casino", hash=seen, signatures=by("pit_boss")), key)

    return Button(v.SignReport, "", lambda house: None, press)


BUTTONS = (
    button(RAISED, second="done"),
    button(v.AnswerFinding(finding="1", words="at noon", signatures=by("pit_boss")), RAISED, second="done"),
    button(v.CloseFinding(finding="1", signatures=by("games_inspector")), RAISED, second="refused"),
    signing(),
)


def test_no_request_is_left_out() -> None:
    assert {each.command for each in BUTTONS} == set(get_args(v.AnyReviewCommand))


@pytest.mark.parametrize("pressed", BUTTONS, ids=lambda each: each.command.__name__)
def test_one_request_that_comes_twice_at_once_is_heard_twice_and_made_once(
    casino_id: int, pressed: Button
) -> None:
    house = prepared(pressed, casino_id)
    before = recorded(house)
    first, second = pressed_at_once(pressed, house, ("the press", "the press"))
    assert not isinstance(first, Refused), first
    assert first == second
    assert sum((recorded(house) - before).values()) == 1


@pytest.mark.parametrize("pressed", BUTTONS, ids=lambda each: each.command.__name__)
def test_two_who_ask_at_once_make_it_twice_only_where_it_can_be_said_twice(
    casino_id: int, pressed: Button
) -> None:
    house = prepared(pressed, casino_id)
    before = recorded(house)
    heard = pressed_at_once(pressed, house, ("one's press", "another's press"))
    refused = [each for each in heard if isinstance(each, Refused)]
    assert len(refused) == (pressed.second == "refused"), heard
    assert sum((recorded(house) - before).values()) == 2 - len(refused)
