"""First page of a person after sign-in."""

from typing import Any

from django.urls import reverse


def first_page(person: Any) -> str:
    """An inspector begins at the violations, an administrator at the registers, others on the floor, or, where the
    role does not see it, at the payout sheets."""
    if person.has_perm("registers.change"):
        return reverse("registers:index")
    if person.has_perm("violation.judge"):
        return reverse("compliance:violations")
    sheets_only = person.has_perm("sheet.see") and not person.has_perm("floor.see")
    return reverse("floor:sheets" if sheets_only else "floor:floor")
