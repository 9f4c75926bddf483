"""The register of equipment under the command handler: a wheel or a ball, each with a stream of its own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Literal, cast

from django.utils import timezone

from tables.handling import Aggregate, Happened, How, handle
from tables.handling.aggregates.table import TableAggregate, unknown_table
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable
from tables.handling.next_day import rulebook_of_day
from tables.handling.projections.equipment import ball_named, balls_at, wheel_at, wheel_named
from tables.handling.projections.table_snapshots import table_snapshot
from tables.handling.streams import ball_stream, wheel_stream
from tables.play.commands import FindUnfit
from tables.play.event import Signature
from tables.registers.ball_commands import AssignBall, BallCommand, RegisterBall, decide_ball
from tables.registers.balls import BALL_EVENTS, BallEvent, BallInspected, RegisteredBall, evolve_ball
from tables.registers.equipment import Inspect, Standing
from tables.registers.wheel_commands import MoveWheel, Order, RegisterWheel, WheelCommand, decide_wheel
from tables.registers.wheels import WHEEL_EVENTS, Wheel, WheelEvent, WheelInspected, evolve_wheel
from tables.roulette.loader import get_rulebook, rulebook_on, rulebooks
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import from_zero
from tables.stream import Appended

Thing = Wheel | RegisteredBall


class EquipmentAggregate(Aggregate[WheelCommand | BallCommand, Thing, WheelEvent | BallEvent]):
    """The wheel or the ball that a command names by its serial number."""

    serial: str
    kind: Literal["wheel", "ball"]

    @property
    def stream_id(self) -> str:
        return wheel_stream(self.serial) if self.kind == "wheel" else ball_stream(self.serial)

    @property
    def name(self) -> str:
        return "the register of equipment"

    @property
    def key_scope(self) -> str:
        return "equipment"

    def load(self, command: WheelCommand | BallCommand, now: datetime) -> Thing:
        """Lock the equipment, and return the thing. No table of the casino opens and nobody else moves equipment
        meanwhile.
        """
        hold_casino(self.casino_id)
        self.serial, self.kind = command.serial, "wheel" if isinstance(command, WheelCommand) else "ball"
        self.codec = WHEEL_EVENTS if self.kind == "wheel" else BALL_EVENTS
        return self._thing()

    def _thing(self) -> Thing:
        if self.kind == "wheel":
            return wheel_named(self.casino_id, self.serial)
        return ball_named(self.casino_id, self.serial)

    def current(self, earlier: Appended) -> Thing:
        kind, self.serial = earlier.events[0].stream_id.split("/", 1)
        self.kind = "wheel" if kind == "wheel" else "ball"
        return self._thing()

    def decide(
        self, state: Thing, command: WheelCommand | BallCommand, at: datetime
    ) -> Iterator[WheelEvent | BallEvent]:
        to = command.table if isinstance(command, MoveWheel | AssignBall) else ""
        # The empty name means the store, not a table.
        tables = {code: self.standing(code, state) for code in dict.fromkeys((state.table, to)) if code}
        judging = _rulebooks(self.played, state, command)
        if isinstance(state, RegisteredBall):
            return decide_ball(state, cast(BallCommand, command), at, tables=tables, rulebooks=judging)
        return decide_wheel(
            state,
            cast(WheelCommand, command),
            at,
            numberings=numberings_of(self.played()),
            tables=tables,
            rulebooks=judging,
        )

    def standing(self, table: str, thing: Thing) -> Standing:
        """Return the table as a move of this thing meets it. Raises UnknownTable."""
        return _standing(self.casino_id, table, thing)

    def played(self) -> dict[str, Rulebook]:
        """Return the rulebooks that the casino plays by, by their ids."""
        return played_rulebooks(self.casino_id)

    def evolve(self, state: Thing, happened: Happened[WheelEvent | BallEvent]) -> Thing:
        if isinstance(state, RegisteredBall):
            return evolve_ball(state, cast(BallEvent, happened.event), happened.version, happened.at)
        return evolve_wheel(state, cast(WheelEvent, happened.event), happened.version, happened.at)

    def signatures(self, command: WheelCommand | BallCommand) -> Sequence[Signature] | None:
        """Return the signatures of an inspection, which carries its own."""
        return None if isinstance(command, Inspect) else command.signatures or None

    def before_append(
        self,
        state: Thing,
        command: WheelCommand | BallCommand,
        events: Sequence[WheelEvent | BallEvent],
        how: How,
    ) -> None:
        """Inform an open table that its wheel, or a ball that it plays with, was found unfit.

        The table's stream comes before the thing's own, so every process that needs both locks the table first.
        """
        letter = state.letter if isinstance(state, RegisteredBall) else ""
        if not state.table or (self.kind == "ball" and not letter):
            return
        for event in events:
            if not isinstance(event, WheelInspected | BallInspected) or event.condition != "unfit":
                continue
            if _standing(self.casino_id, state.table, state).is_open:
                found = FindUnfit(what=self.kind, serial=event.serial, ball=letter, remarks=event.remarks)
                handle(TableAggregate(self.casino_id, state.table), found, **how)


def played_rulebooks(casino_id: int) -> dict[str, Rulebook]:
    """Return the rulebooks of the casino's tables, by their ids, each in the version of today."""
    tables = GamingTable.objects.filter(casino_id=casino_id).order_by("rulebook")
    ids = tables.values_list("rulebook", flat=True).distinct()
    today = gaming_day(casino_id, timezone.now()) if ids else date.min
    return {id_: rulebook_on(today, id_) for id_ in ids}


def _rulebooks(
    played: Callable[[], dict[str, Rulebook]], state: Thing, command: WheelCommand | BallCommand
) -> Mapping[str, Rulebook]:
    """Return the rulebooks that a thing is judged by: those that the casino plays by, and the one that it is registered
    for. Raises UnknownRulebook.
    """
    if isinstance(command, RegisterWheel | RegisterBall) and command.rulebook:
        return {command.rulebook: get_rulebook(command.rulebook)}
    if state.rulebook in rulebooks():
        return {state.rulebook: get_rulebook(state.rulebook)}
    return played()


def numberings(casino_id: int) -> dict[str, Order]:
    """Return the numberings by their names: those of the rulebooks that the casino plays by before
    those of the others.
    """
    return numberings_of(played_rulebooks(casino_id))


def numberings_of(played: Mapping[str, Rulebook]) -> dict[str, Order]:
    """Return the numberings by their names: those of the rulebooks that are played by before those of the others."""
    named: dict[str, Order] = {}
    for rulebook in (*played.values(), *rulebooks().values()):
        for name, wheel in rulebook.wheels.items():
            named.setdefault(name, wheel.order)
    return named


def rulebook_for(thing: Thing, *versions: Rulebook) -> Rulebook:
    """Return the first of these versions whose wheels have the order of this wheel; the first if none has, and for a
    ball.

    A wheel for the next version comes to its table before the first day of that version.
    """
    if isinstance(thing, Wheel) and thing.pockets:
        order = from_zero(thing.pockets)
        fitting = (
            each for each in versions if order in (from_zero(wheel.order) for wheel in each.wheels.values())
        )
        return next(fitting, versions[0])
    return versions[0]


def _standing(casino_id: int, code: str, thing: Thing) -> Standing:
    view = table_snapshot(casino_id, code)
    if view is None:
        raise unknown_table(casino_id, code[:20])
    wheel = wheel_at(casino_id, code)
    return Standing(
        table=code,
        rulebook=rulebook_for(
            thing,
            rulebook_of_day(view.table, gaming_day(casino_id, timezone.now())),
            get_rulebook(view.table.rulebook),
        ),
        is_open=view.state is not None and view.state.phase != "closed",
        wheel=wheel.serial if wheel else "",
        balls={letter: ball.serial for letter, ball in balls_at(casino_id, code).items()},
    )
