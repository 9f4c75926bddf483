"""The first page lists where somebody signed together with a person whose account they made, from the record alone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from msgspec.structs import replace

from casino.compliance.first_page import FirstPage, first_page
from casino.compliance.maker_and_made import OF_A_DAY
from casino.compliance.period import Period
from casino.people.acting import acting
from casino.people.models import Confirmation, Person, Role
from casino.people.register.aggregate import PersonAggregate
from casino.people.register.confirming import NewSecrets, confirm_person
from casino.people.register.secrets import set_pin
from casino.people.signing import own_signature
from tables.handling import handle
from tables.handling.gaming_day import gaming_day
from tables.handling.registers import declare, withdraw
from tables.handling.streams import register_stream
from tables.play import commands as c
from tables.play.events import Person as Named
from tables.play.events import Signature
from tables.registers.people import commands as people
from tables.stream import read_stream
from tables.stream.merkle.cosignature import WitnessKey
from tables.stream.merkle.note import SigningKey
from testkit.house import OpenHouse
from testkit.pages import read_page
from testkit.papers import words_of_pdf
from testkit.people import browser_of, engage

NewTable = Callable[..., OpenHouse]
PIN = "4711"
OWN = NewSecrets(pin="8264", password="a password of my own")


class Staff:
    """A casino with an open table, an administrator, two officers, and Anna: engaged by two, confirmed by the third."""

    def __init__(self, house: OpenHouse) -> None:
        self.house = house
        self.administrator, self.direction, self.inspector, self.boss = (
            engage(role, casino_id=house.casino_id, pin=PIN)
            for role in (Role.ADMINISTRATOR, Role.DIRECTION, Role.GAMES_INSPECTOR, Role.PIT_BOSS)
        )
        engaged = self.asks(
            people.EngagePerson(name="Anna M.", sign_in="anna", role=Role.CHEF_DE_TABLE), self.direction
        )
        self.anna = Person.objects.get(pk=engaged.state.number)
        set_pin(self.anna, PIN, by=acting(self.anna, "setup-link"), now=self.later())
        self.anna.refresh_from_db()
        confirm_person(self.inspector, self.anna, PIN, OWN, now=self.later())

    def later(self) -> Any:
        self.house.now += timedelta(seconds=1)
        return self.house.now

    def asks(self, command: people.PersonCommand, beside: Person) -> Any:
        signatures = (own_signature(self.administrator), own_signature(beside))
        by = acting(self.administrator, "people")
        command = replace(command, signatures=signatures)
        return handle(PersonAggregate(self.house.casino_id), command, by=by, now=self.later())

    def places_box(self, serial: str, *two: Person) -> None:
        signatures = tuple(own_signature(each) for each in two)
        self.later()
        self.house.do(c.PlaceBox(serial=serial, signatures=signatures), by=acting(two[0], "pit-1"))

    @property
    def page(self) -> FirstPage:
        made = first_page(self.house.casino_id, Period.of_day(self.house.day), ["T1"])
        assert made is not None
        return made


@pytest.fixture
def staff(new_table: NewTable) -> Staff:
    return Staff(new_table("pt-francesa", now=timezone.now(), day=None))


def test_the_first_page_lists_acts_of_a_maker_and_the_person_whom_they_made(staff: Staff) -> None:
    staff.places_box("A", staff.anna, staff.boss)
    assert not staff.page.maker_and_made, "the pit boss had no part in the account"
    staff.house.do(c.RemoveBox(serial="A", reason="full", signatures=staff_of(staff)), now=staff.later())
    staff.places_box("B", staff.anna, staff.direction)
    (listed,) = staff.page.maker_and_made
    assert (listed.where, listed.act, listed.part) == ("T1", "Box placed", "Engaged")
    assert (listed.made, listed.maker) == ("Anna M.", staff.direction.display_name)
    shown = read_page(browser_of(staff.inspector).get(f"/compliance/day/?day={staff.house.day}").content)
    (row,) = shown.select("#maker-and-made tbody tr")
    assert "Box placed" in row.get_text()
    words = words_of_pdf(browser_of(staff.inspector), f"/compliance/day.pdf?day={staff.house.day}")
    assert "Box placed" in words


def test_the_first_page_lists_who_confirmed_the_person_and_changes_of_accounts(staff: Staff) -> None:
    staff.places_box("A", staff.anna, staff.inspector)
    (confirmed,) = staff.page.maker_and_made
    assert confirmed.part == "Confirmed"
    staff.asks(people.ResetPin(person=staff.inspector.pk), staff.direction)
    set_pin(staff.inspector, PIN, by=acting(staff.inspector, "your-pin"), now=staff.later())
    staff.asks(people.ResetPassword(person=staff.boss.pk), staff.inspector)
    (_, reset) = staff.page.maker_and_made
    assert (reset.where, reset.act, reset.part) == (
        staff.boss.display_name,
        "Password taken away",
        "PIN taken away",
    )
    assert (reset.made, reset.maker) == (staff.inspector.display_name, staff.administrator.display_name)


def test_the_first_page_lists_changes_of_registers_by_a_maker_and_the_person_whom_they_made(
    staff: Staff,
) -> None:
    officers = (staff.administrator, staff.inspector)
    signatures = [own_signature(each) for each in officers]
    key = str(WitnessKey("control.example/w1", SigningKey("w", bytes(32)).verifier.public))
    entry = (staff.house.casino_id, "witness", "w1")
    by = acting(staff.administrator, "registers")
    declare(*entry, {"public_key": key}, by=by, now=staff.later(), signatures=signatures)
    assert not staff.page.maker_and_made, "neither had a part in the account of the other"
    staff.asks(people.ResetPin(person=staff.inspector.pk), staff.direction)
    set_pin(staff.inspector, PIN, by=acting(staff.inspector, "your-pin"), now=staff.later())
    withdraw(*entry, by=by, now=staff.later(), signatures=signatures)
    (listed,) = staff.page.maker_and_made
    assert (listed.where, listed.act, listed.part) == ("w1", "Witness: Withdrawn", "PIN taken away")
    assert (listed.made, listed.maker) == (staff.inspector.display_name, staff.administrator.display_name)
    withdrawn = read_stream(staff.house.casino_id, register_stream("witness", "w1"))[-1]
    assert listed.day == gaming_day(staff.house.casino_id, withdrawn.occurred_at).isoformat()


def staff_of(staff: Staff) -> Any:
    return (own_signature(staff.boss), own_signature(staff.inspector))


@pytest.mark.parametrize("rulebook", ["it-campione", "pt-francesa"])
def test_each_event_of_a_simulated_day_that_two_signed_is_of_a_type_that_is_read(
    new_table: NewTable, rulebook: str
) -> None:
    house = new_table(rulebook, chip_colours={}, par={})
    house.do(c.CountFloat(moment="opening", pieces={500: 10}, signatures=two_of(house)))
    house.do(c.PlaceBox(serial="A", signatures=two_of(house)))
    house.do(c.CountTips(shift="night", total=500, signatures=two_of(house)))
    house.do(c.CloseTable(reason="an alarm", forced=True, signatures=two_of(house)))
    stream = read_stream(house.casino_id, house.events()[0].stream_id)
    signed = {each.type for each in stream if len(each.metadata.get("signed") or ()) > 1}
    assert signed, "people signed"
    assert signed <= {*OF_A_DAY}


def two_of(house: OpenHouse) -> Any:
    return tuple(
        Signature(person=Named(id=f"person/{role}", name=role), role=role)
        for role in ("pit_boss", "games_inspector")
    )


def test_a_person_who_is_to_be_confirmed_signs_no_report_for_control(staff: Staff) -> None:
    Person.objects.filter(pk=staff.inspector.pk).update(confirmation=Confirmation.NEEDED)
    browser = browser_of(staff.inspector)
    page = read_page(browser.get(f"/compliance/day/?day={staff.house.day}").content)
    (hash_,) = page.select("input[name=hash]")
    form = {"hash": hash_["value"], "pin": PIN}
    refused = browser.post(f"/compliance/day/{staff.house.day}/sign", form)
    assert refused.status_code == 422
    assert "has not been confirmed" in refused.content.decode()
    Person.objects.filter(pk=staff.inspector.pk).update(confirmation=Confirmation.CONFIRMED)
    assert browser.post(f"/compliance/day/{staff.house.day}/sign", form).status_code == 302
