"""A Django form that becomes a command: its fields read one by one, its first mistake a refusal with a code.

A face declares a form for each command:

    class WithdrawWheelForm(CommandForm):
        makes = WithdrawWheel
        serial = TextField()
        reason = TextField(missing="reason-not-entered")

and hands `partial(command_of, WithdrawWheelForm)` to `casino.commands.submitting.submit`. `CommandForm.of` declares a
form in one line. A form with other fields than its command overrides `command`. It takes in `__init__` whatever it
needs besides its fields, such as the table's state and its rulebook.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar, Self, cast

from django import forms
from django.forms.forms import DeclarativeFieldsMetaclass

from casino.kit.forms.fields import OFFSET, Form, Unclear, amount, count, grams, millimetres, moment, text
from casino.kit.forms.readable_form import ReadableForm, RefusedField
from tables.refusal import Refused
from tables.roulette.wheel import DOUBLE_ZERO, DOUBLE_ZERO_TEXT
from tables.roulette.wheel import entered as entered_number

ENTERED_MOMENT = re.compile(r"(?s:(?P<time>.*?))(?: (?P<offset>[+-]\d\d:\d\d))?")


class EnteredField(forms.Field):
    """A field whose text is read by `read`, which raises Refused. Left empty it is `otherwise`.

    `missing` is the code of the refusal where a field that must be filled in is empty. A required field without such a
    code reads the empty text, and refuses it with its own reason. `into` is the command's field, where it has another
    name.
    """

    def __init__(
        self,
        *,
        missing: str = "",
        required: bool = False,
        otherwise: Any = None,
        into: str = "",
        **options: Any,
    ) -> None:
        self.missing, self.empty, self.into = missing, otherwise, into
        super().__init__(required=required or bool(missing), **options)

    def read(self, entered: str) -> Any:
        """Return the value of the entered text. Raises Refused."""
        raise NotImplementedError

    def clean(self, value: str | None) -> Any:
        """Return the value. Raises RefusedField."""
        entered = (value or "").strip()
        try:
            if not entered and self.missing:
                raise Unclear(self.missing)
            return self.read(entered) if entered or self.required else self.empty
        except Refused as refused:
            raise RefusedField(refused) from None


class TextField(EnteredField):
    """A line of text, without spaces around it. Left empty it is `otherwise`."""

    def __init__(self, *, otherwise: str | None = "", **options: Any) -> None:
        super().__init__(otherwise=otherwise, **options)

    def read(self, entered: str) -> str:
        """Return the text itself."""
        return entered


class InCurrency:
    """Part of a field that reads amounts; the form gives it the currency."""

    currency: str


class AmountField(InCurrency, EnteredField):
    """An amount typed in major units, in minor units; None if nothing was entered."""

    def read(self, entered: str) -> int:
        """Minor units. Raises Unclear."""
        return amount({"": entered}, "", self.currency)


class WholeNumberField(EnteredField):
    """A whole number from 0 to 99,999. `what` is the key of the counted thing in refusals: `coup`, `pieces`."""

    def __init__(self, what: str, **options: Any) -> None:
        super().__init__(**options)
        self.what = what

    def read(self, entered: str) -> int:
        """Return the number. Raises Unclear."""
        return count({"": entered}, "", self.what)


class PocketField(WholeNumberField):
    """A number of the wheel: 0 to 36, or 00 if the wheel of its table has one."""

    def read(self, entered: str) -> int:
        """Return the pocket. Raises Unclear."""
        return DOUBLE_ZERO if entered == DOUBLE_ZERO_TEXT else entered_number(super().read(entered))


class MillimetresField(EnteredField):
    """A diameter in millimetres: `20` or `20.5`."""

    def read(self, entered: str) -> float:
        """Return millimetres. Raises Unclear."""
        return millimetres({"": entered}, "")


class _MomentWithOffset(forms.TextInput):
    """A time, with the offset that was chosen for it."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        return " ".join(filter(None, (text(data, name), text(data, f"{name}{OFFSET}"))))


class MomentField(EnteredField):
    """A date with its time by the casino's clock, as a browser sends it (`2026-11-20T21:30`), in UTC; None where
    nothing was entered. The field `<name>_offset` chooses between two equal times."""

    widget = _MomentWithOffset

    def read(self, entered: str) -> datetime:
        """Return the moment. Raises Unclear."""
        found = ENTERED_MOMENT.fullmatch(entered)
        assert found is not None, "the pattern takes any line"
        return moment({"": found["time"], OFFSET: found["offset"] or ""}, "")


class GramsField(EnteredField):
    """A weight in grams: `8` or `8.5`."""

    def read(self, entered: str) -> float:
        """Return grams. Raises Unclear."""
        return grams({"": entered}, "")


class ChoiceField(EnteredField):
    """One of `choices`. Another value is refused as if nothing had been chosen; without `missing` it has `empty`."""

    def __init__(self, choices: Any, **options: Any) -> None:
        super().__init__(**options)
        self.choices = frozenset(choices)

    def read(self, entered: str) -> str | None:
        """Return the choice. Raises Unclear."""
        if entered in self.choices:
            return entered
        if self.missing:
            raise Unclear(self.missing)
        return None


class TickField(forms.Field):
    """Checkbox."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)

    def clean(self, value: str | None) -> bool:
        """Return True if the box was ticked: its value is `yes`."""
        return value == "yes"


class _EveryField(forms.Widget):
    """Hands the whole form to its field."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Mapping[str, Any]:
        """Return the form as it was sent."""
        return data


class WholeFormField(forms.Field):
    """A field that reads several inputs of the form by `reading`, which raises Refused: ticks, counted pieces."""

    widget = _EveryField

    def __init__(self, reading: Callable[[Form], Any] | None = None, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.reading = reading

    def read(self, form: Form) -> Any:
        """Return the value of the inputs. Raises Refused."""
        assert self.reading is not None, "a field without `reading` has its own `read`"
        return self.reading(form)

    def clean(self, value: Form) -> Any:
        """Return the read value. Raises RefusedField."""
        try:
            return self.read(value)
        except Refused as refused:
            raise RefusedField(refused) from None


class CommandForm(ReadableForm):
    """Form with the fields of one command, from which `command` builds the type `makes`.

    A form with amounts needs `in_currency` first.
    """

    makes: ClassVar[Callable[..., Any]]

    def in_currency(self, currency: str) -> None:
        """Have every field of the form read amounts of this currency."""
        for field in self.fields.values():
            if isinstance(field, InCurrency):
                field.currency = currency

    def _mistake_in(self, name: str, fault: Refused) -> RefusedField:
        return RefusedField(Unclear("field-unreadable", field=name, fault=fault.refusal))

    @classmethod
    def of(cls, makes: Callable[..., Any], /, **fields: forms.Field) -> type[Self]:
        """Return a form class for a command with one field for each value."""
        return cast(
            "type[Self]", DeclarativeFieldsMetaclass(cls.__name__, (cls,), {"makes": makes, **fields})
        )

    def command(self) -> Any:
        """Return the command, from `cleaned_data`. Raises Refused for fields that do not fit each other."""
        entered = self.cleaned_data.items()
        return type(self).makes(
            **{getattr(self.fields[name], "into", "") or name: value for name, value in entered}
        )


def command_of(
    form: Callable[..., CommandForm], entered: Form, *context: Any, currency: str | None = None
) -> Any:
    """Return the command that was entered in a form of that class, its amounts in this currency where the form does
    not know it by itself. Raises Refused, for the first mistake in the order of the fields.
    """
    bound = form(*context, entered)
    if currency is not None:
        bound.in_currency(currency)
    for mistakes in bound.errors.as_data().values():
        for mistake in mistakes:
            raise getattr(mistake, "refused", None) or Unclear("unknown-field")
    return bound.command()
