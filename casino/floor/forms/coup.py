"""The phases of a coup: launches, directions, a hanging ball, numbers, null coups, payments; and the balls."""

from typing import get_args

from django.utils import timezone

from casino.commands.reauthentication import sign_act
from casino.floor.forms.table import TableForm
from casino.kit.forms.command_form import (
    EnteredField,
    PocketField,
    TextField,
    TickField,
    WholeFormField,
    WholeNumberField,
)
from casino.kit.forms.fields import Form, Unclear, millimetres
from casino.kit.forms.secret_fields import LONGEST, SecretField
from casino.people.models import Person
from tables.play import commands as c
from tables.play.reader.observation import Rotation
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

ROTATIONS: tuple[Rotation, ...] = get_args(Rotation)


class RotationField(EnteredField):
    """Direction of rotation of the wheel or the ball."""

    def read(self, entered: str) -> str:
        if entered not in ROTATIONS:
            raise Unclear("direction-malformed", entered=entered[:12])
        return entered


class SeeDirectionsForm(TableForm):
    """Directions of the wheel and the ball in a launch."""

    rotor_direction = RotationField()
    ball_direction = RotationField()
    coup = WholeNumberField("coup", required=True)
    launch = WholeNumberField("launch", required=True)

    def command(self) -> c.SeeDirections:
        entered = self.cleaned_data
        if entered["rotor_direction"] is None and entered["ball_direction"] is None:
            raise Unclear("direction-not-entered")
        return c.SeeDirections(**entered)


class DismissWaitingForm(TableForm):
    """All numbers that wait are dismissed, for one reason, signed by `person` with the own PIN."""

    coup = WholeNumberField("coup", required=True)
    reason = TextField(missing="numbers-dismissed-without-reason")
    pin = SecretField(longest=LONGEST)

    def __init__(self, person: Person, state: State, rulebook: Rulebook, entered: Form) -> None:
        super().__init__(state, rulebook, entered)
        self.person = person

    def command(self) -> c.DismissDoubt:
        """Return the command. Raises SigningFailed for a wrong PIN, which is counted and recorded."""
        entered = self.cleaned_data
        sign_act("table.dismiss-waiting", self.person, entered["pin"], now=timezone.now())
        return c.DismissDoubt(coup=entered["coup"], reason=entered["reason"], with_later=True)


def _diameter(form: Form) -> float | None:
    """The new ball's diameter, which the form has where no register knows the balls."""
    return millimetres(form, "diameter") if "diameter" in form else None


def _number() -> PocketField:
    return PocketField("number", missing="number-not-entered")


FORMS: dict[str, type[TableForm]] = {
    "bets-open": TableForm.of(c.AnnounceBetsOpen),
    "launch": TableForm.of(c.LaunchBall),
    "launch-failed": TableForm.of(c.FailLaunch, reason=TextField()),
    "directions": SeeDirectionsForm,
    "turns": TableForm.of(c.CountTurns, turns=WholeNumberField("turns", missing="turns-not-entered")),
    "ball-hangs": TableForm.of(c.HangBall),
    "ball-freed": TableForm.of(c.FreeBall),
    "bets-closed": TableForm.of(c.CloseBets),
    "null-coup": TableForm.of(
        c.AnnulCoup, reason=TextField(), stopped=TickField(), number=PocketField("number")
    ),
    "number": TableForm.of(c.DeclareNumber, number=_number(), coup=WholeNumberField("coup")),
    "resolve-discrepancy": TableForm.of(c.ResolveDiscrepancy, number=_number(), reason=TextField()),
    "doubt-dismissed": TableForm.of(c.DismissDoubt, coup=WholeNumberField("coup", required=True)),
    "losers-cleared": TableForm.of(c.ClearLosers),
    "payments-confirmed": TableForm.of(c.ConfirmPayments, coup=WholeNumberField("coup")),
    "announce-last-coup": TableForm.of(c.AnnounceLastCoup),
    "ball-change": TableForm.of(c.ChangeBall, ball=TextField(otherwise=None), announced=TickField()),
    "replace-ball": TableForm.of(
        c.ReplaceBall,
        ball=TextField(otherwise=None),
        reason=TextField(),
        serial=TextField(),
        diameter_mm=WholeFormField(_diameter),
    ),
}
