"""Forms about the wheels and balls of the register."""

import re
from collections.abc import Mapping

from casino.kit.forms.command_form import (
    ChoiceField,
    CommandForm,
    MillimetresField,
    TextField,
    WholeNumberField,
)
from casino.kit.forms.fields import Form, Unclear
from tables.registers.ball_commands import AssignBall, InspectBall, RegisterBall, WithdrawBall
from tables.registers.wheel_commands import InspectWheel, MoveWheel, Order, RegisterWheel, WithdrawWheel

Numberings = Mapping[str, Order]
_BETWEEN_NUMBERS = re.compile(r"[\s,;.-]+")
_PLACE = re.compile(r"(?P<table>[^/]*)(?:/(?P<letter>[^/]+))?")


class EquipmentForm(CommandForm):
    """A form of the register. `numberings` are the orders of pockets that the casino's rulebooks know, by name."""

    def __init__(self, numberings: Numberings, entered: Form) -> None:
        super().__init__(entered)
        self.numberings = numberings


class RegisterWheelForm(EquipmentForm):
    """A wheel comes into the register, with the pockets entered, else those of its numbering."""

    serial = TextField(missing="wheel-serial-not-entered")
    maker = TextField()
    diameter = WholeNumberField("diameter", required=True)
    numbering = TextField()
    deflectors = WholeNumberField("deflectors")
    material = TextField(otherwise="wood")
    plate = TextField()
    pockets = TextField()

    def command(self) -> RegisterWheel:
        """The wheel. Raises Unclear for pockets that are no numbers, or where neither they nor a numbering is given."""
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
            diameter_mm=entered["diameter"],
            pockets=tuple(map(int, typed)) or self.numberings[entered["numbering"]],
            numbering=entered["numbering"],
            deflectors=entered["deflectors"],
            material=entered["material"],
            plate=entered["plate"],
        )


class RegisterBallForm(EquipmentForm):
    serial = TextField(missing="ball-serial-not-entered")
    diameter = MillimetresField(required=True)
    material = TextField()
    colour = TextField(otherwise="white")

    def command(self) -> RegisterBall:
        entered = self.cleaned_data
        return RegisterBall(diameter_mm=entered.pop("diameter"), **entered)


class InspectionForm(EquipmentForm):
    condition = ChoiceField(("fit", "unfit"), missing="condition-not-entered")
    serial = TextField()
    remarks = TextField()
    next_due = TextField(otherwise=None)


class InspectWheelForm(InspectionForm):
    makes = InspectWheel


class InspectBallForm(InspectionForm):
    makes = InspectBall


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
