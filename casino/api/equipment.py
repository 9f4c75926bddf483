"""/api/v1/equipment: the register of wheels and balls, and what is asked of it.

A table opens with the wheel and the balls that stand at it by the register, once the house has begun one; so whoever
registers tables over the API brings their equipment there too. Each command is an address of its own, with a body made
from the command's type.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from django.http import HttpResponse
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.asked import check_known
from casino.api.cloud_events import CloudEvent, cloud_event
from casino.api.conditional import answer_to_read
from casino.api.said import CommandView, Said, rejections_as_problems, speaker, view_of
from casino.api.scopes import TABLES_READ, TABLES_WRITE
from casino.api.shapes import answers_with
from casino.api.signing_in import client_of
from casino.people.models import Role
from tables.handling import handle
from tables.handling.aggregates.equipment import EquipmentAggregate
from tables.handling.projections.equipment import balls, wheels
from tables.registers.ball_commands import AssignBall, BallCommand, InspectBall, RegisterBall, WithdrawBall
from tables.registers.balls import RegisteredBall
from tables.registers.equipment import Inspect
from tables.registers.wheel_commands import (
    InspectWheel,
    MoveWheel,
    RegisterWheel,
    WheelCommand,
    WithdrawWheel,
)
from tables.registers.wheels import Wheel
from tables.roulette.refusal import Refused

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
"""What is asked of the register, by the end of its address."""

INSPECTORS = (Role.PIT_BOSS, Role.GAMES_INSPECTOR)


class Register(msgspec.Struct, frozen=True, kw_only=True):
    """The house's wheels and balls as they stand, by serial number. `table` is where one is, empty for the store; where
    it was `withdrawn` it says why. While there are no wheels, or no balls, tables open with those that they were
    registered with."""

    wheels: tuple[Wheel, ...]
    balls: tuple[RegisteredBall, ...]


class RegisterChanged(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: the events of the thing, in their order."""

    serial: Annotated[str, msgspec.Meta(examples=["W-1041"])]
    events: tuple[CloudEvent, ...]


class EquipmentView(APIView):
    """What there is."""

    required_scopes = [TABLES_READ]

    @extend_schema(operation_id="list_equipment", tags=["equipment"], responses=answers_with(Register))
    def get(self, request: Request) -> HttpResponse:
        """Every wheel and every ball of the house: where it is, and how it was found."""
        check_known(request, ())
        casino_id = client_of(request).casino_id
        return answer_to_read(
            request, Register(wheels=tuple(wheels(casino_id)), balls=tuple(balls(casino_id)))
        )


class EquipmentCommandView(CommandView):
    """One thing that is asked of the register."""

    required_scopes = [TABLES_WRITE]

    def done(self, said: Said) -> Mapping[str, Any]:
        """Asks it of the register."""
        client, values = said.client, said.values(self.command)
        with rejections_as_problems(values["serial"]):
            command = self.command(**values)
            _check_signed(command)
            events = handle(
                EquipmentAggregate(client.casino_id), command, by=speaker(client, "house/api"), now=said.now
            ).events
        return {"serial": command.serial, "events": [cloud_event(event) for event in events]}


def _check_signed(command: WheelCommand | BallCommand) -> None:
    """On a screen who inspects has signed in; here they sign. Raises Refused."""
    if isinstance(command, Inspect) and not any(each.role in INSPECTORS for each in command.signatures):
        raise Refused("inspection-unsigned")


def _view(name: str) -> type[CommandView]:
    return view_of(
        EquipmentCommandView,
        COMMANDS[name],
        name=name.replace("-", "_"),
        tag="equipment",
        answer=RegisterChanged,
    )


def equipment_paths() -> list[URLPattern]:
    """The addresses of the register and of what is asked of it."""
    return [
        path("v1/equipment", EquipmentView.as_view(), name="equipment"),
        *(path(f"v1/equipment/{name}", _view(name).as_view(), name=f"equipment-{name}") for name in COMMANDS),
    ]
