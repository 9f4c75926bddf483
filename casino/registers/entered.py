"""Form fields for the values of a register: amounts in major units, lists, rows, the limits, a driver's options.

Each shows the value that an entry has (`prepare_value`) and reads the entered text into the same: JSON's types,
money in minor units. Unreadable text is refused with the platform's sentences.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from casino.kit.forms.fields import Unclear, amount, count
from casino.kit.money import in_a_field
from casino.kit.sentences import sentence_of
from tables.refusal import Refused
from tables.roulette.rule import KINDS

BLANK_ROWS = 3
"""Empty rows below the filled ones."""
BETWEEN = re.compile(r"[\s;]+")
Rows = list[dict[str, str]]


class Column(NamedTuple):
    """A column of rows: its key, its name, its widget, its reader, and its choices."""

    name: str
    label: str
    show: Callable[[Any], str] = str
    read: Callable[[str], Any] = str
    type: str = "text"
    mode: str = "text"
    choices: tuple[tuple[str, str], ...] = ()


def read_amount(entered: str, currency: str) -> int:
    """Minor units of an amount in major ones. Raises Unclear."""
    return amount({"": entered}, "", currency)


def read_count(entered: str) -> int:
    """A whole number. Raises Unclear."""
    return count({"": entered}, "", "pieces")


def read_decimal(entered: str) -> float:
    """A number with decimals, with a point or a comma. Raises Unclear."""
    try:
        number = Decimal(entered.replace(",", "."))
    except InvalidOperation:
        raise Unclear("diameter-malformed", entered=entered[:12]) from None
    if not number.is_finite():
        raise Unclear("diameter-malformed", entered=entered[:12])
    return float(number)


def read_option(entered: str) -> Any:
    """A driver's option as it is meant: yes or no, a number, else text."""
    if entered.lower() in ("true", "yes", "false", "no"):
        return entered.lower() in ("true", "yes")
    try:
        return int(entered)
    except ValueError:
        pass
    try:
        number = float(entered)
    except ValueError:
        return entered
    return number if isfinite(number) else entered


def show_option(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def as_form_error(refused: Refused) -> ValidationError:
    """Return the refusal as a form's error."""
    return ValidationError(capfirst(sentence_of(refused.refusal)), code=refused.refusal.code)


class AmountField(forms.CharField):
    """An amount in major units; None where it is left open."""

    def __init__(self, currency: str, **options: Any) -> None:
        super().__init__(**options)
        self.currency = currency

    def prepare_value(self, value: Any) -> Any:
        return in_a_field(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Minor units, or None. Raises ValidationError."""
        entered = super().clean(value)
        try:
            return read_amount(entered, self.currency) if entered else None
        except Refused as refused:
            raise as_form_error(refused) from None


class AmountsField(forms.CharField):
    """Several amounts in major units with spaces between."""

    def __init__(self, currency: str, **options: Any) -> None:
        super().__init__(**options)
        self.currency = currency

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            return value
        return " ".join(in_a_field(each, self.currency) for each in value)

    def clean(self, value: Any) -> list[int]:
        """Minor units. Raises ValidationError."""
        entered = super().clean(value)
        try:
            return [read_amount(each, self.currency) for each in BETWEEN.split(entered) if each]
        except Refused as refused:
            raise as_form_error(refused) from None


class PercentField(forms.DecimalField):
    """Per cent with two decimals, kept as hundredths."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=100, decimal_places=2, **options)

    def prepare_value(self, value: Any) -> Any:
        return f"{Decimal(value) / 100:f}" if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        """Hundredths of a per cent, or None. Raises ValidationError."""
        read = super().clean(value.replace(",", ".") if isinstance(value, str) else value)
        return None if read is None else int(read * 100)


class Grid(forms.Widget):
    """Rows of fields, those that are filled in and some that are empty."""

    def __init__(self, columns: Sequence[Column]) -> None:
        super().__init__()
        self.columns = columns

    def render(
        self, name: str, value: Any, attrs: Mapping[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """A table of fields."""
        filled: Rows = value or []
        rows = [*filled, *({} for blank in range(BLANK_ROWS))]
        cells = [
            [
                (f"{name}-{place}-{column.name}", column, row.get(column.name, ""), place + 1)
                for column in self.columns
            ]
            for place, row in enumerate(rows)
        ]
        return render_to_string("registers/_grid.html", {"columns": self.columns, "rows": cells})

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Rows:
        """The rows in which anything was entered."""
        found: dict[int, dict[str, str]] = {}
        for key, entered in data.items():
            match = re.fullmatch(rf"{re.escape(name)}-([0-9]{{1,4}})-(\w+)", key)
            if match and isinstance(entered, str) and entered.strip():
                found.setdefault(int(match[1]), {})[match[2]] = entered.strip()
        return [found[place] for place in sorted(found)]

    def id_for_label(self, id_: str) -> str:
        """Each of its fields has a label of its own."""
        return ""

    def use_required_attribute(self, initial: Any) -> bool:
        return False


class GridField(forms.Field):
    """Rows; `pack` makes the value of them, `unpack` takes it apart."""

    def __init__(
        self,
        columns: Sequence[Column],
        *,
        pack: Callable[[list[dict[str, Any]]], Any] = list,
        unpack: Callable[[Any], list[dict[str, Any]]] = list,
        **options: Any,
    ) -> None:
        super().__init__(widget=Grid(columns), **options)
        self.columns, self.pack, self.unpack = columns, pack, unpack

    def prepare_value(self, value: Any) -> Any:
        """Return rows of text; an earlier entry stays as it was entered."""
        if value is None or isinstance(value, Entered):
            return value
        rows = self.unpack(value)
        return Entered(
            {column.name: column.show(row[column.name]) for column in self.columns if column.name in row}
            for row in rows
        )

    def bound_data(self, data: Any, initial: Any) -> Any:
        return Entered(data or [])

    def clean(self, value: Rows) -> Any:
        """The value. Raises ValidationError for a row that is not whole, or cannot be read."""
        rows = []
        for row in value or []:
            if missing := [column.label for column in self.columns if not row.get(column.name)]:
                raise ValidationError(
                    _("A row is not whole: %(missing)s is left open.") % {"missing": missing[0]}
                )
            try:
                rows.append({column.name: column.read(row[column.name]) for column in self.columns})
            except Refused as refused:
                raise as_form_error(refused) from None
        if self.required and not rows:
            raise ValidationError(self.error_messages["required"])
        return self.pack(rows)


class Entered(list[dict[str, str]]):
    """Rows as somebody entered them."""


def pack_counts(rows: list[dict[str, Any]]) -> dict[str, int]:
    """Rows of key and count as one object. Raises ValidationError for a key that comes twice."""
    keys = [str(row["key"]) for row in rows]
    if len(set(keys)) < len(keys):
        raise ValidationError(_("Two rows are about the same."))
    return {str(row["key"]): row["count"] for row in rows}


def pack_options(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Rows of name and value as one object. Raises ValidationError for a name that comes twice."""
    if len({row["name"] for row in rows}) < len(rows):
        raise ValidationError(_("Two rows are about the same."))
    return {row["name"]: row["value"] for row in rows}


class LimitsInput(forms.Widget):
    """The minimum, and a maximum for each kind of bet. `names` are what the kinds are called."""

    def __init__(self, names: Mapping[str, str], currency: str) -> None:
        super().__init__()
        self.names, self.currency = names, currency

    def render(
        self, name: str, value: Any, attrs: Mapping[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """A field for each."""
        entered: Mapping[str, str] = value or {}
        cells = [
            (f"{name}-{kind}", label, entered.get(kind, ""))
            for kind, label in {"minimum": _("Minimum"), **self.names}.items()
        ]
        return render_to_string("registers/_limits.html", {"cells": cells, "currency": self.currency})

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> dict[str, str]:
        """Return the entered values by kind, without empty ones."""
        kinds = ("minimum", *self.names)
        found = {kind: str(data.get(f"{name}-{kind}", "")).strip() for kind in kinds}
        return {kind: entered for kind, entered in found.items() if entered}

    def id_for_label(self, id_: str) -> str:
        """Each of its fields has a label of its own."""
        return ""

    def use_required_attribute(self, initial: Any) -> bool:
        return False


class LimitsField(forms.Field):
    """A table's sign, in major units; None where it is left open."""

    def __init__(self, names: Mapping[str, str], currency: str, **options: Any) -> None:
        widget = LimitsInput({kind: names.get(kind, kind) for kind in KINDS}, currency)
        super().__init__(widget=widget, **options)
        self.currency = currency

    def prepare_value(self, value: Any) -> Any:
        """Return the text for each field; an earlier entry stays as it was entered."""
        if not value or "maximums" not in value:
            return value
        amounts = {"minimum": value["minimum"], **value["maximums"]}
        return {kind: in_a_field(each, self.currency) for kind, each in amounts.items()}

    def clean(self, value: dict[str, str]) -> dict[str, Any] | None:
        """Minor units, or None. Raises ValidationError."""
        if not value:
            return None
        if "minimum" not in value:
            raise ValidationError(_("A sign has a minimum: enter it, or leave all maximums open."))
        try:
            read = {kind: read_amount(entered, self.currency) for kind, entered in value.items()}
        except Refused as refused:
            raise as_form_error(refused) from None
        return {"minimum": read.pop("minimum"), "maximums": read}
