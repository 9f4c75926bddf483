"""The last step of setting up: the casino and its first administrator, at once and only once."""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction

from casino.people.models import Person, Role
from casino.people.register.aggregate import PersonAggregate
from casino.people.register.secrets import set_password, set_pin
from casino.setup.forms import AdministratorForm
from casino.setup.links import open_link
from tables.handling import Actor, handle
from tables.handling.registers import register_casino
from tables.registers.people.commands import EngagePerson

Draft = dict[str, Any]
"""Entered values of the steps before the last, by the steps' names."""


SETTING_UP = Actor(id="set-up", name="Setting up", terminal="set-up")
"""Actor in the record for the visitor of the link: nobody is engaged yet."""


def casino_values(draft: Draft) -> dict[str, Any]:
    """The casino's entry in its register, as it was entered."""
    casino, first = draft["casino"], draft["language"]["language"]
    return {
        "name": casino["name"],
        "time_zone": casino["time_zone"],
        "currency": casino["currency"],
        "gaming_day_begins_at": casino["day_begins_at"],
        # The first is where its people begin: that of these pages, if the house has it.
        "languages": sorted(draft["languages"]["languages"], key=lambda each: each != first),
        "rulebooks": draft["rulebooks"]["rulebooks"],
    }


def set_up(
    token: str, session: SessionBase, draft: Draft, administrator: AdministratorForm, now: datetime
) -> Person:
    """Register the casino and engage its first administrator; the link is used then. Raises LinkGone, and Refused where
    either cannot be.

    `administrator` is valid. The second factor is set up by the administrator when signing in: the role requires it.
    """
    with transaction.atomic():
        link = open_link(token, session, now, lock=True)
        casino = register_casino(casino_values(draft), by=SETTING_UP, now=now)
        person = _engage(casino.pk, administrator, draft["language"]["language"], now)
        link.used_at, link.casino_id = now, casino.pk
        link.save(update_fields=["used_at", "casino_id"])
    return person


def _engage(casino_id: int, administrator: AdministratorForm, language: str, now: datetime) -> Person:
    entered = administrator.cleaned_data
    command = EngagePerson(
        name=entered["display_name"], sign_in=entered["sign_in"], role=Role.ADMINISTRATOR, language=language
    )
    engaged = handle(PersonAggregate(casino_id), command, by=SETTING_UP, now=now)
    person = Person.objects.get(pk=engaged.state.number)
    set_password(person, entered["password"], by=SETTING_UP, now=now)
    set_pin(person, entered["pin"], by=SETTING_UP, now=now)
    return person
