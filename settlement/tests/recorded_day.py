"""A day in hand that is in the record too, so that what is derived from it can be held against the table's state."""

from contextlib import suppress

from django.db import transaction

from tables.codec import encode
from tables.play import commands as c
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.stream import ANY, NewEvent, append
from testkit.play import DayInHand


class RecordedDay:
    """A day in hand whose events go into the record as they are decided."""

    def __init__(self, casino_id: int, rulebook: Rulebook) -> None:
        self.casino_id = casino_id
        self.day = DayInHand(rulebook, opened=False)
        self.recorded = 0

    def say(self, command: c.Command) -> None:
        """Says it, refused or not."""
        with suppress(Refused):
            self.day.do(command)
        events = [encode(decided.event) for decided in self.day.events[self.recorded :]]
        self.recorded = len(self.day.events)
        if events:
            with transaction.atomic():
                append(
                    self.casino_id,
                    f"table/{self.day.state.table}/{self.day.state.day}",
                    [NewEvent(type=type_, data=data, occurred_at=self.day.now) for type_, data in events],
                    expected_version=ANY,
                    now=self.day.now,
                )
