"""Forms of seats: a touch of the cloth, the seat that gets a screen, and the code that opens it."""

from casino.kit.forms.command_form import (
    CommandForm,
    InCurrency,
    TextField,
    WholeFormField,
    WholeNumberField,
)
from casino.kit.forms.fields import Form, amount, text
from casino.kit.forms.readable_form import ReadableForm, VerbatimField
from casino.kit.forms.secret_fields import SecretField
from tables.handling.live_seats import SeatView
from tables.play.events import SeatBet
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet

LONGEST = 40
"""Characters of a code or a form's key."""


class ChipField(InCurrency, WholeFormField):
    """The value that was typed, else that of the chosen chip."""

    def read(self, form: Form) -> int:
        """Minor units. Raises Unclear."""
        return amount(form, "other" if text(form, "other") else "chip", self.currency)


class TouchForm(CommandForm):
    """One chip of the chosen value where the cloth was touched; of an announced bet one on each of its places."""

    bet = TextField(missing="bet-not-touched")
    value = ChipField()

    def __init__(self, view: SeatView, entered: Form) -> None:
        super().__init__(entered)
        self.view = view
        self.in_currency(view.rulebook.currency)

    def command(self) -> SeatBet:
        """The bet. Raises Refused for one that the table does not have."""
        bet = parse_bet(self.cleaned_data["bet"], self.view.rulebook, wheel=self.view.state.wheel)
        pieces = bet.pieces if isinstance(bet, AnnouncedBet) else 1
        return SeatBet(bet=bet.code, amount=self.cleaned_data["value"] * pieces)


class MakeScreenForm(CommandForm):
    number = WholeNumberField("seat", required=True)

    def command(self) -> int:
        return int(self.cleaned_data["number"])


class OpenScreenForm(ReadableForm):
    """The code that staff gave for a seat's screen, and the key of the form."""

    opening_code = SecretField(longest=LONGEST)
    key = VerbatimField(longest=LONGEST)
