"""Lines of a payout sheet: ticked off as paid, or paid otherwise than worked out."""

from casino.floor.forms.held import RefsField
from casino.floor.forms.table import PersonOrNobodyField, TableForm
from casino.kit.forms.command_form import AmountField, TextField, WholeNumberField
from casino.kit.forms.fields import Form, Unclear
from settlement.sheets import Sheet, all_lines, line_of, sheet, whole_lines
from tables.play import commands as c
from tables.play.events import Person
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

ALL = "all"
"""Value in place of the bets of a line: all the lines of the sheet at once."""


class SheetForm(TableForm):
    """A form of the payout sheet of a coup."""

    coup = WholeNumberField("coup", required=True)

    def __init__(self, casino_id: int, state: State, rulebook: Rulebook, entered: Form) -> None:
        super().__init__(state, rulebook, entered)
        self.casino_id = casino_id

    def sheet(self) -> Sheet:
        """The sheet. Raises Unclear where the coup has none."""
        coup = self.cleaned_data["coup"]
        found = sheet(self.casino_id, self.state.table, self.state.day, coup)
        if found is None:
            raise Unclear("no-number-in-coup", coup=coup)
        return found


class PaymentForm(SheetForm):
    """A payment, with the raking and the paying person if others than usual (it-venezia/roles-by-parity)."""

    raked_by = PersonOrNobodyField()
    paid_by = PersonOrNobodyField()

    def named(self) -> dict[str, Person | None]:
        """Return the named people by role: `raked_by` and `paid_by`."""
        return {role: self.cleaned_data[role] for role in ("raked_by", "paid_by")}


class PayLinesForm(PaymentForm):
    """The lines that were ticked off, or all of them."""

    refs = RefsField(missing="paid-line-not-entered")

    def command(self) -> c.PayLines:
        found, refs = self.sheet(), list(self.cleaned_data["refs"])
        paid = all_lines(found) if refs == [ALL] else whole_lines(found, refs)
        return c.PayLines(coup=found.coup, refs=paid, **self.named())


class PaymentDiscrepancyForm(PaymentForm):
    """Amount really paid for a line, with the reason."""

    ref = TextField(missing="differing-line-not-entered")
    amount = AmountField(missing="paid-amount-not-entered")
    reason = TextField()

    def command(self) -> c.PayDifferently:
        entered, found = self.cleaned_data, self.sheet()
        return c.PayDifferently(
            coup=found.coup,
            refs=line_of(found, entered["ref"]),
            paid=entered["amount"],
            reason=entered["reason"],
            **self.named(),
        )
