"""/api/v1/people: the register of people, and requests to change it, which an officer confirms on a screen.

A personnel system requests that somebody is engaged, and that somebody has left. It never sees a secret or a link: the
officer who confirms sees to it that the person gets the one-time link.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import ADMINISTRATION, PEOPLE_READ, PEOPLE_WRITE, scopes_of_act
from casino.api.commands.body import command_values
from casino.api.commands.view import CommandView, command_views, rejections_as_problems
from casino.api.feed.cloud_events import CloudEvent, cloud_event
from casino.api.http.body import document_of, read
from casino.api.openapi.operations import operation
from casino.api.waiting.asking import ActRequested, Wanted, wait_for_officer
from casino.api.waiting.operations import Asked, By, Carried, waits
from casino.people.models import Person
from casino.people.register.aggregate import PersonAggregate, version_of_person
from casino.people.register.setup_link import LINK_AFTER
from tables.handling import handle
from tables.registers.people import commands as c
from tables.registers.people.state import Standing

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
    """Person of the casino."""

    person: Annotated[int, msgspec.Meta(examples=[7])]
    name: str
    sign_in: str
    role: Annotated[str, msgspec.Meta(examples=["pit_boss"])]
    language: str
    standing: Standing
    must_set_password: bool
    signed_in_at: datetime | None


class People(msgspec.Struct, frozen=True, kw_only=True):
    """All people with an account, including former ones, by number."""

    people: tuple[RegisteredPerson, ...]


class PersonChanged(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a confirmed request: the events of the person, in their order; none if it was so already."""

    person: int
    events: tuple[CloudEvent, ...]


class PeopleView(APIView):
    required_scopes = [PEOPLE_READ]

    @operation("list_people", "people", People)
    def get(self, request: Request) -> People:
        """Return all people with an account at the casino, with role and status."""
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
    waits = True

    @property
    def required_scopes(self) -> list[str]:
        return scopes_of_act(PEOPLE_WRITE, self.act)

    @property
    def act(self) -> str:
        """Return the act of the table in `casino/people/acts.py`."""
        return f"people.{self.command.__struct_config__.tag}"

    def respond(self, request: Request, where: Mapping[str, Any]) -> HttpResponse:
        """Let the command wait for an officer. Signatures in the body are not read."""
        body = read(document_of(request), self.body)
        command = self.command(**command_values(body, self.command))
        seen = _version_of(client_of(request).casino_id, command)
        wanted = Wanted(operation=change_person, act=self.act, arguments=_arguments(command), seen=seen)
        return wait_for_officer(request, wanted, partial(rejections_as_problems, gettext("the person")))


def _version_of(casino_id: int, command: c.PersonCommand) -> int | None:
    """Return the version of the person whom a command changes; None for one whom it engages."""
    return version_of_person(casino_id, command.person) if isinstance(command, c.OfPerson) else None


def _arguments(command: c.PersonCommand) -> dict[str, Any]:
    """Return the command's own fields, with its name."""
    values: dict[str, Any] = msgspec.to_builtins(command)
    name = str(command.__struct_config__.tag)
    return {"command": name} | {
        each: values[each] for each in command.__struct_fields__ if each != "signatures"
    }


@waits("people.change", PEOPLE_WRITE, ADMINISTRATION, result=PersonChanged)
def change_person(asked: Asked, by: By) -> Carried:
    """Have the command handled. Raises Refused."""
    values = dict(asked.arguments)
    command = COMMANDS[values.pop("command")](**values, signatures=by.signatures)
    aggregate = PersonAggregate(asked.client.casino_id)
    outcome = handle(aggregate, command, by=by.actor, now=by.now, seen=_seen(asked, command))
    result = PersonChanged(person=aggregate.number, events=tuple(map(cloud_event, outcome.events)))
    has_link = bool(outcome.events) and isinstance(command, LINK_AFTER)
    return Carried(result=result, person=aggregate.number if has_link else None)


def _seen(asked: Asked, command: c.PersonCommand) -> int | None:
    """Return the version that the change is meant for. None for a row older than the register, which gets its first
    version with the change. It locks the person's row.
    """
    if asked.seen or not isinstance(command, c.OfPerson):
        return asked.seen
    casino_id, number = asked.client.casino_id, command.person
    Person.objects.select_for_update().filter(pk=number, casino_id=casino_id).first()
    return asked.seen if version_of_person(casino_id, number) else None


PEOPLE_COMMAND_VIEWS = command_views(
    PeopleCommandView, COMMANDS, tag="people", response=ActRequested, status=202
)
