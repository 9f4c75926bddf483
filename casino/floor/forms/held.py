"""Unclaimed winnings and abandoned stakes: seen, counted, claimed, paid in, ended."""

from casino.floor.forms.table import PlayerField, TableForm
from casino.kit.forms.chip_counts import PiecesBySeriesField
from casino.kit.forms.command_form import EnteredField, TextField, WholeNumberField
from tables.play import commands as c


class RefsField(EnteredField):
    """References with blanks between."""

    def __init__(self, *, missing: str = "") -> None:
        super().__init__(missing=missing, otherwise=())

    def read(self, entered: str) -> tuple[str, ...]:
        return tuple(entered.split())


class HolderField(PlayerField):
    """The claimant: a player offered by the screen, or the owner of an item in safekeeping."""

    def read(self, entered: str) -> str:
        known = {held.player for held in self.state.held.items}
        return entered if entered in known else super().read(entered)


class CountHeldForm(TableForm):
    """The chips of something held are counted; all of one series where it is named."""

    ref = TextField()
    pieces = PiecesBySeriesField()
    series = TextField()

    def command(self) -> c.CountHeld:
        pieces, by_series = self.cleaned_data["pieces"]
        series = self.cleaned_data["series"]
        return c.CountHeld(
            ref=self.cleaned_data["ref"],
            pieces={value: number for value, number in pieces.items() if number},
            by_series=by_series or ({series: pieces} if series else {}),
        )


FORMS: dict[str, type[TableForm]] = {
    "see-unclaimed": TableForm.of(
        c.SeeUnclaimed, coup=WholeNumberField("coup", required=True), refs=RefsField()
    ),
    "see-abandoned": TableForm.of(c.SeeAbandoned, ref=TextField(missing="stake-not-entered")),
    "count-held": CountHeldForm,
    "claim-held": TableForm.of(
        c.ClaimHeld,
        ref=TextField(),
        player=HolderField(missing="claimant-not-entered", into="by"),
        reason=TextField(),
    ),
    "pay-in": TableForm.of(c.PayIn, ref=TextField()),
    "end-held": TableForm.of(c.EndHeld, ref=TextField(), outcome=TextField(), reason=TextField()),
}
