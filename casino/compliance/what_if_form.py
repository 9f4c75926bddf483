"""Choices on the page "What if": a day, a table, a coup or all, and a version of the other rulebook."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from casino.compliance.forms import TableFilter
from casino.kit.sentences import sentence_of
from settlement.played_coups import MOST_COUPS
from tables.refusal import UnknownRulebook
from tables.roulette.loader import all_versions, rulebook_named
from tables.roulette.rulebook import Rulebook


class WhatIfForm(TableFilter):
    """The coup or the day, and by which rulebook it is settled again, as `it-venezia@1`."""

    day = forms.DateField(
        label=gettext_lazy("Gaming day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    table = forms.ChoiceField(label=gettext_lazy("Table"))
    coup = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_COUPS,
        label=gettext_lazy("Coup"),
        widget=forms.NumberInput(
            attrs={"inputmode": "numeric", "placeholder": gettext_lazy("All of the day")}
        ),
    )
    rulebook = forms.CharField(label=gettext_lazy("Rulebook and version"), widget=forms.Select)

    def __init__(self, casino_id: int, chosen: QueryDict | dict[str, Any]) -> None:
        super().__init__(casino_id, chosen)
        self.offer("table", [(code, code) for code in self.codes])
        widget = self.fields["rulebook"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = [("", gettext("Choose a rulebook")), *_every_version()]

    def clean_rulebook(self) -> Rulebook:
        try:
            return rulebook_named(self.cleaned_data["rulebook"])
        except UnknownRulebook as unknown:
            raise ValidationError(sentence_of(unknown.refusal)) from None


def _every_version() -> list[tuple[str, str]]:
    """Return every version of every rulebook that the casino knows, the newest of each first."""
    return [
        (
            f"{id_}@{version}",
            gettext("{rulebook}, version {version}: {title}").format(
                rulebook=id_, version=version, title=versions[version].title
            ),
        )
        for id_, versions in sorted(all_versions().items())
        for version in sorted(versions, reverse=True)
    ]
