"""The statistics of a wheel reader over the API: agreement, misreads and missed spins of a month."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from casino.api.access.scopes import READERS_WRITE, TABLES_READ
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.watched_table import PRIMARY, WITNESS, Watched

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def system(casino: Casino, caller: Callable[..., Caller]) -> Caller:
    return caller(READERS_WRITE)


def statistics(system: Caller, reader: str = WITNESS, month: str = "2026-11") -> dict[str, Any]:
    answer = system.get(f"wheel-readers/{reader}/statistics?month={month}")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_statistics_have_rates_with_their_intervals(system: Caller, casino: Casino) -> None:
    watched = Watched(casino.pk)
    watched.lives()
    watched.follow()
    found = statistics(system)
    assert (found["reader"], found["month"]) == (WITNESS, "2026-11")
    assert (found["spins"], found["reports"], found["undecided"]) == (7, 6, 1)
    assert found["misread"] == {
        "count": 1,
        "of": 6,
        "share": pytest.approx(1 / 6),
        "low": pytest.approx(0.0301, abs=5e-5),
        "high": pytest.approx(0.5635, abs=5e-5),
    }
    assert (found["missed"]["count"], found["missed"]["of"]) == (1, 7)
    (agreement,) = found["agreements"]
    assert (agreement["reader"], agreement["same"]["count"], agreement["same"]["of"]) == (PRIMARY, 3, 6)
    assert statistics(system, month="2026-10")["spins"] == 0


def test_statistics_are_null_without_a_spin(system: Caller, casino: Casino) -> None:
    OpenHouse(casino.pk, "pt-francesa")
    found = statistics(system, PRIMARY)
    nothing = {"count": 0, "of": 0, "share": None, "low": None, "high": None}
    assert (found["spins"], found["misread"], found["missed"], found["agreements"]) == (
        0,
        nothing,
        nothing,
        [],
    )


def test_statistics_are_of_the_current_month_by_default(system: Caller, casino: Casino) -> None:
    OpenHouse(casino.pk, "pt-francesa")
    answer = system.get(f"wheel-readers/{PRIMARY}/statistics")
    today = gaming_day(casino.pk, timezone.now()).isoformat()
    assert json.loads(answer.content)["month"] == today[:7]


@pytest.mark.parametrize("month", ["2026-13", "2026-00", "2026", "2026-11-20", "november", "", "2026-11%00"])
def test_text_that_is_not_a_month_is_a_problem(
    system: Caller, casino: Casino, problem: Callable[..., Any], month: str
) -> None:
    OpenHouse(casino.pk, "pt-francesa")
    told = problem(system.get(f"wheel-readers/{PRIMARY}/statistics?month={month}"))
    assert told["status"] == 422 and told["detail"].startswith("month: ")


def test_unknown_reader_is_a_problem(system: Caller, casino: Casino, problem: Callable[..., Any]) -> None:
    OpenHouse(casino.pk + 1, "pt-francesa")
    assert problem(system.get(f"wheel-readers/{PRIMARY}/statistics"))["status"] == 404


def test_client_without_the_scope_of_readers_is_refused(
    casino: Casino, caller: Callable[..., Caller], problem: Callable[..., Any]
) -> None:
    OpenHouse(casino.pk, "pt-francesa")
    answer = caller(TABLES_READ).get(f"wheel-readers/{PRIMARY}/statistics")
    assert problem(answer)["status"] == 403
