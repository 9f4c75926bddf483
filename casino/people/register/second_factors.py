"""The second factors of a person, which django-allauth keeps where a casino uses it."""

from typing import Any

from django.apps import apps

from casino.people.models import Person

MFA = "mfa"
"""The label of django-allauth's app."""


def _of(person: Person) -> Any:
    return apps.get_model(MFA, "Authenticator")._default_manager.filter(user_id=person.pk)


def has_second_factor(person: Person) -> bool:
    """Whether the person signs in with more than a password."""
    return apps.is_installed("allauth.mfa") and bool(_of(person).exists())


def forget_second_factors(person: Person) -> None:
    """Delete the person's second factors, recovery codes among them."""
    if apps.is_installed("allauth.mfa"):
        _of(person).delete()
