"""What is asked about a day's report, the tables to inspect and their sheets comes from two at the same moment: real
threads on PostgreSQL."""

from collections.abc import Callable
from datetime import date
from typing import Any, get_args

import pytest

from casino.compliance.draws import DrawAggregate
from casino.compliance.inspections.aggregate import SheetAggregate, VideoPlanAggregate
from casino.compliance.review import ReviewAggregate, report_hash
from settlement.tests.button import Button, Second, nothing
from settlement.tests.test_every_button_pressed_at_once import prepared, pressed_at_once, recorded
from tables.compliance.draws import commands as d
from tables.compliance.inspections import commands as n
from tables.compliance.inspections.figures import Content, SignFigures
from tables.compliance.review import commands as v
from tables.handling import Aggregate, handle
from tables.play.events import Person, Signature
from tables.refusal import Refused
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db(transaction=True)
AggregateOf = Callable[[OpenHouse], Aggregate[Any, Any, Any]]


def by(role: str) -> tuple[Signature, ...]:
    return (Signature(person=Person(id="person/1", name="Somebody"), role=role),)


def say(of: AggregateOf, house: OpenHouse, command: Any, key: str | None = None) -> object:
    return handle(of(house), command, by=AT_THE_PIT, now=house.now, idempotency_key=key).state


def button(of: AggregateOf, command: Any, *before: Any, second: Second = "refused") -> Button:
    def with_steps(house: OpenHouse) -> None:
        for step in before:
            say(of, house, step)

    return Button(type(command), "", with_steps, lambda house, key: say(of, house, command, key), second)


# --------------------------------------------------------------------------------- a day's report


def review_of(house: OpenHouse) -> ReviewAggregate:
    return ReviewAggregate(house.casino_id, house.day)


def signing() -> Button:
    """The report that is signed is the one that was seen."""

    def press(house: OpenHouse, key: str | None) -> object:
        seen = report_hash(house.casino_id, house.day)
        return say(review_of, house, v.SignReport(side="casino", hash=seen, signatures=by("pit_boss")), key)

    return Button(v.SignReport, "", nothing, press)


RAISED = v.RaiseFinding(kind="finding", words="the camera shows ball B", signatures=by("games_inspector"))
ANSWERED = v.AnswerFinding(finding="1", words="at noon", signatures=by("pit_boss"))
REVIEWS = (
    button(review_of, RAISED, second="done"),
    button(review_of, ANSWERED, RAISED, second="done"),
    button(review_of, v.CloseFinding(finding="1", signatures=by("games_inspector")), RAISED),
    signing(),
)

# --------------------------------------------------------------------------------- the tables to inspect


def draw_of(house: OpenHouse) -> DrawAggregate:
    return DrawAggregate(house.casino_id, date.fromisoformat(house.day))


def committing() -> Button:
    """For the day that is: the house's days are not the same in every test."""

    def press(house: OpenHouse, key: str | None) -> object:
        return say(draw_of, house, committed(house), key)

    return Button(d.CommitDraw, "", nothing, press)


def committed(house: OpenHouse) -> d.CommitDraw:
    return d.CommitDraw(days=(house.day,), tables=1, signatures=by("games_inspector"))


def revealing() -> Button:
    def press(house: OpenHouse, key: str | None) -> object:
        return say(draw_of, house, d.RevealDraw(signatures=by("games_inspector")), key)

    return Button(d.RevealDraw, "", lambda house: say(draw_of, house, committed(house)), press)


ASKED_FOR = d.AskForTable(table="T1", reason="a complaint", signatures=by("games_inspector"))
DRAWS = (committing(), revealing(), button(draw_of, ASKED_FOR))

# --------------------------------------------------------------------------------- inspection sheets


def sheet_of(number: int | None = None) -> AggregateOf:
    """A sheet of that number, the next one where none is given."""
    return lambda house: SheetAggregate(house.casino_id, "minimums", house.day, "T1", number)


def content(house: OpenHouse, minimum: int) -> Content:
    counted_by = Person(id="", name="A colleague")
    return Content(
        counted_by=counted_by, done_at=house.now, figures=SignFigures(seen="open", minimum=minimum)
    )


def entering() -> Button:
    def press(house: OpenHouse, key: str | None = None) -> object:
        entered = n.EnterSheet(content=content(house, 500), signatures=by("games_inspector"))
        return say(sheet_of(), house, entered, key)

    return Button(n.EnterSheet, "", nothing, press, "done")


def correcting() -> Button:
    def press(house: OpenHouse, key: str | None) -> object:
        corrected = n.CorrectSheet(
            content=content(house, 1_000), reason="misread", signatures=by("games_inspector")
        )
        return say(sheet_of(1), house, corrected, key)

    return Button(n.CorrectSheet, "", lambda house: entering().press(house, None), press)


def planning() -> Button:
    def press(house: OpenHouse, key: str | None) -> object:
        plan = n.OpenVideoPlan(month=house.day[:7], share=50, signatures=by("games_inspector"))
        return say(lambda house: VideoPlanAggregate(house.casino_id, house.day[:7]), house, plan, key)

    return Button(n.OpenVideoPlan, "", nothing, press)


SHEETS = (entering(), correcting(), planning())

BUTTONS = (*REVIEWS, *DRAWS, *SHEETS)


def test_no_request_is_left_out() -> None:
    unions = (v.AnyReviewCommand, d.AnyDrawCommand, n.AnySheetCommand)
    wanted = (*(each for union in unions for each in get_args(union)), n.OpenVideoPlan)
    assert {each.command for each in BUTTONS} == set(wanted)


@pytest.mark.parametrize("pressed", BUTTONS, ids=lambda each: each.command.__name__)
def test_request_sent_twice_at_once_is_answered_twice_and_done_once(casino_id: int, pressed: Button) -> None:
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
