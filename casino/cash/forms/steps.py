"""A step that somebody takes at the cash desk: the form of its command, and who may take it."""

from collections.abc import Mapping
from typing import ClassVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from casino.kit.forms.command_form import CommandForm
from casino.people.permissions import RULES, rule_of


class StepForm(CommandForm):
    """The form of a step, with the permission to take it."""

    permission: ClassVar[str]


Steps = Mapping[str, type[StepForm]]
"""The steps of a page by their names in its addresses."""


def step_form(request: HttpRequest, steps: Steps, step: str) -> type[StepForm]:
    """The form of a step. Raises Http404 for one that there is not, PermissionDenied unless the person may take it."""
    form = steps.get(step)
    if form is None:
        raise Http404(f"no step is called {step}")
    if not RULES[form.permission](request.user):
        raise PermissionDenied(rule_of(form.permission))
    return form
