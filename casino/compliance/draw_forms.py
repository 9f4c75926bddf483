"""The forms of the draws of tables to inspect; each is signed with the person's own PIN."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from casino.commands.reauthentication import sign_act
from casino.compliance.forms import LineField
from casino.kit.forms.command_form import (
    CommandForm,
    EnteredField,
    TextField,
    WholeNumberField,
)
from casino.kit.forms.fields import Form, Unclear
from casino.kit.forms.readable_form import ReadableForm
from casino.kit.forms.secret_fields import SecretField
from casino.people.models import Person
from tables.compliance.draws.commands import AnyDrawCommand, AskForTable, CommitDraw, RevealDraw

DAYS_AT_ONCE = 31
"""Gaming days that are committed in one go, at most."""
LISTED_DAYS = 400
"""Gaming days that a list has, at most."""
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)
"""Bounds of a casino's gaming days."""


class GamingDayField(EnteredField):
    """A gaming day as a browser sends it: `2026-11-20`."""

    def read(self, entered: str) -> date:
        """Return the day. Raises Unclear."""
        try:
            day = date.fromisoformat(entered)
        except ValueError:
            day = date.min
        if not FIRST_DAY <= day <= LAST_DAY:
            raise Unclear("draw-day-malformed", entered=entered[:12])
        return day


class DrawForm(CommandForm):
    """A request about a draw, signed by its sender with the PIN, or with the password if there is no PIN."""

    pin = SecretField(longest=128)

    def __init__(self, person: Person, entered: Form) -> None:
        super().__init__(entered)
        self.person = person

    def command(self) -> AnyDrawCommand:
        """Return the command. Raises SigningFailed for a wrong PIN, which is counted and recorded."""
        request = self.request()
        signature = sign_act("draw.make", self.person, self.cleaned_data["pin"], now=timezone.now())
        command: AnyDrawCommand = type(self).makes(**request, signatures=(signature,))
        return command

    def request(self) -> dict[str, Any]:
        """Return the entered values without the PIN. Raises Unclear."""
        return {name: value for name, value in self.cleaned_data.items() if name != "pin"}


class CommitDrawForm(DrawForm):
    """The draws of one gaming day or of several in a row."""

    makes = CommitDraw

    first = GamingDayField(missing="draw-day-missing")
    days = WholeNumberField("days", otherwise=1)
    tables = WholeNumberField("tables", missing="draw-without-tables")

    def request(self) -> dict[str, Any]:
        """Return the consecutive days, and the number of tables of each. Raises Unclear."""
        first, days = self.cleaned_data["first"], self.cleaned_data["days"]
        if not 1 <= days <= DAYS_AT_ONCE:
            raise Unclear("draw-of-too-many-days", limit=DAYS_AT_ONCE)
        each = tuple((first + timedelta(days=step)).isoformat() for step in range(days))
        return {"days": each, "tables": self.cleaned_data["tables"]}


class RevealDrawForm(DrawForm):
    makes = RevealDraw

    words = LineField(otherwise="")


class AskForTableForm(DrawForm):
    makes = AskForTable

    table = TextField(missing="draw-table-missing")
    reason = LineField(missing="draw-reason-missing")


DRAW_FORMS: dict[str, type[DrawForm]] = {"reveal": RevealDrawForm, "ask": AskForTableForm}
"""The forms about one day's draw, by the command's name in the address."""


class DrawFilter(ReadableForm):
    """Gaming days of the listed draws."""

    use_required_attribute = False

    first = forms.DateField(
        label=gettext_lazy("From gaming day"),
        widget=forms.DateInput(attrs={"type": "date", "class": "field"}, format="%Y-%m-%d"),
    )
    last = forms.DateField(
        label=gettext_lazy("To gaming day"),
        widget=forms.DateInput(attrs={"type": "date", "class": "field"}, format="%Y-%m-%d"),
    )

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError for days that are out of order, or too many."""
        chosen = self.cleaned_data
        first, last = chosen.get("first"), chosen.get("last")
        if first and last and not timedelta() <= last - first < timedelta(days=LISTED_DAYS):
            raise forms.ValidationError(
                gettext_lazy("Right are two days in their order, %(days)s days at most."),
                params={"days": LISTED_DAYS},
            )
        return chosen
