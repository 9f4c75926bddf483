"""Decisions of the management about a table: suspension, sign, float, disputes and payment discrepancies."""

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
"""Prefix of the field of a colour's box, followed by the colour."""
BOXES_AT_MOST = 48
"""Boxes that are read out of a form at most."""


def boxes_of_colours(form: Form) -> dict[str, int]:
    """Return the counted chips of each colour's box (fields such as `box-yellow`), without empty fields.

    Raises Unclear for a count that cannot be read.
    """
    named = islice((name for name in form if name.startswith(BOX) and text(form, name)), BOXES_AT_MOST)
    return {name.removeprefix(BOX): count(form, name, "chips") for name in named}


class CountFloatForm(TableForm):
    """Count of the float by pieces, by series if the form has columns for them, and by boxes of colours.

    Without series the fields are those of any counted pieces: `pieces-500` counts the value in `pieces-value-500`. With
    series, each series has a column: `pieces-500-2` counts that value in the series of `series-2`. The name of a row is
    its value, so a row added during the count does not take the place of another one.
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
"""Forms only for people who open and close tables. The person who runs the table announces the last coup."""
