"""The form that decides a dead letter: a reason, signed with the person's own PIN."""

from django.utils import timezone

from casino.commands.reauthentication import sign_act
from casino.kit.forms.command_form import CommandForm, TextField
from casino.kit.forms.fields import Form
from casino.kit.forms.secret_fields import LONGEST, SecretField
from casino.people.models import Person
from tables.play.command import reason_of
from tables.wheels.dead_letters import ask_dead_letter
from tables.wheels.models import ReaderDeadLetter


class DeadLetterForm(CommandForm):
    """A request about a dead letter, `retry` or `discard`."""

    reason = TextField(missing="dead-letter-reason-missing")
    pin = SecretField(longest=LONGEST)

    def __init__(self, person: Person, letter: int, request: str, entered: Form) -> None:
        super().__init__(entered)
        self.person, self.letter, self.request = person, letter, request

    def command(self) -> ReaderDeadLetter:
        """Ask the gateway. Raises SigningFailed for a wrong PIN, which is counted and recorded, and Refused."""
        reason = reason_of(self.cleaned_data["reason"])
        act = f"readers.{self.request}-dead-letter"
        signature = sign_act(act, self.person, self.cleaned_data["pin"], now=timezone.now())
        return ask_dead_letter(
            self.person.casino_id,
            self.letter,
            self.request,
            by=self.person.display_name,
            reason=reason,
            signed=(signature,),
        )
