"""The public controller's account writes findings, answers to violations and the signature of a report, and nothing
else: asked of every address of the project, by every method that writes, with every command that an address knows."""

from collections.abc import Iterator, Mapping
from itertools import chain

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from casino.cash.forms.steps import BANK, BOX, DAY, SLIP
from casino.compliance.draw_forms import DRAW_FORMS
from casino.compliance.forms import ANSWER_FORMS
from casino.compliance.review import report_hash
from casino.compliance.review_forms import REVIEW_FORMS
from casino.equipment.forms.equipment import FORMS as OF_EQUIPMENT
from casino.equipment.forms.rota import FORMS as OF_THE_ROTA
from casino.equipment.forms.series import FORMS as OF_SERIES
from casino.floor.forms import OF_THE_TABLE
from casino.floor.forms.direction import FORMS as OF_THE_DIRECTION
from casino.floor.forms.slips import ON_A_SLIP
from casino.one_machine.open_house import open_house
from casino.one_machine.permissions_matrix import (
    Address,
    Values,
    addresses,
    path_of,
    session_of,
    values_of_the_demonstration,
)
from casino.people.demonstration_house import CASINO_ID, PEOPLE
from casino.people.models import Person, Role
from casino.people.register.forms import FORMS as OF_PEOPLE
from tables.handling.gaming_day import gaming_day
from tables.stream.models import Event

pytestmark = pytest.mark.django_db
WRITING = ("POST", "PUT", "PATCH", "DELETE")
OWN = frozenset(
    {
        "sign-in/",
        "sign-in/again/",
        "sign-in/again/options/",
        "sign-in/passkey/",
        "sign-in/passkey/options/",
        "sign-in/second-step/",
        "sign-in/second-step/options/",
        "sign-out/",
        "lock/",
        "locked/",
        "still-here/",
        "your-sign-in/app/",
        "your-sign-in/passkey/",
        "your-sign-in/passkey/options/",
        "your-sign-in/recovery-codes/",
        "your-sign-in/remove/",
        "your-password/",
        "your-pin/",
        "your-account/",
        "language/",
    }
)
"""Of one's own: sign-in and sign-out, the screen that locks, password, PIN, second factors, language."""
FILES = frozenset({"compliance/files/ask", "compliance/files/<str:job>/throw-away"})
"""Files of reports: jobs beside the record."""
FOR_MACHINES = ("api/", "oauth/token/")
"""A person's session counts for nothing there."""
REVIEW = "compliance/day/<str:day>/<slug:command>"
DRAW = "compliance/draws/<str:day>/<slug:command>"
SHEET = "compliance/inspections/<slug:kind>/<str:day>/<str:table>/"
INSPECTIONS = frozenset(
    {
        "compliance/draws/commit",
        "compliance/inspections/video/draw",
        f"{SHEET}enter",
        f"{SHEET}<int:number>/correct",
    }
)
"""The controller's own inspections: which tables are drawn, and what was counted and seen there."""
ANSWER = "compliance/<str:table>/<str:day>/<str:name>/<slug:command>"
SAYS: Mapping[str, frozenset[str]] = {
    REVIEW: frozenset({"raise", "close", "sign"}),
    ANSWER: frozenset({"uphold", "dismiss", "reopen"}),
    DRAW: frozenset({"reveal", "ask"}),
}
"""What a controller says of a report, of a violation and of a draw: by address, the commands."""
KNOWN: Mapping[str, Mapping[str, object]] = {
    REVIEW: REVIEW_FORMS,
    ANSWER: ANSWER_FORMS,
    DRAW: DRAW_FORMS,
    "cash/boxes/": BOX,
    "cash/chips/": BANK,
    "cash/day/": DAY,
    "cash/slips/": SLIP,
    "floor/<str:code>/direct/": OF_THE_DIRECTION,
    "floor/<str:code>/do/": OF_THE_TABLE,
    "floor/<str:code>/slips/": ON_A_SLIP,
    "house/equipment/do/": OF_EQUIPMENT,
    "house/rota/": OF_THE_ROTA,
    "house/series/": OF_SERIES,
    "people/": OF_PEOPLE,
}
"""By how an address begins: the commands that stand at its end."""
REFUSED = (403, 404, 405)
REFUSED_TO_MACHINES = (400, 401, 404, 405)
REFUSED_TO_A_SEAT = (422,)
"""What a seat's screen sends with its own secret, at which no account counts."""


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A demonstration house that has just been opened, for all tests here; the key of its public controller's
    session."""
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("casino.one_machine.open_house.YESTERDAYS_COUPS", 5)
        now = timezone.now()
        list(open_house(now, wheel_port=4100))
        sign_in = next(each.sign_in for each in PEOPLE if each.role == Role.PUBLIC_CONTROLLER)
        yield session_of(Person.objects.get(username=sign_in, casino_id=CASINO_ID), now)
        transaction.set_rollback(True)


@pytest.fixture
def controller(house: str, db: None) -> Client:
    """The browser of the public controller; what a test does is undone."""
    client = Client(raise_request_exception=False, SERVER_NAME="localhost")
    client.cookies[settings.SESSION_COOKIE_NAME] = house
    return client


def _with_command(values: Values, command: str | None) -> Values:
    """The same values, with this command at the end of an address that has one."""

    def value(pattern: str, argument: str) -> str | None:
        return command if command and argument in ("command", "step") else values(pattern, argument)

    return value


def requests(of: Address, values: Values) -> Iterator[tuple[str, str]]:
    """Method and path of everything that could write at an address, but what is a controller's."""
    if of.pattern in OWN | FILES | INSPECTIONS:
        return
    known = next((forms for begins, forms in KNOWN.items() if of.pattern.startswith(begins)), {})
    names = sorted(set(known) - SAYS.get(of.pattern, frozenset()))
    with_command = of.pattern.endswith(("<slug:command>", "<slug:step>"))
    if known and not names:
        # Each of its commands is a controller's: what is left are the other methods.
        yield from ((method, path_of(of.pattern, values)) for method in WRITING if method != "POST")
        return
    for name in names if with_command and names else [None]:
        for method in WRITING if name in (None, names[0] if names else None) else ("POST",):
            yield method, path_of(of.pattern, _with_command(values, name))


def refusals(pattern: str) -> tuple[int, ...]:
    """The statuses with which an address may turn a controller away."""
    if pattern.startswith(FOR_MACHINES):
        return REFUSED_TO_MACHINES
    return (*REFUSED, *REFUSED_TO_A_SEAT) if pattern == "seat/" else REFUSED


def test_of_every_address_nothing_is_written_but_what_a_controller_says(controller: Client) -> None:
    values = values_of_the_demonstration(timezone.now())
    asked, events, let_in = 0, Event.objects.count(), []
    for address in addresses():
        for method, path in requests(address, values):
            with transaction.atomic():
                answer = controller.generic(method, path)
                written = Event.objects.count() - events
                transaction.set_rollback(True)
            asked += 1
            if written or answer.status_code not in refusals(address.pattern):
                let_in.append(f"{method} {path}: {answer.status_code}, {written} events")
    assert "; ".join(let_in) == ""
    assert asked > 500


def test_the_lists_of_exceptions_name_addresses_and_commands_that_there_are() -> None:
    there = {each.pattern for each in addresses()}
    assert there >= OWN | FILES | INSPECTIONS | set(SAYS)
    assert all(any(pattern.startswith(begins) for pattern in there) for begins in KNOWN)
    assert set(REVIEW_FORMS) >= SAYS[REVIEW] and set(ANSWER_FORMS) >= SAYS[ANSWER]


def test_every_address_with_a_command_is_asked_with_each_of_its_commands() -> None:
    ends = [each.pattern for each in addresses() if each.pattern.endswith(("<slug:command>", "<slug:step>"))]
    seats = "live/<str:code>/seat/<int:number>/do/<slug:command>"
    assert {pattern for pattern in ends if not pattern.startswith(tuple(KNOWN))} <= {seats}, (
        "say in KNOWN which commands it has; those of a seat come from its own screen"
    )
    assert len(list(chain.from_iterable(KNOWN.values()))) > 80


def test_finding_of_a_controller_is_recorded_outside_the_tables(controller: Client) -> None:
    day = gaming_day(CASINO_ID, timezone.now()).isoformat()
    before = set(Event.objects.values_list("id", flat=True))
    said = {"kind": "finding", "words": "the sign is hard to read", "table": "RF1", "event": ""}
    assert controller.post(f"/compliance/day/{day}/raise", said).status_code == 302
    closed = {"finding": "1", "words": "seen again"}
    assert controller.post(f"/compliance/day/{day}/close", closed).status_code == 302
    signed = {"hash": report_hash(CASINO_ID, day), "pin": "wrong"}
    assert controller.post(f"/compliance/day/{day}/sign", signed).status_code == 422
    written = Event.objects.exclude(id__in=before).values_list("stream_id", flat=True)
    assert set(written) == {f"review/{day}", f"access/{day}"}


def test_files_of_reports_write_nothing_into_the_record(controller: Client) -> None:
    events = Event.objects.count()
    day = gaming_day(CASINO_ID, timezone.now()).isoformat()
    wanted = {"report": "compliance", "day": day, "format": "csv"}
    assert controller.post("/compliance/files/ask", wanted).status_code == 302
    assert Event.objects.count() == events
