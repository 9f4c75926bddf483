"""The forms in which a sheet is keyed in and corrected, and in which a month's videos are drawn."""

import re
from typing import ClassVar

from django.utils import timezone

from casino.commands.reauthentication import sign_act
from casino.compliance.forms import LineField
from casino.kit.forms.command_form import (
    AmountField,
    ChoiceField,
    CommandForm,
    EnteredField,
    InCurrency,
    MomentField,
    TextField,
    WholeFormField,
    WholeNumberField,
)
from casino.kit.forms.fields import Form, Unclear, amount, count, text
from casino.kit.forms.secret_fields import SecretField
from casino.people.acting import keys_of, named
from casino.people.confirmation import check_counts
from casino.people.models import Person
from tables.compliance.inspections.commands import CorrectSheet, EnterSheet, OpenVideoPlan
from tables.compliance.inspections.figures import (
    AuditFigures,
    Content,
    Figures,
    FloatFigures,
    Kind,
    SignFigures,
    VideoFigures,
)
from tables.play.events import Person as Named
from tables.play.events import Pieces

FIELD_OF_PIECES = re.compile(r"pieces-([0-9]{1,9})")
SEEN = ("open", "closed", "unexplained")
SHARES = (10, 20, 25, 50, 100)
"""Per cent of the tables that a draw offers."""
LONGEST_PIN = 128
NOTHING = re.compile(r"0+([.,]0{1,3})?")


class BalanceField(InCurrency, EnteredField):
    """An amount typed in major units, in minor units, which may be nothing at all; below nothing if it is
    `signed`."""

    def __init__(self, *, signed: bool = False, missing: str = "") -> None:
        super().__init__(otherwise=0, missing=missing)
        self.signed = signed

    def read(self, entered: str) -> int:
        """Minor units. Raises Unclear."""
        below = self.signed and entered[0] in "-–−"
        figure = entered[1:].strip() if below else entered
        if NOTHING.fullmatch(figure):
            return 0
        return amount({"": figure}, "", self.currency) * (-1 if below else 1)


def counted_pieces(form: Form) -> Pieces:
    """Return the pieces in the fields `pieces-500`, each named by its value in minor units; an empty field is left
    out. Raises Unclear.
    """
    found = ((FIELD_OF_PIECES.fullmatch(name), name) for name in form)
    return {int(value[1]): count(form, name, "pieces") for value, name in found if value and text(form, name)}


class SheetForm(CommandForm):
    """Sheet that `person` keys in, or corrects if `correcting`: the counter, the time, the content and the signature.

    The signature is the person's own PIN, or their password without a PIN.
    """

    counted_by = TextField()
    counted_name = TextField()
    done_at = MomentField(missing="inspection-moment-missing")
    remark = LineField(otherwise="")
    reason = LineField(otherwise="")
    pin = SecretField(longest=LONGEST_PIN)

    def __init__(self, person: Person, correcting: bool, entered: Form) -> None:
        super().__init__(entered)
        self.person, self.correcting = person, correcting

    def figures(self) -> Figures:
        """Return the figures of the sheet, of its kind."""
        raise NotImplementedError

    def command(self) -> EnterSheet | CorrectSheet:
        """Return the command. Raises Unclear, and SigningFailed for a wrong PIN, which is counted and recorded."""
        content = Content(
            counted_by=self._counter(),
            done_at=self.cleaned_data["done_at"],
            figures=self.figures(),
            remark=self.cleaned_data["remark"],
        )
        signature = sign_act("inspection.enter", self.person, self.cleaned_data["pin"], now=timezone.now())
        check_counts(self.person)
        signatures = (signature,)
        if self.correcting:
            return CorrectSheet(content=content, reason=self.cleaned_data["reason"], signatures=signatures)
        return EnterSheet(content=content, signatures=signatures)

    def _counter(self) -> Named:
        """Return the person who counted: somebody of the register, or the typed name. Raises Unclear."""
        chosen, typed = self.cleaned_data["counted_by"], self.cleaned_data["counted_name"]
        if chosen and typed:
            raise Unclear("inspection-counter-twice")
        if not chosen:
            return Named(id="", name=" ".join(typed.split()))
        keys = keys_of((Named(id=chosen, name=""),))
        known = Person.objects.filter(pk__in=keys, casino_id=self.person.casino_id).first()
        if known is None:
            raise Unclear("inspection-counter-missing")
        return named(known)


class FloatForm(SheetForm):
    pieces = WholeFormField(counted_pieces)

    def figures(self) -> FloatFigures:
        return FloatFigures(pieces=self.cleaned_data["pieces"])


class SignForm(SheetForm):
    seen = ChoiceField(SEEN, missing="inspection-seen-missing")
    seats = WholeNumberField("seats")
    minimum = AmountField()
    maximum = AmountField()
    proposed_at = MomentField()

    def figures(self) -> SignFigures:
        fields = ("seen", "seats", "minimum", "maximum", "proposed_at")
        return SignFigures(**{name: self.cleaned_data[name] for name in fields})


class AuditForm(SheetForm):
    balance = BalanceField(missing="inspection-balance-missing")
    card_drop = BalanceField()
    adjustment = BalanceField(signed=True)
    adjustment_reason = LineField(otherwise="")

    def figures(self) -> AuditFigures:
        entered = self.cleaned_data
        return AuditFigures(
            balance=entered["balance"],
            card_drop=entered["card_drop"],
            adjustment=entered["adjustment"],
            reason=entered["adjustment_reason"],
        )


class VideoForm(SheetForm):
    recording = TextField(missing="inspection-recording-missing")
    minutes = WholeNumberField("minutes", missing="inspection-minutes-missing")
    drop = BalanceField(missing="inspection-drop-missing")

    def figures(self) -> VideoFigures:
        return VideoFigures(**{name: self.cleaned_data[name] for name in ("recording", "minutes", "drop")})


SHEET_FORMS: dict[Kind, type[SheetForm]] = {
    "opening": FloatForm,
    "closing": FloatForm,
    "minimums": SignForm,
    "audit": AuditForm,
    "video": VideoForm,
}


class VideoPlanForm(CommandForm):
    """The share of the tables for the draw of a month, and the PIN of the person who draws."""

    permission: ClassVar[str] = "finding.raise"

    share = WholeNumberField("per_cent", missing="inspection-share-missing")
    pin = SecretField(longest=LONGEST_PIN)

    def __init__(self, person: Person, month: str, entered: Form) -> None:
        super().__init__(entered)
        self.person, self.month = person, month

    def command(self) -> OpenVideoPlan:
        """Return the command. Raises SigningFailed for a wrong PIN, which is counted and recorded."""
        signature = sign_act("inspection.enter", self.person, self.cleaned_data["pin"], now=timezone.now())
        return OpenVideoPlan(month=self.month, share=self.cleaned_data["share"], signatures=(signature,))
