"""The last step of setting up: the casino and its first administrator, at once and only once."""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction

from casino.people.models import Person
from casino.setting_up.forms import AdministratorForm
from casino.setting_up.links import open_link
from tables.handling.models import Casino

Draft = dict[str, Any]
"""What was entered in the steps before the last, by their names."""


def set_up(
    token: str, session: SessionBase, draft: Draft, administrator: AdministratorForm, now: datetime
) -> Person:
    """Register the casino and engage its first administrator; the link is used then. Raises LinkGone.

    `administrator` is valid. The second factor is set up by the administrator when signing in: the role requires it.
    """
    with transaction.atomic():
        link = open_link(token, session, now, lock=True)
        casino = Casino.objects.create(name=draft["casino"]["name"], time_zone=draft["casino"]["time_zone"])
        person = administrator.person()
        person.casino_id = casino.pk
        person.set_password(administrator.cleaned_data["password"])
        person.set_pin(administrator.cleaned_data["pin"])
        person.save()
        link.used_at, link.casino_id = now, casino.pk
        link.save(update_fields=["used_at", "casino_id"])
    return person
