"""The list of staff as CSV: written, read, loaded whole or not at all, every mistake with its line."""

import csv
import io
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django.utils.translation import gettext, override

from casino.kit.csv_form import SPREADSHEET
from casino.people.models import Person
from casino.people.register.aggregate import AT_THE_MACHINE, life_of
from casino.people.register.staff_csv import WRITTEN, StaffRefused, load_staff, read_staff, staff_csv
from casino.people.register.tests.conftest import House
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import browser_of
from testkit.spreadsheet import convert

pytestmark = pytest.mark.django_db
LIST = """name,sign_in,role,language
Anna M.,anna,pit_boss,it
Carlo B.,carlo,croupier,
"""


def load(house: House, text: str) -> Any:
    return load_staff(house.casino_id, read_staff(text), by=AT_THE_MACHINE, now=timezone.now())


def mistakes(house: House, text: str | bytes) -> list[tuple[int, str]]:
    """Line and code of each mistake; nobody is engaged."""
    before = Person.objects.count()
    with pytest.raises(StaffRefused) as refused:
        load_staff(house.casino_id, read_staff(text), by=AT_THE_MACHINE, now=timezone.now())
    assert Person.objects.count() == before
    return [(each.line, each.refusal.code) for each in refused.value.mistakes]


def written(house: House) -> str:
    return staff_csv(house.casino_id).decode()


def upload(house: House, content: bytes) -> tuple[int, Element]:
    """The preview of a file."""
    response = house.browser.post("/people/load-staff", {"file": SimpleUploadedFile("staff.csv", content)})
    return response.status_code, read_page(response.content)


def confirm(house: House, preview: Element, **more: str) -> tuple[int, Element]:
    """Form of the second step, with the values that the preview sends on."""
    (field,) = preview.select("input[name=previewed]")
    response = house.browser.post("/people/load-staff", {"previewed": str(field["value"]), **more})
    return response.status_code, read_page(response.content)


def understood(page: Element) -> list[str]:
    """What the preview says of the file: encoding, separator, lines."""
    return [each.get_text() for each in page.select("#understood dd")]


def test_a_list_engages_who_is_new_and_loaded_again_changes_nothing(house: House) -> None:
    loaded = load(house, LIST)
    anna, carlo = (Person.objects.get(pk=number) for number in loaded.engaged)
    assert (anna.display_name, anna.role, anna.language) == ("Anna M.", "pit_boss", "it")
    assert (carlo.username, carlo.role) == ("carlo", "croupier")
    again = load(house, LIST)
    assert (again.engaged, again.changed) == ((), 0)
    assert len(life_of(anna)) == 1


def test_a_list_changes_name_role_and_language_of_who_is_known(house: House) -> None:
    load(house, LIST)
    loaded = load(house, "sign_in,name,role,language\nanna,Anna Magnani,cash_desk,\n")
    anna = Person.objects.get(username="anna")
    assert (anna.display_name, anna.role, anna.language) == ("Anna Magnani", "cash_desk", "")
    assert (loaded.engaged, loaded.changed) == ((), 1)
    types = [record.type for record, _ in life_of(anna)]
    assert types == ["person_engaged", "person_renamed", "role_changed", "language_changed"]


def test_exported_staff_list_is_read_and_changes_nothing(house: House) -> None:
    load(house, LIST + '"=Dora, the ""second""",dora,cash_desk,fr\n')
    text = written(house)
    assert text.startswith("name,sign_in,role,language\r\n")
    assert "Anna M.,anna,pit_boss,it\r\n" in text
    assert "\"'=Dora" in text, "no spreadsheet works it out"
    loaded = load(house, text)
    assert (loaded.engaged, loaded.changed) == ((), 0)


def test_every_mistake_is_said_with_its_line_and_nothing_is_stored(house: House) -> None:
    text = (
        "name,sign_in,role,language\n"
        "Anna M.,anna,pit_boss,it\n"
        "Bruno,bru no,pit_boss,\n"
        "Carlo,carlo,god,\n"
        "Dora,dora,cash_desk,xx\n"
        "ANNA M.,anna.2,cash_desk,\n"
        f"{house.boss.display_name},boss.2,cash_desk,\n"
        ",nobody,cash_desk,\n"
    )
    assert mistakes(house, text) == [
        (3, "sign-in-malformed"),
        (4, "role-unknown"),
        (5, "language-unknown"),
        (6, "person-has-an-account"),
        (7, "person-has-an-account"),
        (8, "person-name-malformed"),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(0, "sheet-empty")]),
        ("name;role;language\n", [(1, "sheet-columns-missing")]),
        ("name,sign_in,role,role\n", [(1, "sheet-column-twice")]),
        ("name,sign_in,role\nA,a\nB,b,cash_desk,x,\n", [(3, "sheet-line-long")]),
        (LIST + "Anna,anna,cash_desk,\n", [(4, "staff-listed-twice")]),
        (LIST + "Anna,Anna,cash_desk,\n", [(4, "staff-listed-twice")]),
        (b"name,sign_in,role,language\n\x81\x8d,a,b,c\n", [(0, "sheet-not-text")]),
        ("name,sign_in,role,language\n\0,a,b,c\n", [(0, "sheet-not-text")]),
        (b"PK\x03\x04 of a workbook", [(0, "sheet-workbook")]),
        ('name,sign_in,role,language\n"a,b,c,d\n', [(2, "sheet-not-csv")]),
        ("name,sign_in,role,language\n" + "A,a,b,\n" * 2001, [(2002, "sheet-too-long")]),
    ],
)
def test_malformed_staff_list_is_refused_with_its_faults(
    house: House, text: str | bytes, found: list[tuple[int, str]]
) -> None:
    assert mistakes(house, text) == found


def test_departed_person_is_not_engaged_by_a_list(house: House) -> None:
    load(house, LIST)
    anna = Person.objects.get(username="anna")
    house.change(anna, "end-engagement")
    assert mistakes(house, LIST) == [(2, "person-not-active")]
    Person.objects.filter(pk=anna.pk).update(casino_id=house.casino_id + 1)
    load(house, LIST)
    assert Person.objects.get(username="anna", casino_id=house.casino_id).pk != anna.pk


def test_a_file_is_loaded_on_the_screen_and_shows_the_links_once(house: House) -> None:
    status, preview = upload(house, LIST.encode("utf-8-sig"))
    assert status == 200
    assert not Person.objects.filter(username="anna").exists()
    assert confirm(house, preview)[0] == 302
    page = read_page(house.browser.get("/people/").content)
    assert [each.get_text() for each in page.select("#setup-links dt")] == ["Anna M.", "Carlo B."]
    assert not read_page(house.browser.get("/people/").content).select("#setup-links")
    assert "Anna M.,anna,pit_boss,it" in house.browser.get("/people/staff.csv").content.decode()


def test_a_file_with_mistakes_is_answered_with_each_of_them(house: House) -> None:
    status, page = upload(house, b"name,sign_in,role,language\nAnna,an na,pit_boss,\nCarlo,carlo,god,\n")
    assert status == 422
    (alert,) = page.select("[role=alert]")
    said = [each.get_text() for each in alert.select("li")]
    assert [each.partition(":")[0] for each in said] == ["Line 2", "Line 3"]
    assert "no name to sign in with" in said[0]
    assert "is no role" in said[1]


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n", b"x" * 1_000_001])
def test_another_file_is_refused_in_one_sentence(house: House, content: bytes) -> None:
    status, page = upload(house, content)
    assert status == 422
    assert len(page.select("[role=alert]")) == 1
    status, page = house.post("load-staff")
    assert "No file is chosen" in page.get_text()


def test_nobody_raises_themselves_by_a_list(house: House) -> None:
    own = house.administrator
    line = f"name,sign_in,role,language\n{own.display_name},{own.username},direction,\n"
    status, page = upload(house, line.encode())
    assert status == 422
    assert "cannot do that to themselves" in page.get_text()


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("second", ["Jos\u00e9 Strasse", "JOSE\u0301 STRASSE", "jos\u00e9 stra\u00dfe"])
def test_preview_names_a_person_who_is_in_the_list_twice(house: House, second: str, is_open: bool) -> None:
    """The same name in another form or case is the same person, before a second officer has signed."""
    if is_open:
        OpenHouse(house.casino_id, "pt-francesa", now=timezone.now(), day=None)
    text = f"name;sign_in;role\nJos\u00e9 Strasse;jose;croupier\n{second};jose2;croupier\n"
    status, page = upload(house, text.encode())
    assert status == 422
    assert [each.get_text().split(":")[0] for each in page.select("#mistakes li")] == ["Line 3"]
    assert not page.select("input[name=previewed]")


def test_heading_of_a_list_is_known_in_either_form_of_unicode(house: House) -> None:
    with override("pt"):
        columns = [str(gettext(each.heading)) for each in WRITTEN[:3]]
    text = unicodedata.normalize("NFD", f"{';'.join(columns)}\nAnna M.;anna;cash_desk\n")
    assert [each.sign_in for each in read_staff(text)] == ["anna"]


@pytest.mark.parametrize(
    ("codec", "encoding"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("cp1252", "Windows-1252"),
    ],
)
@pytest.mark.parametrize(("separator", "name"), [(";", "semicolon"), ("\t", "tab"), (",", "comma")])
def test_list_of_a_spreadsheet_is_read_in_every_encoding_and_separator(
    house: House, codec: str, encoding: str, separator: str, name: str
) -> None:
    text = "name;sign_in;role;language\nAnna Müller;anna;cash_desk;it\n".replace(";", separator)
    status, page = upload(house, text.encode(codec))
    assert (status, understood(page)) == (200, [encoding, name, "1"])
    assert "Anna Müller" in page.select_one("#first-lines tbody").get_text()  # type: ignore[union-attr]
    assert confirm(house, page)[0] == 302
    assert Person.objects.get(username="anna").display_name == "Anna Müller"


def test_preview_says_what_was_understood_and_stores_nothing(house: House) -> None:
    before = Person.objects.count()
    status, page = upload(house, b"Name;shoe size;Name to sign in with;Role\nAnna M.;39;anna;Cash desk\n")
    assert status == 200
    heads = [each.get_text(" ", strip=True) for each in page.select("#first-lines thead th")][1:]
    assert heads == [
        "Name Name",
        "shoe size left out",
        "Name to sign in with Name to sign in with",
        "Role Role",
    ]
    assert "1 person is engaged." in page.get_text()
    assert Person.objects.count() == before


def test_preview_of_somebody_else_is_refused(house: House) -> None:
    _, page = upload(house, LIST.encode())
    (field,) = page.select("input[name=previewed]")
    for changed in (str(field["value"])[:-2] + "xx", "nonsense"):
        answer = house.browser.post("/people/load-staff", {"previewed": changed})
        assert answer.status_code == 422
        assert "preview is too old" in answer.content.decode()
    other = browser_of(house.second).post("/people/load-staff", {"previewed": str(field["value"])})
    assert other.status_code == 422
    assert not Person.objects.filter(username="anna").exists()


@pytest.mark.parametrize("language", ["en", "it", "pt", "fr"])
def test_list_for_spreadsheets_is_read_again_in_every_language(house: House, language: str) -> None:
    load(house, LIST + "Señora Ñuñez,nunez,games_inspector,fr\n")
    with override(language):
        content = staff_csv(house.casino_id, SPREADSHEET)
    assert content.startswith("\ufeff".encode())
    assert content.decode("utf-8-sig").splitlines()[0].count(";") == 3
    loaded = load_staff(house.casino_id, read_staff(content), by=AT_THE_MACHINE, now=timezone.now())
    assert (loaded.engaged, loaded.changed) == ((), 0)


def test_list_goes_through_a_spreadsheet_program_and_back(house: House, tmp_path: Path) -> None:
    """Opened by LibreOffice, saved as CSV with semicolons in Windows-1252, and read again: nothing changes."""
    load(house, LIST + "Señora Ñuñez,nunez,games_inspector,fr\n")
    file = tmp_path / "staff.csv"
    with override("it"):
        file.write_bytes(staff_csv(house.casino_id, SPREADSHEET))
    book = convert([file], "ods", tmp_path, separator="semicolon")["staff"]
    saved = convert([book], "csv", tmp_path, writes="59,34,1")["staff"]
    assert "Ñuñez" in saved.read_bytes().decode("cp1252")
    rows = list(csv.reader(io.StringIO(saved.read_bytes().decode("cp1252")), delimiter=";"))
    assert len(rows) == Person.objects.filter(casino_id=house.casino_id).count() + 1
    loaded = load_staff(
        house.casino_id, read_staff(saved.read_bytes()), by=AT_THE_MACHINE, now=timezone.now()
    )
    assert (loaded.engaged, loaded.changed) == ((), 0)
