"""The closing sheet of a day that was closed under pressure says so: what was left, why, by whom, and how it ended."""

import pytest
from msgspec.structs import replace

from casino.people.models import Role
from tables.play import commands as c
from tables.play.events import Person, Signature
from testkit.house import OpenHouse
from testkit.pages import find, read_page
from testkit.people import AsRole
from testkit.play import opening

pytestmark = pytest.mark.django_db
BOTH = tuple(
    Signature(person=Person(id=role, name=role), role=role) for role in ("pit_boss", "games_inspector")
)


def test_the_closing_sheet_says_what_was_left_open_and_how_it_was_reconciled(
    casino_id: int, as_role: AsRole
) -> None:
    house, boss = OpenHouse(casino_id, "it-venezia"), as_role(Role.PIT_BOSS)

    def sheet() -> str:
        page = read_page(boss.get("/cash/closing/T1/?day=2026-11-20").content)
        return find(page, "#page").get_text(" ", strip=True)

    house.do(c.PlaceBox(serial="T1-A", signatures=BOTH))
    assert "NOT CLOSED" in sheet()
    house.do(c.CloseTable(forced=True, reason="the alarm", signatures=BOTH))
    said = sheet()
    assert "EMERGENCY CLOSE" in said
    assert "Left open: box T1-A. “the alarm”, ordered by pit_boss, signed by games_inspector" in said
    assert "To be reconciled: nobody has explained it yet" in said
    house.do(replace(opening(house.rulebook, table="T1"), day="2026-11-21"))
    house.do(c.ExplainForcedClose(reason="it lay in the pit", signatures=BOTH))
    assert "it lay in the pit" in sheet() and "To be reconciled" not in sheet()


def test_without_a_day_it_is_the_tables_last_one_however_long_ago(casino_id: int, as_role: AsRole) -> None:
    house, boss = OpenHouse(casino_id, "it-venezia"), as_role(Role.PIT_BOSS)
    house.do(c.CloseTable())
    house.open("2026-11-21")
    page = read_page(boss.get("/cash/closing/T1/").content)
    assert "gaming day 21 Nov 2026" in find(page, "#page").get_text(" ", strip=True)
    assert boss.get("/cash/closing/T1.pdf")["Content-Disposition"].endswith('closing-T1-2026-11-21.pdf"')
    assert boss.get("/cash/closing/T9/").status_code == 404
