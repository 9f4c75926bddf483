"""A step that somebody at the cash desk asks for with a form of a page."""

from collections.abc import Mapping

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from casino.people.permissions import RULES, rule_of


def check_step(request: HttpRequest, step: str, permissions: Mapping[str, str], where: str) -> None:
    """Raises Http404 for what is no step at `where`, PermissionDenied unless the person may take it."""
    if step not in permissions:
        raise Http404(f"nothing called {step} is done {where}")
    if not RULES[permissions[step]](request.user):
        raise PermissionDenied(rule_of(permissions[step]))
