"""Choice, order and size of the floor's tiles: in the address, so that a link keeps them."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from casino.kit.forms.readable_form import ReadableForm
from casino.kit.sentences.marks import gettext_noop as _

STATES = {
    "open": _("Open tables"),
    "idle": _("Between coups"),
    "betting": _("Bets open"),
    "running": _("Ball running"),
    "paying": _("Paying"),
    "suspended": _("Suspended"),
    "closed": _("Closed tables"),
}
"""States of a table, by name in the address."""
ORDERS = {"urgency": _("Most urgent first"), "pit": _("By pit"), "code": _("By code")}
SIZES = ("compact", "full")
ME, ALL = "me", "all"
Choices = list[tuple[str, Any]]


class FloorFilter(ReadableForm):
    """The choices. Unknown and outdated values in the address are left out."""

    use_required_attribute = False

    find = forms.CharField(
        required=False, max_length=20, label=gettext_lazy("Table"), widget=forms.SearchInput
    )
    pit = forms.ChoiceField(required=False, label=gettext_lazy("Pit"))
    state = forms.ChoiceField(required=False, label=pgettext_lazy("of a table", "State"))
    rulebook = forms.ChoiceField(required=False, label=gettext_lazy("Rulebook"))
    order = forms.ChoiceField(required=False, label=gettext_lazy("Order"))
    needs = forms.ChoiceField(required=False, choices=[("", ""), (ME, ME)])
    size = forms.ChoiceField(required=False, choices=[("", ""), *((size, size) for size in SIZES)])
    deadlines = forms.ChoiceField(required=False, choices=[("", ""), (ALL, ALL)])

    def __init__(
        self, chosen: QueryDict, *, pits: Iterable[str], rulebooks: Iterable[tuple[str, str]]
    ) -> None:
        super().__init__(chosen, auto_id="filter-%s")
        offered: dict[str, Choices] = {
            "pit": [("", gettext("All pits")), *((pit, pit) for pit in pits)],
            "state": [
                ("", gettext("All states")),
                *((name, gettext(label)) for name, label in STATES.items()),
            ],
            "rulebook": [("", gettext("All rulebooks")), *rulebooks],
            "order": [("" if name == "urgency" else name, gettext(label)) for name, label in ORDERS.items()],
        }
        for name, choices in offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
        for field in self.fields.values():
            field.widget.attrs["class"] = "field"
        self.fields["find"].widget.attrs |= {"autocomplete": "off", "placeholder": gettext("Table")}
        self.is_valid()

    @property
    def chosen(self) -> dict[str, str]:
        """Return the choices by field, without the usual ones."""
        return {name: str(value) for name, value in self.cleaned_data.items() if value}

    def query(self, **otherwise: str) -> str:
        """The address's query with this changed: `?pit=Main`; empty where all is as usual."""
        parameters = QueryDict(mutable=True)
        parameters.update({name: value for name, value in {**self.chosen, **otherwise}.items() if value})
        return f"?{parameters.urlencode()}" if parameters else ""

    @property
    def is_narrowed(self) -> bool:
        """True if some tables are left out."""
        return any(name in self.chosen for name in ("find", "pit", "state", "rulebook", "needs"))
