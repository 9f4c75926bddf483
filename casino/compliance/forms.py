"""The filters of the list and the report, and the answers that people give to a violation."""

from datetime import date
from typing import Any, ClassVar

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy

from casino.compliance.models import Violation
from casino.compliance.presenters import ALL, OPEN, STATUSES, rule_label
from casino.kit.forms.command_form import CommandForm, EnteredField
from casino.kit.forms.fields import Form, Unclear
from casino.kit.sentences.marks import gettext_noop as _
from tables.compliance.commands import Acknowledge, AnyViolationCommand, Dismiss, Explain, Reopen, Uphold
from tables.compliance.state import ENDED
from tables.handling.models import GamingTable
from tables.play.events import Signature


class TableFilter(forms.Form):
    """A filter with a table of the casino; an empty choice means all."""

    use_required_attribute = False

    def __init__(self, casino_id: int, chosen: QueryDict | dict[str, Any]) -> None:
        super().__init__(chosen, auto_id="filter-%s")
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
    """Which violations are listed; nothing chosen means the open ones.

    A name is not typed: a link has it, to a single violation.
    """

    day = forms.DateField(
        required=False,
        label=gettext_lazy("Gaming day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
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
        chosen = {field: self.cleaned_data[field] for field in ("day", "table", "rule", "name")}
        found = self.raised.filter(**{field: str(value) for field, value in chosen.items() if value})
        status = self.cleaned_data["status"] or OPEN
        if status == OPEN:
            found = found.exclude(status__in=ENDED)
        elif status != ALL:
            found = found.filter(status=status)
        return found.order_by("-raised_at", "-version")


class ReportFilter(TableFilter):
    """The gaming day of the report, and the table; all tables if none is chosen."""

    day = forms.DateField(
        label=gettext_lazy("Gaming day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    table = forms.ChoiceField(required=False, label=gettext_lazy("Table"))

    @property
    def chosen_day(self) -> date:
        day: date = self.cleaned_data["day"]
        return day

    @property
    def chosen_tables(self) -> list[str]:
        return [self.cleaned_data["table"]] if self.cleaned_data["table"] else self.codes


class LineField(EnteredField):
    def read(self, entered: str) -> str:
        line = " ".join(entered.split())
        if not line.isprintable():
            raise Unclear("words-unreadable")
        return line


class AnswerForm(CommandForm):
    """An answer to a violation: its button, who may give it, and whether words go with it.

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
        """The command. Raises Unclear for words, which would be lost."""
        if self.cleaned_data["words"]:
            raise Unclear("acknowledgement-with-words")
        return Acknowledge(signatures=self.signatures)


class ExplainForm(AnswerForm):
    name, label, permission = "explain", _("Explain"), "violation.answer"
    words_label = _("How it came about")

    def command(self) -> Explain:
        return Explain(words=self.cleaned_data["words"], signatures=self.signatures)


class DecisionForm(AnswerForm):
    """What an inspector decides, with the reason."""

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
