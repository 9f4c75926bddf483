"""What a reader chooses: which violations the list shows, and of which day and table the report is."""

from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict

from tables.compliance.rules import DEADLINES, SEQUENCES
from tables.handling.models import GamingTable

OPEN, ALL = "open", "all"
STATUSES = {
    OPEN: "Open",
    "raised": "Raised",
    "acknowledged": "Acknowledged",
    "explained": "Explained",
    "reopened": "Opened again",
    "upheld": "Upheld",
    "dismissed": "Dismissed",
    ALL: "All",
}
RULE_LABELS = {deadline.name: deadline.label for deadline in DEADLINES} | {
    sequence.name: sequence.label for sequence in SEQUENCES
}


def rule_label(rule: str) -> str:
    """A rule's name as a person reads it; what play itself raises has none in the shift rules."""
    return RULE_LABELS.get(rule, rule.replace("-", " ").capitalize())


class _OfACasino(forms.Form):
    """A form with a table of the casino; an empty choice means all."""

    use_required_attribute = False

    def __init__(self, casino_id: int, chosen: QueryDict | dict[str, Any] | None = None) -> None:
        super().__init__(chosen, auto_id="filter-%s")
        codes = GamingTable.objects.filter(casino_id=casino_id).order_by("code")
        self.codes = list(codes.values_list("code", flat=True))
        self.offer("table", [("", "All tables"), *((code, code) for code in self.codes)])
        for field in self.fields.values():
            field.widget.attrs["class"] = "field"

    def offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Have this field offer these choices."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class ViolationFilter(_OfACasino):
    """Which violations are shown; nothing chosen means the open ones.

    A name is not typed: a link has it, to a single violation.
    """

    day = forms.DateField(
        required=False, label="Gaming day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    table = forms.ChoiceField(required=False, label="Table")
    rule = forms.ChoiceField(required=False, label="Rule")
    status = forms.ChoiceField(required=False, label="Status", choices=list(STATUSES.items()))
    name = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)

    def __init__(self, casino_id: int, rules: list[str], chosen: QueryDict) -> None:
        super().__init__(casino_id, chosen)
        labelled = sorted((rule_label(rule), rule) for rule in rules)
        self.offer("rule", [("", "All rules"), *((rule, label) for label, rule in labelled)])


class ReportChoice(_OfACasino):
    """Of which gaming day the report is, and of which table; all of them if none is chosen."""

    day = forms.DateField(
        label="Gaming day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    table = forms.ChoiceField(required=False, label="Table")

    @property
    def chosen_day(self) -> date:
        """The day, once the form is valid."""
        day: date = self.cleaned_data["day"]
        return day

    @property
    def chosen_tables(self) -> list[str]:
        """The codes of the tables, once the form is valid."""
        return [self.cleaned_data["table"]] if self.cleaned_data["table"] else self.codes
