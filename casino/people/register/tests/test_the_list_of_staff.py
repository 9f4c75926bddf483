"""The list of staff as CSV: written, read, loaded whole or not at all, every mistake with its line."""

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from casino.people.models import Person
from casino.people.register.aggregate import AT_THE_MACHINE, life_of
from casino.people.register.staff_csv import StaffRefused, load_staff, read_staff, write_staff
from casino.people.register.tests.conftest import House
from testkit.pages import Element, read_page

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
    out = io.StringIO(newline="")
    write_staff(house.casino_id, out)
    return out.getvalue()


def upload(house: House, content: bytes) -> tuple[int, Element]:
    response = house.browser.post("/people/load-staff", {"file": SimpleUploadedFile("staff.csv", content)})
    return response.status_code, read_page(response.content)


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
        ("", [(0, "staff-columns-wrong")]),
        ("name;sign_in;role;language\n", [(1, "staff-columns-wrong")]),
        ("name,sign_in,role,language,pin\n", [(1, "staff-columns-wrong")]),
        ("name,sign_in,role\nA,a\nB,b,cash_desk,,\n", [(2, "staff-line-short"), (3, "staff-line-short")]),
        (LIST + "Anna,anna,cash_desk,\n", [(4, "staff-listed-twice")]),
        (b"name,sign_in,role,language\n\xff\xfe,a,b,c\n", [(0, "staff-not-csv")]),
        ("name,sign_in,role,language\n\0,a,b,c\n", [(0, "staff-not-csv")]),
        ('name,sign_in,role,language\n"a,b,c,d\n', [(0, "staff-not-csv")]),
        ("name,sign_in,role,language\n" + "A,a,b,\n" * 2001, [(0, "staff-too-long")]),
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
    status, _ = upload(house, LIST.encode("utf-8-sig"))
    assert status == 302
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
    assert "Choose a file" in page.get_text()


def test_nobody_raises_themselves_by_a_list(house: House) -> None:
    own = house.administrator
    line = f"name,sign_in,role,language\n{own.display_name},{own.username},direction,\n"
    status, page = upload(house, line.encode())
    assert status == 422
    assert "cannot do that to themselves" in page.get_text()
