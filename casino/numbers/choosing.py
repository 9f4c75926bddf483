"""Filters in addresses: day and table of a permanence; wheel, period and spins of statistics; choice of alerts."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from casino.kit.forms.readable_form import ReadableForm
from casino.kit.sentences.alerts import ALERT_LABELS, alert_label
from casino.kit.sentences.words import word
from casino.kit.wheel_spins import MOST_DAYS, USUAL_DAYS, Chosen, KnownWheel, WheelName
from tables.handling.models import GamingTable
from tables.play.reader.observation import OTHER_WAY


def _date_field(label: Any) -> forms.DateField:
    return forms.DateField(
        required=False,
        label=label,
        widget=forms.DateInput(attrs={"type": "date", "class": "field"}, format="%Y-%m-%d"),
    )


def _choice(label: Any) -> forms.ChoiceField:
    return forms.ChoiceField(required=False, label=label, widget=forms.Select(attrs={"class": "field"}))


class _Filter(ReadableForm):
    use_required_attribute = False

    def __init__(self, chosen: Any) -> None:
        super().__init__(chosen, auto_id="numbers-%s")

    def offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class PermanenceFilter(_Filter):
    """A gaming day and a table of the casino; the first table where none is chosen."""

    day = _date_field(gettext_lazy("Gaming day"))
    table = _choice(gettext_lazy("Table"))

    def __init__(self, casino_id: int, chosen: QueryDict, today: date) -> None:
        entered: Any = chosen.copy()
        self.codes = list(
            GamingTable.ever.filter(casino_id=casino_id).order_by("code").values_list("code", flat=True)
        )
        for name, usual in (("day", today.isoformat()), ("table", self.codes[0] if self.codes else "")):
            if not entered.get(name):
                entered[name] = usual
        super().__init__(entered)
        self.offer("table", [(code, code) for code in self.codes])


class AlertFilter(_Filter):
    """Choice of the listed alerts: the open ones by default."""

    table = _choice(gettext_lazy("Table"))
    kind = _choice(gettext_lazy("Kind"))
    which = _choice(gettext_lazy("Which"))

    def __init__(self, casino_id: int, chosen: QueryDict) -> None:
        super().__init__(chosen)
        codes = GamingTable.ever.filter(casino_id=casino_id).order_by("code").values_list("code", flat=True)
        self.offer("table", [("", gettext("All tables")), *((code, code) for code in codes)])
        self.offer(
            "kind", [("", gettext("All kinds")), *((kind, alert_label(kind)) for kind in ALERT_LABELS)]
        )
        self.offer("which", [("", gettext("Those that stand")), ("all", gettext("All, the newest first"))])


class WheelFilter(_Filter):
    """A period, and a selection of its spins: one direction of the ball, one ball, one dealer."""

    since = _date_field(gettext_lazy("From the gaming day"))
    until = _date_field(gettext_lazy("Up to the gaming day"))
    direction = _choice(gettext_lazy("Ball ran"))
    ball = forms.CharField(
        required=False,
        max_length=60,
        label=gettext_lazy("Ball"),
        widget=forms.Select(attrs={"class": "field"}),
    )
    spinner = forms.CharField(
        required=False,
        max_length=200,
        label=gettext_lazy("Spun by"),
        widget=forms.Select(attrs={"class": "field"}),
    )

    imported = _choice(gettext_lazy("Imported spins"))

    def __init__(self, wheel: KnownWheel, chosen: QueryDict) -> None:
        entered: Any = chosen.copy()
        last = date.fromisoformat(wheel.last_day)
        for name, usual in (("since", last - timedelta(days=USUAL_DAYS - 1)), ("until", last)):
            if not entered.get(name):
                entered[name] = usual.isoformat()
        super().__init__(entered)
        ways = [(way, word("direction", way)) for way in sorted(OTHER_WAY, reverse=True)]
        self.offer("direction", [("", gettext("Either way")), *ways])
        self.offer(
            "imported",
            [("", gettext("Left out")), ("with", gettext("Counted too")), ("only", gettext("Alone"))],
        )

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and not timedelta(0) <= until - since < timedelta(days=MOST_DAYS):
            self.add_error(
                "until",
                gettext("not before the first day, and at most {days} days after it").format(days=MOST_DAYS),
            )
        return cleaned

    @property
    def chosen(self) -> Chosen:
        """The chosen values of a valid form."""
        cleaned = self.cleaned_data
        return Chosen(
            since=cleaned["since"],
            until=cleaned["until"],
            direction=cleaned["direction"] or None,
            ball=cleaned["ball"],
            spinner=cleaned["spinner"],
            imported=cleaned["imported"] or "without",
        )

    def offer_found(self, balls: tuple[str, ...], spinners: tuple[str, ...]) -> None:
        """Fill the choices with the values of the period."""
        for name, every, found in (
            ("ball", gettext("All balls"), balls),
            ("spinner", gettext("Everybody"), spinners),
        ):
            chosen = self.cleaned_data.get(name, "")
            names = sorted({*found, *([chosen] if chosen else [])})
            widget = self.fields[name].widget
            assert isinstance(widget, forms.Select)
            widget.choices = [("", every), *((each, each) for each in names)]


def wheel_name(query: QueryDict) -> WheelName | None:
    """The wheel that the address names by its serial, or by the table of one that has none; None for the list."""
    wheel, table = query.get("wheel", ""), query.get("table", "")
    if not wheel and not table:
        return None
    return WheelName(wheel=wheel, table="" if wheel else table)
