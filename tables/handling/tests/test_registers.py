"""What a casino registers, in the record and in the rows that everything else reads."""

from typing import Any

import pytest
from django.utils import timezone

from tables.handling import Actor
from tables.handling.first_entries import begin_registers
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino, GamingTable, RegisterEntry, WheelReader
from tables.handling.next_day import opening_of, usual_choices
from tables.handling.projections.register_entries import RegisterEntries
from tables.handling.registers import (
    Done,
    declare,
    entries,
    entry,
    faults_of,
    history,
    register_casino,
    withdraw,
)
from tables.handling.streams import register_stream
from tables.play import commands as c
from tables.refusal import Refused
from tables.registers.entries.decide import EntryRefused
from tables.registers.entries.kinds import UnknownEntry
from tables.roulette.limits import Limits
from tables.stream import read_stream
from tables.wheels.house import read_register
from testkit.house import OpenHouse
from testkit.play import NOON
from testkit.stream import ProjectionContract

pytestmark = pytest.mark.django_db
ANNA = Actor(id="person/7", name="Anna", terminal="registers")
TABLE = {"name": "Roulette 1", "rulebook": "pt-francesa"}


@pytest.fixture
def casino(casino_id: int, db: None) -> Casino:
    values = {"name": f"Casino {casino_id}", "time_zone": "Europe/Lisbon"}
    return register_casino(values, by=ANNA, now=NOON, casino_id=casino_id)


def put(casino: Casino, kind: str, code: str, **values: Any) -> Done:
    return declare(casino.pk, kind, code, values, by=ANNA, now=NOON)


def put_at_machine(casino: Casino, kind: str, code: str, **values: Any) -> Done:
    """Declare the entry as a command of the machine does, where nobody signs."""
    by = Actor(id="command-line", name="Command line")
    return declare(casino.pk, kind, code, values, by=by, now=NOON)


def refused(casino: Casino, kind: str, code: str, **values: Any) -> dict[str, str]:
    """The code of each fault by its place; nothing is recorded."""
    with pytest.raises(EntryRefused) as caught:
        put(casino, kind, code, **values)
    found = {fault.field: fault.refused.code for fault in caught.value.faults}
    assert found == {fault.field: fault.refused.code for fault in faults_of(casino.pk, kind, code, values)}
    return found


def test_a_change_is_recorded_with_before_and_after_of_the_changed_fields_alone(casino: Casino) -> None:
    put(casino, "pit", "P1", name="Main pit")
    put(casino, "table", "RF1", **TABLE, pit="P1")
    done = put(casino, "table", "RF1", **TABLE, pit="P1", pace_target=38)
    (event,) = done.events
    assert event.type == "entry_changed"
    assert (event.data["before"], event.data["after"]) == ({"pace_target": None}, {"pace_target": 38})
    assert event.metadata["by"] == {"id": "person/7", "name": "Anna", "terminal": "registers"}
    assert event.stream_id == register_stream("table", "RF1") == "register/table/RF1"
    table = GamingTable.objects.get(casino=casino, code="RF1")
    assert (table.pace_target, table.pit, table.wheel, table.limits["minimum"]) == (38, "P1", "french", 500)
    steps = history(casino.pk, "table", "RF1")
    assert [(step.version, step.type, step.by) for step in steps] == [
        (2, "entry_changed", "Anna"),
        (1, "entry_registered", "Anna"),
    ]


def test_the_same_twice_is_nothing(casino: Casino) -> None:
    assert put(casino, "table", "RF1", **TABLE).changed
    assert not put(casino, "table", "RF1", **TABLE).changed
    # What it has by default may be said as well.
    assert not put(casino, "table", "RF1", **TABLE, wheel="french", currency="EUR").changed
    assert len(read_stream(casino.pk, register_stream("table", "RF1"))) == 1


def test_everything_that_is_wrong_is_named_with_its_place(casino: Casino) -> None:
    found = refused(
        casino,
        "casino",
        "casino",
        name=" ",
        time_zone="Europe/Lisboa",
        currency="EURO",
        shifts=[{"name": "day", "begins": "25:00"}, {"name": "day", "begins": "10:00"}],
        rulebooks=["pt-francesa", "xx"],
    )
    assert found == {
        "name": "entry-name-malformed",
        "time_zone": "time-zone-unknown",
        "currency": "currency-unknown",
        "shifts[0].begins": "clock-malformed",
        "shifts[1].name": "shift-named-twice",
        "rulebooks[1]": "entry-choice-unknown",
    }
    assert refused(casino, "table", "R/1", name="Roulette", limits={"minimum": "x"}, colour="red") == {
        "code": "table-code-malformed",
        "rulebook": "entry-field-missing",
        "limits.minimum": "entry-field-malformed",
        "colour": "entry-field-unknown",
    }
    assert refused(casino, "table", "RF1", **TABLE, pit="P9", wheel="american", theory_of_drop=10_001) == {
        "pit": "entry-unregistered",
        "wheel": "numbering-not-of-rulebook",
        "theory_of_drop": "theory-of-drop-out-of-range",
    }
    assert not entries(casino.pk, "table")


def test_shifts_are_in_the_order_of_the_gaming_day(casino: Casino) -> None:
    stands = entry(casino.pk, "casino", "casino").values
    night_first = [{"name": "night", "begins": "02:00"}, {"name": "noon", "begins": "12:00"}]
    assert refused(casino, "casino", "casino", **{**stands, "shifts": night_first}) == {
        "shifts[1].begins": "shifts-out-of-order"
    }
    assert put(
        casino, "casino", "casino", **{**stands, "shifts": night_first, "gaming_day_begins_at": 0}
    ).changed


def test_the_casinos_own_hour_begins_its_gaming_day(casino: Casino) -> None:
    assert gaming_day(casino.pk, NOON).isoformat() == "2026-11-20"
    stands = entry(casino.pk, "casino", "casino").values
    put(casino, "casino", "casino", **{**stands, "gaming_day_begins_at": 13})
    assert gaming_day(casino.pk, NOON).isoformat() == "2026-11-19"


def test_entry_in_use_cannot_be_withdrawn_and_a_withdrawn_one_disappears(casino: Casino) -> None:
    put(casino, "pit", "P1", name="Main pit")
    put(casino, "table", "RF1", **TABLE, pit="P1")
    put(casino, "reader", "W1", table="RF1", url="socket://10.0.0.7:4001")
    for kind, code in (("pit", "P1"), ("table", "RF1")):
        with pytest.raises(EntryRefused) as caught:
            withdraw(casino.pk, kind, code, by=ANNA, now=NOON)
        assert (caught.value.code, caught.value.field) == ("entry-in-use", "code")
    assert [reader.code for reader in read_register() if reader.casino_id == casino.pk] == ["W1"]
    for kind, code in (("reader", "W1"), ("table", "RF1"), ("pit", "P1")):
        (event,) = withdraw(casino.pk, kind, code, by=ANNA, now=NOON, reason="sold").events
        assert (event.type, event.data["reason"]) == ("entry_withdrawn", "sold")
        assert not withdraw(casino.pk, kind, code, by=ANNA, now=NOON).changed
    assert not WheelReader.objects.filter(casino=casino).exists()
    assert not GamingTable.objects.filter(casino=casino).exists()
    assert GamingTable.ever.get(casino=casino).withdrawn
    assert not [reader for reader in read_register() if reader.casino_id == casino.pk]
    put(casino, "table", "RF1", **TABLE)
    assert GamingTable.objects.get(casino=casino).pit == ""
    with pytest.raises(UnknownEntry):
        withdraw(casino.pk, "table", "RF2", by=ANNA, now=NOON)
    with pytest.raises(EntryRefused, match="casino-not-withdrawn"):
        withdraw(casino.pk, "casino", "casino", by=ANNA, now=NOON)


def test_a_change_of_an_open_table_takes_force_with_its_next_day(casino: Casino) -> None:
    house = OpenHouse(casino.pk, "pt-francesa", table="RF1")
    stands = {**TABLE, "limits": {"minimum": 1000, "maximums": {}}}
    with pytest.raises(EntryRefused, match="entry-signed-by-one"):
        put(casino, "table", "RF1", **stands)
    done = put_at_machine(casino, "table", "RF1", **stands)
    # The row is older than its register: it is registered as it stood, then changed.
    assert [event.type for event in read_stream(casino.pk, register_stream("table", "RF1"))] == [
        "entry_registered",
        "entry_changed",
    ]
    assert done.takes_force == "next-day"
    assert house.state.limits is not None
    assert house.state.limits.minimum == 500
    assert put_at_machine(casino, "table", "RF2", **TABLE).takes_force == "now"
    for kind, code, why in (
        ("table", "RF1", "table-withdrawn-while-open"),
        ("reader", house.reader, "reader-of-open-table"),
    ):
        with pytest.raises((EntryRefused, UnknownEntry)) as caught:
            withdraw(casino.pk, kind, code, by=ANNA, now=NOON)
        assert caught.value.code == why
    stands = entry(casino.pk, "casino", "casino").values
    assert refused(casino, "casino", "casino", **{**stands, "time_zone": "Europe/Rome"}) == {
        "time_zone": "casino-clock-while-open"
    }


def test_a_table_opens_with_a_minimum_that_the_casino_allows_there(casino: Casino) -> None:
    house = OpenHouse(casino.pk, "pt-francesa", table="RF1")
    with pytest.raises(EntryRefused, match="entry-signed-by-one"):
        put(casino, "table", "RF1", **TABLE, allowed_minimums=[500, 1000])
    put_at_machine(casino, "table", "RF1", **TABLE, allowed_minimums=[500, 1000])
    lower = c.ChangeLimits(limits=Limits(minimum=250, maximums={}), players_told=True, sign_changed=True)
    with pytest.raises(Refused, match="minimum-not-allowed-at-table"):
        house.do(lower)
    assert refused(casino, "table", "RF2", **TABLE, allowed_minimums=[1000]) == {
        "allowed_minimums": "usual-minimum-not-allowed"
    }


def test_a_version_of_the_rulebook_is_played_by_from_a_day_on(casino: Casino) -> None:
    put(casino, "table", "RF1", **TABLE, rulebook_version=1, rulebook_from="2026-11-20")
    table = GamingTable.objects.get(casino=casino)
    day = gaming_day(casino.pk, NOON)
    assert opening_of(table, day, usual_choices(table, None, day)).rulebook_version == 1
    assert refused(casino, "table", "RF2", **TABLE, rulebook_version=77) == {
        "rulebook_version": "rulebook-version-unknown"
    }
    assert refused(casino, "table", "RF2", **TABLE, rulebook_from="2026-11-20") == {
        "rulebook_from": "rulebook-date-without-version"
    }


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"protocol": "morse", "url": "socket://h:4001"}, {"protocol": "entry-choice-unknown"}),
        ({"url": "socket://h"}, {"url": "reader-address-malformed"}),
        ({"url": "http://h:1"}, {"url": "reader-address-malformed"}),
        ({"url": "socket://[::1"}, {"url": "reader-address-malformed"}),
        ({"url": "socket://192.168.0.9:4001"}, {"url": "reader-host-not-allowed"}),
        ({"url": "socket://h:1"}, {"url": "reader-port-not-allowed"}),
        ({"url": "/dev/mem"}, {"url": "reader-device-not-allowed"}),
        ({"protocol": "http", "url": "socket://h:4001"}, {"url": "reader-over-http-has-no-address"}),
        ({"url": "socket://h:4001", "options": {"speeed": 2}}, {"options.speeed": "reader-option-unknown"}),
        ({"url": "socket://h:4001", "options": {"speed": -2}}, {"options": "reader-options-malformed"}),
        (
            {
                "url": "/dev/ttyS0",
                "protocol": "plain_result",
                "options": {"pattern": r"(?P<number>\d{9999})"},
            },
            {"options": "reader-pattern-malformed"},
        ),
        ({"url": "/dev/ttyS0", "table": "T9"}, {"table": "entry-unregistered"}),
    ],
)
def test_a_reader_has_an_address_and_options_that_its_driver_can_work_with(
    casino: Casino, values: dict[str, Any], found: dict[str, str]
) -> None:
    assert refused(casino, "reader", "W1", **values) == found


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"alert_evidence": 4}, {"alert_evidence": "evidence-too-low"}),
        (
            {"alert_rotor_slowest": 25, "alert_rotor_fastest": 15},
            {"alert_rotor_fastest": "rotor-speeds-crossed"},
        ),
        ({"alert_same_direction": 1}, {"alert_same_direction": "one-launch-is-no-row"}),
    ],
)
def test_alert_setting_of_a_table_is_within_its_bounds(
    casino: Casino, values: dict[str, Any], found: dict[str, str]
) -> None:
    assert refused(casino, "table", "RF1", **TABLE, **values) == found
    never = {
        "alert_evidence": 0,
        "alert_pace_percent": 0,
        "alert_fast_percent": 0,
        "alert_idle_minutes": 0,
        "alert_same_direction": 0,
        "alert_silent_minutes": 0,
    }
    put(casino, "table", "RF1", **TABLE, **never)
    row = GamingTable.objects.get(casino_id=casino.pk, code="RF1")
    assert {name: getattr(row, name) for name in never} == never


def test_two_casinos_see_nothing_of_each_other(casino: Casino) -> None:
    other = register_casino({"name": "Other", "time_zone": "Europe/Rome"}, by=ANNA, now=NOON)
    put(casino, "pit", "P1", name="Main pit")
    assert refused(other, "table", "RF1", **TABLE, pit="P1") == {"pit": "entry-unregistered"}
    put(casino, "table", "RF1", **TABLE)
    put(other, "table", "RF1", **{**TABLE, "name": "Roulette of the other"})
    withdraw(casino.pk, "table", "RF1", by=ANNA, now=NOON)
    assert [each.code for each in entries(other.pk, "table", withdrawn=False)] == ["RF1"]
    assert not entries(other.pk, "pit")
    with pytest.raises(UnknownEntry):
        history(other.pk, "pit", "P1")


def test_rows_that_are_older_than_the_registers_come_into_them_once(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa", table="RF1")
    GamingTable.objects.filter(casino_id=casino_id).update(pit="Sala 1/2")
    before = GamingTable.objects.filter(casino_id=casino_id).values().get()
    list(begin_registers(timezone.now()))
    after = GamingTable.objects.filter(casino_id=casino_id).values().get()
    assert after == {**before, "pit": "Sala 1-2"}
    registered = {
        (kind, code): event.data["values"]
        for kind, code in (
            ("casino", "casino"),
            ("pit", "Sala 1-2"),
            ("table", "RF1"),
            ("reader", house.reader),
        )
        for event in read_stream(casino_id, register_stream(kind, code))
    }
    assert registered["casino", "casino"]["name"] == f"Casino {casino_id}"
    # Nobody is asked for more than before.
    assert registered["casino", "casino"]["second_factor_roles"] == []
    assert registered["table", "RF1"]["pit"] == "Sala 1-2"
    GamingTable.objects.filter(casino_id=casino_id).update(name="changed by hand")
    list(begin_registers(timezone.now()))
    assert GamingTable.objects.get(casino_id=casino_id).name == before["name"]
    assert len(read_stream(casino_id, register_stream("table", "RF1"))) == 1
    assert not put(Casino.objects.get(pk=casino_id), "table", "RF1", **registered["table", "RF1"]).changed


class TestTheRowsOfTheRegisters(ProjectionContract):
    projection = RegisterEntries.name

    def write_history(self, casino_id: int) -> None:
        values = {"name": "Casino", "time_zone": "Europe/Lisbon"}
        casino = register_casino(values, by=ANNA, now=NOON, casino_id=casino_id)
        put(casino, "table", "RF1", **TABLE)
        put(casino, "table", "RF1", **TABLE, pace_target=40)
        put(casino, "pit", "P1", name="Main pit")
        withdraw(casino_id, "pit", "P1", by=ANNA, now=NOON)
        assert RegisterEntry.objects.get(casino_id=casino_id, kind="pit").withdrawn


@pytest.mark.clause("pt-americana/7")
def test_symbol_of_another_registered_table_is_refused_in_any_spelling(casino: Casino) -> None:
    americana = {**TABLE, "rulebook": "pt-americana", "chip_colours": {"yellow": 200}}
    put(casino, "table", "AR1", **americana, chip_symbol="É1")
    for spelt in ("É1", "é1", "e\u03011"):
        assert refused(casino, "table", "AR2", **americana, chip_symbol=spelt) == {
            "chip_symbol": "chip-symbol-registered"
        }
    assert refused(casino, "table", "RF1", **TABLE, chip_symbol="É1") == {
        "chip_symbol": "chip-symbol-registered"
    }, "also at a table without colours"
    put(casino, "table", "AR1", **americana, chip_symbol="É1")
    put(casino, "table", "AR2", **americana, chip_symbol="É2")
    withdraw(casino.pk, "table", "AR1", by=ANNA, now=NOON)
    put(casino, "table", "AR3", **americana, chip_symbol="É1")
