"""Displaced bets that are put back, and disputes."""

from typing import get_args

from casino.floor.forms.table import TableForm
from casino.kit.forms.command_form import ChoiceField, TextField, WholeNumberField
from casino.kit.forms.fields import amount
from casino.kit.seats import person_called
from tables.play import commands as c
from tables.play.dispute.commands import PutBack
from tables.play.dispute.events import Basis, Outcome
from tables.play.staff.questions import known_at


class ReconstituteBetsForm(TableForm):
    """A bet is restored to its place."""

    basis = ChoiceField(get_args(Basis), missing="basis-not-entered")
    name = TextField(missing="decider-not-entered")
    ref = TextField()
    bet = TextField(missing="place-of-chips-not-entered")

    def command(self) -> c.ReconstituteBets:
        entered = self.cleaned_data
        return c.ReconstituteBets(
            bets=(PutBack(ref=entered["ref"], bet=entered["bet"]),),
            basis=entered["basis"],
            decided_by=person_called(entered["name"], known_at(self.state)),
        )


class DecideDisputeForm(TableForm):
    """The management's decision; an amount that the player returns is written with a minus."""

    outcome = ChoiceField(get_args(Outcome), missing="dispute-outcome-not-entered")
    amount = TextField()
    dispute = TextField()
    reason = TextField()

    def command(self) -> c.DecideDispute:
        entered = self.cleaned_data
        written = entered.pop("amount")
        given_back = entered["outcome"] == "correct" and written.startswith("-")
        of = written.removeprefix("-") if given_back else written
        minor = amount({"amount": of}, "amount", self.rulebook.currency) if of else 0
        return c.DecideDispute(amount=-minor if given_back else minor, **entered)


FORMS: dict[str, type[TableForm]] = {
    "reconstitute-bets": ReconstituteBetsForm,
    "open-dispute": TableForm.of(
        c.OpenDispute,
        coup=WholeNumberField("coup", required=True),
        player=TextField(missing="disputing-seat-not-entered"),
        reason=TextField(into="words"),
    ),
}
