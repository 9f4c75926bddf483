"""A house's gaming day: closed once and in its order by two, by force with all that is left over, and explained."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from casino.kit.sentences import sentence_of
from tables.codec import encode
from tables.play.events import Person, Signature
from tables.registers.casino_day import commands as c
from tables.registers.casino_day import events as e
from tables.registers.casino_day.decide import SIGN_BESIDE, DayToClose, decide
from tables.registers.casino_day.state import CasinoDayState, evolve
from testkit.refusals import expect_refusal

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def of(role: str, number: int = 1) -> Signature:
    return Signature(person=Person(id=f"{role}-{number}", name=f"{role} {number}"), role=role)


DESK, BOSS, INSPECTOR, CHIEF = of("cash_desk"), of("pit_boss"), of("games_inspector"), of("chef_de_table")
T1 = e.TableAsClosed(
    table="T1", currency="EUR", version=40, coups=12, figures={"win": e.FigureAsStood(12_000, "counted")}
)
BOX = e.ClosingBlocker(
    kind="box",
    ref="T1/T1-A/1",
    table="T1",
    code="box-not-counted",
    parameters={"box": "T1-A", "table": "T1"},
)
SLIP = e.ClosingBlocker(
    kind="slip",
    ref="F-000001",
    table="T1",
    code="slip-left",
    parameters={"slip": "F-000001", "table": "T1", "status": "issued"},
)
PLAYS = e.ClosingBlocker(
    kind="table",
    ref="T2",
    table="T2",
    code="table-kept-open",
    parameters={"table": "T2", "keeps": [{"code": "payments-open", "parameters": {"coups": [3]}}]},
)
CLOSE = c.CloseHouseDay(signatures=(DESK, BOSS))
FORCE = c.CloseHouseDay(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR))
EXPLAIN = c.ExplainHouseClose(reason="counted at nine", signatures=(DESK, BOSS))


@dataclass
class House:
    """A casino that is to close one of its days; `stands` is what it has of it."""

    stands: DayToClose
    life: CasinoDayState = field(default_factory=lambda: CasinoDayState(day="2026-11-20"))

    def do(self, command: c.AnyOfTheDay) -> e.AnyCasinoDayEvent:
        event = decide(self.life, command, self.stands)
        again = e.CASINO_DAY_EVENTS.decode(*encode(event))
        assert again == event, "it comes out of the record as it went in"
        self.life = evolve(self.life, event, NOON)
        return event


def house(*left: e.ClosingBlocker, **more: str) -> House:
    return House(DayToClose(today="2026-11-21", tables=(T1,), left=left, **more))


def test_a_day_of_which_nothing_is_left_over_is_closed_by_two_and_keeps_its_tables_as_they_stood() -> None:
    closed = house().do(CLOSE)
    assert closed == e.HouseDayClosed(
        day="2026-11-20", tables=(T1,), closed_by=DESK.person, signed_by=BOSS.person
    )


def test_blockers_of_a_day_are_listed_in_one_refusal() -> None:
    with expect_refusal("house-day-not-done") as refused:
        house(PLAYS, SLIP, BOX).do(CLOSE)
    assert sentence_of(refused.value.refusal) == (
        "2026-11-20 is not closed: T2 is open (payments of coup 3 are still open); slip F-000001 of T1 is issued; "
        "box T1-A of T1 is not counted"
    )


@pytest.mark.parametrize(
    ("signatures", "missing", "roles"),
    [
        ((), "unsigned", ("cash_desk", "pit_boss")),
        ((CHIEF, INSPECTOR), "unsigned", ("cash_desk", "pit_boss")),
        ((DESK,), "signed-by-one", SIGN_BESIDE),
        ((DESK, DESK), "signed-by-one", SIGN_BESIDE),
        ((DESK, CHIEF), "signed-by-one", SIGN_BESIDE),
    ],
)
@pytest.mark.parametrize(("command", "what"), [(CLOSE, "house-close"), (EXPLAIN, "reconciliation")])
def test_two_sign_of_whom_one_has_charge_of_it(
    command: c.AnyOfTheDay,
    what: str,
    signatures: tuple[Signature, ...],
    missing: str,
    roles: tuple[str, ...],
) -> None:
    to_close = house()
    if command is EXPLAIN:
        to_close = house(BOX)
        to_close.do(FORCE)
    with expect_refusal(f"{what}-{missing}", roles=roles):
        to_close.do(replace(command, signatures=signatures))


def test_under_pressure_it_is_closed_with_all_that_is_left_over() -> None:
    closed = house(SLIP, BOX).do(FORCE)
    assert isinstance(closed, e.HouseDayClosed)
    assert closed.forced == e.ForcedHouseClose(reason="the alarm", left=(SLIP, BOX))
    assert (closed.closed_by, closed.signed_by) == (BOSS.person, INSPECTOR.person)


@pytest.mark.parametrize(
    ("changed", "code", "because"),
    [
        ({"signatures": (DESK, INSPECTOR)}, "forced-house-close-unsigned", {"roles": ("pit_boss",)}),
        ({"signatures": (BOSS,)}, "forced-house-close-signed-by-one", {}),
        ({"signatures": (BOSS, of("pit_boss", 2))}, "forced-house-close-signed-by-one", {}),
        ({"signatures": (BOSS, CHIEF)}, "forced-house-close-signed-by-one", {}),
        ({"reason": " "}, "forced-house-close-without-reason", {}),
        ({"reason": "x" * 201}, "reason-too-long", {"limit": 200, "value": 201}),
    ],
)
def test_force_has_its_reason_the_pit_boss_and_somebody_else_of_the_house(
    changed: dict[str, object], code: str, because: dict[str, Any]
) -> None:
    with expect_refusal(code, **because):
        house(BOX).do(replace(FORCE, **changed))


def test_force_closes_no_day_while_a_table_plays_and_none_of_which_nothing_is_left_over() -> None:
    with expect_refusal("no-forced-close-while-a-table-plays"):
        house(PLAYS, BOX).do(FORCE)
    with expect_refusal("no-forced-close-with-nothing-left"):
        house().do(FORCE)


@pytest.mark.parametrize(
    ("stands", "code", "because"),
    [
        (
            {"today": "2026-11-19"},
            "house-day-not-begun",
            {"day": "2026-11-20", "today": "2026-11-19"},
        ),
        ({"tables": ()}, "house-day-without-tables", {"day": "2026-11-20"}),
        ({"first_closed": "2026-11-21"}, "house-day-before-the-first", {"first": "2026-11-21"}),
        (
            {"first_closed": "2026-11-01", "open_before": "2026-11-19"},
            "earlier-house-day-open",
            {"day": "2026-11-19"},
        ),
        (
            {"first_closed": "2026-11-01", "to_explain": "2026-11-19"},
            "house-day-to-reconcile",
            {"day": "2026-11-19"},
        ),
    ],
)
@pytest.mark.parametrize("command", [CLOSE, FORCE])
def test_days_are_closed_in_their_order(
    command: c.CloseHouseDay, stands: dict[str, object], code: str, because: dict[str, Any]
) -> None:
    to_close = house(*((BOX,) if command.forced else ()))
    to_close.stands = replace(to_close.stands, **stands)
    with expect_refusal(code, **because):
        to_close.do(command)


def test_a_day_is_closed_once_and_explained_once() -> None:
    ordinary = house()
    ordinary.do(CLOSE)
    with expect_refusal("house-day-closed-before", day="2026-11-20", by="cash_desk 1"):
        ordinary.do(CLOSE)
    with expect_refusal("nothing-to-reconcile"):
        ordinary.do(EXPLAIN)
    pressed = house(BOX)
    with expect_refusal("nothing-to-reconcile"):
        pressed.do(EXPLAIN)
    pressed.do(FORCE)
    assert pressed.life.to_explain
    with expect_refusal("house-day-closed-before", by="pit_boss 1"):
        pressed.do(FORCE)
    with expect_refusal("reconciliation-without-words"):
        pressed.do(replace(EXPLAIN, reason=""))
    explained = pressed.do(EXPLAIN)
    assert explained == e.HouseCloseExplained(
        day="2026-11-20", reason="counted at nine", explained_by=DESK.person, signed_by=BOSS.person
    )
    assert not pressed.life.to_explain
    with expect_refusal("nothing-to-reconcile"):
        pressed.do(EXPLAIN)
