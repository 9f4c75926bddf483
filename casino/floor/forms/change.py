"""Change, claims about it, advances, and chips of an old series."""

from casino.floor.forms.table import PlayerField, TableForm
from casino.kit.forms.chip_counts import PiecesField
from casino.kit.forms.command_form import AmountField, ChoiceField, TextField, TickField, WholeNumberField
from tables.play import commands as c


class AnnounceOnAdvanceForm(TableForm):
    """An announcement whose amount is not handed over; without an amount it is for all that is left to stake."""

    ref = TextField()
    bet = TextField(missing="announced-bet-not-entered")
    amount = AmountField(otherwise=0)
    repeated = TickField()

    def command(self) -> c.PlaceBet:
        entered, rule = self.cleaned_data, self.rulebook.repetition
        players = {each.ref: each.player for each in self.state.advances.open}
        return c.PlaceBet(
            player=players.get(entered["ref"], ""),
            bet=entered["bet"],
            amount=entered["amount"],
            on_advance=entered["ref"],
            repeated=rule.repeated_by if rule and entered["repeated"] else (),
        )


def _player() -> PlayerField:
    return PlayerField(missing="player-not-entered")


FORMS: dict[str, type[TableForm]] = {
    "ask-for-change": TableForm.of(
        c.AskForChange,
        handed=ChoiceField(("chips", "notes"), missing="handed-in-not-entered"),
        player=_player(),
        given=PiecesField("given"),
        wanted=PiecesField("wanted"),
        series=TextField(otherwise=None),
    ),
    "serve-change": TableForm.of(c.ServeChange),
    "finish-change": TableForm.of(c.FinishChange, paid_out=PiecesField("paid")),
    "give-back-change": TableForm.of(c.GiveBackChange, number=WholeNumberField("change", required=True)),
    "claim-change": TableForm.of(c.ClaimChange, receipt=TextField(), what=TextField()),
    "answer-claim": TableForm.of(
        c.AnswerClaim,
        claim=WholeNumberField("claim", required=True),
        upheld=TickField(),
        answer=TextField(),
    ),
    "advance-chips": TableForm.of(c.AdvanceChips, player=_player(), amount=AmountField(required=True)),
    "announce-on-advance": AnnounceOnAdvanceForm,
    "repay-advance": TableForm.of(c.RepayAdvance, ref=TextField(), amount=AmountField(required=True)),
    "carry-advance": TableForm.of(c.CarryAdvance, ref=TextField()),
    "see-old-series": TableForm.of(
        c.SeeOldSeries,
        series=TextField(),
        player=_player(),
        amount=AmountField(required=True),
        where=TextField(),
    ),
}
