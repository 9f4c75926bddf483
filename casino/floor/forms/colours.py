"""Chips of colours: given out, bought, handed back and paid out, and chips of other tables."""

from casino.floor.forms.table import PlayerField, TableForm
from casino.kit.forms.command_form import AmountField, TextField, TickField, WholeNumberField
from casino.kit.forms.fields import Unclear
from casino.kit.seats import SEATS
from tables.play import commands as c

LATE = "late:"
"""Prefix of the field of a colour whose chips are presented late, followed by the colour."""
SEAT_OF_COLOUR = {seat.colour: seat.player for seat in SEATS}


class AssignColourForm(TableForm):
    """A colour goes to the seat that is called by it; where the screen has none, to a player named like it."""

    colour = TextField(missing="colour-not-entered")
    value = AmountField(required=True)
    count = WholeNumberField("chips", required=True)

    def command(self) -> c.AssignColour:
        colour = self.cleaned_data["colour"]
        return c.AssignColour(player=SEAT_OF_COLOUR.get(colour, colour), **self.cleaned_data)


class PresentChipsForm(TableForm):
    """Chips of a colour are handed back."""

    colour = TextField(missing="colour-not-entered")
    count = WholeNumberField("chips", required=True)

    def command(self) -> c.PresentChips:
        colour, count = self.cleaned_data["colour"], self.cleaned_data["count"]
        return c.PresentChips(colour=colour.removeprefix(LATE), count=count, late=colour.startswith(LATE))


class HolderField(PlayerField):
    """Player who has chips of another table."""

    def read(self, entered: str) -> str:
        if not self.is_offered(entered):
            raise Unclear("seat-not-of-table", seat=entered)
        return entered


class RedeemColourForm(TableForm):
    """Chips that were counted are paid out."""

    makes = c.RedeemColour
    colour = TextField()
    count = WholeNumberField("chips", required=True)
    accepted = TickField()


FORMS: dict[str, type[TableForm]] = {
    "assign-colour": AssignColourForm,
    "buy-more-chips": TableForm.of(
        c.BuyMoreChips,
        colour=TextField(missing="colour-not-entered"),
        count=WholeNumberField("chips", required=True),
        value=AmountField(),
    ),
    "present-chips": PresentChipsForm,
    "redeem-colour": RedeemColourForm,
    "redeem-late-chips": RedeemColourForm.of(c.RedeemLateChips),
    "foreign-chips": TableForm.of(
        c.SeeForeignChips,
        player=HolderField(missing="holder-of-chips-not-entered"),
        symbol=TextField(missing="symbol-not-entered"),
        count=WholeNumberField("chips", required=True),
        where=TextField(),
    ),
}
