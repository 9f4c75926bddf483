"""Every button of the house is pressed by two at the same moment: real threads on PostgreSQL.

Under one key it is one press: both hear the same, and the record has it once. Two people's presses, each under a key of
their own, are two: of what can be done once only, one is carried out and the other told why not.
"""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any, get_args

import pytest
from django.conf import settings
from django.db import connection

from settlement.bank.commands import AnyAtTheBank
from settlement.boxes.commands import AnyOnBox
from settlement.desk_claims.commands import AnyOnDeskClaim
from settlement.models import LedgerEntry
from settlement.slips.commands import AnyOnSlip, RequestSlip
from settlement.tests.button import Button
from settlement.tests.buttons import AGGREGATES
from settlement.tests.cash_buttons import DAYS, SLIPS
from settlement.tests.register_buttons import ALERTS
from tables.compliance.alerts.commands import AnyAlertCommand
from tables.compliance.commands import AnyViolationCommand
from tables.refusal import Refused
from tables.registers.ball_commands import BallCommand
from tables.registers.casino_day.commands import AnyOfTheDay
from tables.registers.chip_series_commands import SeriesCommand
from tables.registers.entries.commands import AnyRegisterCommand
from tables.registers.imported_spins.commands import ImportOldSpins
from tables.registers.rota.planning import RotaCommand
from tables.registers.wheel_commands import WheelCommand
from tables.stream.models import Event
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db(transaction=True)
BUTTONS = [button for buttons in AGGREGATES.values() for button in buttons]
ON_SERVERS = (SLIPS[0], DAYS[0], ALERTS[0])
"""Buttons that the round on real servers presses too, one for each outcome of a second press. They all take the same
locks."""
OF_A_TABLE = "tables/handling/aggregates/table.py"
OF_PEOPLE = "casino/people/register/aggregate.py"
OF_REVIEWS = "casino/compliance/review.py"
OF_DRAWS = "casino/compliance/draws.py"
OF_SHEETS = "casino/compliance/inspections/aggregate.py"
"""Pressed in tests of their own, which lie beside them: `test_pressed_twice_at_once.py` and the like."""


def each(button: Button) -> str:
    return f"{button.command.__name__} {button.name}".strip()


EACH_BUTTON = pytest.mark.parametrize(
    "button",
    [
        pytest.param(button, id=each(button), marks=[pytest.mark.servers] if button in ON_SERVERS else [])
        for button in BUTTONS
    ],
)


def pressed_at_once(button: Button, house: OpenHouse, keys: tuple[str, str]) -> list[Any]:
    """What two hear who press at the same moment, each under a key; anything else but a refusal fails."""
    ready = Barrier(2)

    def one(key: str) -> object:
        try:
            ready.wait()
            return button.press(house, key)
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, keys))


def recorded(house: OpenHouse) -> Counter[str]:
    """How many events of each type the casino has."""
    return Counter(Event.objects.filter(casino_id=house.casino_id).values_list("type", flat=True))


def prepared(button: Button, casino_id: int) -> OpenHouse:
    house = OpenHouse(casino_id, button.rulebook)
    button.prepare(house)
    return house


def of_one_press(button: Button, casino_id: int) -> Counter[str]:
    """What a single press records, in a house just like the other."""
    house = prepared(button, casino_id)
    before = recorded(house)
    button.press(house, "alone")
    made = recorded(house) - before
    assert made, "a button that records nothing proves nothing"
    return made


@EACH_BUTTON
def test_request_sent_twice_at_once_is_answered_twice_and_done_once(casino_id: int, button: Button) -> None:
    house = prepared(button, casino_id)
    before = recorded(house)
    first, second = pressed_at_once(button, house, ("the press", "the press"))
    assert not isinstance(first, Refused), first
    assert first == second
    assert recorded(house) - before == of_one_press(button, casino_id + 1)
    assert not sum(LedgerEntry.objects.filter(casino_id=casino_id).values_list("amount", flat=True))


@EACH_BUTTON
def test_two_who_press_at_once_do_it_twice_only_where_it_can_be_done_twice(
    casino_id: int, button: Button
) -> None:
    house = prepared(button, casino_id)
    before = recorded(house)
    heard = pressed_at_once(button, house, ("one's press", "another's press"))
    refused = [each for each in heard if isinstance(each, Refused)]
    assert len(refused) == (button.second == "refused"), heard
    once = of_one_press(button, casino_id + 1)
    assert recorded(house) - before == (once + once if button.second == "done" else once)


def commands() -> Iterator[type]:
    """All that is asked of these aggregates."""
    yield RequestSlip
    yield ImportOldSpins
    for union in (
        AnyOnSlip,
        AnyOnBox,
        AnyAtTheBank,
        AnyOnDeskClaim,
        AnyOfTheDay,
        WheelCommand,
        BallCommand,
        RotaCommand,
        AnyRegisterCommand,
        AnyViolationCommand,
        AnyAlertCommand,
    ):
        yield from get_args(union)
    yield from SeriesCommand.__subclasses__()


def test_no_button_is_left_out() -> None:
    assert {button.command for button in BUTTONS} == set(commands()), "each has its press among AGGREGATES"


def files_with(pattern: str) -> set[str]:
    """The files of the product in which something of that pattern stands."""
    root = Path(settings.BASE_DIR)
    return {
        str(path.relative_to(root))
        for package in ("tables", "settlement", "casino")
        for path in (root / package).rglob("*.py")
        if "tests" not in path.parts and re.search(pattern, path.read_text())
    }


def test_no_aggregate_is_left_out() -> None:
    assert files_with(r"class \w+\([^)]*\bAggregate\[") == {
        *AGGREGATES,
        OF_A_TABLE,
        OF_PEOPLE,
        OF_REVIEWS,
        OF_DRAWS,
        OF_SHEETS,
    }


def test_only_the_handler_asks_whether_a_key_was_used_before() -> None:
    assert files_with(r"\brecall\(") == {"tables/handling/handler.py", "tables/stream/appender.py"}
