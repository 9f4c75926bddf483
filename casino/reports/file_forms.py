"""Form for a report as a file: the report, its days and its file format."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.compliance.declared.type_names import type_name
from casino.compliance.forms import TableFilter, day_field
from casino.compliance.rule_labels import rule_label
from casino.kit.clauses import cited_from
from casino.reports.columns import Report, days_between
from casino.reports.days import REPORTS
from casino.reports.jobs import MOST_DAYS
from casino.reports.rendering import FORMS_FOR_PEOPLE, SPREADSHEET, Form, format_words
from tables.refusal import UnknownRulebook

USUAL, USUAL_FORM = "compliance", "pdf"
LONGEST = 200
"""Characters of a choice."""


def _hidden() -> forms.CharField:
    return forms.CharField(required=False, max_length=LONGEST, widget=forms.HiddenInput)


class ReportFileForm(TableFilter):
    """A report of gaming days, of a table or of all, in a form. The lines of the compliance report can be chosen; an
    address brings what was chosen on its page, and nothing of it is typed here."""

    report = forms.ChoiceField(label=gettext_lazy("Report"))
    day = day_field(gettext_lazy("Gaming day"), required=True)
    until = day_field(gettext_lazy("Up to"))
    table = forms.ChoiceField(required=False, label=gettext_lazy("Table"))
    format = forms.ChoiceField(label=gettext_lazy("Format"))
    kind = _hidden()
    clause = _hidden()
    rule = _hidden()
    person = _hidden()
    type = _hidden()
    group = _hidden()
    shift = _hidden()
    field_order = ("report", "day", "until", "table", "format")

    def __init__(self, casino_id: int, chosen: QueryDict | dict[str, Any]) -> None:
        super().__init__(casino_id, chosen)
        self.offer("report", [(name, gettext(report.title)) for name, report in REPORTS.items()])
        self.offer(
            "format",
            [(name, format_words(name)) for name in ("pdf", "xlsx", SPREADSHEET.name, "csv", "json")],
        )

    def clean(self) -> dict[str, Any]:
        """The days are not too many, and the other way round neither."""
        since, until = self.cleaned_data.get("day"), self.cleaned_data.get("until")
        if since and until:
            days = days_between(since.isoformat(), until.isoformat())
            if days < 1:
                self.add_error("until", gettext("This day is before the first one."))
            elif days > MOST_DAYS:
                words = ngettext(
                    "A file has at most {most} gaming day.",
                    "A file has at most {most} gaming days.",
                    MOST_DAYS,
                )
                self.add_error("until", words.format(most=MOST_DAYS))
        return self.cleaned_data

    @property
    def wanted(self) -> Report:
        return REPORTS[self.cleaned_data["report"]]

    @property
    def wanted_form(self) -> Form:
        return FORMS_FOR_PEOPLE[self.cleaned_data["format"]]

    @property
    def days(self) -> tuple[str, str]:
        """The first and the last gaming day (ISO dates)."""
        since = self.cleaned_data["day"]
        return since.isoformat(), (self.cleaned_data["until"] or since).isoformat()

    @property
    def chosen(self) -> Mapping[str, str]:
        """Return the parameters that choose the rows, if the report has them."""
        names = self.wanted.chosen_by
        return {name: self.cleaned_data[name] for name in names if self.cleaned_data[name]}


LABELS = {
    "kind": gettext_lazy("Kind"),
    "clause": gettext_lazy("Clause"),
    "rule": gettext_lazy("Rule"),
    "person": gettext_lazy("Person"),
    "type": gettext_lazy("Event"),
    "group": gettext_lazy("Usual course"),
    "shift": gettext_lazy("Shift"),
}


def chosen_words(chosen: Mapping[str, str]) -> str:
    """Return the chosen filter of the lines in words: `Rule: ball change; Shift: night`."""
    return "; ".join(
        f"{LABELS[name]}: {_value(name, value)}" for name, value in chosen.items() if name in LABELS
    )


def _value(name: str, value: str) -> str:
    """Return a choice in words. An address may bring any text: an unknown choice is shown as it is."""
    with suppress(UnknownRulebook):
        return _words_of(name, value)
    return value


def _words_of(name: str, value: str) -> str:
    match name:
        case "kind":
            return gettext(value)
        case "clause":
            return cited_from(value)
        case "rule":
            return rule_label(value)
        case "type":
            return type_name(value)
        case "group":
            return gettext("Alone") if value == "course" else gettext("Left out")
    return value
