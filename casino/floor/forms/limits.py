"""The limits in force, to be changed."""

from casino.floor.forms.table import TableForm
from casino.kit.forms.command_form import AmountField, MomentField, TextField, TickField
from casino.kit.forms.fields import Unclear, amount, text
from casino.kit.limits import family_of
from tables.play.commands import ChangeLimits
from tables.play.events import Agreement, Derogation
from tables.roulette.rulebook import Limits


class ChangeLimitsForm(TableForm):
    """The limits as they are to be. A maximum that is left empty follows from the ratio, or stays."""

    minimum = AmountField(required=True)
    players_told = TickField()
    sign_changed = TickField()
    reopened = TickField()
    notice = TextField()
    agreed_by = TextField()
    agreed_at = MomentField()
    ground = TextField()

    def command(self) -> ChangeLimits:
        entered = self.cleaned_data
        fields = {kind: self._field_of(kind) for kind in self.rulebook.bets}
        maximums = {
            kind: amount(self.data, field, self.rulebook.currency) for kind, field in fields.items() if field
        }
        return ChangeLimits(
            limits=Limits(minimum=entered["minimum"], maximums=maximums),
            players_told=entered["players_told"],
            sign_changed=entered["sign_changed"],
            derogation=Derogation(notice=entered["notice"]) if entered["notice"] else None,
            agreement=self._agreement(),
            reopened=entered["reopened"],
        )

    def _field_of(self, kind: str) -> str:
        """The field in which the maximum of a kind was written: its own, or the one that it shares."""
        fields = (f"maximum-{each}" for each in (kind, *family_of(kind)))
        field = next((field for field in fields if field in self.data), "")
        return field if text(self.data, field) else ""

    def _agreement(self) -> Agreement | None:
        """Return the agreement; None if no body is named. Raises Unclear."""
        entered = self.cleaned_data
        if not entered["agreed_by"]:
            return None
        if entered["agreed_at"] is None:
            raise Unclear("agreed-at-not-entered")
        return Agreement(person=entered["agreed_by"], at=entered["agreed_at"], ground=entered["ground"])
