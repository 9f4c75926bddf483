"""A table's gaming day: opened, closed, closed by force."""

from collections.abc import Sequence
from datetime import date

from casino.floor.forms.table import TableForm
from casino.kit.forms.command_form import AmountField, CommandForm, TextField, TickField
from casino.kit.forms.fields import Form, Unclear, text
from casino.kit.forms.validation import OF_SEATS
from casino.kit.seats import person_called
from tables.handling.models import GamingTable
from tables.handling.next_day import Choices, opening_of, rulebook_of_day
from tables.play.commands import CloseTable, ExplainForcedClose, ExplainVariance, OpenTable, ReopenTable
from tables.play.events import Person
from tables.play.state import State


class OpenTableForm(CommandForm):
    """The table's next day begins. `last` is its last one, None before the first."""

    day = TextField()
    ball = TextField()
    spinner = TextField()
    minimum = AmountField(required=True)
    counts_float = TickField()

    def __init__(self, table: GamingTable, last: State | None, day: date, entered: Form) -> None:
        super().__init__(entered)
        self.table, self.last, self.of_day = table, last, day
        self.in_currency(rulebook_of_day(table, day).currency)

    def command(self) -> OpenTable:
        entered, last = self.cleaned_data, self.last
        if entered.pop("day") != self.of_day.isoformat():
            raise Unclear("opening-form-of-another-day", day=self.of_day)
        known = (*last.staff.values(), *last.roster.second.values()) if last else ()
        return opening_of(
            self.table,
            self.of_day,
            Choices(
                staff=self._staff(1, known),
                second_staff=self._staff(2, known) if self.table.double else {},
                **entered,
            ),
        )

    def _staff(self, layout: int, known: Sequence[Person]) -> dict[str, Person]:
        positions = rulebook_of_day(self.table, self.of_day).staff.positions
        names = {position: text(self.data, staff_field(layout, position)) for position in positions}
        return {position: person_called(name, known) for position, name in names.items() if name}


def staff_field(layout: int, position: str) -> str:
    """Return the opening form's field for the name of the person on that position."""
    return f"{OF_SEATS}{position}" if layout == 1 else f"{OF_SEATS}{layout}-{position}"


class ForceCloseForm(CommandForm):
    """The day ends with its blockers left open."""

    reason = TextField()

    def command(self) -> CloseTable:
        return CloseTable(forced=True, reason=self.cleaned_data["reason"])


ReopenTableForm = CommandForm.of(ReopenTable, reason=TextField())
CloseTableForm = CommandForm.of(CloseTable, carry_late_chips=TickField())
FORMS: dict[str, type[TableForm]] = {
    "explain-variance": TableForm.of(ExplainVariance, reason=TextField()),
    "explain-forced-close": TableForm.of(ExplainForcedClose, reason=TextField()),
}
"""Forms for explanations by the person who runs the table: a differing float, an emergency close."""
