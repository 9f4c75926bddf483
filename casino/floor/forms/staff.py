"""Changes of staff at a table: seats, dealer, breaks, and longer stays at the ball."""

from casino.floor.forms.table import PersonField, TableForm
from casino.kit.forms.command_form import ChoiceField, TextField, TickField
from casino.kit.seats import person_called
from tables.play import commands as c
from tables.play.events import Person
from tables.play.staff.commands import Elsewhere
from tables.play.staff.questions import known_at

NOBODY = "nobody"
ANSWERS: tuple[Elsewhere, ...] = ("ends", "both")
"""Answers to the question about a dealer who spins at another table."""


class ChangeSpinnerForm(TableForm):
    """The next dealer, chosen from a list or entered as a name."""

    person = TextField()
    name = TextField()
    elsewhere = ChoiceField(ANSWERS)

    def somebody(self) -> Person:
        """The person. Raises Unclear."""
        if name := self.cleaned_data["name"]:
            return person_called(name, known_at(self.state))
        chosen = PersonField()
        chosen.state = self.state
        return chosen.read(self.cleaned_data["person"])

    def command(self) -> c.Command:
        return c.ChangeSpinner(person=self.somebody(), elsewhere=self.answer())

    def answer(self) -> Elsewhere:
        """Return the answer to the question about a dealer who spins at another table; `ask` before it is answered.
        Raises Unclear."""
        answered: Elsewhere | None = self.cleaned_data["elsewhere"]
        return answered or "ask"


class TakeOverForm(ChangeSpinnerForm):
    """Take over from the spinner in one touch: seat, ball, break and notice together."""

    notice = TextField()
    relieved = TickField()

    def command(self) -> c.Command:
        entered = self.cleaned_data
        return c.ChangeSpinner(
            person=self.somebody(),
            notice=entered["notice"],
            relieved=entered["relieved"],
            elsewhere=self.answer(),
        )


class ChangeStaffForm(ChangeSpinnerForm):
    """The next person in a seat of the table: `chef`, or `2-payer` at a second layout."""

    seat = TextField(missing="changing-seat-not-entered")

    def command(self) -> c.Command:
        seat = self.cleaned_data["seat"]
        layout, _, position = seat.rpartition("-") if seat[:2] == "2-" else ("1", "", seat)
        nobody = NOBODY in (self.cleaned_data["person"], self.cleaned_data["name"])
        return c.ChangeStaff(
            position=position, layout=int(layout), person=None if nobody else self.somebody()
        )


FORMS: dict[str, type[TableForm]] = {
    "spinner-change": ChangeSpinnerForm,
    "take-over": TakeOverForm,
    "staff-change": ChangeStaffForm,
    "break-begin": TableForm.of(c.BeginBreak, person=PersonField()),
    "break-end": TableForm.of(c.EndBreak, person=PersonField()),
    "excuse-time-at-ball": TableForm.of(c.ExcuseTimeAtBall, reason=TextField(into="words")),
}
