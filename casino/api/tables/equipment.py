"""/api/v1/equipment: the register of wheels and balls, and commands to it.

A table opens with the wheel and the balls that the register has at it, once the casino has begun one; so a system that
registers tables brings their equipment there too. Each command is an address of its own, with a body made from the
command's type.
"""

from datetime import datetime
from typing import Annotated

import msgspec
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import TABLES_READ, TABLES_WRITE, scopes_of_act
from casino.api.commands.view import (
    CommandRequest,
    CommandView,
    actor_of,
    command_views,
    rejections_as_problems,
)
from casino.api.feed.cloud_events import CloudEvent, cloud_event
from casino.api.openapi.operations import operation
from casino.kit.structs import response_of
from casino.people.permissions import roles_of
from tables.handling import handle
from tables.handling.aggregates.equipment import EquipmentAggregate
from tables.handling.projections.equipment import balls, wheels
from tables.refusal import Refused
from tables.registers.ball_commands import AssignBall, BallCommand, InspectBall, RegisterBall, WithdrawBall
from tables.registers.balls import RegisteredBall
from tables.registers.equipment import Inspect, Inspection
from tables.registers.make import WheelMake
from tables.registers.wheel_commands import (
    InspectWheel,
    MoveWheel,
    RegisterWheel,
    WheelCommand,
    WithdrawWheel,
)
from tables.registers.wheels import Wheel
from tables.roulette.wheel import WrittenPocket, as_data

COMMANDS: dict[str, type[WheelCommand | BallCommand]] = {
    str(command.__struct_config__.tag): command
    for command in (
        RegisterWheel,
        InspectWheel,
        MoveWheel,
        WithdrawWheel,
        RegisterBall,
        InspectBall,
        AssignBall,
        WithdrawBall,
    )
}
"""Commands to the register, by the end of their addresses."""


class StandingWheel(msgspec.Struct, frozen=True, kw_only=True):
    """A registered wheel. `pockets` are clockwise, 00 as the text "00"; `side_by_side` are those neighbours among them
    that have the same colour. `inspected` is the last inspection."""

    version: int
    serial: str
    registered_at: datetime | None
    rulebook: str
    table: str
    since: datetime | None
    inspected: Inspection | None
    withdrawn: str
    maker: str
    diameter_mm: int | None
    make: WheelMake
    remarks: str
    numbering: str
    pockets: tuple[WrittenPocket, ...]
    side_by_side: tuple[tuple[int, int], ...]


class Register(msgspec.Struct, frozen=True, kw_only=True):
    """The casino's wheels and balls, by serial number. `table` is the table of one, empty for the store; `withdrawn`
    has the reason of a withdrawal. While there are no wheels, or no balls, tables open with those that they were
    registered with.
    """

    wheels: tuple[StandingWheel, ...]
    balls: tuple[RegisteredBall, ...]


class RegisterChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a change to a piece of equipment: its events, in order."""

    serial: Annotated[str, msgspec.Meta(examples=["W-1041"])]
    events: tuple[CloudEvent, ...]


class EquipmentView(APIView):
    required_scopes = [TABLES_READ]

    @operation("list_equipment", "equipment", Register)
    def get(self, request: Request) -> Register:
        """Return every wheel and every ball of the casino: where it is, and how it was found."""
        casino_id = client_of(request).casino_id
        return Register(wheels=tuple(map(_standing, wheels(casino_id))), balls=tuple(balls(casino_id)))


def _standing(wheel: Wheel) -> StandingWheel:
    return response_of(StandingWheel, wheel, pockets=tuple(map(as_data, wheel.pockets)))


class EquipmentCommandView(CommandView):
    @property
    def required_scopes(self) -> list[str]:
        return scopes_of_act(TABLES_WRITE, f"equipment.{self.command.__struct_config__.tag}")

    def perform(self, call: CommandRequest) -> RegisterChanged:
        client, values = call.client, call.values(self.command)
        with rejections_as_problems(values["serial"]):
            command = self.command(**values)
            _check_signed(command)
            events = handle(
                EquipmentAggregate(client.casino_id), command, by=actor_of(client, "house/api"), now=call.now
            ).events
        return RegisterChanged(serial=command.serial, events=tuple(map(cloud_event, events)))


def _check_signed(command: WheelCommand | BallCommand) -> None:
    """On a screen the person who asks has signed in; here they sign. Raises Refused."""
    roles = roles_of("equipment.keep")
    if any(each.role in roles for each in command.signatures):
        return
    if isinstance(command, Inspect):
        raise Refused("inspection-unsigned")
    raise Refused("equipment-unsigned", roles=tuple(str(role) for role in roles))


EQUIPMENT_COMMAND_VIEWS = command_views(
    EquipmentCommandView, COMMANDS, tag="equipment", response=RegisterChanged
)
