"""A drop box is counted by two who did not remove it, again only with a reason, and accepted by a third."""

from typing import Any

import pytest
from msgspec.structs import replace

from settlement.boxes import commands as c
from settlement.boxes import events as e
from settlement.boxes.decide import decide
from settlement.boxes.evolve import evolve
from settlement.boxes.state import BoxName, BoxState, box_of, box_stream
from tables.codec import encode
from tables.play.events import Person, Pieces, Signature
from testkit.refusals import expect_refusal

CHIEF = Signature(person=Person(id="person/2", name="Chief"), role="chef_de_table")
BOSS = Signature(person=Person(id="person/1", name="Boss"), role="pit_boss")
DESK = Signature(person=Person(id="person/3", name="Desk"), role="cash_desk")
INSPECTOR = Signature(person=Person(id="person/4", name="Inspector"), role="games_inspector")
CONTROLLER = Signature(person=Person(id="person/5", name="Controller"), role="public_controller")
NOTES = {10_000: 2, 5_000: 1}
COUNT = c.CountBox(pieces=NOTES, signatures=(DESK, INSPECTOR))
ACCEPT = c.AcceptBox(signatures=(BOSS,))
WAITING = BoxState(
    name=BoxName("T1", "2026-11-20", "T1-A"),
    currency="EUR",
    recorded=26_000,
    removed_by=frozenset({"person/1", "person/2"}),
)


def after(*commands: c.AnyOnBox, box: BoxState = WAITING) -> BoxState:
    for command in commands:
        event = decide(box, command)
        assert e.BOX_EVENTS.decode(*encode(event)) == event
        box = evolve(box, event, [each.person.id for each in command.signatures])
    return box


def test_a_count_says_what_was_found_beside_what_was_recorded() -> None:
    box = after(COUNT)
    assert (box.status, box.total, box.difference, box.version) == ("counted", 25_000, -1_000, 1)
    assert box.counted_by == {"person/3", "person/4"}


def test_an_empty_box_is_said_to_be_empty() -> None:
    empty = c.CountBox(empty=True, signatures=COUNT.signatures)
    assert after(empty).difference == -26_000
    with expect_refusal("box-notes-missing"):
        after(replace(empty, empty=False))
    with expect_refusal("empty-box-with-notes"):
        after(replace(COUNT, empty=True))


@pytest.mark.parametrize("pieces", [{0: 5}, {500: 0}, {500: -1}, {-500: 2}])
def test_box_count_has_whole_notes_of_a_value(pieces: Pieces) -> None:
    with expect_refusal("chips-not-counted"):
        after(replace(COUNT, pieces=pieces))


@pytest.mark.parametrize(
    ("signatures", "code", "because"),
    [
        ((), "box-count-unsigned", {"roles": ("cash_desk", "pit_boss")}),
        ((DESK,), "box-count-unsigned", {"roles": ("games_inspector", "public_controller")}),
        ((INSPECTOR, CONTROLLER), "box-count-unsigned", {"roles": ("cash_desk", "pit_boss")}),
        ((DESK, replace(DESK, role="games_inspector")), "box-counted-alone", {}),
        ((BOSS, INSPECTOR), "box-counted-by-its-remover", {"name": "Boss", "table": "T1"}),
        ((DESK, INSPECTOR, CHIEF), "box-counted-by-its-remover", {"name": "Chief", "table": "T1"}),
    ],
)
def test_box_is_counted_by_two_people_without_its_remover(
    signatures: tuple[Signature, ...], code: str, because: dict[str, Any]
) -> None:
    with expect_refusal(code, serial="T1-A", **because):
        after(replace(COUNT, signatures=signatures))


def test_the_pit_boss_counts_a_box_that_others_removed() -> None:
    box = replace(WAITING, removed_by=frozenset({"person/2", "p1"}))
    assert after(replace(COUNT, signatures=(BOSS, CONTROLLER)), box=box).status == "counted"


def test_box_is_recounted_with_a_reason_until_acceptance() -> None:
    with expect_refusal("box-recounted-without-reason"):
        after(COUNT, replace(COUNT, pieces={10_000: 2}))
    again = replace(COUNT, pieces={10_000: 2, 1_000: 6}, reason=" two notes stuck ")
    counted = after(COUNT)
    event = decide(counted, again)
    assert isinstance(event, e.BoxCounted)
    assert (event.before, event.total, event.reason) == (25_000, 26_000, "two notes stuck")
    box = after(COUNT, again, ACCEPT)
    assert (box.status, box.difference, box.counts) == ("accepted", 0, 2)
    for command in (again, ACCEPT):
        with expect_refusal("box-count-accepted"):
            after(command, box=box)


def test_a_count_is_accepted_by_somebody_who_did_not_make_it() -> None:
    with expect_refusal("box-not-counted-yet"):
        after(ACCEPT)
    with expect_refusal("box-acceptance-unsigned"):
        after(COUNT, replace(ACCEPT, signatures=(DESK,)))
    with expect_refusal("own-box-count", name="Inspector", serial="T1-A"):
        after(COUNT, replace(ACCEPT, signatures=(INSPECTOR,)))
    assert after(COUNT, replace(ACCEPT, signatures=(CONTROLLER,))).status == "accepted"


@pytest.mark.parametrize(
    ("name", "stream"),
    [
        (BoxName("RF1", "2026-11-20", "RF1-A"), "box/RF1/2026-11-20/RF1-A"),
        (BoxName("RF1", "2026-11-20", "7", 2), "box/RF1/2026-11-20/7/2"),
        (BoxName("RF1", "2026-11-20", "7", 12), "box/RF1/2026-11-20/7/12"),
    ],
)
def test_a_stream_is_named_for_the_box_and_its_use(name: BoxName, stream: str) -> None:
    assert box_stream(name) == stream
    assert box_of(stream) == name


@pytest.mark.parametrize("stream", ["box/RF1/2026-11-20", "box/RF1/2026-11-20/7/1", "slip/F-000001", ""])
def test_other_stream_names_no_box(stream: str) -> None:
    with pytest.raises(ValueError, match="is not a box's stream"):
        box_of(stream)
