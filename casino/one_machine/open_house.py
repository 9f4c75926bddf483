"""Makes the demonstration house so: registers what is missing, and opens every table that is not open."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from msgspec.structs import replace

from casino.one_machine.demonstration_staff import croupier, engage_people, plan_rota
from casino.one_machine.house_cash import count_the_bank, issue_chips, place_box
from casino.one_machine.house_equipment import equip, stock
from casino.people.acting import acting
from casino.people.casino_staff import as_registered
from casino.people.demonstration_house import (
    CASINO_ID,
    CASINO_NAME,
    CHIP_COLOURS,
    CHIP_SYMBOLS,
    PEOPLE,
    TABLES,
    YESTERDAY_OPENED,
    YESTERDAYS_COUPS,
    DemonstrationTable,
)
from casino.people.models import Person as Colleague
from casino.people.signing import own_signature
from casino.people.whose_house import check_no_other_house
from settlement.simulation.recording import simulate_and_record
from tables.handling import Actor, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino, GamingTable
from tables.handling.next_day import opening_of, rulebook_of_day, usual_choices
from tables.handling.projections.register_entries import entry_named
from tables.handling.projections.table_snapshots import newest_state
from tables.handling.registers import declare, register_casino
from tables.play.colours.boxes import chips_in_boxes
from tables.play.commands import CountFloat
from tables.play.events import Person, Signature
from tables.roulette.loader import get_rulebook
from tables.simulation.openings import staffed
from tables.simulation.table_float import FLOAT

DEMONSTRATION = Actor(id="demonstration", name="Demonstration")
"""Actor that registers the demonstration, before it has people."""


def open_house(
    now: datetime, *, wheel_port: int, wheel_speed: float = 1.0, lives: bool = False
) -> Iterator[str]:
    """Create the demonstration casino; yield a line for each change. A second run changes nothing.

    `wheel_port`: TCP port of the first simulated wheel; the readers have its address and its speed, by which they
    measure the length of a phase. The players of a casino that `lives` plan its rota. Raises HouseOfOthers for a
    database with another casino.
    """
    check_no_other_house()
    with transaction.atomic():
        if not Casino.objects.filter(pk=CASINO_ID).exists():
            _register_casino(now)
        yield from engage_people(now)
        for table in TABLES:
            yield from _register(table, now, wheel_port, wheel_speed)
    yield from issue_chips(now, by=_pit_boss())
    for table in TABLES:
        yield from open_table(table, now)
    yield from count_the_bank(now)
    yield from stock(now, by=_pit_boss())
    if not lives:
        yield from plan_rota(now, by=_pit_boss())


def _register_casino(now: datetime) -> None:
    """Register the casino. Its people are visitors: nobody needs a second factor, and no session locks."""
    values = {
        "name": CASINO_NAME,
        "time_zone": settings.TIME_ZONE,
        "second_factor_roles": [],
        "idle_minutes": 0,
    }
    register_casino(values, by=DEMONSTRATION, now=now, casino_id=CASINO_ID, demonstration=True)


def _register(table: DemonstrationTable, now: datetime, wheel_port: int, wheel_speed: float) -> Iterator[str]:
    rulebook = get_rulebook(table.rulebook)
    registered = entry_named(CASINO_ID, "table", table.code)
    values = dict(registered.values)
    if not registered.version:
        values = {"name": table.name, "rulebook": rulebook.id}
        yield f"{table.code} is registered: {rulebook.title}"
    if rulebook.colour_chips is not None and not values.get("chip_colours"):
        # A casino of an older version gets them too, with its next day.
        values |= {"chip_symbol": CHIP_SYMBOLS[table.place], "chip_colours": dict(CHIP_COLOURS)}
    if not registered.withdrawn:
        declare(CASINO_ID, "table", table.code, values, by=DEMONSTRATION, now=now)
        _register_reader(table, now, wheel_port, wheel_speed)


def _register_reader(table: DemonstrationTable, now: datetime, wheel_port: int, wheel_speed: float) -> None:
    """The reader of the simulated wheel is pointed to where the wheel is, however else it was changed."""
    registered = entry_named(CASINO_ID, "reader", table.reader)
    values = dict(registered.values) or {"table": table.code, "protocol": "slingshot2"}
    values |= {"url": f"socket://127.0.0.1:{wheel_port + table.place}", "options": {"speed": wheel_speed}}
    if not registered.withdrawn:
        declare(CASINO_ID, "reader", table.reader, values, by=DEMONSTRATION, now=now)


def open_table(table: DemonstrationTable, now: datetime) -> Iterator[str]:
    """Open a table for the present gaming day, count its float and place its box; yield a line for each change.

    A table that is open, or was on that day, is left as it is.
    """
    day = gaming_day(CASINO_ID, now)
    last = newest_state(CASINO_ID, table.code)
    if last and (last.phase != "closed" or last.day >= day.isoformat()):
        return
    yield from equip(table, now, by=_pit_boss())
    registered = GamingTable.objects.get(casino_id=CASINO_ID, code=table.code)
    new = last is None
    if new:
        yield _yesterday(table, registered, day - timedelta(days=1), now)
        last = newest_state(CASINO_ID, table.code)
    choices = usual_choices(registered, last, day)
    rule = rulebook_of_day(registered, day).staff
    if new or any(position not in choices.staff for position in rule.required):
        positions = rule.positions
        staff = {position: _colleague(table, place) for place, position in enumerate(positions, start=1)}
        choices = replace(choices, staff=staff, spinner=positions[-1])
    # The staff of an older version, which nobody had registered, signs from its next day on.
    choices = replace(choices, staff=as_registered(choices.staff, CASINO_ID))
    command = opening_of(registered, day, choices)
    handle(TableAggregate(CASINO_ID, table.code), command, by=_pit_boss(), now=now)
    yield f"{table.code} is open for {day}"
    if choices.counts_float:
        found = last.direction.pieces_handed_on if last else None
        opened = newest_state(CASINO_ID, table.code)
        assert opened is not None, "it has just been opened"
        boxes = chips_in_boxes(opened, get_rulebook(opened.rulebook, opened.rulebook_version))
        count = CountFloat(moment="opening", pieces=found or FLOAT, colours=boxes, signatures=_counted_by())
        handle(TableAggregate(CASINO_ID, table.code), count, by=_pit_boss(), now=now)
    place_box(table.code, now, by=_pit_boss(), signed=_counted_by())


def _yesterday(table: DemonstrationTable, registered: GamingTable, day: date, now: datetime) -> str:
    """The day before, made up from a seed: so that there is something to look back on from the first minute, and boxes
    that wait to be counted."""
    rulebook = rulebook_of_day(registered, day)
    opening = staffed(opening_of(registered, day, usual_choices(registered, None, day)), rulebook)
    opens_at = datetime.combine(day, YESTERDAY_OPENED, tzinfo=ZoneInfo(settings.TIME_ZONE)).astimezone(UTC)
    made = simulate_and_record(
        registered,
        opening,
        opens_at=opens_at,
        now=now,
        coups=YESTERDAYS_COUPS,
        seed=table.place,
        boxes_counted=False,
    )
    return f"{table.code} has a simulated day behind it, {day}, of {made:,} events"


def _pit_boss() -> Actor:
    boss = Colleague.objects.get(username=PEOPLE[0].sign_in)
    return acting(boss, "pit-1")


def _counted_by() -> tuple[Signature, ...]:
    """Return the signatures of the counting pit boss and of the chef de table."""
    two = (Colleague.objects.get(username=person.sign_in) for person in PEOPLE[:2])
    return tuple(own_signature(person) for person in two)


def _colleague(table: DemonstrationTable, place: int) -> Person:
    """The dealers of the demonstration are numbered through the house, five to a table."""
    return croupier(table.place * 5 + place)
