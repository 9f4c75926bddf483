"""The forms of the steps that connect a reader."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from casino.kit.forms.readable_form import ReadableForm
from casino.kit.register_kinds import kind_words
from casino.kit.sentences import sentence_of
from casino.registers.words import choice_words, help_of, label_of
from tables.handling.registers import entries
from tables.registers.entries.kinds import Fault
from tables.registers.entries.kinds.readers import NUMBERS_ONLY, ReaderEntry
from tables.roulette.wheel import read
from tables.wheels.drivers import DRIVERS, driver_for
from tables.wheels.drivers.driver import OptionsBroken

LEAST_BAUD, MOST_BAUD = 50, 4_000_000
LONGEST_ADDRESS = 200
KIND = ReaderEntry.KIND
FIELD = {"class": "field", "autocomplete": "off"}


class AddressForm(ReadableForm):
    """Address of a wheel reader."""

    use_required_attribute = False

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.TextInput(attrs={**FIELD, "inputmode": "url", "placeholder": "socket://10.0.0.5:4001"}),
    )
    baudrate = forms.IntegerField(
        label=gettext_lazy("Baud rate"),
        help_text=gettext_lazy("Only for a serial line. Empty: 9600."),
        required=False,
        min_value=LEAST_BAUD,
        max_value=MOST_BAUD,
        widget=forms.NumberInput(attrs=FIELD),
    )

    @property
    def line_options(self) -> dict[str, Any]:
        """The options of the line, without those that are left to their usual values."""
        baudrate = self.cleaned_data.get("baudrate")
        return {"baudrate": baudrate} if baudrate else {}


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A protocol that can be chosen, with its options and why it is offered."""

    protocol: str
    options: dict[str, Any] = {}
    name: str
    about: str = ""
    understood: int | None = None
    """Percentage of the messages that arrived; None if nothing was guessed."""
    example: str = ""

    @property
    def value(self) -> str:
        return way_value(self.protocol, self.options)


def way_value(protocol: str, options: Mapping[str, Any]) -> str:
    """Return the value by which a form sends a protocol with its options."""
    return json.dumps([protocol, dict(options)], sort_keys=True)


class ProtocolForm(ReadableForm):
    """The protocol, confirmed by a person."""

    use_required_attribute = False

    way = forms.ChoiceField(error_messages={"required": gettext_lazy("Choose the protocol of the reader.")})

    def __init__(self, ways: Iterable[Way], data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["way"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(each.value, each.name) for each in ways]

    def clean_way(self) -> tuple[str, dict[str, Any]]:
        """Return the protocol with its options. Raises ValidationError for options that its driver cannot use."""
        protocol, options = json.loads(self.cleaned_data["way"])
        try:
            driver_for(protocol, "probe", options)
        except OptionsBroken as broken:
            raise forms.ValidationError(capfirst(sentence_of(broken.as_refused(protocol).refusal))) from None
        return protocol, options


class NumberForm(ReadableForm):
    """The number that the wheel shows, and the reader's number on the page."""

    use_required_attribute = False

    wheel = forms.CharField(
        label=gettext_lazy("Number on the wheel"),
        max_length=2,
        widget=forms.TextInput(attrs={**FIELD, "inputmode": "numeric"}),
        error_messages={"required": gettext_lazy("Enter the number on the wheel.")},
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def clean_wheel(self) -> int:
        """Return the pocket that was entered. Raises ValidationError for any other text."""
        entered = self.cleaned_data["wheel"]
        number = read(entered) if entered.isascii() and entered.isdecimal() else None
        if number is None:
            raise forms.ValidationError(gettext("Enter a number of the wheel: 0 to 36, or 00."))
        return number


class PlaceForm(ReadableForm):
    """Code, table and role; of a reader of numbers only, also how launches are known."""

    use_required_attribute = False

    def __init__(self, casino_id: int, protocol: str, data: Any = None) -> None:
        super().__init__(data)
        tables = [each.code for each in entries(casino_id, "table", withdrawn=False)]
        self.fields["table"] = forms.ChoiceField(
            label=label_of(KIND, "table"),
            choices=[("", gettext("Choose a table")), *((code, code) for code in tables)],
            widget=forms.Select(attrs={"class": "field"}),
            error_messages={"required": gettext("Choose the table of the wheel.")},
        )
        self.fields["code"] = forms.CharField(
            label=kind_words(KIND).code,
            max_length=50,
            widget=forms.TextInput(attrs=FIELD),
            help_text=gettext("Short name of the reader, for example W-RF1."),
            error_messages={"required": gettext("Enter a short name for the reader.")},
        )
        self.fields["role"] = forms.ChoiceField(
            label=label_of(KIND, "role"),
            help_text=help_of(KIND, "role"),
            choices=[(each, choice_words("role", each)) for each in ("primary", "witness")],
            widget=forms.RadioSelect,
            error_messages={"required": gettext("Choose the role of the reader.")},
        )
        if protocol == NUMBERS_ONLY:
            self.fields["launch"] = forms.ChoiceField(
                label=label_of(KIND, "launch"),
                help_text=help_of(KIND, "launch"),
                choices=[(each, choice_words("launch", each)) for each in ("entered", "implied")],
                widget=forms.RadioSelect,
                error_messages={"required": gettext("Choose how launches are known.")},
            )

    def refuse(self, faults: Iterable[Fault]) -> None:
        """Show each fault of the register at its field; faults of an earlier step are above the form."""
        for fault in faults:
            name = fault.field.partition(".")[0].partition("[")[0]
            where = name if name in self.fields else None
            self.add_error(where, capfirst(sentence_of(fault.refused.refusal)))


def protocols() -> tuple[str, ...]:
    """Return the protocols of a gateway's drivers."""
    return tuple(DRIVERS)
