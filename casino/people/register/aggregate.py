"""The register of people under the command handler: each person has a stream, `person/7`, and a row that moves with it.

The row holds what the stream does not: hashes of secrets, and the generation of sessions. Both are written in the
transaction of the events. Somebody whose row is older than the register comes into it with the first event about them,
or by `manage.py upgrade`.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction

from casino.kit.uncountable import new_key
from casino.people.acting import keys_of
from casino.people.confirmation import common_makers
from casino.people.erased_texts import last_erased
from casino.people.models import SIGN_IN, Person, Role
from casino.people.register.setup_link import waits_for_secrets
from casino.people.sign_in.second_factors import has_second_factor, remove_second_factors
from tables.handling import Actor, Aggregate, Happened, How, record
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.handling.outcome import people_of
from tables.handling.set_up import is_being_set_up
from tables.play.events import Person as Named
from tables.play.pending import PendingEvent
from tables.refusal import Refused
from tables.registers.people import commands as c
from tables.registers.people import events as e
from tables.registers.people.decide import SECOND_OFFICERS, Around, checked_name, decide
from tables.registers.people.state import MACHINE, PersonState, evolve
from tables.stream import Appended, RecordedEvent, read_stream
from tables.text import alike

BEGINNING = Actor(id="register", name="Beginning of the register")
AT_THE_MACHINE = Actor(id=MACHINE.id, name=MACHINE.name, terminal="command-line")
"""Actor of a command of the casino's own machine."""
ENDS_SESSIONS = (e.PersonSuspended, e.PersonLeft, e.PasswordReset, e.PinReset, e.SecondFactorReset)


class UnknownPerson(Refused):
    """Nobody of that number has an account at this casino."""


class PersonAggregate(Aggregate[c.PersonCommand, PersonState, e.AnyPersonEvent]):
    """The person whom a command names, or the one whom it engages."""

    codec = e.PERSON_EVENTS
    number: int
    row: Person | None = None
    acting: str = ""
    day: str = ""
    changed: bool = False
    """True if the command changed something, when it was sent first."""

    @property
    def stream_id(self) -> str:
        return person_stream(self.number)

    @property
    def name(self) -> str:
        return "the register of people"

    @property
    def key_scope(self) -> str:
        return "people"

    def overtaken(self, state: PersonState) -> Refused:
        return Refused("person-moved-on", person=state.name)

    def load(self, command: c.PersonCommand, now: datetime) -> PersonState:
        """The person's row is held first, then the casino: changing one's own PIN holds the row too."""
        if isinstance(command, c.OfPerson):
            self.number, self.row = command.person, self._held(command.person)
        hold_casino(self.casino_id)
        self.day = gaming_day(self.casino_id, now).isoformat()
        if self.row is None:
            self.number = new_key()
            return PersonState()
        return self._as_stands()

    def _held(self, number: int) -> Person:
        held = Person.objects.select_for_update().filter(pk=number, casino_id=self.casino_id).first()
        if held is None:
            raise UnknownPerson("person-unknown", person=number)
        return held

    def _as_stands(self) -> PersonState:
        return self.evolved(read_stream(self.casino_id, self.stream_id), PersonState())

    def prepare(self, state: PersonState, command: c.PersonCommand, how: How) -> PersonState:
        """Somebody whose row is older than the register comes into it first."""
        self.acting = how["by"].id
        if self.row is None or state.version:
            return state
        return self._begun(self.row, how["now"])

    def begin(self, number: int, now: datetime) -> bool:
        """Bring somebody into the register whose row is older than it; whether they were not in it yet."""
        with transaction.atomic():
            if self.load(c.IssueSetupLink(person=number), now).version or self.row is None:
                return False
            self._begun(self.row, now)
        return True

    def _begun(self, row: Person, now: datetime) -> PersonState:
        found = [PendingEvent(each, now) for each in as_found(row, self.day)]
        begun = {"by": msgspec.to_builtins(BEGINNING)}
        return record(self, PersonState(), ((each, begun) for each in found), now)

    def current(self, earlier: Appended) -> PersonState:
        if earlier.events:
            self.changed = True
            self.number = int(earlier.events[0].stream_id.rpartition("/")[2])
        return self._as_stands()

    def decide(
        self, state: PersonState, command: c.PersonCommand, at: datetime
    ) -> Iterator[e.AnyPersonEvent]:
        return decide(state, command, self._around(state, command))

    def _around(self, state: PersonState, command: c.PersonCommand) -> Around:
        here = Person.objects.filter(casino_id=self.casino_id).exclude(pk=self.number)
        name, sign_in = entered_names(state, command)
        administrators = here.filter(role=Role.ADMINISTRATOR, is_active=True, must_set_password=False)
        names = dict(here.exclude(standing="left").values_list("display_name", "username"))
        namesake = alike(name, names) if name else None
        row = self.row
        return Around(
            acting=self.acting,
            set_up=is_being_set_up(self.casino_id),
            at_machine=self.acting == AT_THE_MACHINE.id,
            day=self.day,
            number=self.number,
            roles=tuple(Role),
            languages=tuple(code for code, _ in settings.LANGUAGES),
            sign_in_taken=bool(sign_in)
            and alike(sign_in, here.values_list("username", flat=True)) is not None,
            namesake=names[namesake] if namesake else "",
            common_makers=self._common_makers(command),
            other_second_officers=here.filter(role__in=SECOND_OFFICERS, is_active=True).count(),
            other_administrators=administrators.count(),
            waits=row is not None and waits_for_secrets(row),
            has_pin=row is not None and bool(row.pin),
            has_second_factor=row is not None and has_second_factor(row),
            erased_before=last_erased(self.casino_id),
        )

    def _common_makers(self, command: c.PersonCommand) -> tuple[str, ...]:
        """Return the people who had a part in the account of the person and in that of a signer of the confirmation."""
        if not isinstance(command, c.ConfirmPerson) or self.row is None:
            return ()
        officers = [each.person for each in command.signatures if each.person.id != self.stream_id]
        signing = Person.objects.filter(pk__in=keys_of(officers), casino_id=self.casino_id)
        return tuple(sorted(set().union(*(common_makers(self.row, each) for each in signing))))

    def evolve(self, state: PersonState, happened: Happened[e.AnyPersonEvent]) -> PersonState:
        return evolve(state, happened.event, happened.version, happened.at, by=people_of(happened.metadata))

    def after_append(
        self, command: c.PersonCommand, after: PersonState, events: Sequence[RecordedEvent], how: How
    ) -> None:
        """Update the row; delete secrets and sessions that the events take away."""
        row = self.row or Person(pk=self.number, casino_id=self.casino_id)
        new = self.row is None
        if new:
            row.set_unusable_password()
        row.username, row.display_name = after.sign_in, after.name
        row.role, row.language = after.role, after.language
        row.standing, row.is_active = after.standing, after.standing == "active"
        row.confirmation, row.makers = after.confirmation, list(after.makers)
        for event in map(self.codec.read, events):
            _take_away(row, event)
        row.must_set_password = row.role in SIGN_IN and not row.has_usable_password()
        row.save(force_insert=new)
        self.row, self.changed = row, True


def person_stream(number: int) -> str:
    return f"person/{number}"


def version_of_person(casino_id: int, number: int) -> int:
    """Return the version of a person in the register; 0 for an unknown one, and for a row older than the register."""
    records = read_stream(casino_id, person_stream(number))
    return records[-1].version if records else 0


def begin_register(now: datetime) -> Iterator[Person]:
    """Bring everybody who is older than the register into it, and yield each; a second call changes nothing."""
    casinos = Casino.objects.values("pk")
    for person in Person.objects.filter(casino_id__in=casinos).order_by("casino_id", "pk"):
        if PersonAggregate(person.casino_id).begin(person.pk, now):
            yield person


def life_of(person: Person) -> list[tuple[RecordedEvent, e.AnyPersonEvent]]:
    """Return the recorded events of a person, oldest first."""
    records = read_stream(person.casino_id, person_stream(person.pk))
    return [(each, e.PERSON_EVENTS.read(each)) for each in records]


def as_found(row: Person, day: str) -> Iterator[Any]:
    """Yield the events by which somebody comes into the register whose row is older."""
    person = Named(id=person_stream(row.pk), name=row.display_name)
    yield e.PersonEngaged(
        person=person, day=day, sign_in=row.username, role=row.role, language=row.language, found=True
    )
    if row.standing == "suspended":
        yield e.PersonSuspended(person=person, day=day, reason="")
    elif not row.is_active:
        yield e.PersonLeft(person=person, day=day)


def entered_names(state: PersonState, command: c.PersonCommand) -> tuple[str, str]:
    """The name and the sign-in that somebody else may have: those that are entered, or that come back."""
    match command:
        case c.EngagePerson():
            return _name_of(command.name), command.sign_in
        case c.RenamePerson():
            return _name_of(command.name), ""
        case c.RestorePerson():
            return state.name, ""
    return "", ""


def _name_of(entered: str) -> str:
    try:
        return checked_name(entered)
    except Refused:
        return ""  # is refused when it is decided


def _take_away(row: Person, event: e.AnyPersonEvent) -> None:
    if isinstance(event, ENDS_SESSIONS):
        row.session_generation += 1
    match event:
        case e.PasswordReset() | e.SetupLinkIssued():
            # Another unusable password ends the links that were made for the one before.
            row.set_unusable_password()
        case e.PinReset():
            row.pin = ""
        case e.SecondFactorReset():
            remove_second_factors(row)
