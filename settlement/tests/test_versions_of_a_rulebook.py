"""Two versions of one rulebook side by side: what was played under the first stays settled by it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import call_command

from settlement.models import PayoutSheet
from settlement.sheets import sheet
from tables.handling.models import GamingTable
from tables.handling.next_day import opening_of, usual_choices
from tables.play import commands as c
from tables.refusal import LimitRefused
from tables.roulette.loader import get_rulebook
from testkit.house import OpenHouse
from testkit.rulebooks import known_folder

ROOT = Path(__file__).resolve().parents[2]
FIRST = (ROOT / "tables/roulette/tests/sixth.toml").read_text(encoding="utf-8")
A_HOUSE = {
    "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere",
    "DJANGO_SETTINGS_MODULE": "casino.settings",
}
LAST_MONTH = datetime(2026, 10, 20, 12, tzinfo=UTC)
TODAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
NEXT = TODAY.date()


def versions(folder: Path, newest: int) -> Path:
    """A folder with the first version of the sixth house, and its second if that is the newest: other odds, limits
    and clause of zero."""
    folder.mkdir()
    (folder / "sixth.v1.toml").write_text(FIRST, encoding="utf-8")
    if newest == 2:
        second = FIRST.replace("version = 1", "version = 2").replace('"34:1"', '"33:1"')
        second = second.replace("ratio = 5,", "ratio = 10,").replace('even = "half"', 'even = "lose"')
        (folder / "sixth.v2.toml").write_text(second, encoding="utf-8")
    return folder


def bet(words: str, amount: int) -> c.PlaceBet:
    return c.PlaceBet(player="P1", bet=words, amount=amount)


def prizes(house: OpenHouse, day: str, coup: int) -> list[int]:
    found = sheet(house.casino_id, house.table, day, coup)
    assert found is not None
    return [line.prize for group in found.groups for line in group.lines]


@contextmanager
def last_month(casino_id: int, tmp_path: Path) -> Iterator[OpenHouse]:
    """A table on a day of last month, when there was the first version only."""
    with known_folder(versions(tmp_path / "october", newest=1)):
        house = OpenHouse(casino_id, "sixth", now=LAST_MONTH, day="2026-10-20")
        GamingTable.objects.filter(casino_id=casino_id).update(limits={})
        yield house


def open_today(house: OpenHouse) -> None:
    """Opens the next gaming day as the house does: by the newest version."""
    house.now = TODAY
    table = GamingTable.objects.get(casino_id=house.casino_id)
    house.do(opening_of(table, NEXT, usual_choices(table, house.state, NEXT)))


def test_a_coup_of_last_month_is_settled_by_the_version_of_last_month(
    casino_id: int, tmp_path: Path, seal: Callable[[int], int]
) -> None:
    with last_month(casino_id, tmp_path) as house:
        house.coup(17, bet("plein:17", 1000))
        house.coup(0, bet("rouge", 1000))
        house.do(c.CloseTable())
    with known_folder(versions(tmp_path / "november", newest=2)):
        open_today(house)
        assert house.state.rulebook_version == 2
        house.coup(17, bet("plein:17", 2000))
        house.coup(0, bet("rouge", 1000))
        settled = [
            (row.day, row.coup, row.total_prize, row.total_returned)
            for row in PayoutSheet.objects.filter(casino_id=casino_id).order_by("day", "coup")
        ]
        assert settled == [
            ("2026-10-20", 1, 34 * 1000, 1000),
            ("2026-10-20", 2, 0, 500),
            ("2026-11-20", 1, 33 * 2000, 2000),
            ("2026-11-20", 2, 0, 0),
        ]
        seal(casino_id)
        PayoutSheet.objects.filter(casino_id=casino_id).delete()
        call_command("rebuild", "payout_sheet", casino=casino_id)
        again = PayoutSheet.objects.filter(casino_id=casino_id).order_by("day", "coup")
        assert [(row.day, row.coup, row.total_prize, row.total_returned) for row in again] == settled
        assert prizes(house, "2026-10-20", 1) == [34 * 1000]
        assert prizes(house, "2026-11-20", 1) == [33 * 2000]


def test_a_day_under_way_goes_on_by_the_version_that_it_was_opened_under(
    casino_id: int, tmp_path: Path, db: None
) -> None:
    with last_month(casino_id, tmp_path) as house:
        house.do(c.AnnounceBetsOpen())
    with known_folder(versions(tmp_path / "november", newest=2)):
        with pytest.raises(LimitRefused) as over:
            house.do(bet("plein:17", 2000))
        assert over.value.limit == 1000
        for command in (bet("plein:17", 1000), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17)):
            house.do(command)
        assert prizes(house, "2026-10-20", 1) == [34 * 1000]
        house.do(c.ConfirmPayments())
        house.do(c.CloseTable())
        open_today(house)
        house.coup(17, bet("plein:17", 2000))
        assert prizes(house, "2026-11-20", 1) == [33 * 2000]


def test_each_version_is_had_by_its_number(tmp_path: Path) -> None:
    with known_folder(versions(tmp_path / "november", newest=2)):
        first, second, newest = get_rulebook("sixth", 1), get_rulebook("sixth", 2), get_rulebook("sixth")
        assert newest is second
        assert (first.bets["plein"].odds, second.bets["plein"].odds) == ((34, 1), (33, 1))
        assert (first.default_limits.maximums["plein"], second.default_limits.maximums["plein"]) == (
            1000,
            2000,
        )


@pytest.mark.parametrize(("wanted", "version", "prize"), [("sixth@1", 1, 3400), ("sixth", 2, 3300)])
def test_bets_are_worked_out_by_the_version_that_is_named(
    tmp_path: Path, wanted: str, version: int, prize: int
) -> None:
    request = '{"bets": [{"ref": "a", "player": "P1", "bet": "solo 17", "amount": 100}], "results": [17]}'
    folder = versions(tmp_path / "november", newest=2)
    done = subprocess.run(
        [sys.executable, "manage.py", "settle", wanted],
        input=request,
        cwd=ROOT,
        env={**os.environ, **A_HOUSE, "RULEBOOKS": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    answer = json.loads(done.stdout)
    assert (answer["version"], answer["coups"][0]["lines"][0]["prize"]) == (version, prize)
