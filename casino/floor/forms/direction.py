"""What the direction decides about a table: play suspended, the sign, the float, disputes, payment discrepancies."""

from itertools import islice
from typing import get_args

from casino.floor.forms.corrections import DecideDisputeForm
from casino.floor.forms.table import TableForm
from casino.kit.forms.chip_counts import PiecesBySeriesField
from casino.kit.forms.command_form import ChoiceField, TextField, TickField, WholeFormField
from casino.kit.forms.fields import Form, count, text
from tables.play import commands as c
from tables.play.events import Moment, PaymentOutcome

BOX = "box-"
"""How the field of a colour's box begins; after it comes the colour."""
BOXES_AT_MOST = 48
"""Boxes that are read out of a form at most."""


def boxes_of_colours(form: Form) -> dict[str, int]:
    """What was counted in the boxes of colours (`box-yellow`), without those that were left empty. Raises Unclear."""
    named = islice((name for name in form if name.startswith(BOX) and text(form, name)), BOXES_AT_MOST)
    return {name.removeprefix(BOX): count(form, name, "chips") for name in named}


class CountFloatForm(TableForm):
    """A count of the float with its pieces, by series where the form has columns, and with the boxes of colours.

    Without series a count is as any counted pieces are (`pieces-500` of `pieces-value-500`); where the casino's series
    are told apart each has a column (`pieces-500-2` is that value of the series in `series-2`). A row is named by its
    value: one added during the count takes no other's place.
    """

    moment = ChoiceField(get_args(Moment), missing="float-moment-not-entered")
    pieces = PiecesBySeriesField()
    colours = WholeFormField(boxes_of_colours)

    def command(self) -> c.CountFloat:
        pieces, by_series = self.cleaned_data["pieces"]
        return c.CountFloat(
            moment=self.cleaned_data["moment"],
            pieces=pieces,
            by_series=by_series,
            colours=self.cleaned_data["colours"],
        )


FORMS: dict[str, type[TableForm]] = {
    "suspend-table": TableForm.of(
        c.SuspendTable,
        cause=TextField(into="reason"),
        reason=TextField(into="detail"),
        return_bets=TickField(),
    ),
    "resume-table": TableForm.of(c.ResumeTable),
    "notify-control": TableForm.of(c.NotifyControl, notice=TextField()),
    "revoke-last-coup": TableForm.of(c.RevokeLastCoup, reason=TextField()),
    "confirm-sign": TableForm.of(c.ConfirmSign),
    "count-float": CountFloatForm,
    "decide-dispute": DecideDisputeForm,
    "decide-difference": TableForm.of(
        c.DecidePaymentDifference,
        outcome=ChoiceField(get_args(PaymentOutcome), missing="difference-outcome-not-entered"),
        difference=TextField(),
        reason=TextField(),
    ),
}
"""What only those enter who open and close tables; whoever runs the table announces the last coup."""
