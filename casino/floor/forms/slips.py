"""Forms for fills and credits: the table's requests, and its commands to a slip of its own."""

from datetime import datetime
from typing import get_args

from casino.commands.signing import PIN
from casino.floor.forms.table import TableForm
from casino.kit.forms.chip_counts import PiecesField
from casino.kit.forms.command_form import ChoiceField, CommandForm, TextField, TickField
from casino.kit.forms.fields import Form, text
from casino.kit.forms.secret_fields import secrets_form, secrets_in
from casino.people.models import Person
from casino.people.signing import signature_of
from settlement.slips import commands as c
from tables.play.events import Signature, SlipKind

CROUPIER = "croupier"
"""Field of the signing croupier; the field of the PIN is `pin-croupier`."""
PIN_OF_CROUPIER = f"{PIN}-{CROUPIER}"
CroupierPinForm = secrets_form(PIN_OF_CROUPIER)


class RequestSlipForm(TableForm):
    """A fill or a credit with its pieces: of the series that was chosen, or of the only one in play."""

    kind = ChoiceField(get_args(SlipKind), missing="slip-kind-not-entered")
    pieces = PiecesField("pieces")
    series = TextField()
    closing = TickField()

    def command(self) -> c.RequestSlip:
        entered, in_play = self.cleaned_data, self.state.chip_series.in_play
        series = entered.pop("series") or (in_play[0] if len(in_play) == 1 else "")
        by_series = {series: entered["pieces"]} if series and entered["pieces"] else {}
        return c.RequestSlip(table=self.state.table, by_series=by_series, **entered)


ON_A_SLIP: dict[str, type[CommandForm]] = {
    "receive": CommandForm.of(c.ReceiveSlip),
    "hand-over": CommandForm.of(c.HandOverSlip),
    "void": CommandForm.of(c.VoidSlip, reason=TextField()),
}
"""Forms of the table's commands to a slip."""


def croupier_signature(form: Form, person: Person, now: datetime) -> tuple[Signature, ...]:
    """Return the signature of the chosen croupier, who gave their PIN on the screen of `person`; empty without one.

    The table's decision checks the croupier's seat. Raises SigningFailed.
    """
    croupier = text(form, CROUPIER)
    if not croupier:
        return ()
    pin = secrets_in(CroupierPinForm, form)[PIN_OF_CROUPIER]
    return (signature_of(croupier, pin, beside=person, now=now),)
