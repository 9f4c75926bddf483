"""A person is erased: the name and the secrets go, the record stays.

Events name people by references to texts beside the record. The texts are emptied, the account keeps its number and
loses the rest, and the name is replaced wherever a table repeats it: docs/people.md#erasing-a-person.
"""

from datetime import datetime

from allauth.mfa.models import Authenticator
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection, transaction

from casino.people.acting import identity
from casino.people.erased_texts import ErasedPerson, last_erased, replace_everywhere
from casino.people.models import AccessEntry, AttemptCounter, Person
from casino.people.personal_fields import PERSONAL_FIELDS
from casino.people.register.aggregate import AT_THE_MACHINE, PersonAggregate
from tables.handling import handle
from tables.play.events import Signature
from tables.registers.people.commands import ErasePerson
from tables.stream import forget_personal_texts
from tables.stream.models import PersonalText

REPORT_FILES = ("report_job_result", "report_job_day", "report_job")
"""Tables of report files: each is made again from the record, and some are packed."""


def erase_person(person: Person, signatures: tuple[Signature, ...], *, now: datetime) -> ErasedPerson:
    """Erase a person who has left, in one transaction, as the owner of the tables.

    Two officers have signed. Returns the erased person with the number. Raises Refused for a person who has not left or
    is erased, and without the two signatures.
    """
    with transaction.atomic():
        names = _names_of(person)
        handle(
            PersonAggregate(person.casino_id),
            ErasePerson(person=person.pk, signatures=signatures),
            by=AT_THE_MACHINE,
            now=now,
        )
        held = Person.objects.select_for_update().get(pk=person.pk)
        erased = ErasedPerson(
            casino_id=held.casino_id,
            identity=identity(held),
            names=names,
            sign_in=held.username,
            number=last_erased(held.casino_id) + 1,
            shared=_shared(held, names),
        )
        own = PersonalText.objects.filter(casino_id=held.casino_id, person=erased.identity)
        own.update(text=None, erased=erased.number)
        _empty_access_entries(erased)
        _remove_traces(held)
        _empty_account(held, erased)
        replace_everywhere(erased)
        transaction.on_commit(forget_personal_texts)
    return erased


def _names_of(person: Person) -> tuple[str, ...]:
    """Return all names that the person had, the longest first: one may be a part of another."""
    own = PersonalText.objects.filter(casino_id=person.casino_id, person=identity(person))
    # Only names are replaced everywhere; a reason may belong to somebody else.
    former = {person.display_name, *own.filter(is_name=True).values_list("text", flat=True)}
    return tuple(sorted(filter(None, former), key=len, reverse=True))


def _shared(person: Person, names: tuple[str, ...]) -> frozenset[str]:
    others = Person.objects.filter(casino_id=person.casino_id, display_name__in=names).exclude(pk=person.pk)
    return frozenset(others.values_list("display_name", flat=True))


def _empty_access_entries(erased: ErasedPerson) -> None:
    """Empty the texts in the rows of the page of access, as they are derived from the record from now on."""
    for row in AccessEntry.objects.filter(casino_id=erased.casino_id, person=erased.identity):
        fields = [field for field in PERSONAL_FIELDS.get(row.type, ()) if field in row.data]
        row.person_name = erased.label
        row.data = row.data | dict.fromkeys(fields, "")
        row.save(update_fields=["person_name", "data"])


def _remove_traces(person: Person) -> None:
    """Delete second factors, sessions, counters of attempts, and the casino's report files."""
    Authenticator.objects.filter(user=person).delete()
    store = SessionStore()
    user_of = {row.pk: store.decode(row.session_data).get(SESSION_KEY) for row in Session.objects.iterator()}
    Session.objects.filter(pk__in=[key for key, user in user_of.items() if user == str(person.pk)]).delete()
    AttemptCounter.objects.filter(whose__in=(person.account_name, str(person.pk))).delete()
    AttemptCounter.objects.filter(by=identity(person)).delete()
    with connection.cursor() as cursor:
        for table in REPORT_FILES:
            cursor.execute(f"DELETE FROM {table} WHERE casino_id = %s", [person.casino_id])
        for table in ("axes_accessattempt", "axes_accesslog", "axes_accessfailurelog"):
            cursor.execute(
                f"DELETE FROM {table} WHERE username IN (%s, %s)", [person.account_name, person.signs_in_as]
            )


def _empty_account(person: Person, erased: ErasedPerson) -> None:
    """Leave the number, the casino and the role of an account that nobody signs in with."""
    person.username, person.display_name = f"erased-{erased.number}", erased.label
    person.language, person.pin, person.password_set_at, person.last_login = "", "", None, None
    person.set_unusable_password()
    person.session_generation += 1
    person.save()
