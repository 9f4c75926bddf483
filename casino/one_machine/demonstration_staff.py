"""The demonstration's croupiers, registered with the PIN of all its people and without a sign-in; and the rota, which
has the ball of two tables by turns, from their opening to late in the day."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password

from casino.people.acting import named
from casino.people.demonstration_house import (
    CASINO_ID,
    CROUPIERS,
    PASSWORD,
    PEOPLE,
    PIN,
    TABLES,
    DemonstrationTable,
)
from casino.people.models import Person as Colleague
from casino.people.pin_hashing import hash_pin
from casino.people.register.aggregate import AT_THE_MACHINE, PersonAggregate
from tables.handling import Actor, handle
from tables.handling.aggregates.rota import RotaAggregate, recorded_rota
from tables.handling.gaming_day import gaming_day
from tables.handling.projections.table_snapshots import newest_state
from tables.play.events import Person
from tables.registers.people.commands import EngagePerson
from tables.registers.rota.planning import FillIn

PLANNED = ("RF1", "RA1")
"""Tables of one seat, so that three people are enough for each."""
AT_A_TABLE = 5
SHIFT = timedelta(hours=6)


def plan_rota(now: datetime, *, by: Actor) -> Iterator[str]:
    """Plan the present gaming day from now for a shift, if nothing is planned for it yet."""
    day = gaming_day(CASINO_ID, now)
    if recorded_rota(CASINO_ID, day).version:
        return
    begins = now.replace(second=0, microsecond=0)
    for table in TABLES:
        state = newest_state(CASINO_ID, table.code)
        if table.code not in PLANNED or state is None or state.spinner is None or state.phase == "closed":
            continue
        # At most two of a table's five croupiers are seated, so the last two are free.
        others = (table.place * 5 + 4, table.place * 5 + 5)
        relief = tuple(croupier(number) for number in others)
        turns = FillIn(table=table.code, people=(state.spinner, *relief), begins=begins, ends=begins + SHIFT)
        handle(RotaAggregate(CASINO_ID, day), turns, by=by, now=now)
    yield f"The rota of {day} is planned"


def engage_people(now: datetime) -> Iterator[str]:
    """Register the missing people and croupiers of the demonstration; yield a line for each."""
    there = set(Colleague.objects.values_list("username", flat=True))
    missing = [each for each in (*PEOPLE, *CROUPIERS) if each.sign_in not in there]
    if not missing:
        return
    # A hash is made to take long, and neither is a secret: one of each for all of them. Croupiers do not sign in.
    password, pin = make_password(PASSWORD), hash_pin(PIN)
    for each in missing:
        command = EngagePerson(name=each.display_name, sign_in=each.sign_in, role=each.role)
        person = handle(PersonAggregate(CASINO_ID), command, by=AT_THE_MACHINE, now=now).state.number
        secrets = {"password": password, "must_set_password": False} if each in PEOPLE else {}
        Colleague.objects.filter(pk=person).update(pin=pin, **secrets)
        if each in PEOPLE:
            yield f"{each.display_name} signs in as {each.sign_in}"
    if croupiers := sum(each in CROUPIERS for each in missing):
        yield f"{croupiers} croupiers are registered, and sign at the tables with the PIN"


def croupiers_of(table: DemonstrationTable) -> tuple[Person, ...]:
    """The table's five."""
    return tuple(croupier(table.place * AT_A_TABLE + number) for number in range(1, AT_A_TABLE + 1))


def croupier(number: int) -> Person:
    """The croupier of that number, as the record names them at a seat."""
    return named(Colleague.objects.get(username=f"croupier-{number}", casino_id=CASINO_ID))
