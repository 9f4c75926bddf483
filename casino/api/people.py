"""/api/v1/people: the register of people, and commands to it, which an administrator signs with their PIN.

A personnel system engages whoever comes and says who has left. It never sees a secret: whoever is engaged sets their
own with the one-time link of the response.
"""

from datetime import datetime
from typing import Annotated

import msgspec
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import PEOPLE_READ, PEOPLE_WRITE
from casino.api.commands.view import (
    CommandRequest,
    CommandView,
    actor_of,
    command_views,
    rejections_as_problems,
)
from casino.api.feed.cloud_events import CloudEvent, cloud_event
from casino.api.openapi.operations import operation
from casino.people.models import Person, Role
from casino.people.register.aggregate import PersonAggregate
from casino.people.register.setup_link import LINK_AFTER, setup_path, waits_for_secrets
from tables.handling import handle
from tables.registers.people import commands as c
from tables.registers.people.state import Standing
from tables.roulette.refusal import Refused

COMMANDS: dict[str, type[c.PersonCommand]] = {
    str(command.__struct_config__.tag): command
    for command in (
        c.EngagePerson,
        c.RenamePerson,
        c.ChangeRole,
        c.ChangeLanguage,
        c.SuspendPerson,
        c.RestorePerson,
        c.EndEngagement,
        c.IssueSetupLink,
        c.ResetPassword,
        c.ResetPin,
        c.ResetSecondFactor,
    )
}
"""Commands to the register, by the end of their addresses."""


class RegisteredPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody of the casino. `person` is the number that commands name them by; `language` is empty for the casino's
    own. Who `must_set_password` has not used their one-time link."""

    person: Annotated[int, msgspec.Meta(examples=[7])]
    name: str
    sign_in: str
    role: Annotated[str, msgspec.Meta(examples=["pit_boss"])]
    language: str
    standing: Standing
    must_set_password: bool
    signed_in_at: datetime | None


class People(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody who has an account, also who has left, by number."""

    people: tuple[RegisteredPerson, ...]


class PersonChanged(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: the events of the person, in their order; none where it was so already. `setup_link` is the
    one-time link of somebody who has yet to set a password or a PIN, empty otherwise. It is for that person alone."""

    person: int
    events: tuple[CloudEvent, ...]
    setup_link: str = ""


class PeopleView(APIView):
    required_scopes = [PEOPLE_READ]

    @operation("list_people", "people", People)
    def get(self, request: Request) -> People:
        """Everybody who has an account at the house, with role and standing."""
        found = Person.objects.filter(casino_id=client_of(request).casino_id).order_by("pk")
        return People(people=tuple(map(_registered, found)))


def _registered(person: Person) -> RegisteredPerson:
    return RegisteredPerson(
        person=person.pk,
        name=person.display_name,
        sign_in=person.username,
        role=person.role,
        language=person.language,
        standing=person.standing,  # type: ignore[arg-type]  # of these values
        must_set_password=person.must_set_password,
        signed_in_at=person.last_login,
    )


class PeopleCommandView(CommandView):
    required_scopes = [PEOPLE_WRITE]
    is_secret = True

    def perform(self, call: CommandRequest) -> PersonChanged:
        client, aggregate = call.client, PersonAggregate(call.client.casino_id)
        with rejections_as_problems(gettext("the person")):
            command = self.command(**call.values(self.command))
            _check_signed(command)
            outcome = handle(aggregate, command, by=actor_of(client, "people/api"), now=call.now)
        person = Person.objects.get(pk=aggregate.number)
        shows = isinstance(command, LINK_AFTER) and waits_for_secrets(person)
        return PersonChanged(
            person=person.pk,
            events=tuple(map(cloud_event, outcome.events)),
            setup_link=call.request.build_absolute_uri(setup_path(person)) if shows else "",
        )


def _check_signed(command: c.PersonCommand) -> None:
    """On a screen the administrator has signed in; here they sign. Raises Refused."""
    if not any(each.role == Role.ADMINISTRATOR for each in command.signatures):
        raise Refused("people-unsigned")


PEOPLE_COMMAND_VIEWS = command_views(PeopleCommandView, COMMANDS, tag="people", response=PersonChanged)
