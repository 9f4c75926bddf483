"""What is entered about wheels and balls, as the commands that it asks for."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from casino.kit.forms.fields import Form, Unclear, count, millimetres, required, text
from tables.registers.ball_commands import AssignBall, BallCommand, InspectBall, RegisterBall, WithdrawBall
from tables.registers.equipment import Condition
from tables.registers.wheel_commands import (
    InspectWheel,
    MoveWheel,
    Order,
    RegisterWheel,
    WheelCommand,
    WithdrawWheel,
)

Numberings = Mapping[str, Order]
_BETWEEN_NUMBERS = re.compile(r"[\s,;.-]+")
_PLACE = re.compile(r"(?P<table>[^/]*)(?:/(?P<letter>[^/]+))?")


def _register_wheel(form: Form, numberings: Numberings) -> RegisterWheel:
    """The pockets are those typed; where none are, those of the numbering that was chosen."""
    numbering = text(form, "numbering")
    typed = [each for each in _BETWEEN_NUMBERS.split(text(form, "pockets")) if each]
    wrong = [each for each in typed if not (each.isascii() and each.isdigit() and len(each) <= 2)]
    if wrong:
        raise Unclear("pocket-malformed", entered=wrong[0][:12])
    if not typed and numbering not in numberings:
        raise Unclear("pockets-not-entered")
    return RegisterWheel(
        serial=required(form, "serial", Unclear("wheel-serial-not-entered")),
        maker=text(form, "maker"),
        diameter_mm=count(form, "diameter", "diameter"),
        pockets=tuple(map(int, typed)) or numberings[numbering],
        numbering=numbering,
        deflectors=count(form, "deflectors", "deflectors") if text(form, "deflectors") else None,
        material=text(form, "material") or "wood",
        plate=text(form, "plate"),
    )


def _register_ball(form: Form, _: Numberings) -> RegisterBall:
    return RegisterBall(
        serial=required(form, "serial", Unclear("ball-serial-not-entered")),
        diameter_mm=millimetres(form, "diameter"),
        material=text(form, "material"),
        colour=text(form, "colour") or "white",
    )


def _inspection(form: Form) -> dict[str, Any]:
    conditions: dict[str, Condition] = {"fit": "fit", "unfit": "unfit"}
    said = text(form, "condition")
    if said not in conditions:
        raise Unclear("condition-not-entered")
    return {
        "serial": text(form, "serial"),
        "condition": conditions[said],
        "remarks": text(form, "remarks"),
        "next_due": text(form, "next_due") or None,
    }


def _assign_ball(form: Form, _: Numberings) -> AssignBall:
    """The place is `RF1/A`, `RF1` for a spare there, or empty for the store."""
    place = _PLACE.fullmatch(text(form, "place"))
    if place is None:
        raise Unclear("ball-place-not-entered")
    return AssignBall(
        serial=text(form, "serial"),
        table=place["table"],
        letter=place["letter"] or "",
        taken_from=form.get("taken_from"),
    )


COMMANDS: dict[str, Callable[[Form, Numberings], WheelCommand | BallCommand]] = {
    "register-wheel": _register_wheel,
    "inspect-wheel": lambda form, _: InspectWheel(**_inspection(form)),
    "move-wheel": lambda form, _: MoveWheel(
        serial=text(form, "serial"), table=text(form, "place"), taken_from=form.get("taken_from")
    ),
    "withdraw-wheel": lambda form, _: WithdrawWheel(serial=text(form, "serial"), reason=text(form, "reason")),
    "register-ball": _register_ball,
    "inspect-ball": lambda form, _: InspectBall(**_inspection(form)),
    "assign-ball": _assign_ball,
    "withdraw-ball": lambda form, _: WithdrawBall(serial=text(form, "serial"), reason=text(form, "reason")),
}
