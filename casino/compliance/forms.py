"""The filters of the list and the report, and the answers that people give to a violation."""

from datetime import date
from typing import Any, ClassVar, Literal

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.compliance.choosing import COURSE, REPORTED, LineChoice, Offered
from casino.compliance.declared.type_names import type_name
from casino.compliance.models import Violation
from casino.compliance.period import MOST_DAYS, MOST_DAYS_OF_LINES, Period
from casino.compliance.presenters import ALL, OPEN, STATUSES
from casino.compliance.rule_labels import rule_label
from casino.kit.actors import called
from casino.kit.forms.command_form import CommandForm, EnteredField
from casino.kit.forms.fields import Form, Unclear
from casino.kit.forms.readable_form import ReadableForm
from casino.kit.sentences.marks import gettext_noop as _
from casino.people.acting import person_of
from tables.compliance.commands import Acknowledge, AnyViolationCommand, Dismiss, Explain, Reopen, Uphold
from tables.compliance.state import ENDED
from tables.handling.gaming_day import gaming_day, shifts_of
from tables.handling.models import GamingTable
from tables.play.events import Signature

Course = Literal["with", "without", "only"]
COURSES: dict[Course, str] = {"without": _("Left out"), "with": _("Shown too"), "only": _("Alone")}
GROUP_OF: dict[Course, str] = {"without": REPORTED, "with": "", "only": COURSE}
"""Group of lines by the choice for the usual course; empty for both groups."""
CHOSEN_BY = ("kind", "clause", "rule", "person", "type")


def day_field(label: Any, *, required: bool = False) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date", "class": "field"}, format="%Y-%m-%d")
    return forms.DateField(required=required, label=label, widget=widget)


class TableFilter(ReadableForm):
    """A filter with a table of the casino; an empty choice means all."""

    use_required_attribute = False

    def __init__(self, casino_id: int, chosen: QueryDict | dict[str, Any]) -> None:
        forms.Form.__init__(self, chosen, auto_id="filter-%s")
        self.casino_id = casino_id
        codes = GamingTable.ever.filter(casino_id=casino_id).order_by("code")
        self.codes = list(codes.values_list("code", flat=True))
        self.offer("table", [("", gettext("All tables")), *((code, code) for code in self.codes)])
        for field in self.fields.values():
            field.widget.attrs["class"] = "field"

    def offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class ViolationFilter(TableFilter):
    """Filter of the violations; without a choice the open ones are listed.

    Nobody types a name: a link to a single violation has it.
    """

    day = day_field(gettext_lazy("Gaming day"))
    until = day_field(gettext_lazy("Up to"))
    table = forms.ChoiceField(required=False, label=gettext_lazy("Table"))
    rule = forms.ChoiceField(required=False, label=gettext_lazy("Rule"))
    status = forms.ChoiceField(required=False, label=gettext_lazy("Status"))
    name = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)

    def __init__(self, casino_id: int, chosen: QueryDict) -> None:
        super().__init__(casino_id, chosen)
        self.raised = Violation.objects.filter(casino_id=casino_id, raised_at__isnull=False)
        rules = self.raised.order_by("rule").values_list("rule", flat=True).distinct()
        labelled = sorted((rule_label(rule), rule) for rule in rules)
        self.offer("rule", [("", gettext("All rules")), *((rule, label) for label, rule in labelled)])
        self.offer("status", [(status, gettext(label)) for status, label in STATUSES.items()])

    def violations(self) -> QuerySet[Violation]:
        chosen = {field: self.cleaned_data[field] for field in ("table", "rule", "name")}
        found = self.raised.filter(**{field: value for field, value in chosen.items() if value})
        day, until = self.cleaned_data["day"], self.cleaned_data["until"]
        if until:
            found = found.filter(day__lte=until.isoformat())
            found = found.filter(day__gte=day.isoformat()) if day else found
        elif day:
            found = found.filter(day=day.isoformat())
        status = self.cleaned_data["status"] or OPEN
        if status == OPEN:
            found = found.exclude(status__in=ENDED)
        elif status != ALL:
            found = found.filter(status=status)
        return found.order_by("-raised_at", "-version")


def with_today(request: HttpRequest) -> Any:
    """Return the choices in the address, with today's gaming day as the default."""
    chosen: Any = request.GET.copy()
    chosen.setdefault("day", gaming_day(person_of(request).casino_id, timezone.now()).isoformat())
    return chosen


class PeriodFilter(ReadableForm):
    """The gaming day of a page, or the days up to another one; the whole of them or a shift."""

    use_required_attribute = False
    most_days = MOST_DAYS

    day = day_field(gettext_lazy("Gaming day"), required=True)
    until = day_field(gettext_lazy("Up to"))
    shift = forms.ChoiceField(required=False, label=gettext_lazy("Shift"))

    def __init__(self, casino_id: int, chosen: QueryDict | dict[str, Any]) -> None:
        super().__init__(chosen, auto_id="filter-%s")
        self.offer_shifts(casino_id)

    def offer_shifts(self, casino_id: int) -> None:
        """Fill the choice with the casino's shifts as they are today."""
        names = [shift.name for shift in shifts_of(casino_id, gaming_day(casino_id, timezone.now()))]
        field = self.fields["shift"]
        assert isinstance(field, forms.ChoiceField)
        field.widget.attrs["class"] = "field"
        field.choices = [("", gettext("The whole day")), *((name, name) for name in names)]

    def clean_day(self) -> date:
        """Check that the calendar has a week before and after the day."""
        day: date = self.cleaned_data["day"]
        if not date.min.year < day.year < date.max.year:
            raise forms.ValidationError(gettext("The calendar has no week around this day."))
        return day

    def clean(self) -> dict[str, Any]:
        """Check that the last day is neither before the first nor too far after it."""
        day, until = self.cleaned_data.get("day"), self.cleaned_data.get("until")
        if day and until:
            days = (until - day).days + 1
            if days < 1:
                self.add_error("until", gettext("This day is before the first one."))
            elif days > self.most_days:
                words = ngettext(
                    "The page shows at most {most} day; have a file made for more.",
                    "The page shows at most {most} days; have a file made for more.",
                    self.most_days,
                )
                self.add_error("until", words.format(most=self.most_days))
        return self.cleaned_data

    @property
    def period(self) -> Period:
        """Return the period of a form that is valid."""
        chosen = self.cleaned_data
        return Period(since=chosen["day"], until=chosen["until"] or chosen["day"], shift=chosen["shift"])


class InspectionFilter(TableFilter):
    """The gaming day of the inspection sheets, and their table."""

    day = forms.DateField(
        label=gettext_lazy("Gaming day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    table = forms.ChoiceField(required=False, label=gettext_lazy("Table"))


class ReportFilter(PeriodFilter, TableFilter):
    """Filter of the report: its gaming days, its table (all tables if none is chosen), and its lines.

    The choices for lines are known once the report is made: `offer_lines` has them. `course` is `with` the usual course
    of the day, `without` it or the course `only`. Without a choice `course` is the page's `usually`.
    """

    most_days = MOST_DAYS_OF_LINES
    field_order = ("day", "until", "shift", "table", *CHOSEN_BY, "course")

    table = forms.ChoiceField(required=False, label=gettext_lazy("Table"))
    kind = forms.CharField(required=False, label=gettext_lazy("Kind"), widget=forms.Select)
    clause = forms.CharField(required=False, label=gettext_lazy("Clause"), widget=forms.Select)
    rule = forms.CharField(required=False, label=gettext_lazy("Rule"), widget=forms.Select)
    person = forms.CharField(required=False, label=gettext_lazy("Person"), widget=forms.Select)
    type = forms.CharField(required=False, label=gettext_lazy("Event"), widget=forms.Select)
    course = forms.ChoiceField(required=False, label=gettext_lazy("Usual course"))

    def __init__(
        self, casino_id: int, chosen: QueryDict | dict[str, Any], *, usually: Course = "without"
    ) -> None:
        TableFilter.__init__(self, casino_id, chosen)
        self.offer_shifts(casino_id)
        self.usually = usually
        self.offer("course", [(key, gettext(label)) for key, label in COURSES.items()])

    @property
    def chosen_tables(self) -> list[str]:
        return [self.cleaned_data["table"]] if self.cleaned_data["table"] else self.codes

    @property
    def chosen_course(self) -> Course:
        chosen: Course = self.cleaned_data["course"] or self.usually
        return chosen

    @property
    def choice(self) -> LineChoice:
        """Return the lines that are wanted."""
        chosen = {name: self.cleaned_data[name] for name in CHOSEN_BY}
        return LineChoice(**chosen, group=GROUP_OF[self.chosen_course])

    def offer_lines(self, offered: Offered) -> None:
        """Fill the choices with those of the lines."""
        self._offer_found("kind", gettext("All kinds"), {kind: gettext(kind) for kind in offered.kinds})
        self._offer_found("clause", gettext("All clauses"), dict(offered.clauses))
        self._offer_found("rule", gettext("All rules"), {rule: rule_label(rule) for rule in offered.rules})
        self._offer_found("person", gettext("Everybody"), {name: called(name) for name in offered.people})
        self._offer_found("type", gettext("All events"), {type_: type_name(type_) for type_ in offered.types})

    def _offer_found(self, name: str, every: str, labels: dict[str, str]) -> None:
        chosen = self.cleaned_data[name]
        if chosen and chosen not in labels:
            labels[chosen] = chosen
        found = sorted(((label, key) for key, label in labels.items()), key=lambda each: each[0].casefold())
        widget = self.fields[name].widget
        assert isinstance(widget, forms.Select)
        widget.choices = [("", every), *((key, label) for label, key in found)]


class LineField(EnteredField):
    """Words typed on several lines, as one line."""

    joins_lines = True

    def read(self, entered: str) -> str:
        """Return the words with single spaces."""
        return " ".join(entered.split())


class AnswerForm(CommandForm):
    """Answer to a violation: its button, its permission, and its words if it needs any.

    `of_ended`: it is given to a violation on which an inspector has decided.
    """

    do_not_call_in_templates = True
    name: ClassVar[str]
    label: ClassVar[str]
    permission: ClassVar[str]
    words_label: ClassVar[str] = ""
    of_ended: ClassVar[bool] = False

    words = LineField(otherwise="")

    def __init__(self, signature: Signature, entered: Form) -> None:
        super().__init__(entered)
        self.signatures = (signature,)


class AcknowledgeForm(AnswerForm):
    name, label, permission = "acknowledge", _("Acknowledge"), "violation.answer"

    def command(self) -> Acknowledge:
        """Return the command. Raises Unclear for words, which would be lost."""
        if self.cleaned_data["words"]:
            raise Unclear("acknowledgement-with-words")
        return Acknowledge(signatures=self.signatures)


class ExplainForm(AnswerForm):
    name, label, permission = "explain", _("Explain"), "violation.answer"
    words_label = _("Explanation")

    def command(self) -> Explain:
        return Explain(words=self.cleaned_data["words"], signatures=self.signatures)


class DecisionForm(AnswerForm):
    """Decision of an inspector, with the reason."""

    permission = "violation.judge"
    words_label = _("Reason")

    def command(self) -> AnyViolationCommand:
        decision: AnyViolationCommand = self.makes(
            reason=self.cleaned_data["words"], signatures=self.signatures
        )
        return decision


class UpholdForm(DecisionForm):
    makes, name, label = Uphold, "uphold", _("Uphold")


class DismissForm(DecisionForm):
    makes, name, label = Dismiss, "dismiss", _("Dismiss")


class ReopenForm(DecisionForm):
    makes, name, label = Reopen, "reopen", _("Open again")
    of_ended = True


ANSWER_FORMS: dict[str, type[AnswerForm]] = {
    form.name: form for form in (AcknowledgeForm, ExplainForm, UpholdForm, DismissForm, ReopenForm)
}
"""The forms by the command's name in the address."""
