"""One form for every kind of entry, made of the fields that the kind declares."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext

from casino.kit.forms.readable_form import ReadableForm
from casino.kit.money import in_a_field
from casino.kit.register_kinds import kind_words
from casino.kit.sentences import sentence_of
from casino.registers import entered
from casino.registers.entered import Column
from casino.registers.presenters import currency_of
from casino.registers.words import GROUPS, choice_words, empty_choice_of, help_of, label_of
from tables.handling.register_choices import protocol_options
from tables.handling.registers import choices_for, entries
from tables.registers.entries.fields import Field, fields_of
from tables.registers.entries.kinds import CASINO, Fault, TableEntry
from tables.registers.entries.kinds.readers import LINE_OPTIONS, ReaderEntry, with_preset
from tables.roulette.loader import all_versions, rulebooks
from tables.roulette.names import trade_names
from tables.roulette.rule import KINDS, Names

Choices = list[tuple[str, str]]
LONGEST_LINE = 400
Common = dict[str, Any]
MANY = 12
"""Number of choices from which on they are in a box of their own that scrolls."""


class EntryForm(ReadableForm):
    """The form of an entry. `values` are the entry's fields as `declare` takes them, once it is valid.

    An entry that is new is asked for its code as well.
    """

    def __init__(
        self,
        casino_id: int,
        kind: str,
        data: Any = None,
        *,
        stands: Mapping[str, Any] | None = None,
        code: str = "",
    ) -> None:
        self.kind, self.code = kind, code
        self.declared = fields_of(kind)
        super().__init__(data, initial={**(stands or {each.name: each.default for each in self.declared})})
        if not code:
            self.fields["code"] = forms.CharField(label=kind_words(kind).code, max_length=60)
        currency = currency_of(data if data and "rulebook" in data else self.initial)
        for each in self.declared:
            self.fields[each.name] = _form_field(casino_id, kind, each, currency)
        for field in self.fields.values():
            if isinstance(field.widget, (forms.TextInput, forms.NumberInput, forms.Select)):
                field.widget.attrs["class"] = "field"
                field.widget.attrs.setdefault("autocomplete", "off")

    @property
    def entered_code(self) -> str:
        """Return the code of the entry: its own, or the entered one."""
        return self.code or str(self.cleaned_data.get("code", ""))

    def values(self) -> dict[str, Any]:
        """Return the entered values by name, without empty ones."""
        found = {each.name: self._in_their_order(each) for each in self.declared}
        if self.kind == ReaderEntry.KIND:
            found |= with_preset(self.initial, found)
        return {name: value for name, value in found.items() if value is not None and value != ""}

    def _in_their_order(self, field: Field) -> Any:
        """Return the entered value; of several choices the earlier ones come first, in their order."""
        value = self.cleaned_data[field.name]
        if field.shape != "choices":
            return value
        stood = [each for each in self.initial.get(field.name) or () if each in value]
        return [*stood, *(each for each in value if each not in stood)]

    def refuse(self, faults: Sequence[Fault]) -> None:
        """Show the fault at each field, once."""
        for fault in faults:
            name = fault.field.partition(".")[0].partition("[")[0]
            where = name if name in self.fields else None
            sentence = capfirst(sentence_of(fault.refused.refusal))
            if where is None or where not in self.errors:
                self.add_error(where, sentence)

    def groups(self) -> Iterator[tuple[str, list[BoundField], bool]]:
        """The fields by their titles, those without one first; and whether something is wrong among them."""
        titled = GROUPS.get(self.kind, ())
        grouped = {name for _, names in titled for name in names}
        first = [name for name in self.fields if name not in grouped]
        for title, names in (("", first), *titled):
            fields = [self[name] for name in names]
            yield (gettext(title) if title else ""), fields, any(field.errors for field in fields)


def _form_field(casino_id: int, kind: str, field: Field, currency: str) -> forms.Field:
    """The form field of one that a kind declares; `currency` is that of its amounts."""
    common: Common = {
        "label": label_of(kind, field.name),
        "help_text": help_of(kind, field.name),
        "required": field.required and field.shape != "yes-no",
    }
    if field.shape in ("choice", "choices") or (kind, field.name) == (TableEntry.KIND, "wheel"):
        choices = _choices(casino_id, kind, field)
        return (
            _one_of(choices, kind, field, common)
            if field.shape != "choices"
            else _several_of(choices, common)
        )
    return MAKERS[field.shape](kind, field, common, currency)


def _choices(casino_id: int, kind: str, field: Field) -> Choices:
    codes: Sequence[str] = choices_for(casino_id, field)
    if kind == TableEntry.KIND:
        codes = _of_rulebooks(casino_id).get(field.name, codes)
    return [(code, choice_words(field.name, code)) for code in codes]


def _of_rulebooks(casino_id: int) -> dict[str, Sequence[str]]:
    """Return the choices for a table by the rulebooks that the casino plays by."""
    casino = next(iter(entries(casino_id, CASINO)), None)
    allowed = casino.values.get("rulebooks") if casino else None
    books = [book for id_, book in rulebooks().items() if not allowed or id_ in allowed]
    return {
        "rulebook": sorted(book.id for book in books),
        "currency": sorted({book.currency for book in books}),
        "wheel": sorted({name for book in books for name in book.wheels}),
    }


def _one_of(choices: Choices, kind: str, field: Field, common: Common) -> forms.Field:
    """Nothing may be chosen but where there is a usual choice; so nobody sends the first of a list unseen."""
    has_usual = not field.nullable and field.default not in (None, "")
    nothing = [] if has_usual else [("", empty_choice_of(kind, field.name))]
    return forms.ChoiceField(choices=[*nothing, *choices], **common)


def _several_of(choices: Choices, common: Common) -> forms.Field:
    widget = forms.CheckboxSelectMultiple(attrs={"class": "many"} if len(choices) > MANY else None)
    return forms.MultipleChoiceField(choices=choices, widget=widget, **common)


def _number(kind: str, field: Field, common: Common, currency: str) -> forms.Field:
    if field.name in ("rulebook_version", "gaming_day_begins_at"):
        return _number_of(kind, field, common)
    if field.unit == "hundredths of a per cent":
        return entered.PercentField(**common)
    if field.unit == "money":
        return entered.AmountField(currency, max_length=20, **common)
    return forms.IntegerField(min_value=field.least, max_value=field.most, **common)


def _date(kind: str, field: Field, common: Common, currency: str) -> forms.Field:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **common)


def _rows(kind: str, field: Field, common: Common, currency: str) -> forms.Field:
    return entered.GridField([_column(kind, field, each) for each in field.columns], **common)


def _number_of(kind: str, field: Field, common: Common) -> forms.Field:
    """A number of which there are few: the versions of rulebooks, the hours of a day."""
    if field.name == "rulebook_version":
        numbers = sorted({version for versions in all_versions().values() for version in versions})
        choices = [(str(number), str(number)) for number in numbers]
    else:
        choices = [(str(hour), f"{hour:02}:00") for hour in range(24)]
    return forms.TypedChoiceField(
        choices=[("", empty_choice_of(kind, field.name)), *choices], coerce=int, empty_value=None, **common
    )


def _counts(kind: str, field: Field, common: Common, currency: str) -> forms.Field:
    if field.unit == "money":
        key = Column(
            "key",
            label_of(kind, field.name, "key"),
            show=lambda value: in_a_field(int(value), currency),
            read=lambda typed: entered.read_amount(typed, currency),
            mode="decimal",
        )
    else:
        key = Column("key", label_of(kind, field.name, "key"), choices=_colours())
    pieces = Column("count", label_of(kind, field.name, "count"), read=entered.read_count, mode="numeric")
    return entered.GridField(
        [key, pieces],
        pack=entered.pack_counts,
        unpack=lambda value: [{"key": key, "count": value[key]} for key in _in_order(field, value)],
        **common,
    )


def _in_order(field: Field, counted: Mapping[str, int]) -> list[str]:
    """Amounts from the least on; the record keeps no order."""
    return sorted(counted, key=int) if field.unit == "money" else list(counted)


def _options(kind: str, field: Field, common: Common, currency: str) -> forms.Field:
    known = sorted({*LINE_OPTIONS, *(name for names in protocol_options().values() for name in names)})
    name = Column("name", label_of(kind, field.name, "name"), choices=tuple((each, each) for each in known))
    value = Column(
        "value",
        label_of(kind, field.name, "value"),
        show=entered.show_option,
        read=entered.read_option,
    )
    return entered.GridField(
        [name, value],
        pack=entered.pack_options,
        unpack=lambda stored: [{"name": each, "value": value} for each, value in stored.items()],
        **common,
    )


def _column(kind: str, field: Field, column: Field) -> Column:
    label = label_of(kind, field.name, column.name)
    if column.shape == "time":
        return Column(column.name, label, type="time")
    if column.shape == "number":
        return Column(
            column.name, label, show=lambda value: f"{value:g}", read=entered.read_decimal, mode="decimal"
        )
    return Column(column.name, label)


def _names_of_bets() -> dict[str, str]:
    """Return the names of the kinds of bets, in the reader's language."""
    called = trade_names().bets
    return {kind: _in_language(kind, called.get(kind, {})) for kind in KINDS}


def _colours() -> tuple[tuple[str, str], ...]:
    return tuple((code, _in_language(code, called)) for code, called in trade_names().colours.items())


def _in_language(code: str, names: Names) -> str:
    """The first name in the reader's language; the code where there is none, as the trade's codes are words."""
    return capfirst(next(iter(names.get((get_language() or "en")[:2], ())), code.replace("-", " ")))


MAKERS: dict[str, Callable[[str, Field, Common, str], forms.Field]] = {
    "text": lambda kind, field, common, currency: forms.CharField(max_length=LONGEST_LINE, **common),
    "time": lambda kind, field, common, currency: forms.CharField(max_length=LONGEST_LINE, **common),
    "number": _number,
    "numbers": lambda kind, field, common, currency: entered.AmountsField(
        currency, max_length=LONGEST_LINE, **common
    ),
    "yes-no": lambda kind, field, common, currency: forms.BooleanField(**common),
    "date": _date,
    "counts": _counts,
    "rows": _rows,
    "limits": lambda kind, field, common, currency: entered.LimitsField(_names_of_bets(), currency, **common),
    "options": _options,
}
"""Makers of the form field of each shape; fields of choices get them from the casino's registers."""
