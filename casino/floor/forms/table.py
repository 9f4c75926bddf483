"""Shared parts of the forms of a table's page: the table's present state, and fields that are read by it."""

from casino.kit.forms.command_form import CommandForm, TextField
from casino.kit.forms.fields import Form, Unclear
from casino.kit.hand import seats
from tables.play.events import Person
from tables.play.staff.questions import known_at
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


class TableField(TextField):
    """A field that is read by the table's present state."""

    state: State


class PlayerField(TableField):
    """A player whom the screen offers: only other programs bring names of their own."""

    def is_offered(self, entered: str) -> bool:
        return entered in {seat.player for seat in seats(self.state)}

    def read(self, entered: str) -> str:
        if not self.is_offered(entered):
            raise Unclear("seat-unknown", seat=entered)
        return entered


class PersonField(TableField):
    """A member of the staff who is known at the table, by identifier."""

    def __init__(self) -> None:
        super().__init__(missing="person-not-entered")

    def read(self, entered: str) -> Person:  # type: ignore[override]
        person = next((each for each in known_at(self.state) if each.id == entered), None)
        if person is None:
            raise Unclear("person-not-entered")
        return person


class PersonOrNobodyField(PersonField):
    """A person, or None if nobody was chosen."""

    def __init__(self) -> None:
        TableField.__init__(self, otherwise=None)


class TableForm(CommandForm):
    def __init__(self, state: State, rulebook: Rulebook, entered: Form) -> None:
        super().__init__(entered)
        self.state, self.rulebook = state, rulebook
        self.in_currency(rulebook.currency)
        for field in self.fields.values():
            if isinstance(field, TableField):
                field.state = state
