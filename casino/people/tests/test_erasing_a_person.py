"""Somebody who has left is erased by two officers: no table has the name, and the record is as it was."""

import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from casino.people.acting import acting, named
from casino.people.models import Person, Role
from casino.people.register.aggregate import AT_THE_MACHINE, PersonAggregate, life_of
from casino.people.signing import own_signature
from casino.reports.models import ReportJob, ReportJobResult
from tables.handling import handle
from tables.handling.aggregates.rota import RotaAggregate
from tables.handling.gaming_day import gaming_day
from tables.play import commands as c
from tables.registers.people import commands as p
from tables.registers.people import events as e
from tables.registers.rota.planning import PlanEntry
from tables.stream import forget_personal_texts, read_stream, rebuild, verify_chain
from tables.stream.models import Event, PersonalText
from tables.stream.projections import all_projections
from testkit.house import OpenHouse
from testkit.people import PASSWORD, browser_of, engage

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)
PIN, OFFICER_PIN = "4711", "2036"
PERSONAL = ("Müller", "M\\u00fcller", "Anna Rossi", "anna.mu", "Lugano", "blue key")
"""All that the tables know of Anna: names, sign-in, a reason, the name of a passkey."""


class Staff:
    """A casino with a table, two officers, and Anna, who has done everything and has left."""

    def __init__(self, casino_id: int) -> None:
        self.house = OpenHouse(casino_id, "pt-americana", now=timezone.now(), day=None)
        self.casino_id = casino_id
        self.administrator = engage(Role.ADMINISTRATOR, casino_id=casino_id, sign_in="rosa", pin=OFFICER_PIN)
        self.manager = engage(Role.DIRECTION, casino_id=casino_id, sign_in="carlo", pin=OFFICER_PIN)
        self.anna = self._anna()
        self._works()
        self._leaves()

    def signed(self) -> tuple[Any, ...]:
        return (own_signature(self.administrator), own_signature(self.manager))

    def change(self, command: p.PersonCommand, by: Person | None = None) -> int:
        """Carry a request to the register out; the number of the person."""
        actor = acting(by or self.administrator, "people")
        outcome = handle(PersonAggregate(self.casino_id), command, by=actor, now=timezone.now())
        return outcome.state.number

    def _anna(self) -> Person:
        engaged = p.EngagePerson(
            name="Anna Müller", sign_in="anna.mu", role="pit_boss", signatures=self.signed()
        )
        person = Person.objects.get(pk=self.change(engaged))
        person.set_password(PASSWORD)
        person.set_pin(PIN)
        person.must_set_password = False
        person.save()
        return person

    def _works(self) -> None:
        browser = Client()
        browser.post("/sign-in/", {"username": "anna.mu", "password": "not hers at all"})
        assert browser.post("/sign-in/", {"username": "anna.mu", "password": PASSWORD}).status_code == 302
        browser_of(self.anna).get("/floor/")
        self.house.do(c.AnnounceBetsOpen(), by=acting(self.anna, "T1/pit-boss"))
        self.house.do(c.ChangeStaff(position="payer", person=named(self.anna)))
        now = self.house.now
        planned = PlanEntry(
            person=named(self.anna), begins=now, ends=now + HOUR, table="T1", position="payer", spins=True
        )
        day = gaming_day(self.casino_id, now)
        handle(RotaAggregate(self.casino_id, day), planned, by=acting(self.anna, "rota"), now=now)
        self.change(p.RenamePerson(person=self.anna.pk, name="Anna Rossi"))
        self.anna.refresh_from_db()
        self.house.do(c.BeginBreak(person=named(self.anna)), by=acting(self.anna, "T1/pit-boss"))
        self._asks_for_a_report()

    def _asks_for_a_report(self) -> None:
        job, now = uuid4(), timezone.now()
        ReportJob.objects.create(
            casino_id=self.casino_id,
            id=job,
            report="ledger",
            since="2026-11-20",
            until="2026-11-20",
            form="csv",
            total=1,
            asked_by=self.anna.display_name,
            person=self.anna.pk,
            asked_at=now,
            worked_at=now,
        )
        ReportJobResult.objects.create(casino_id=self.casino_id, job=job, content="Anna Müller".encode())

    def _leaves(self) -> None:
        self.change(
            p.SuspendPerson(person=self.anna.pk, reason="lost the blue key", signatures=self.signed())
        )
        self.change(p.EndEngagement(person=self.anna.pk, reason="moved to Lugano", signatures=self.signed()))
        self.anna.refresh_from_db()


@pytest.fixture
def staff(casino_id: int) -> Staff:
    return Staff(casino_id)


def erase(monkeypatch: pytest.MonkeyPatch, *pins: str, name: str = "anna.mu", **how: str) -> str:
    """Run the command with these PINs; its output."""
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{pin}\n" for pin in pins)))
    officers = {"administrator": "rosa", "officer": "carlo"} | how
    call_command("erase_person", name, **officers, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def everything() -> dict[str, str]:
    """The rows of every table as text, by the table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
        )
        tables = [name for (name,) in cursor.fetchall()]
        found = {}
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = str(
                [bytes(each) if isinstance(each, memoryview) else each for row in cursor for each in row]
            )
    return found


def tables_with(words: tuple[str, ...]) -> set[str]:
    return {table for table, text in everything().items() if any(each in text for each in words)}


def streams(casino_id: int) -> list[str]:
    of_casino = Event.objects.filter(casino_id=casino_id)
    return list(of_casino.values_list("stream_id", flat=True).distinct())


def hashes(casino_id: int) -> list[bytes]:
    found = Event.objects.filter(casino_id=casino_id).order_by("id").values_list("hash", flat=True)
    return [bytes(each) for each in found]


def test_erased_person_is_named_in_no_table(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tables_with(PERSONAL)
    assert {"personal_text", "people_person", "people_access", "house_board", "house_rota_entry"} <= before
    assert not {table for table in before if table.startswith("event")}
    assert "Erased person 1" in erase(monkeypatch, OFFICER_PIN, OFFICER_PIN)
    assert tables_with(PERSONAL) == set()
    row = Person.objects.get(pk=staff.anna.pk)
    assert (row.display_name, row.username, row.pin) == ("Erased person 1", "erased-1", "")
    assert not row.has_usable_password()


def test_erased_name_stays_away_when_the_table_goes_on(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that plays the table has its state in memory, with the name."""
    erase(monkeypatch, OFFICER_PIN, OFFICER_PIN)
    staff.house.do(c.ChangeStaff(position="payer", person=named(staff.manager)))
    assert tables_with(PERSONAL) == set()
    assert "Erased person 1" in everything()["house_board"]


def test_record_is_as_it_was_after_an_erasure(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    before = hashes(staff.casino_id)
    erase(monkeypatch, OFFICER_PIN, OFFICER_PIN)
    assert hashes(staff.casino_id)[: len(before)] == before
    faults = [verify_chain(staff.casino_id, each) for each in streams(staff.casino_id)]
    assert not any(faults)
    record, event = life_of(staff.anna)[-1]
    assert isinstance(event, e.PersonErased)
    assert (event.person.name, event.number) == ("Erased person 1", 1)
    assert record.metadata["by"]["id"] == AT_THE_MACHINE.id
    assert {each["person"]["name"] for each in record.metadata["signed"]} == {
        staff.administrator.display_name,
        staff.manager.display_name,
    }
    actors = {
        each.metadata["by"]["name"]
        for stream in streams(staff.casino_id)
        for each in read_stream(staff.casino_id, stream)
        if each.metadata.get("by", {}).get("id") == f"person/{staff.anna.pk}"
    }
    assert actors == {"Erased person 1"}


def test_rows_after_an_erasure_are_those_of_a_rebuild(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    erase(monkeypatch, OFFICER_PIN, OFFICER_PIN)
    forget_personal_texts()
    for name, projection in all_projections().items():
        if not projection.not_rebuilt and projection.name in {
            "access",
            "board",
            "rota",
            "slips",
            "drop_boxes",
        }:
            (found,) = rebuild(name, staff.casino_id)
            assert (name, found.removed, found.added) == (name, 0, 0)


def test_erased_person_is_shown_by_number(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    erase(monkeypatch, OFFICER_PIN, OFFICER_PIN)
    browser = browser_of(staff.administrator)
    for path in ("/people/?standing=left", f"/people/{staff.anna.pk}/", "/people/access/"):
        page = browser.get(path).content.decode()
        assert "Erased person 1" in page
        assert not any(each in page for each in PERSONAL)
    assert "Erased" not in browser.get("/people/staff.csv").content.decode()
    assert "restore-person" not in browser.get(f"/people/{staff.anna.pk}/").content.decode()


def test_second_erased_person_gets_the_next_number(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    erase(monkeypatch, OFFICER_PIN, OFFICER_PIN)
    other = Person.objects.get(
        pk=staff.change(
            p.EngagePerson(name="Bruno Z.", sign_in="bruno", role="croupier", signatures=staff.signed())
        )
    )
    staff.change(p.EndEngagement(person=other.pk, signatures=staff.signed()))
    assert "Erased person 2" in erase(monkeypatch, OFFICER_PIN, OFFICER_PIN, name="bruno")
    assert tables_with(("Bruno",)) == set()
    assert PersonalText.objects.filter(casino_id=staff.casino_id, erased=1).exists()


@pytest.mark.parametrize(
    ("pins", "how", "why"),
    [
        ((OFFICER_PIN, "9041"), {}, "PIN"),
        ((OFFICER_PIN, OFFICER_PIN), {"officer": "rosa"}, "two people"),
        ((OFFICER_PIN, OFFICER_PIN), {"administrator": "carlo"}, "administrator"),
        ((OFFICER_PIN, OFFICER_PIN), {"officer": "nobody"}, "nobody has that name"),
    ],
    ids=["a wrong PIN", "one officer twice", "no administrator", "an unknown officer"],
)
def test_nobody_is_erased_without_two_officers(
    staff: Staff, monkeypatch: pytest.MonkeyPatch, pins: tuple[str, ...], how: dict[str, str], why: str
) -> None:
    with pytest.raises(CommandError, match=why):
        erase(monkeypatch, *pins, **how)
    staff.anna.refresh_from_db()
    assert staff.anna.display_name == "Anna Rossi"
    assert not PersonalText.objects.filter(casino_id=staff.casino_id).exclude(erased=0).exists()


def test_nobody_is_erased_who_works_here_or_is_erased(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    engage(Role.CHEF_DE_TABLE, casino_id=staff.casino_id, sign_in="dora")
    with pytest.raises(CommandError, match="End the engagement before"):
        erase(monkeypatch, OFFICER_PIN, OFFICER_PIN, name="dora")
    erase(monkeypatch, OFFICER_PIN, OFFICER_PIN)
    with pytest.raises(CommandError, match="Erased person 1 is erased"):
        erase(monkeypatch, OFFICER_PIN, OFFICER_PIN, name="erased-1")


def test_people_of_the_same_name_keep_theirs(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    namesake = Person.objects.get(
        pk=staff.change(
            p.EngagePerson(
                name="Anna Rossi", sign_in="anna2", role="chef_de_table", signatures=staff.signed()
            )
        )
    )
    staff.house.do(c.ChangeStaff(position="payer", person=named(namesake)))
    assert "rebuild" in erase(monkeypatch, OFFICER_PIN, OFFICER_PIN)
    namesake.refresh_from_db()
    assert namesake.display_name == "Anna Rossi"
    assert staff.house.state.staff["payer"].name == "Anna Rossi"
