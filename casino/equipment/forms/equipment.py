"""Forms about the wheels and balls of the register."""

import re
from collections.abc import Mapping
from typing import Any

from casino.kit.forms.command_form import (
    ChoiceField,
    CommandForm,
    GramsField,
    MillimetresField,
    TextField,
    WholeNumberField,
)
from casino.kit.forms.fields import Form, Unclear
from tables.registers.ball_commands import AssignBall, InspectBall, RegisterBall, WithdrawBall
from tables.registers.make import BallMake, WheelMake
from tables.registers.wheel_commands import InspectWheel, MoveWheel, Order, RegisterWheel, WithdrawWheel
from tables.roulette.equipment_rules import (
    BALL_COLOURS,
    BALL_MATERIALS,
    BEARINGS,
    PLATE_SHAPES,
    WHEEL_MATERIALS,
)
from tables.roulette.wheel import entered as entered_pocket

Numberings = Mapping[str, Order]
_BETWEEN_NUMBERS = re.compile(r"[\s,;.-]+")
_PLACE = re.compile(r"(?P<table>[^/]*)(?:/(?P<letter>[^/]+))?")


class EquipmentForm(CommandForm):
    """A form of the register. `numberings` are the orders of pockets that the casino's rulebooks know, by name."""

    def __init__(self, numberings: Numberings, entered: Form) -> None:
        super().__init__(entered)
        self.numberings = numberings


class YesOrNoField(ChoiceField):
    """Choice of yes or no; None if unknown."""

    def __init__(self) -> None:
        super().__init__(("yes", "no"))

    def clean(self, value: str | None) -> bool | None:
        """True, False, or None."""
        answer = super().clean(value)
        return None if answer is None else answer == "yes"


class WheelMakeForm(EquipmentForm):
    """The entries about the make of a wheel. An empty one is unknown."""

    material = ChoiceField(WHEEL_MATERIALS)
    deflectors = WholeNumberField("deflectors")
    plate_material = ChoiceField(WHEEL_MATERIALS)
    plate_shape = ChoiceField(PLATE_SHAPES)
    plate_smooth = YesOrNoField()
    bearing = ChoiceField(BEARINGS)
    walls = ChoiceField(WHEEL_MATERIALS)
    even_pockets = YesOrNoField()
    turned_by_hand = YesOrNoField()

    def make(self) -> WheelMake:
        """Return the entered make of the wheel."""
        return WheelMake(**{name: self.cleaned_data[name] for name in WheelMake.__struct_fields__})


class BallMakeForm(EquipmentForm):
    """The entries about the make of a ball. An empty one is unknown."""

    material = ChoiceField(BALL_MATERIALS)
    colour = ChoiceField(BALL_COLOURS)
    weight_g = GramsField()
    balanced = YesOrNoField()

    def make(self) -> BallMake:
        """Return the make of the ball, as entered."""
        return BallMake(**{name: self.cleaned_data[name] for name in BallMake.__struct_fields__})


class RegisterWheelForm(WheelMakeForm):
    """Registration of a wheel, with the entered pockets, or else those of its numbering."""

    serial = TextField(missing="wheel-serial-not-entered")
    maker = TextField()
    diameter = WholeNumberField("diameter", required=True)
    rulebook = TextField()
    numbering = TextField()
    remarks = TextField()
    pockets = TextField()

    def command(self) -> RegisterWheel:
        """Return the command.

        Raises Unclear for pockets that are not numbers, or if neither they nor a numbering is given.
        """
        entered = self.cleaned_data
        typed = [each for each in _BETWEEN_NUMBERS.split(entered["pockets"]) if each]
        wrong = [each for each in typed if not (each.isascii() and each.isdigit() and len(each) <= 2)]
        if wrong:
            raise Unclear("pocket-malformed", entered=wrong[0][:12])
        if not typed and entered["numbering"] not in self.numberings:
            raise Unclear("pockets-not-entered")
        return RegisterWheel(
            serial=entered["serial"],
            maker=entered["maker"],
            rulebook=entered["rulebook"],
            diameter_mm=entered["diameter"],
            pockets=tuple(map(entered_pocket, typed)) or self.numberings[entered["numbering"]],
            numbering=entered["numbering"],
            make=self.make(),
            remarks=entered["remarks"],
        )


class RegisterBallForm(BallMakeForm):
    serial = TextField(missing="ball-serial-not-entered")
    diameter = MillimetresField(required=True)
    rulebook = TextField()
    remarks = TextField()

    def command(self) -> RegisterBall:
        entered = self.cleaned_data
        return RegisterBall(
            serial=entered["serial"],
            diameter_mm=entered["diameter"],
            rulebook=entered["rulebook"],
            make=self.make(),
            remarks=entered["remarks"],
        )


class InspectionForm(EquipmentForm):
    condition = ChoiceField(("fit", "unfit"), missing="condition-not-entered")
    serial = TextField()
    remarks = TextField()
    next_due = TextField(otherwise=None)

    def found(self) -> dict[str, Any]:
        """Return the findings of the inspection, without the make."""
        entered = self.cleaned_data
        names = ("serial", "condition", "remarks", "next_due")
        return {"diameter_mm": entered["diameter"], **{name: entered[name] for name in names}}


class InspectWheelForm(WheelMakeForm, InspectionForm):
    diameter = WholeNumberField("diameter")

    def command(self) -> InspectWheel:
        return InspectWheel(make=self.make(), **self.found())


class InspectBallForm(BallMakeForm, InspectionForm):
    diameter = MillimetresField()

    def command(self) -> InspectBall:
        return InspectBall(make=self.make(), **self.found())


class MoveWheelForm(EquipmentForm):
    """A wheel goes to a table, or into the store where the place is empty."""

    serial = TextField()
    place = TextField()

    def command(self) -> MoveWheel:
        entered = self.cleaned_data
        return MoveWheel(
            serial=entered["serial"], table=entered["place"], taken_from=self.data.get("taken_from")
        )


class AssignBallForm(EquipmentForm):
    """A ball goes to a table. The place is `RF1/A`, `RF1` for a spare there, or empty for the store."""

    serial = TextField()
    place = TextField()

    def command(self) -> AssignBall:
        """The move, from where the form's page had the ball. Raises Unclear for a place that is none."""
        place = _PLACE.fullmatch(self.cleaned_data["place"])
        if place is None:
            raise Unclear("ball-place-not-entered")
        return AssignBall(
            serial=self.cleaned_data["serial"],
            table=place["table"],
            letter=place["letter"] or "",
            taken_from=self.data.get("taken_from"),
        )


class WithdrawWheelForm(EquipmentForm):
    makes = WithdrawWheel
    serial = TextField()
    reason = TextField()


class WithdrawBallForm(EquipmentForm):
    makes = WithdrawBall
    serial = TextField()
    reason = TextField()


FORMS: dict[str, type[EquipmentForm]] = {
    "register-wheel": RegisterWheelForm,
    "inspect-wheel": InspectWheelForm,
    "move-wheel": MoveWheelForm,
    "withdraw-wheel": WithdrawWheelForm,
    "register-ball": RegisterBallForm,
    "inspect-ball": InspectBallForm,
    "assign-ball": AssignBallForm,
    "withdraw-ball": WithdrawBallForm,
}
"""The forms by the command's name in the address."""
