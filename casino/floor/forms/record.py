"""Filter for the record of a day, as the address holds it."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from casino.floor.presenters.read_day import Wanted
from casino.kit.actors import called
from casino.kit.forms.readable_form import ReadableForm


class RecordFilter(ReadableForm):
    """Filter of a gaming day's events by words, a coup, a person and a kind.

    Each narrows the others; an empty one leaves none out. `of_one_day`: the day is known, and not chosen here.
    """

    use_required_attribute = False

    day = forms.DateField(
        required=False,
        label=gettext_lazy("Gaming day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    words = forms.CharField(
        required=False,
        max_length=100,
        label=gettext_lazy("Words"),
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    coup = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=99_999,
        label=gettext_lazy("Coup"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 5, "autocomplete": "off"}),
    )
    person = forms.CharField(
        required=False, max_length=200, label=gettext_lazy("Person"), widget=forms.Select
    )
    kind = forms.CharField(required=False, max_length=100, label=gettext_lazy("Kind"), widget=forms.Select)

    def __init__(self, chosen: QueryDict, day: str, *, of_one_day: bool = False) -> None:
        entered: Any = chosen.copy()
        entered.setdefault("day", day)
        super().__init__(entered, auto_id="filter-%s")
        self._usual_day = day
        for field in self.fields.values():
            field.widget.attrs["class"] = "field"
        if of_one_day:
            self.fields["day"].widget = forms.HiddenInput()

    @property
    def wanted(self) -> Wanted:
        """Chosen filter; all events if nothing is chosen or the form is invalid."""
        chosen = self.cleaned_data if self.is_valid() else {}
        return Wanted(
            **{name: chosen[name] for name in ("words", "coup", "person", "kind") if name in chosen}
        )

    @property
    def chosen_day(self) -> str:
        """The gaming day (ISO date): the newest where none is chosen."""
        day: date | None = self.cleaned_data["day"] if self.is_valid() else None
        return day.isoformat() if day else self._usual_day

    @property
    def query(self) -> QueryDict:
        """Chosen filter as parameters of the address, without empty ones."""
        query = QueryDict(mutable=True)
        if self.is_valid():
            query.update({name: str(value) for name, value in self.cleaned_data.items() if value})
        return query

    def offer(self, people: Iterable[str], kinds: Iterable[str]) -> None:
        """Fill the choices with the people and kinds of the day; `kinds` are marked for translation."""
        self._offer("person", gettext("Everybody"), {name: called(name) for name in people})
        self._offer("kind", gettext("All kinds"), {kind: gettext(kind) for kind in kinds})

    def _offer(self, name: str, every: str, labels: dict[str, str]) -> None:
        chosen = self.cleaned_data.get(name, "")
        if chosen:
            labels.setdefault(chosen, chosen)
        widget = self.fields[name].widget
        assert isinstance(widget, forms.Select)
        found = sorted(labels.items(), key=lambda each: each[1].casefold())
        widget.choices = [("", every), *found]
