"""Notes that are taken, drop boxes, tips, and the money of a live table's seats."""

from typing import get_args

from casino.floor.forms.table import PlayerField, TableForm
from casino.kit.forms.chip_counts import PiecesField
from casino.kit.forms.command_form import AmountField, ChoiceField, TextField, TickField, WholeNumberField
from casino.kit.forms.fields import Unclear
from tables.play import commands as c
from tables.play.cash.questions import REASONS
from tables.play.events import BoxReason


class SerialField(TextField):
    """A serial as it is written on boxes; small letters are taken for capital ones."""

    def read(self, entered: str) -> str:
        return entered.upper()


class CorrectCashForm(TableForm):
    """Cash that was recorded wrongly, as it should have been: note by note, together, or none at all."""

    pieces = PiecesField("notes")
    total = AmountField(otherwise=0)
    nothing = TickField()
    taken = WholeNumberField("cash_entry", required=True)
    reason = TextField()

    def command(self) -> c.CorrectCash:
        entered = self.cleaned_data
        nothing = entered.pop("nothing")
        if not (entered["pieces"] or entered["total"] or nothing):
            raise Unclear("corrected-cash-not-entered")
        return c.CorrectCash(**entered)


class RemoveBoxForm(TableForm):
    """A box leaves the table."""

    serial = SerialField()
    reason = ChoiceField(get_args(BoxReason))
    replaced_by = SerialField()

    def command(self) -> c.RemoveBox:
        if not self.cleaned_data["reason"]:
            raise Unclear("box-removal-without-reason", reasons=tuple(REASONS))
        return c.RemoveBox(**self.cleaned_data)


class SeatField(PlayerField):
    """A seat of a live table: one that has been taken, or one that the screen offers."""

    def read(self, entered: str) -> str:
        return entered if entered in self.state.live.seats else super().read(entered)


def _seat() -> SeatField:
    return SeatField(missing="seat-not-entered")


FORMS: dict[str, type[TableForm]] = {
    "take-cash": TableForm.of(
        c.TakeCash, pieces=PiecesField("notes"), total=AmountField(otherwise=0), player=TextField()
    ),
    "correct-cash": CorrectCashForm,
    "place-box": TableForm.of(c.PlaceBox, serial=SerialField(missing="placed-box-not-entered")),
    "remove-box": RemoveBoxForm,
    "count-tips": TableForm.of(
        c.CountTips,
        shift=TextField(missing="tips-shift-not-entered"),
        pieces=PiecesField("tips"),
        total=AmountField(otherwise=0),
        reason=TextField(),
    ),
    "buy-in": TableForm.of(c.BuyIn, seat=_seat(), amount=AmountField(required=True)),
    "leave-seat": TableForm.of(c.LeaveSeat, seat=_seat()),
    "collect-unclaimed": TableForm.of(c.CollectUnclaimed, seat=_seat()),
}
