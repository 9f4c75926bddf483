"""Entries of registers, wheels and balls are loaded from a spreadsheet after a preview, all of them or none."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from casino.casino_file.loading import load_house
from casino.kit.csv_form import SPREADSHEET
from casino.people.models import Role
from casino.people.register.aggregate import AT_THE_MACHINE
from casino.registers.entries_list import KINDS, entries_as_csv, read_entries
from tables.handling import registers
from tables.handling.models import Casino
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import browser_of, engage

pytestmark = pytest.mark.django_db
PIN = "2036"
PITS = "Codice;Nome\r\nP1;Sala grande\r\nP2;Città vecchia\r\n"


@pytest.fixture
def casino(casino_id: int) -> int:
    return Casino.objects.create(id=casino_id, name="Casino Real", time_zone="Europe/Rome").pk


@pytest.fixture
def administrator(casino: int) -> Client:
    return browser_of(engage(Role.ADMINISTRATOR, casino_id=casino, pin=PIN))


def preview(client: Client, kind: str, content: bytes) -> tuple[int, Element]:
    form = {"kind": kind, "file": SimpleUploadedFile("list.csv", content)}
    answer = client.post("/registers/load", form)
    return answer.status_code, read_page(answer.content)


def confirm(client: Client, page: Element, **more: str) -> Any:
    fields = {
        str(each["name"]): str(each["value"]) for each in page.select("#confirm-list input[type=hidden]")
    }
    return client.post("/registers/load", {**fields, **more})


def names(casino: int, kind: str = "pit") -> dict[str, Any]:
    return {each.code: each.values["name"] for each in registers.entries(casino, kind)}


@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "cp1252"])
def test_previewed_pits_are_registered_once_they_are_confirmed(
    administrator: Client, casino: int, codec: str
) -> None:
    content = PITS.replace("Codice;Nome", "code;name").encode(codec)
    status, page = preview(administrator, "pit", content)
    assert status == 200
    assert "2 entries change." in page.get_text()
    assert not names(casino)
    assert confirm(administrator, page).status_code == 302
    assert names(casino) == {"P1": "Sala grande", "P2": "Città vecchia"}
    _, again = preview(administrator, "pit", content)
    assert "0 entries change." in again.get_text()


def test_each_bad_line_of_a_register_is_named_and_nothing_is_stored(
    administrator: Client, casino: int
) -> None:
    content = "code;name;order\nP1;Main;1\nP 2;Other;2\nP3;;3\nP1;Again;4\nP5;Fifth;first\n"
    status, page = preview(administrator, "pit", content.encode())
    assert status == 422
    found = [each.get_text() for each in page.select("#mistakes li")]
    assert [each.split(":")[0] for each in found] == ["Line 5", "Line 6"]
    status, page = preview(administrator, "pit", b"code;name\nP1;Main\nP/2;Other\nP3;\n")
    assert [each.get_text().split(":")[0] for each in page.select("#mistakes li")] == ["Line 3", "Line 4"]
    assert not names(casino)


def test_empty_cell_and_missing_column_change_nothing(administrator: Client, casino: int) -> None:
    document = {"pit": {"P1": {"name": "Main", "order": 7}}}
    load_house(document, casino_id=casino, by=AT_THE_MACHINE, now=timezone.now())
    _, page = preview(administrator, "pit", b"code;name;order\nP1;Grand;\n")
    confirm(administrator, page)
    (entry,) = registers.entries(casino, "pit")
    assert (entry.values["name"], entry.values["order"]) == ("Grand", 7)


def test_new_table_needs_the_management_on_the_second_page(administrator: Client, casino: int) -> None:
    house = OpenHouse(casino, "pt-francesa")
    manager = engage(Role.DIRECTION, casino_id=casino, pin=PIN, sign_in="carlo")
    status, page = preview(administrator, "table", b"code;name;rulebook\nRF9;Ninth;pt-francesa\n")
    assert status == 200, page.get_text()
    assert confirm(administrator, page).status_code == 422
    assert "RF9" not in names(casino, "table")
    assert confirm(administrator, page, signer=manager.username, pin=PIN).status_code == 302
    assert names(casino, "table")["RF9"] == "Ninth"
    assert house.state.phase


def test_administrator_without_equipment_loads_no_wheels(administrator: Client, casino: int) -> None:
    assert preview(administrator, "wheel", b"serial;maker\nW-1;Cammegh\n")[0] == 403
    shown = administrator.get("/registers/load").content.decode()
    assert 'value="pit"' in shown
    assert 'value="wheel"' not in shown


@pytest.mark.parametrize("language", ["en", "it", "pt", "fr"])
def test_lists_for_spreadsheets_are_read_again_in_every_language(casino: int, language: str) -> None:
    document = {
        "pit": {"P1": {"name": "Grande, «sala»", "order": 2}},
        "table": {"RF1": {"name": "First", "rulebook": "pt-francesa", "pit": "P1", "counts_float": True}},
        "ball": {"B-1": {"diameter_mm": 20.5}},
        "wheel": {"W-1": {"maker": "Cammegh", "numbering": "french", "diameter_mm": 560}},
    }
    load_house(document, casino_id=casino, by=AT_THE_MACHINE, now=timezone.now())
    for kind in KINDS:
        with override(language):
            content = entries_as_csv(casino, kind, SPREADSHEET)
            entries = read_entries(casino, kind, content)
        done = load_house(entries.document, casino_id=casino, by=AT_THE_MACHINE, now=timezone.now())
        assert (kind, done.changed) == (kind, ())


def test_share_of_the_drop_in_a_list_is_in_per_cent_as_on_the_page(casino: int) -> None:
    for entered, kept in (("2,7", 270), ("20", 2_000), ("2.75", 275)):
        content = f"code;name;rulebook;Theoretical hold\nRF1;First;pt-francesa;{entered}\n".encode()
        document = read_entries(casino, "table", content).document
        assert document["table"]["RF1"]["theory_of_drop"] == kept
        load_house(document, casino_id=casino, by=AT_THE_MACHINE, now=timezone.now())
        written = entries_as_csv(casino, "table", SPREADSHEET)
        assert entered.replace(".", ",") in written.decode().splitlines()[1].split(";")
        assert read_entries(casino, "table", written).document["table"]["RF1"]["theory_of_drop"] == kept


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ("Rotor turns a minute at least;10,5", "Rotor turns a minute at least: 10,5 is not a whole number"),
        ("Theoretical hold;2,755", "Theoretical hold: 2,755 has more than two decimals"),
    ],
)
def test_number_too_fine_for_its_field_is_refused_by_its_heading(
    administrator: Client, casino: int, cells: str, sentence: str
) -> None:
    heading, value = cells.split(";")
    status, page = preview(administrator, "table", f"code;{heading}\nT1;{value}\n".encode())
    assert status == 422
    assert sentence in page.get_text()
