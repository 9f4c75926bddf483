"""The forms of a day's report between the casino and control: findings, questions, answers and signatures."""

from typing import ClassVar

from django.utils import timezone

from casino.commands.reauthentication import sign_act
from casino.compliance.forms import LineField
from casino.kit.forms.command_form import ChoiceField, CommandForm, TextField, WholeNumberField
from casino.kit.forms.fields import Form, Unclear
from casino.kit.forms.secret_fields import SecretField
from casino.people.confirmation import check_counts
from casino.people.models import Person, Role
from casino.people.signing import own_signature
from tables.compliance.review.commands import AnswerFinding, CloseFinding, RaiseFinding, Side, SignReport
from tables.compliance.review.decide import SIGN_FOR
from tables.compliance.review.events import About
from tables.handling.streams import table_stream


class ReviewForm(CommandForm):
    """A request about the report of a gaming day (ISO date), signed by the person who sends it."""

    permission: ClassVar[str]

    def __init__(self, person: Person, day: str, entered: Form) -> None:
        super().__init__(entered)
        self.person, self.day = person, day
        self.signatures = (own_signature(person),)


class RaiseFindingForm(ReviewForm):
    permission = "finding.raise"

    kind = ChoiceField(("finding", "question"), missing="finding-words-missing")
    words = LineField(otherwise="")
    table = TextField()
    event = WholeNumberField("events")

    def command(self) -> RaiseFinding:
        """Return the command. Raises Unclear for an event without its table."""
        table, event = self.cleaned_data["table"], self.cleaned_data["event"]
        if event and not table:
            raise Unclear("event-without-table")
        about = About(stream=table_stream(table, self.day), version=event) if event else None
        return RaiseFinding(
            kind=self.cleaned_data["kind"],
            words=self.cleaned_data["words"],
            table=table,
            about=about,
            signatures=self.signatures,
        )


class AnswerFindingForm(ReviewForm):
    permission = "finding.answer"

    finding = TextField(missing="finding-words-missing")
    words = LineField(otherwise="")

    def command(self) -> AnswerFinding:
        return AnswerFinding(**self.cleaned_data, signatures=self.signatures)


class CloseFindingForm(ReviewForm):
    permission = "finding.raise"

    finding = TextField(missing="finding-words-missing")
    words = LineField(otherwise="")

    def command(self) -> CloseFinding:
        return CloseFinding(**self.cleaned_data, signatures=self.signatures)


class SignReportForm(ReviewForm):
    """The person's own PIN, or their password if they have none, and the hash that they saw."""

    permission = "report.sign"

    hash = TextField()
    pin = SecretField(longest=128)

    def command(self) -> SignReport:
        """Return the command. Raises SigningFailed for a wrong PIN, which is counted and recorded."""
        check_counts(self.person)
        signature = sign_act("report.sign", self.person, self.cleaned_data["pin"], now=timezone.now())
        return SignReport(side=side_of(self.person), hash=self.cleaned_data["hash"], signatures=(signature,))


def side_of(person: Person) -> Side:
    """For which side the person signs: control's inspectors for control, everybody else for the casino."""
    return "control" if Role(person.role).value in SIGN_FOR["control"] else "casino"


REVIEW_FORMS: dict[str, type[ReviewForm]] = {
    "raise": RaiseFindingForm,
    "answer": AnswerFindingForm,
    "close": CloseFindingForm,
    "sign": SignReportForm,
}
"""The forms by the command's name in the address."""
