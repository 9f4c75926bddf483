"""A file of any size is checked without a transaction, as the record would decide, and within a limit of entries."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from casino.casino_file.loading import MOST_ENTRIES, FileFault, HouseRefused, Loader, load_house
from casino.casino_file.planned import PlannedRegisters
from casino.casino_file.recorded import RecordedRegisters
from casino.casino_file.tests.test_house_file import BY, HOUSE
from casino.people.models import Person
from casino.people.register.staff_csv import MOST_LINES, StaffLine, StaffRefused, load_staff
from tables.handling.models import Casino
from tables.handling.registers import register_casino
from tables.stream import ANY, NewEvent, append, read_feed
from tables.stream.models import Event
from testkit.stream import sequence_all

pytestmark = pytest.mark.django_db(transaction=True)

EVERY = 500
"""So many statements apart somebody else records something."""
HANGS_S = 60


def record_elsewhere(casino_id: int) -> int:
    """Record an event over another connection and sequence it; how many events the feed has then."""
    now = timezone.now()
    try:
        with transaction.atomic():
            noted = [NewEvent(type="noted", data={}, occurred_at=now)]
            append(casino_id, "notes", noted, expected_version=ANY, now=now)
        sequence_all(casino_id)
        return len(read_feed(casino_id, limit=10_000))
    finally:
        connection.close()


@contextmanager
def recorded_between(casino_id: int) -> Iterator[list[int]]:
    """Let another connection record an event between the statements of this one: each must be sequenced at once."""
    seen: list[int] = []
    statements = 0

    def between(execute: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal statements
        done = execute(*arguments)
        statements += 1
        if statements % EVERY == 5:
            assert not connection.in_atomic_block, "the check is in a transaction"
            seen.append(elsewhere.submit(record_elsewhere, casino_id).result(HANGS_S))
        return done

    with ThreadPoolExecutor(1) as elsewhere, connection.execute_wrapper(between):
        yield seen
    assert seen
    assert seen == list(range(seen[0], seen[0] + len(seen))), "an event was not sequenced at once"


@pytest.fixture
def here() -> int:
    return register_casino({"name": "Here", "time_zone": "Europe/Rome"}, by=BY, now=timezone.now()).pk


def largest() -> dict[str, Any]:
    """A house of as many entries as a file may have."""
    people = {
        f"person-{n}": {"name": f"Person number {n}", "role": "croupier", "language": "it"}
        for n in range(MOST_LINES)
    }
    pits = {f"P{n}": {"name": f"Pit {n}"} for n in range(MOST_ENTRIES - MOST_LINES - 3)}
    casino = {"name": "Here", "time_zone": "Europe/Rome", "currency": "CHF"}
    return {"casino": casino, "pit": pits, "person": people}


def check(document: Mapping[str, Any], casino_id: int | None) -> Any:
    return load_house(document, casino_id=casino_id, by=BY, now=timezone.now(), only_check=True)


def test_check_of_the_largest_house_lets_others_record_and_stores_nothing(here: int) -> None:
    before = Event.objects.filter(casino_id=here).count()
    with recorded_between(here) as seen:
        planned = check(largest(), here)
    assert len(planned.changed) == MOST_ENTRIES - MOST_LINES - 3 + 2
    assert Event.objects.filter(casino_id=here).count() == before + len(seen)
    assert not Person.objects.filter(casino_id=here).exists()


def test_check_of_a_new_casino_registers_none() -> None:
    before = Casino.objects.count()
    assert "casino" in check(tomllib.loads(HOUSE), None).changed
    assert Casino.objects.count() == before


def test_list_of_wrong_lines_lets_others_record_and_stores_nothing(here: int) -> None:
    lines = [
        StaffLine(line=n, name=f"Person {n}", sign_in=f"person-{n}", role="pirate") for n in range(MOST_LINES)
    ]
    with recorded_between(here), pytest.raises(StaffRefused) as refused:
        load_staff(here, lines, by=BY, now=timezone.now())
    assert len(refused.value.mistakes) == MOST_LINES
    assert not Person.objects.filter(casino_id=here).exists()


def test_too_many_entries_are_refused_before_anything_is_read(here: int) -> None:
    pits = {f"P{n}": {"name": f"Pit {n}"} for n in range(MOST_ENTRIES + 1)}

    def no_statement(execute: Callable[..., Any], *arguments: Any) -> Any:
        raise AssertionError(arguments[0])

    with connection.execute_wrapper(no_statement), pytest.raises(HouseRefused) as refused:
        load_house({"pit": pits}, casino_id=here, by=BY, now=timezone.now())
    (fault,) = refused.value.faults
    assert (fault.place, fault.refusal.code) == (("pit",), "file-too-long")
    assert fault.refusal.parameters == {"found": MOST_ENTRIES + 1, "limit": MOST_ENTRIES}
    lines = [StaffLine(line=n, name="x", sign_in=f"p{n}", role="croupier") for n in range(MOST_LINES + 1)]
    with connection.execute_wrapper(no_statement), pytest.raises(StaffRefused):
        load_staff(here, lines, by=BY, now=timezone.now())


def test_file_that_changes_nothing_takes_no_transaction() -> None:
    document = tomllib.loads(HOUSE)
    casino_id = load_house(document, casino_id=None, by=BY, now=timezone.now()).casino_id
    with recorded_between(casino_id):
        loaded = load_house(document, casino_id=casino_id, by=BY, now=timezone.now())
    assert loaded.changed == ()


BROKEN = (
    HOUSE.replace('time_zone = "Europe/Rome"', 'time_zone = "Europe/Roma"')
    .replace("minimum = 500", 'minimum = "five"')
    .replace('material = "ivorine"', 'material = "gold"')
    .replace('role = "croupier"', 'role = "pirate"')
)
CHANGED: dict[str, str] = {
    "nothing": HOUSE,
    "table": HOUSE.replace("theory_of_drop = 2000", "theory_of_drop = 2100"),
    "rulebook": HOUSE.replace('rulebook = "it-campione"\nwheel', 'rulebook = "it-venezia"\nwheel'),
    "unknown-table": HOUSE.replace('table = "RF1"\nletter', 'table = "RF9"\nletter'),
    "moved": HOUSE.replace('table = "RF1"\nletter = "A"', 'table = "RF2"\nletter = "A"'),
    "letter-twice": HOUSE
    + '\n[ball.B-2]\ndiameter_mm = 20.0\ntable = "RF1"\nletter = "A"\n[ball.B-2.make]\nmaterial = "ivorine"\n'
    + 'colour = "white"\n[ball.B-2.inspected]\ncondition = "fit"\nat = 2026-10-01T09:00:00Z\n',
    "withdrawn": HOUSE.replace('numbering = "french"\ntable = "RF1"', 'numbering = "french"\nwithdrawn = "worn"'),
    "series": HOUSE.replace("500 = 1000", "500 = 1500"),
    "fewer-chips": HOUSE.replace("500 = 1000", "500 = 900"),
    "series-again": HOUSE.replace('[series."2025"]\nended = true', '[series."2025"]'),
    "other-make": HOUSE.replace("deflectors = 8", "deflectors = 9"),
    "future": HOUSE.replace("at = 2026-10-01T09:00:00Z\nnext_due", "at = 2999-10-01T09:00:00Z\nnext_due"),
    "renamed": HOUSE.replace("Anna Bianchi", "Anna Bianchi-Neri"),
    "namesake": HOUSE + '\n[person.dora]\nname = "Carlo Verdi"\nrole = "croupier"\n',
    "names-exchanged": HOUSE.replace("Anna Bianchi", "X")
    .replace("Carlo Verdi", "Anna Bianchi")
    .replace('"X"', '"Carlo Verdi"'),
    "name-given-up": HOUSE.replace("Anna Bianchi", "Anna Neri").replace("Carlo Verdi", "Anna Bianchi"),
    "last-administrator": HOUSE.replace('role = "administrator"', 'role = "pit_boss"'),
    "new-pit": HOUSE.replace('pit = "P1"', 'pit = "P2"') + '\n[pit.P2]\nname = "Second pit"\n',
    "reader": HOUSE.replace("10.0.0.7:4001", "10.0.0.8:4002"),
    "broken": BROKEN,
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGED)
@pytest.mark.parametrize("is_new", [False, True], ids=["known", "new"])
def test_plan_decides_as_the_record_does(name: str, is_new: bool) -> None:
    now = timezone.now()
    document = tomllib.loads(CHANGED[name])
    casino_id = None if is_new else load_house(tomllib.loads(HOUSE), casino_id=None, by=BY, now=now).casino_id
    planned = outcome(Loader(PlannedRegisters(casino_id, BY, now)), document)
    with transaction.atomic():
        recorded = outcome(Loader(RecordedRegisters(casino_id, BY, now)), document)
        transaction.set_rollback(True)
    assert planned == recorded


def outcome(loader: Loader, document: Mapping[str, Any]) -> tuple[list[str], list[FileFault]]:
    loader.load(document, ())
    return loader.changed, loader.faults
