"""The buttons of what the house registers, plans and answers for: wheels and balls, the rota, violations,
alerts."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from settlement.tests.button import Button, Second, nothing
from settlement.tests.test_the_house_closes_its_day import DAY
from tables.compliance import commands as v
from tables.compliance.alerts import commands as alerts
from tables.handling import handle
from tables.handling.aggregates.equipment import EquipmentAggregate, numberings
from tables.handling.aggregates.imported_spins import ImportedSpinsAggregate
from tables.handling.aggregates.register import RegisterAggregate
from tables.handling.aggregates.rota import RotaAggregate
from tables.handling.aggregates.violation import ViolationAggregate
from tables.handling.alerts.aggregate import AlertsAggregate
from tables.play import commands as t
from tables.play.events import Person, Signature
from tables.registers import ball_commands, wheel_commands
from tables.registers.entries import commands as entries
from tables.registers.imported_spins.commands import ImportOldSpins, OldSpin
from tables.registers.rota import planning
from testkit.equipment import BALL_MAKE, WHEEL_MAKE
from testkit.house import BOSS as AT_THE_PIT
from testkit.house import OpenHouse

# -------------------------------------------------------------- what the house registers, plans and answers for

Equipment = wheel_commands.WheelCommand | ball_commands.BallCommand


def equip(house: OpenHouse, command: Equipment, key: str | None = None) -> object:
    return handle(
        EquipmentAggregate(house.casino_id), command, by=AT_THE_PIT, now=house.now, idempotency_key=key
    ).events


def register_wheel(house: OpenHouse) -> wheel_commands.RegisterWheel:
    pockets = numberings(house.casino_id)["french"]
    return wheel_commands.RegisterWheel(serial="W-9", diameter_mm=550, pockets=pockets, make=WHEEL_MAKE)


def wheel_button(
    command: wheel_commands.WheelCommand, *before: Equipment, second: Second = "refused"
) -> Button:
    def prepare(house: OpenHouse) -> None:
        house.do(t.CloseTable())
        equip(house, register_wheel(house))
        for step in before:
            equip(house, step)

    return Button(type(command), "", prepare, lambda house, key: equip(house, command, key), second)


def ball_button(command: ball_commands.BallCommand, *before: Equipment, second: Second = "refused") -> Button:
    def prepare(house: OpenHouse) -> None:
        house.do(t.CloseTable())
        for step in before:
            equip(house, step)

    return Button(type(command), "", prepare, lambda house, key: equip(house, command, key), second)


WHEEL_FIT = wheel_commands.InspectWheel(serial="W-9", condition="fit")
BALL = ball_commands.RegisterBall(serial="B-9", diameter_mm=20, make=BALL_MAKE)
BALL_FIT = ball_commands.InspectBall(serial="B-9", condition="fit")
EQUIPMENT = (
    Button(
        wheel_commands.RegisterWheel,
        "",
        nothing,
        lambda house, key: equip(house, register_wheel(house), key),
    ),
    wheel_button(WHEEL_FIT, second="done"),
    wheel_button(wheel_commands.MoveWheel(serial="W-9", table="T1"), WHEEL_FIT),
    wheel_button(wheel_commands.WithdrawWheel(serial="W-9", reason="worn")),
    ball_button(BALL),
    ball_button(BALL_FIT, BALL, second="done"),
    ball_button(ball_commands.AssignBall(serial="B-9", table="T1"), BALL, BALL_FIT),
    ball_button(ball_commands.WithdrawBall(serial="B-9", reason="worn"), BALL),
)


def import_old_spins(house: OpenHouse, key: str | None) -> object:
    command = ImportOldSpins(
        serial="W-9", file="old.csv", sha256="0" * 64, spins=(OldSpin(datetime(2020, 1, 1, tzinfo=UTC), 17),)
    )
    aggregate = ImportedSpinsAggregate(house.casino_id, "W-9")
    return handle(aggregate, command, by=AT_THE_PIT, now=house.now, idempotency_key=key).events


OLD_SPINS = (Button(ImportOldSpins, "", lambda house: equip(house, register_wheel(house)), import_old_spins),)


def payer(house: OpenHouse) -> planning.PlanEntry:
    begins, ends = span(house)
    one = Person(id="croupier-1", name="Croupier 1")
    return planning.PlanEntry(person=one, begins=begins, ends=ends, table="T1", position="payer", spins=True)


def span(house: OpenHouse) -> tuple[datetime, datetime]:
    return house.now + timedelta(minutes=10), house.now + timedelta(minutes=40)


def rota_button(
    command: type,
    say: Callable[[OpenHouse], planning.RotaCommand],
    *,
    planned: bool,
    second: Second = "refused",
) -> Button:
    def press(house: OpenHouse, key: str | None, request: planning.RotaCommand | None = None) -> object:
        day = date.fromisoformat(DAY)
        return handle(
            RotaAggregate(house.casino_id, day),
            request or say(house),
            by=AT_THE_PIT,
            now=house.now,
            idempotency_key=key,
        ).state

    def prepare(house: OpenHouse) -> None:
        if planned:
            press(house, None, payer(house))

    return Button(command, "", prepare, press, second, "pt-americana")


def moved(house: OpenHouse) -> planning.MoveEntry:
    begins, ends = span(house)
    other = Person(id="croupier-3", name="Croupier 3")
    return planning.MoveEntry(
        entry="1", person=other, begins=begins, ends=ends, table="T1", position="payer", spins=True
    )


def filled(house: OpenHouse) -> planning.FillIn:
    begins, ends = span(house)
    people = tuple(Person(id=f"croupier-{number}", name=f"Croupier {number}") for number in (1, 2, 3))
    return planning.FillIn(table="T1", people=people, begins=begins, ends=ends)


ROTA = (
    rota_button(planning.PlanEntry, payer, planned=False),
    rota_button(planning.MoveEntry, moved, planned=True, second="nothing new"),
    rota_button(planning.DropEntry, lambda _: planning.DropEntry(entry="1"), planned=True),
    rota_button(planning.FillIn, filled, planned=False),
)


def by(role: str) -> tuple[Signature, ...]:
    return (Signature(person=Person(id="person/1", name="Somebody"), role=role),)


def violation_button(
    command: v.AnyViolationCommand, *before: v.AnyViolationCommand, second: Second = "refused"
) -> Button:
    def say(house: OpenHouse, request: v.AnyViolationCommand, key: str | None = None) -> object:
        name = next(each.data["violation"] for each in house.events() if each.type == "violation_raised")
        return handle(
            ViolationAggregate(house.casino_id, "T1", house.day, name),
            request,
            by=AT_THE_PIT,
            now=house.now,
            idempotency_key=key,
        ).state

    def prepare(house: OpenHouse) -> None:
        house.do(t.ChangeBall(ball="A"))
        for step in before:
            say(house, step)

    return Button(
        type(command), "", prepare, lambda house, key: say(house, command, key), second, "pt-francesa"
    )


ACKNOWLEDGED = v.Acknowledge(signatures=by("pit_boss"))
EXPLAINED = v.Explain(words="the other one was cracked", signatures=by("pit_boss"))
UPHELD = v.Uphold(reason="it was not", signatures=by("games_inspector"))
VIOLATIONS = (
    violation_button(ACKNOWLEDGED),
    violation_button(EXPLAINED, ACKNOWLEDGED, second="done"),
    violation_button(UPHELD, ACKNOWLEDGED, EXPLAINED),
    violation_button(v.Dismiss(reason="it was", signatures=by("games_inspector")), ACKNOWLEDGED, EXPLAINED),
    violation_button(
        v.Reopen(reason="new footage", signatures=by("games_inspector")), ACKNOWLEDGED, EXPLAINED, UPHELD
    ),
)

# --------------------------------------------------------------------------------- alerts


def alert_button(command: alerts.AnyAlertCommand, *before: alerts.AnyAlertCommand, second: Second) -> Button:
    def say(house: OpenHouse, command: alerts.AnyAlertCommand, key: str | None = None) -> object:
        aggregate = AlertsAggregate(house.casino_id, "T1", house.day)
        return handle(aggregate, command, by=AT_THE_PIT, now=house.now, idempotency_key=key).state

    def prepare(house: OpenHouse) -> None:
        for step in before:
            say(house, step)

    return Button(type(command), "", prepare, lambda house, key: say(house, command, key), second)


SLOW = alerts.RaiseAlert(
    alert="alert-pace-1",
    kind="pace",
    code="pace-below-target",
    parameters={},
    since=datetime(2026, 11, 20, 19, 0, tzinfo=UTC),
)
ALERTS = (
    alert_button(SLOW, second="nothing new"),
    alert_button(alerts.EndAlert(alert=SLOW.alert), SLOW, second="nothing new"),
    alert_button(
        alerts.AcknowledgeAlert(alert=SLOW.alert, signatures=by("pit_boss")), SLOW, second="refused"
    ),
)

# --------------------------------------------------------------------------------- entries of registers

SIGN = {"table": "T1", "shows": ["limits"]}


def register(house: OpenHouse, command: entries.AnyRegisterCommand, key: str | None = None) -> object:
    return handle(
        RegisterAggregate(house.casino_id, command.kind, command.code),
        command,
        by=AT_THE_PIT,
        now=house.now,
        idempotency_key=key,
    ).events


def entry_button(
    command: entries.AnyRegisterCommand, *before: entries.AnyRegisterCommand, second: Second
) -> Button:
    def prepare(house: OpenHouse) -> None:
        for step in before:
            register(house, step)

    return Button(type(command), "", prepare, lambda house, key: register(house, command, key), second)


DECLARED = entries.DeclareEntry(kind="sign", code="door", values=SIGN)
ENTRIES = (
    entry_button(DECLARED, second="nothing new"),
    entry_button(entries.WithdrawEntry(kind="sign", code="door"), DECLARED, second="nothing new"),
    entry_button(entries.IssueSecret(kind="sign", code="door", fingerprint="0f"), DECLARED, second="done"),
)
